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

# Minutes went into each of these once; a slow machine that also counts lines is well below this.
MOST_SECONDS = 4.0
UNITS = ("-", "- ", "--  ", "‐", "a", "1", "1.", " ", "\t", "on ", "mon ", "<a@b ", "Re: ", "wrote ", "12:00 ", "2026-")


def seconds(text: str, kind: str) -> float:
    raw = f"From: a@b.example\r\nTo: x@y.example\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n{text}".encode()
    tries = []
    for _ in range(3):
        began = time.process_time()
        screen(read(1, raw, Envelope("smtp")), ADDRESSES)
        tries.append(time.process_time() - began)
        if tries[-1] < MOST_SECONDS:
            break
    return min(tries)


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
@pytest.mark.parametrize("unit", UNITS)
def test_a_mail_of_near_misses_is_read_at_once(unit: str, kind: str) -> None:
    line = (unit * MOST_HEADER_LENGTH)[: MOST_HEADER_LENGTH - 2]
    lines = "\r\n".join(f"{line}{end}" for end in ("x", ":") for _ in range(MOST_CHARACTERS // len(line) // 2))
    assert seconds(lines, kind) < MOST_SECONDS


def test_dashes_around_an_introduction_are_still_seen() -> None:
    assert attribution(["---- On Fri, 13 Nov 2026 11:53 Ann <ann@example.org> wrote ----"], 0) == 1
    assert attribution(["-- On 13.11.2026 Ann wrote --"], 0) == 1
    assert attribution(["-" * 60], 0) == 0


def test_a_subject_of_many_replies_has_one_reading() -> None:
    began = time.process_time()
    assert _ANSWERS.match("Re: " * 120 + "[") is None
    assert time.process_time() - began < MOST_SECONDS
    assert _ANSWERS.match("Re: AW: RE[2]: YOUR MOVE [1861-bcdf #17] x") is not None
