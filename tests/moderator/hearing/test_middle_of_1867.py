"""What people write in the middle of a game of 1867: understood, refused with a reason, or asked about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine import State
from moderator.hearing.trial import tried
from moderator.inbox.handle import handle
from tests.moderator.house import Answered, open_house, settings_for
from tests.moderator.report.positions import game
from tests.phrasings.counter import Counter

# Orders of the kept game that were played before.
PRIVATES, AUCTION, FIRST_TRACK, NO_LAY, MUST_BUY = 0, 61, 112, 117, 118
CONVERT, TAKE, TRAINLESS, STOCK, TRACK, TRADE = 365, 366, 423, 488, 839, 843
SOLD = ["sell 1 CNR", "sell 1 C&O", "buy GWR from treasury"]
# The best run of NYC in TRACK.
BEST = "run 2+2: J12-K13-L12, 2+2: J12-K11-L10-L12"


class Table:
    """A game that stands where the kept one stood after so many orders."""

    def __init__(self, counter: Counter) -> None:
        self.counter = counter

    def write(self, moves: int, text: str, language: str = "en", by: str = "") -> tuple[Answered, list[str]]:
        state = _at(moves)
        name = self.counter.set_up(state, language)
        answered = self.counter.house.write(name, by or str(engine.to_act(state)), text, deliver=False)
        return answered, [order.partition(": ")[2] for order in self.counter.house.orders(name)]

    def refused(self, moves: int, text: str, language: str = "en", by: str = "") -> tuple[str, list[str]]:
        """Why a mail was refused, and what was proposed."""
        answered, played = self.write(moves, text, language, by)
        assert answered.word == "NOT ACCEPTED" and played == []
        wrong = next(line for line in answered.rows[0].data["lines"] if line["mark"] == "✗")
        return " ".join(answered.text.split()), wrong["instead"]


def _at(moves: int) -> State:
    state = game("1867-1", moves)[1]
    return state.change(options={**state.options, "announced_runs": "players"})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    house = open_house(settings_for(tmp_path))
    house.eager = False
    yield Table(Counter(house))
    house.office.close()


HEARD = [
    (TAKE, "buy one C&O", ["take 1 C&O"]),
    (TAKE, "buy 2 C&O", ["take 2 C&O"]),
    (TAKE, "I'd like one share of the C&O", ["take 1 C&O"]),
    (TAKE, "one share of C&O please", ["take 1 C&O"]),
    (AUCTION, "auction CV at F16 s1 for 100", ["bid CV 100 in F16 city 2"]),
    (AUCTION, "bid 100 on CV at L12 city 2", ["bid CV 100 in L12 city 2"]),
    (AUCTION, "start the auction of CV in E15 at 100", ["bid CV 100 in E15"]),
    (AUCTION, "Hello everybody, I open the bidding for CV at 100", ["bid CV 100"]),
    (PRIVATES, "Let's see... bid 20", ["bid C&SL 20"]),
    (PRIVATES, "Hi Green, thanks! I open the Champlain and St. Lawrence at twenty dollars.", ["bid C&SL 20"]),
    (
        TRACK,
        "NYC: run our trains as best we can. Pay out. Done.",
        [BEST, "pay", "done"],
    ),
    (TRADE, "train 2+2 trading in the 2+2", ["train 2+2 trading 2+2"]),
    (TRADE, "buy a 2+2 trading in our 2+2, done", ["train 2+2 trading 2+2", "done"]),
    (NO_LAY, "no track", ["pass"]),
    (NO_LAY, "no tile", ["pass"]),
    (NO_LAY, "lay nothing", ["pass"]),
    (NO_LAY, "no track, train 2, done", ["pass", "train 2", "done"]),
    (MUST_BUY, "no track\nno station\ntrain 2\ndone", ["train 2", "done"]),
    (MUST_BUY, "buy a 2, done", ["train 2", "done"]),
    (AUCTION, "auction the TN, home L12 city 1, opening bid 100", ["bid TN 100 in L12 city 1"]),
    (AUCTION, "CV for 100 in E15", ["bid CV 100 in E15"]),
    (STOCK, "I'll sell one CNR, one C&O and buy a GWR from the treasury", SOLD),
    (CONVERT, "don't convert TN", ["pass"]),
    (CONVERT, "TN goes public as C&O", ["convert TN into C&O"]),
    (TRACK, "Build no track, run best, half pay, buy nothing", ["pass", BEST, "half", "pass"]),
    (TRACK, "run for the maximum and pay everything out. That's it!", [BEST, "pay", "done"]),
    (TRACK, "run best - pay - done", [BEST, "pay", "done"]),
    (AUCTION + 2, "Too rich for my blood, I'm out.", ["pass"]),
    (CONVERT, "TN becomes the Chesapeake & Ohio", ["convert TN into C&O"]),
    (CONVERT, "I'd like to convert TN into C&O and take one share", ["convert TN into C&O", "take 1 C&O"]),
    (CONVERT, "TN stays a minor", ["pass"]),
    (TAKE, "I'll take two more shares", ["take 2 C&O"]),
    (TRACK, "NYC lays nothing, runs best, pays half", ["pass", BEST, "half"]),
    (TRACK, "No track this time. No token. Run best, pay out, and we're done.", ["pass", "pass", BEST, "pay", "done"]),
    (TRADE, "Trade in our 2+2 for a new 2+2", ["train 2+2 trading 2+2"]),
    (TRADE, "Swap the 2+2 for another 2+2", ["train 2+2 trading 2+2"]),
    (TRADE, "exchange a 2+2 for a 2+2 from the pool", ["train 2+2 from pool trading 2+2"]),
    (TRADE, "I don't want a train", ["pass"]),
    (TRADE - 1, "half and half, done", ["half", "done"]),
    (TRAINLESS, "hand CPR over to the state", ["nationalise"]),
    (MUST_BUY, "kein Gleis\nkaufe einen 2er", ["train 2"]),
    (MUST_BUY, "pas de voie\nj'achète un 2", ["train 2"]),
]


@pytest.mark.parametrize(("moves", "text", "means"), HEARD)
def test_it_is_understood(table: Table, moves: int, text: str, means: list[str]) -> None:
    answered, played = table.write(moves, text)
    assert answered.word == "ACCEPTED", answered.text
    assert played == means


@pytest.mark.parametrize(
    "text",
    [
        "Not now: bid 20",
        "Maybe, bid 20",
        "Wait, bid 20",
        "If nobody minds, bid 20",
        "After Green: bid 20",
        "Later, bid 20",
        "Green: bid 20",
        "Instead... bid 20",
        "Hello, unless Blue passes, bid 20",
    ],
)
def test_words_that_may_change_an_order_are_never_taken_for_talk(table: Table, text: str) -> None:
    assert table.write(PRIVATES, text)[1] == []


@pytest.mark.parametrize("text", ["No - run best", "no, run best", "nein, beste Fahrt"])
def test_a_no_to_what_is_asked_takes_back_no_run_behind_it(table: Table, text: str) -> None:
    """Track is asked for: the no is about that."""
    assert table.write(TRACK, text)[1] == ["pass", BEST]


def test_a_stroke_between_orders_may_mean_either_of_them(table: Table) -> None:
    assert table.write(TRACK, "run best / pay / done")[1] == []


def test_a_city_that_can_be_counted_in_two_ways_is_asked_about_with_the_bid_kept(table: Table) -> None:
    _, instead = table.refused(AUCTION, "auction CV at L12 s1 for 100")
    assert instead == ["bid CV 100 in L12 city 1", "bid CV 100 in L12 city 2"]
    assert table.refused(AUCTION, "auction CV at L12 for 100")[1] == instead
    assert all(one.startswith("bid CV 100 in ") for one in table.refused(AUCTION, "auction CV at D2 for 100")[1])


def test_another_company_before_a_colon_is_told_who_is_on_turn(table: Table) -> None:
    assert "NYC is on turn, not CPR." in table.refused(TRACK, "CPR: run best")[0]


def test_done_where_a_train_must_be_bought_proposes_the_train(table: Table) -> None:
    first = next(at for at in range(112, 862) if engine.legal_orders(_at(at))[-1] == "pass" and _must_buy(at))
    assert table.refused(first, "done")[1][0] == "train 2"


def _must_buy(moves: int) -> bool:
    state = _at(moves)
    return state.cursor.step == "track" and not state.trains_of(state.operating) and state.cash_of(state.operating) > 99


def test_a_tile_that_can_not_be_laid_at_all_is_told_why_and_not_asked_about(table: Table) -> None:
    said, instead = table.refused(NO_LAY, "lay 58 on K13")
    assert "ways; say which" not in said and instead == ["pass"]


def test_a_word_with_an_apostrophe_is_quoted_as_it_was_written(table: Table) -> None:
    assert "“I'll”" in table.refused(PRIVATES, "I'll go up to a hundred and thirty")[0]


def test_a_question_about_one_order_of_a_line_is_answered_for_the_whole_line(table: Table) -> None:
    """The word plays what stands around the order that was not clear as well."""
    answered, played = table.write(NO_LAY, "no track, buy 2, done")
    assert answered.word == "NOT ACCEPTED" and played == []
    [line] = answered.rows[0].data["lines"]
    assert line["instead"][0] == "no track; train 2; done"
    name = table.counter.games["1867"]
    word = answered.text.partition("no track; train 2; done:  confirm ")[2].split()[0]
    again = table.counter.house.write(name, str(engine.to_act(_at(NO_LAY))), f"confirm {word}", deliver=False)
    assert again.word == "ACCEPTED", again.text
    assert [one.partition(": ")[2] for one in table.counter.house.orders(name)] == ["pass", "train 2", "done"]


@pytest.mark.parametrize(
    "text", ["fine with me, I accept Green's offer", "I accept the offer", "Ja, ich nehme das Angebot an"]
)
def test_who_accepts_an_offer_in_a_sentence_is_told_that_none_is_open(table: Table, text: str) -> None:
    other = next(name for name in ("Red", "Green", "Blue") if name != engine.to_act(_at(TAKE)))
    said, _ = table.refused(TAKE, text, by=other)
    assert "No offer waits for your answer." in said


def test_a_page_says_the_same_of_talk_before_an_order(table: Table) -> None:
    state = _at(AUCTION)
    name = table.counter.set_up(state, "en")
    with table.counter.house.office.reading() as desk:
        play = desk.game(name)
        assert play is not None
        seat = play.seat(str(engine.to_act(state)))
        assert seat is not None
        page = tried(desk, play, seat, ["Hello everybody, I open the bidding for CV at 100"], "en")
    assert page.ok and [one.order for one in page.played] == ["bid CV 100"]


SPACED = [
    "Bonjour ! Je mise 20 sur C&SL.",
    "Bonjour\u202f! Je mise 20 sur C&SL.",
    "Ça va\u00a0? Je mise 20 sur C&SL.",
    "Voici mes ordres\u00a0: je mise 20 sur C&SL",
    "Merci\u00a0; je mise 20 sur C&SL",
]


@pytest.mark.parametrize("text", SPACED)
def test_french_marks_may_have_spaces_before_them(table: Table, text: str) -> None:
    assert table.write(PRIVATES, text, "fr")[1] == ["bid C&SL 20"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Ich lege die 58 auf L10 Richtung NO. Ich kaufe zwei 2er-Züge."),
        ("en", "lay 58 on L10 facing NE. Buy two 2-trains."),
        ("fr", "je pose la 58 en L10 orientée NE. J'achète deux trains 2."),
    ],
)
def test_a_sentence_ends_behind_a_side(table: Table, language: str, text: str) -> None:
    assert table.write(FIRST_TRACK, text, language)[1] == ["lay 58 on L10 facing 4", "train 2", "train 2"]


@pytest.mark.parametrize(
    ("topic", "heading"),
    [
        ("loan", "8. Loans"),
        ("loans", "8. Loans"),
        ("Kredite", "8. Loans"),
        ("emprunts", "8. Loans"),
        ("대출", "8. Loans"),
        ("merger", "19. Merger rounds"),
        ("conversion", "19. Merger rounds"),
        ("nationalisation", "17. Nationalisation"),
        ("interest", "14. Interest and repayment"),
    ],
)
def test_help_about_what_the_rules_have_a_section_on_sends_it(table: Table, topic: str, heading: str) -> None:
    answered, _ = table.write(TRACK, f"help {topic}")
    assert answered.word == "ACCEPTED" and heading in answered.text


def test_a_new_game_is_shown_before_it_is_confirmed(table: Table) -> None:
    house = table.counter.house
    to = house.office.addresses.general()
    body = "new game 1867\nplayer Ann: ann@example.org\nbot Boris\nbot Clara\nhours 36\nend game"
    receipt = house.take_in(house.raw("new@example.org", to, body), "new@example.org", to)
    handle(house.office, receipt.mail_id)
    answered = house.answer(receipt.mail_id)
    said = " ".join(answered.text.split())
    assert answered.word == "CONFIRM"
    assert "1867: The Railways of Canada" in said and "Ann: ann@example.org" in said and "Boris: a bot" in said
    assert "36 hours for each decision." in said and "Options of 1867" in said


@pytest.mark.parametrize("text", ["Take a loan and buy a 2-train", "borrow 50, train 2, done", "nimm einen Kredit"])
def test_who_orders_a_loan_is_told_that_it_comes_by_itself(table: Table, text: str) -> None:
    assert "Loans are taken by themselves" in table.refused(MUST_BUY, text)[0]
