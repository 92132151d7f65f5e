"""No line makes a reader try the same thing in a million ways: near misses of what it looks for, in full length."""

from __future__ import annotations

import time

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import MOST_CHARACTERS, read
from moderator.inbox.proof import _ANSWERS
from moderator.inbox.quoting import MOST_HEADER_LENGTH, attribution
from moderator.inbox.screening import screen
from tests.mails.make import ADDRESSES

# The same letters in lines of full length take less time than in short ones; minutes went into some of them once.
MOST_TIMES = 4
SHORT = MOST_HEADER_LENGTH // 8
UNITS = ("-", "- ", "--  ", "‐", "a", "1", "1.", " ", "\t", "on ", "mon ", "<a@b ", "Re: ", "wrote ", "12:00 ", "2026-")


def seconds(unit: str, length: int, kind: str) -> float:
    """Processor time for a mail full of lines of this length."""
    line = (unit * length)[: length - 2]
    text = "\r\n".join(f"{line}{end}" for end in ("x", ":") for _ in range(MOST_CHARACTERS // len(line) // 2))
    raw = f"From: a@b.example\r\nTo: x@y.example\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n{text}".encode()
    began = time.process_time()
    screen(read(1, raw, Envelope("smtp")), ADDRESSES)
    return time.process_time() - began


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
@pytest.mark.parametrize("unit", UNITS)
def test_a_mail_of_near_misses_costs_no_more_in_long_lines_than_in_short_ones(unit: str, kind: str) -> None:
    # Somebody else may have had the processor's attention once; not three times.
    tries = ((seconds(unit, MOST_HEADER_LENGTH, kind), seconds(unit, SHORT, kind)) for _ in range(3))
    assert any(long <= MOST_TIMES * short for long, short in tries)


def test_dashes_around_an_introduction_are_still_seen() -> None:
    assert attribution(["---- On Fri, 13 Nov 2026 11:53 Ann <ann@example.org> wrote ----"], 0) == 1
    assert attribution(["-- On 13.11.2026 Ann wrote --"], 0) == 1
    assert attribution(["-" * 60], 0) == 0


def test_a_subject_of_many_replies_has_one_reading() -> None:
    def spent(times: int) -> float:
        began = time.process_time()
        for _ in range(2000 // times):
            assert _ANSWERS.match("Re: " * times + "[") is None
        return time.process_time() - began

    assert min(spent(100) for _ in range(3)) <= MOST_TIMES * min(spent(10) for _ in range(3))
    assert _ANSWERS.match("Re: AW: RE[2]: YOUR MOVE [1861-bcdf #17] x") is not None
