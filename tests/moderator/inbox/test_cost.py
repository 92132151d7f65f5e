"""Reading costs what a mail is long and no more, whatever its writer puts in: four times the mail, four times the work.

Work is counted, not timed: every line of ours that runs. What a pattern does inside is bounded by the length of what it
is given, and all of those are cut first.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from engine.notation import vocabulary
from moderator.hearing import reading as read_words
from moderator.hearing import registry
from moderator.hearing.reading import MOST_DIFFERENT, Statement, statements
from moderator.inbox.bounce import read_bounce
from moderator.inbox.dkim import signed_by
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.letter import read
from moderator.inbox.proof import judge
from moderator.inbox.screening import screen
from moderator.inbox.take_in import likeness_of
from tests.mails.make import ADDRESSES, RED, SEAT
from tests.moderator.house import House, open_house, settings_for
from tests.work import calls

# Mails are weighed with their pictures.
WITH_PICTURES = True
ENVELOPE = Envelope("smtp", sender=RED, recipients=(SEAT,))
# Function calls, ours and the library's, to find out what the words of a mail are; most of them only count bits.
MOST_CALLS = 1_000_000
# Lines of ours that run to find out what the lines of a mail are; ten million are a second or two.
MOST_WORK = 600_000
HEAD = f"From: {RED}\r\nTo: {SEAT}\r\nMessage-ID: <1@x.example>\r\n"


def body(piece: str) -> Callable[[int], str]:
    return lambda times: f"{HEAD}\r\n{piece * times}"


def header(name: str, before: str, piece: str, after: str = "") -> Callable[[int], str]:
    return lambda times: f"{name}: {before}{piece * times}{after}\r\n{HEAD}\r\npass\r\n"


HOSTILE: dict[str, Callable[[int], str]] = {
    "orders": body("bid TSR 30\r\n"),
    "introductions": body("On Fri, Nov 13, 2026 at 9:05 PM Waybill <a@b.example>\r\n"),
    "introductions that never end": body("On Fri, 13 Nov 2026\r\n"),
    "names that never end": body("Waybill <\r\n"),
    "labels": body("From: a\r\n"),
    "quotation marks": body("> " * 15 + "x\r\n"),
    "rules and dashes": body("---- " * 20 + "\r\n"),
    "markers broken": body("Reply above\r\n"),
    "templates": body("> turn 41\r\n"),
    "phones": body("Sent from my\r\n"),
    "comments in comments": header("Authentication-Results", "mx; dkim=pass ", "("),
    "quotes in results": header("Authentication-Results", "mx; dkim=pass ", '"a" '),
    "senders": header("From", "", "a@b.example, "),
    "angle brackets": header("From", "", "<", "a@b.example>"),
    "recipients": header("Cc", "", "<a@b.example>,"),
    "folds": header("Subject", "", "x\r\n "),
    "headers": lambda times: "X-A: b\r\n" * times + HEAD + "\r\npass\r\n",
    "signatures": lambda times: "DKIM-Signature: v=1; h=from; d=x.example; s=y\r\n" * times + HEAD + "\r\npass\r\n",
    "encoded words": header("Subject", "", "=?utf-8?q?a?= "),
    "parameters": header("Content-Type", "text/plain", "; a*0*=utf-8''%41"),
    "boundaries": lambda times: HEAD + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\nx\r\n" * times,
    "false boundaries": lambda times: HEAD + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--bb\r\n" * times,
    "markup": lambda times: HEAD + "Content-Type: text/html\r\n\r\n" + "<div><blockquote>x" * times,
    "unclosed tags": lambda times: HEAD + "Content-Type: text/html\r\n\r\n" + "<a <" * times,
    "flowed": lambda times: HEAD + "Content-Type: text/plain; format=flowed\r\n\r\n" + "a \r\n" * times,
    "report": lambda times: (
        f"{HEAD}Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        f"--b\r\nContent-Type: message/delivery-status\r\n\r\n" + "Status: 5.1.1\r\n" * times
    ),
}


def work_of(what: Callable[[], object], *where: str) -> int:
    """How many of our own lines run in these folders."""
    lines = 0

    def count(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        if not any(folder in frame.f_code.co_filename for folder in where):
            return None
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        what()
    finally:
        sys.settrace(before)
    return lines


def work_for(raw: bytes) -> int:
    """The same while a mail is read, screened, weighed and compared."""

    def handled() -> None:
        letter = read(1, raw, ENVELOPE)
        screen(letter, ADDRESSES)
        read_bounce(letter, ADDRESSES)
        judge(letter, ENVELOPE, "header:mx")
        signed_by(raw, 0.0, lambda _name: None)
        likeness_of(raw, ENVELOPE, ADDRESSES)

    return work_of(handled, "/moderator/")


@pytest.mark.parametrize("name", HOSTILE)
def test_four_times_the_mail_is_four_times_the_work_at_most(name: str) -> None:
    few, many = (work_for(HOSTILE[name](times).encode()) for times in (300, 1200))
    assert many <= 4.5 * few + 2000, (few, many)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_mail_of_any_length_costs_more_than_the_limits_allow(name: str) -> None:
    assert work_for(HOSTILE[name](20_000).encode()) < 1_500_000


WORDS = ["a:", "a.", "a,", "a|", "a/", "1:", "a@b.c ", ";", "가 ", "thanks to "]


@pytest.mark.parametrize("piece", WORDS)
def test_what_lines_mean_costs_little_however_many_words_they_have(piece: str, length: int = 1500) -> None:
    # What is worked out once is worked out by then.
    assert read(1, f"{HEAD}\r\nzzqzz".encode(), ENVELOPE).said
    line = (piece * length)[:length]
    same, different = [line] * (240_000 // length), [f"{line[:900]} {at:05}" for at in range(240_000 // length)]
    for lines in (same, different):
        letter = read(1, f"{HEAD}\r\n{chr(10).join(lines)}".encode(), ENVELOPE)
        assert work_of(lambda letter=letter: letter.said, "/moderator/", "/engine/") < MOST_WORK  # type: ignore[misc]


@pytest.mark.long
@pytest.mark.parametrize("length", [100, 200, 400, 1000, 2000])
@pytest.mark.parametrize("piece", WORDS)
def test_nor_does_the_length_of_lines_matter(piece: str, length: int) -> None:
    test_what_lines_mean_costs_little_however_many_words_they_have(piece, length)


# Words nobody knows, words of many letters that ours have too, and words that are hardly ours.
SLIPS = {
    "unknown words": "yvqplxkjwzhg",
    "letters that words of orders are made of": "einrstaedlou",
    "letters of Korean orders": "여나기할요놓입게께지매",
}


@pytest.mark.parametrize("letters", SLIPS)
def test_words_that_may_be_ours_with_a_slip_are_looked_for_at_little_cost(letters: str) -> None:
    chosen = Random(letters)
    words = ["".join(chosen.choices(SLIPS[letters], k=chosen.randint(5, 9))) for _ in range(200)]
    # What is worked out once is worked out by then.
    assert read(1, f"{HEAD}\r\nzzqzz".encode(), ENVELOPE).said
    letter = read(1, f"{HEAD}\r\n{'; '.join(words)}".encode(), ENVELOPE)
    assert calls(lambda: letter.said) < MOST_CALLS
    assert len(letter.said) > 100


def test_words_of_strangers_are_not_kept_for_ever() -> None:
    """Neither all of them nor very long ones."""
    kept = [read_words._is_near, vocabulary._is_near]
    for at in range(0, 2500, 100):
        lines = "; ".join(f"zzq{_letters(at + one)}" for one in range(100))
        assert read(1, f"{HEAD}\r\n{lines}".encode(), ENVELOPE).said
    assert all(one.cache_info().currsize < 2000 for one in kept)
    asked = list[str]()
    vocabulary._is_near.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vocabulary, "_is_near", lambda word: bool(asked.append(word)))
        assert read(1, f"{HEAD}\r\n{'zq' * 9000}".encode(), ENVELOPE).said
    assert asked and max(map(len, asked)) <= 100


def _letters(number: int) -> str:
    return "".join(chr(97 + number // 26**place % 26) for place in range(3))


def test_a_letter_is_read_before_anybody_has_to_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever else writes into the database can do so while the words of a letter are looked at."""
    house = open_house(settings_for(tmp_path))
    written = []

    def watched(lines: Iterable[str]) -> list[Statement]:
        with closing(sqlite3.connect(tmp_path / "waybill.sqlite", timeout=0)) as other:
            other.execute("BEGIN IMMEDIATE")
        written.append(True)
        return statements(lines)

    monkeypatch.setattr("moderator.inbox.letter.statements", watched)
    to, sender = f"play@{house.office.settings.mail_domain}", "stranger@elsewhere.example"
    assert handle(house.office, house.take_in(house.raw(sender, to, "status"), sender, to).mail_id)
    assert written
    house.office.close()


def test_the_longest_questions_together_bring_an_answer_of_usual_length(house: House) -> None:
    """All that can be asked at once, in a game with long answers: without an end to them, 140 kB."""
    game = house.game("Red", "Blue", "Green", title="1861")
    asked = ["cards", "help", "map", "status", *(f"rules {number}" for number in range(3, 25))]
    asked += [f"help {one.words}" for one in registry.all_commands()][: MOST_DIFFERENT - len(asked)]
    answered = house.write(game, "Red", "\n".join(asked))
    assert answered.word == "ACCEPTED"
    (sent,) = [row for row in house.outbox() if row.id == answered.rows[0].id]
    assert sent.raw is not None and len(sent.raw) <= 64 * 1024
    assert "ask again for it alone" in house.text_of(sent)
