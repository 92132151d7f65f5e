"""Every sentence and label exists in every language, says the same things, and is put together without a hitch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from engine.catalogue import Entry, read
from engine.events import Event
from engine.game import open_step
from engine.message import places
from engine.title import Plain
from engine.titles import find
from engine.titles import names as titles
from moderator.language import Teller, Words, languages
from moderator.language.catalogues import catalogue, owners
from moderator.language.po import HABITS, ORDERS
from moderator.outbox.report import Kind, report
from tests.moderator.report.positions import PLAYED, game, view, whole

for _title in titles():
    find(_title)


def all_events(kind: type[Any] = Event) -> list[type[Event]]:
    """Those of the engine and its titles; what tests of the shelf make up is told to nobody."""
    found = [found for each in kind.__subclasses__() for found in (each, *all_events(each))]
    return [each for each in found if not each.__module__.startswith("tests.engine.")]


def texts(entry: Entry) -> tuple[str, ...]:
    return (entry,) if isinstance(entry, str) else tuple(text for case, text in entry.items() if case != "by")


def said_by_key(owner: str, language: str) -> dict[str, Mapping[str, Entry]]:
    tables = read(owners()[owner] / f"{language}.toml")
    return {
        name: table
        for name, table in tables.items()
        if name not in HABITS | ORDERS and name != "messages" and not name.startswith("context.")
    }


@pytest.mark.parametrize("owner", owners())
@pytest.mark.parametrize("language", languages()[1:])
def test_each_owner_says_everything_in_every_language_and_nothing_besides(owner: str, language: str) -> None:
    ours, theirs = said_by_key(owner, "en"), said_by_key(owner, language)
    assert set(ours) == set(theirs)
    for table, entries in ours.items():
        assert list(theirs[table]) == list(entries), table
        for key, entry in entries.items():
            known = {name for text in texts(entry) for name in places(text)}
            extra = {name for text in texts(theirs[table][key]) for name in places(text)} - known
            # English may do without a number it need not say, and without whom a director followed.
            assert not extra - {"count", "old", "holder"}, f"{language} {table}.{key} wants {extra}"


def variants(kind: type[Event], language: str) -> list[str]:
    """The sentences for an event: its own name, or its name and a case."""
    keys = catalogue(language).tables["sentences"]
    return [key for key in keys if key == kind.__name__ or key.startswith(f"{kind.__name__}_")]


@pytest.mark.parametrize("kind", [kind for kind in all_events() if not kind.silent], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("language", languages())
def test_every_event_has_a_sentence_in_every_language(kind: type[Event], language: str) -> None:
    assert variants(kind, language), f"{kind.__name__} has no sentence in {language}"


def test_no_sentence_tells_an_event_that_does_not_exist() -> None:
    kinds = {kind.__name__ for kind in all_events()}
    # What begins with a small letter is a part of sentences.
    told = {key.partition("_")[0] for key in catalogue("en").tables["sentences"] if key[:1].isupper()}
    assert told - kinds == set()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["1861-3", "1867-1", "1882-1", "1882-2", "1882-3"])
def test_everything_that_happens_in_a_game_is_said(name: str, language: str) -> None:
    played, _ = whole(name)
    for one in played:
        state = one.before
        words = Words(language, state.title.currency)
        for event in one.events:
            said = Teller(words, state).sentence(event)
            assert event.silent or (said and "{" not in said), event
            state = event.apply(state)


def all_steps(kind: type[Any] = Plain) -> list[type[Any]]:
    return [found for each in kind.__subclasses__() for found in (each, *all_steps(each))]


def test_every_decision_is_asked_in_every_language() -> None:
    # These happen by themselves and ask nobody.
    automatic = {"nobody", "bonus", "loans", "takeover", "state-station", "state-income", "state-trains"}
    asked = {getattr(step, "name", None) for step in all_steps() if step.__module__.startswith("engine.")}
    wanted = {name for name in asked if isinstance(name, str)} - automatic
    assert wanted - set(catalogue("en").tables["ask"]) == set()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "kind", [Kind.MOVE, Kind.REPORT, Kind.REMINDER, Kind.LATE, Kind.DIGEST, Kind.GM, Kind.DEADLINE]
)
def test_every_kind_of_mail_is_written_in_every_language(kind: Kind, language: str) -> None:
    played, state = game(*PLAYED["1861-merger"])
    mail = report(view(played, state, kind, language=language, text_only=True))
    assert "{" not in mail.subject + mail.text
    assert state.title.name in mail.subject


def test_french_writes_its_own_numbers_dates_and_words() -> None:
    played, state = game(*PLAYED["1861-late"])
    text = report(view(played, state, language="fr", text_only=True)).text
    assert "mardi 17 novembre 2026, 20 h 00" in text
    assert re.search(r"\d\u202f\d{3}\u00a0R", text)
    assert "Tour d'exploitation" in text and "Compagnies" not in report(view(played, state, text_only=True)).text


def test_german_writes_its_own_numbers_dates_trains_and_articles() -> None:
    played, state = game(*PLAYED["1861-late"])
    text = report(view(played, state, language="de", text_only=True)).text
    assert "Di., 17. November 2026, 20:00 Uhr" in text
    assert re.search(r"\d\.\d{3}\u00a0R", text)
    assert "5+5E-Zug" in text and "8er-Zug" in text and "Betriebsrunde" in text
    played, state = game(*PLAYED["1861-merger"])
    assert "K-R und M-V fusionieren zur GR" in report(view(played, state, language="de", text_only=True)).text


def test_every_position_of_the_samples_has_an_asked_step() -> None:
    names = {open_step(game(*where)[1]).name for where in PLAYED.values()}
    assert len(names) > 12
