"""Trying a mail: what it would do line by line, who would have how much, and the map as it would be."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest

import engine
from tests.phrasings.counter import Counter
from tests.phrasings.positions import at

WITH_PICTURES = True


@pytest.mark.parametrize(
    ("language", "cash", "title"),
    [
        ("en", "StP-W: cash R130 → R30", "The map as it would be"),
        ("fr", "StP-W : caisse 130 R → 30 R", "La carte telle qu'elle serait"),
        ("ko", "StP-W: 현금 R130 → R30", "이 명령 뒤의 지도"),
    ],
)
def test_a_preview_shows_lines_cash_and_the_map_and_changes_nothing(
    counter: Counter, language: str, cash: str, title: str
) -> None:
    answered, played = counter.write("track", language, "preview", "lay 58 on B8", "train 2")
    house, game = counter.house, counter.games["1861"]
    assert (answered.word, played) == ("PREVIEW", [])
    assert engine.digest(house.state(game)) == engine.digest(at("track"))
    text = answered.text.replace("\u00a0", " ")
    assert "lay 58 on B8 facing 4" in text and cash in text and title.upper() in text.upper()
    # The map in letters has the new track: it is not that of the position as it stands.
    assert "58" in _tiles_told(counter, answered)
    mail = message_from_bytes(house.outbox("answer")[-1].raw, policy=policy.default)
    [picture] = [part for part in mail.walk() if part.get_filename() == "tried.png"]
    assert picture.get_content()[:4] == b"\x89PNG"
    assert f"cid:{str(picture['Content-ID']).strip('<>')}" in mail.get_body(("html",)).get_content()


def _tiles_told(counter: Counter, answered: object) -> str:
    row = counter.house.outbox("answer")[-1]
    mail = message_from_bytes(row.raw, policy=policy.default)
    return str(mail.get_body(("html",)).get_content())


def test_a_dividend_that_is_tried_tells_price_and_cash(counter: Counter) -> None:
    answered, played = counter.write("dividend", "en", "preview", "pay")
    assert (answered.word, played) == ("PREVIEW", [])
    assert ": price R" in answered.text and ": cash R" in answered.text


def test_a_preview_that_would_be_refused_says_why_and_shows_no_map(counter: Counter) -> None:
    answered, played = counter.write("track", "en", "preview", "lay 58 on B8", "train 5")
    assert (answered.word, played) == ("NOT ACCEPTED", []) and "would be" not in answered.text
