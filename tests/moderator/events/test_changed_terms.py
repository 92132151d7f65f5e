"""Changed terms are told in their reader's language: what was, and what is."""

from __future__ import annotations

import pytest

from moderator.events.terms import EventTerms
from moderator.events.terms_read import said
from moderator.events.terms_told import change_told
from moderator.language import Words
from tests.moderator.events.conftest import Club

TOLD = {
    "fr": (
        "Jusqu'ici : Durée maximale d'une ronde en jours : 30 ; pause entre deux rondes : 0. "
        "Désormais : Durée maximale d'une ronde en jours : 90 ; pause entre deux rondes : 0."
    ),
    "de": "Vorher: Eine Runde dauert höchstens 30 Tage",
    "ko": "이전: ",
}


@pytest.mark.parametrize("language", TOLD)
def test_changed_terms_are_told_in_the_reader_s_language(club: Club, language: str) -> None:
    club.announce("next round on my word", people=("Anna", "Bert"), bots=0)
    with club.house.office.desk() as desk:
        person = desk.person_at("anna@example.org")
        assert person is not None
        person.language = language
    club.close()
    assert club.write("td change cup round 90 days because we need longer").word == "ACCEPTED"
    text = club.house.outbox("notice", "anna@example.org")[-1].data["text"].replace("\xa0", " ").replace("\u202f", " ")
    assert TOLD[language] in text, text
    assert "round 30 days" not in text and "round 90 days" not in text


LINES = ("titles toy", "format swiss 2", "tables 2")


@pytest.mark.parametrize(
    ("lines", "was", "now"),
    [
        (("anonymous yes",), "", "New: Tables are anonymous: seats are colours until the round is over."),
        (("press no",), "", "New: No table talk: press between players is not forwarded."),
        (("called Autumn Cup",), "It was: The event is called Cup.", "It is now: The event is called Autumn Cup."),
        (("bar rating 20",), "", "New: Open to players with a rating of 20 or more at one of the titles."),
        (("unfinished stands",), "is played out 20 times by bots", "counts as it stands."),
    ],
)
def test_each_term_that_changes_is_told(lines: tuple[str, ...], was: str, now: str) -> None:
    old = said(EventTerms(called="Cup"), LINES)
    text = Words("en").text(change_told(old, said(old, lines)))
    assert was in text and text.endswith(now)


def test_no_change_of_terms_is_told_as_nothing() -> None:
    old = said(EventTerms(called="Cup"), (*LINES, "unfinished stands"))
    assert "playouts 7" in Words("en").text(change_told(old, said(old, ("playouts 7",))))
