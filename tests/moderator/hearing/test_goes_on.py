"""An answer whose writer is still to move says so in its subject: people read subjects only."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest

from tests.phrasings.counter import Counter
from tests.phrasings.positions import at, mover


def _subject(counter: Counter, position: str, line: str) -> str:
    house = counter.house
    house.write(counter.set_up(at(position), "en"), str(mover(position)), line)
    house.deliver()
    raw = house.outbox("answer")[-1].raw
    assert raw is not None
    return str(message_from_bytes(raw, policy=policy.default)["Subject"])


@pytest.mark.usefixtures("no_pictures")
def test_the_subject_says_that_the_turn_goes_on(counter: Counter) -> None:
    subject = _subject(counter, "track", "lay 4 on B8 facing 1")
    assert subject.startswith("ACCEPTED")
    assert "Still YOUR MOVE" in subject


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("line", ["status", "preview\nlay 4 on B8 facing 1"])
def test_what_plays_nothing_has_its_old_subject(counter: Counter, line: str) -> None:
    assert "Still YOUR MOVE" not in _subject(counter, "track", line)
