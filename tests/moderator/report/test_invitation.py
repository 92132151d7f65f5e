"""An invitation tells somebody who never heard of it who asks, what the game is like, and how long it takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Player, title_named, titles
from moderator.drawing.printed import printed
from moderator.language import languages
from moderator.outbox.report import Kind, ReportView, report
from tests.moderator.house import House
from tests.moderator.report.positions import ADDRESS

ASKED = ReportView(
    "1861-9", Kind.INVITATION, "Anna", None,
    address=ADDRESS, title="1861", table=("Red", "Anna"), page="https://orders.example/games/1861-9", host="Red",
)  # fmt: skip
BY = {"en": "Red invites you", "de": "Red lädt dich ein", "fr": "Red vous invite", "ko": "Red님이"}
LONG = {"en": "40 to 90 emails", "de": "40 bis 90 E-Mails", "fr": "40 à 90 courriels", "ko": "40~90통"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", ["1861", "1867", "1882"])
def test_an_invitation_says_who_asks_what_it_is_like_and_how_long_it_takes(title: str, language: str) -> None:
    mail = report(replace(ASKED, title=title, language=language))
    said = " ".join(mail.text.split())
    assert BY[language] in said and LONG[language] in said
    # Three sentences of the title itself, in the reader's language.
    others = {
        " ".join(report(replace(ASKED, title=one, language=other)).text.split())
        for one in titles()
        for other in languages()
        if (one, other) != (title, language)
    }
    like = next(part for part in mail.text.split("\n\n") if LONG[language].split()[0] in part)
    assert len(like) > 500 and not any(" ".join(like.split()) in other for other in others)


def test_an_invitation_shows_the_map_as_a_picture_and_in_letters() -> None:
    mail = report(replace(ASKED, opening=printed("1861")))
    names = [file.name for file in mail.related]
    assert "map.png" in names and "map-1.png" in names
    assert all(f"cid:{file.cid}" in mail.html for file in mail.related)
    assert "\nMAP\n" in mail.text and "     A   B   C   D" in mail.text
    # What is asked stands before it.
    assert mail.html.index("body=join") < mail.html.index("cid:map.")
    assert not report(replace(ASKED, opening=printed("1861"), text_only=True)).related


def test_every_title_has_a_map_to_be_shown() -> None:
    for title in titles():
        state = printed(title)
        assert not state.board.tiles and len(state.players) in title_named(title).capital
        assert state is printed(title) and Player("1") in state.players


def test_who_arranged_a_game_is_the_one_who_invites(house: House) -> None:
    game = house.game("Ann", "Red", title="1882", start=False, terms={"host": "Gina"})
    house.deliver()
    text = house.text_of(house.outbox("invitation", "ann@example.org")[0])
    assert game in text and "Gina invites you to play 1882 by email, as Ann." in " ".join(text.split())
    assert "MAP" in text.splitlines()
