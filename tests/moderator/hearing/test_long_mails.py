"""A long mail in a running game costs little and brings a short answer, whatever its lines are made of.

Work is counted, not timed: every line of ours that runs, ten million are a second or two, or every function that is
called, a million are a fifth of a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.game import legal_moves
from engine.moves import Move
from engine.notation.clean import key, normal
from engine.state import State
from moderator.inbox.handle import handle
from moderator.inbox.ready import get_ready
from moderator.outbox import post
from tests.moderator.inbox.test_cost import work_of
from tests.phrasings.counter import Counter
from tests.phrasings.positions import at, mover
from tests.work import calls

# Mails are weighed with their pictures.
WITH_PICTURES = True
LINES = 49
MOST_WORK = 2_000_000
MOST_CALLS = 1_510_000
MOST_BYTES = 64 * 1024


def _word(number: int) -> str:
    return "".join(chr(97 + (number * 7 + at * 13) % 26) for at in range(5))


LONG = {
    "an order and remarks in each line": [
        f"I pass {_word(at)}, it was a long day, {_word(at + 1)}, really - honest, {_word(at + 2)}"
        for at in range(LINES)
    ],
    "as many clauses as are read": [", ".join(_word(at * 30 + one) for one in range(24)) for at in range(LINES)],
    "orders of several parts": [f"merge K-R, M-V, D and SW into MK {at}" for at in range(LINES)],
    "signs that stand for sentences": ["\ufdfa" * 380 + str(at) for at in range(LINES)],
    "colons": [("a: b! " * 66)[:390] + str(at) for at in range(LINES)],
    "conditions of many facts": [
        f"if {' and '.join(f'price of SW > {at + one}' for one in range(14))} then pass" for at in range(25)
    ],
}


def taken_in(counter: Counter, lines: list[str]) -> int:
    """A mail of these lines, in a process that has read others."""
    house, position = counter.house, "late stock round"
    # What is worked out once is worked out by then.
    get_ready()
    counter.write(position, "en", "sell 2 SW, what a day")
    game = counter.set_up(at(position), "en")
    sender, to = f"{mover(position).lower()}@example.org", house.address(game, mover(position))
    return house.take_in(house.raw(sender, to, "\n".join(lines)), sender, to).mail_id


@pytest.mark.parametrize("name", LONG)
def test_a_long_mail_in_a_running_game_costs_little(counter: Counter, name: str) -> None:
    mail = taken_in(counter, LONG[name])
    work = work_of(lambda: handle(counter.house.office, mail), "/moderator/", "/engine/")
    assert work < MOST_WORK, f"{work:,}"


# No line of them is an order; each is held against whatever is known.
_KOREAN = "입찰 패스 주식 사고 팔고 I13 3 놓고 방향 하고 -> 열차 SW 대회 참가".split()
TALK = {
    "a story": [
        "I think that the weather was really wonderful and my sister came along with the children, which was great "
        f"fun for all of us indeed {at}"
        for at in range(LINES)
    ],
    "words of orders in Korean": [
        " ".join(_KOREAN[(at * 7 + one * 5) % len(_KOREAN)] for one in range(60)) for at in range(LINES)
    ],
    "entering events": [
        f"I would like to enter the tournament number {at} and the cup of {at * 7} please, {_word(at)} with share of "
        f"I13 and the bank or SW to be in the cup as well, or else enter the club, as the rules of 30 have it"
        for at in range(LINES)
    ],
    "colons": LONG["colons"],
}


@pytest.mark.parametrize("name", TALK)
def test_lines_that_are_no_orders_are_held_against_all_words_at_little_cost(counter: Counter, name: str) -> None:
    mail = taken_in(counter, TALK[name])
    asked = calls(lambda: handle(counter.house.office, mail))
    assert asked < MOST_CALLS, f"{asked:,}"


def test_a_position_is_looked_at_once_for_all_lines_of_a_mail(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is legal was worked out for every clause, thousands of times."""
    asked = []

    def watched(state: State) -> Iterator[Move]:
        asked.append(state)
        return legal_moves(state)

    for module in ("read", "sayings"):
        monkeypatch.setattr(f"engine.notation.{module}.legal_moves", watched)
    lines = [f"ich überbiete mit 110 - I{at} 하고 I13 하고 3 -> I13 하고 4642 하고 I13 -> 3" for at in range(20)]
    answered, _ = counter.write("1867 stock round", "ko", *lines)
    assert answered.word == "NOT ACCEPTED"
    assert 0 < len(asked) <= 10, len(asked)


@pytest.mark.parametrize("fill", ["run none " + "é" * 380, "pass " + "x y " * 95])
def test_an_answer_that_offers_choices_does_not_give_the_mail_back_with_each(counter: Counter, fill: str) -> None:
    lines = ["sell 2 SW?", *(f"{fill[:396]}{number}" for number in range(10, 50))]
    answered, _ = counter.write("late stock round", "en", *lines)
    post.deliver(counter.house.office, answered.rows[0].id)
    (sent,) = counter.house.answer(answered.mail_id, deliver=False).rows
    assert "confirm " in str(sent.data["blocks"])
    assert sent.raw is not None and len(sent.raw) < MOST_BYTES


def test_what_unfolds_into_a_sentence_stays_a_sign_and_korean_is_read() -> None:
    assert normal("\ufdfa" * 100) == "\ufdfa" * 100
    assert normal("½ ﬁne … Ａ") == "1⁄2 fine ... A"
    assert key("모스크바") == "모스크바" and len(key("\ufdfa" * 100)) < 500
