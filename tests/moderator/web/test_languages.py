"""The pages speak the language the browser asks for."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

import engine
from engine.message import Message
from engine.moves import Bid, BuyTrain, LayTile, Start
from moderator.events import announcing
from moderator.hearing.printed import IN_ENGLISH
from moderator.language import Words, languages
from moderator.web import create_app
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.web.visiting import signed_in
from tests.printed import TITLES

# A few words no page of ours does without in English.
ENGLISH = re.compile(r"\b(the|is|your|game|games|mail|seat|played|from|write|start|help|sign)\b", re.IGNORECASE)


@pytest.fixture
def client(house: House) -> FlaskClient:
    return create_app(house.office).test_client()


def words(page: str) -> str:
    """What a reader sees of a page: no marks, no scripts, nothing to be typed or copied."""
    page = re.sub(r"<(style|script|pre|code|kbd|textarea)\b.*?</\1>", " ", page, flags=re.DOTALL)
    page = re.sub(r"`[^`]*`|\bE-Mails?\b", " ", page)
    return re.sub(r"<[^>]*>", " ", page)


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "Lancer une partie"), ("ko", "게임 시작"), ("de", "Partie eröffnen"), ("en", "Start a game")],
)
def test_the_front_page_is_in_the_readers_language(client: FlaskClient, language: str, said: str) -> None:
    page = client.get("/", headers={"Accept-Language": f"{language}, en;q=0.5"}).text
    assert f'<html lang="{language}">' in page and said in page


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("path", ["/", "/new", "/help", "/mailbox/", "/mailbox/write", "/signin", "/nowhere"])
def test_no_page_has_english_left_in_it(client: FlaskClient, path: str, language: str) -> None:
    page = client.get(path, headers={"Accept-Language": language}).text
    assert ENGLISH.findall(words(page)) == []


@pytest.mark.parametrize("language", languages()[1:])
def test_no_page_of_somebody_signed_in_has_english_left_in_it(
    client: FlaskClient, house: House, language: str, no_pictures: None
) -> None:
    """The table in turn after turn, one's own page, the moderator's, the director's desk, the operator's console."""
    house.office.bell = house.do
    game = house.game("Red", "Green", "Blue", title="1861", gm="red@example.org")
    house.write(game, "Red", "standing pass all auctions")
    waiting = house.game("Red", "Green", title="1882", start=False)
    with house.office.desk() as desk:
        red = desk.meet("red@example.org")
        red.operator = True
        announcing.announce(desk, "cup", ["titles toy", "tables 2", "called Coupe"], "test", red)
    signed_in(client, "red@example.org", house)
    with client.session_transaction() as session:
        session["language"] = language
    paths = ["/me/", "/me/hooks", f"/games/{game}/moderate", f"/games/{waiting}", "/events/cup/desk", "/events/cup"]
    paths += ["/events/new", "/import", "/verify", "/console/", f"/games/{game}", "/ratings", "/records"]
    left = {path: set(ENGLISH.findall(own_words(client.get(path).text))) for path in paths}
    for there in (Bid, Start, LayTile, BuyTrain):
        bring(house, game, lambda state, there=there: engine.accepts(state, there))
        signed_in(client, f"{str(house.row(game).mover).lower()}@example.org", house)
        with client.session_transaction() as session:
            session["language"] = language
        left[f"table at {there}"] = set(ENGLISH.findall(own_words(client.get(f"/games/{game}").text)))
    assert {path: found for path, found in left.items() if found} == {}


def own_words(page: str) -> str:
    """What is said by us. Names are what they are, and a log is kept as it was written down."""
    page = page.partition('<h2 id="log">')[0]
    page = re.sub(r"<(svg|h1|title|option|optgroup|noscript)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"\bMail-|\bpropose mettre\b", " ", words(page))


def test_each_reader_has_their_own_language_whoever_came_before(client: FlaskClient) -> None:
    said = {one: escape(Words(one).say(Message("Email me a link"))) for one in languages()}
    for language in (*said, *reversed(said)):
        page = client.get("/signin", headers={"Accept-Language": language}).text
        assert [one for one, text in said.items() if text in page] == [language]


def test_a_language_nobody_here_speaks_is_answered_in_english(client: FlaskClient) -> None:
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "tlh"}).text


def test_the_deadline_at_the_table_is_written_as_the_reader_writes_dates(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    page = client.get(f"/games/{game}", headers={"Accept-Language": "fr"}).text
    assert "jusqu&#39;au mardi 17 novembre 2026, 12 h 00 UTC" in page


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
def test_the_rules_say_why_they_are_in_english_and_have_headings_that_are_not(
    client: FlaskClient, language: str
) -> None:
    english = html.unescape(client.get("/rules/1861").text)
    page = html.unescape(client.get("/rules/1861", headers={"Accept-Language": language}).text)
    spoken = Words(language)
    assert spoken.say(IN_ENGLISH) in page and str(IN_ENGLISH) not in english
    for title in TITLES:
        book = engine.rulebook(title)
        assert book is not None
        for section in book.sections:
            # The page's own name stands above all sections.
            assert not section.number or spoken.knows("headings", section.heading), (title, section.heading)
    assert f"9. {spoken.entry('headings', 'Track')}</a>" in page and "9. Track</a>" in english
    # Who listens to the page hears each part in its own language.
    assert '<div lang="en" class="rule" id="9.1.1">' in page
