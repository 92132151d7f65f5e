"""Every sentence and label exists in every language, says the same things, and is put together without a hitch."""

from __future__ import annotations

import re
from dataclasses import fields
from string import Formatter
from typing import Any

import pytest

from engine.events import Event
from engine.game import open_step
from engine.title import Plain
from engine.titles import find
from engine.titles import names as titles
from moderator.outbox.report import Kind, report
from moderator.outbox.report.sentences import Teller, told
from moderator.outbox.report.words import LANGUAGES, Words, catalogue, particle
from tests.moderator.report.positions import PLAYED, game, view, whole

for _title in titles():
    find(_title)


def all_events(kind: type[Any] = Event) -> list[type[Event]]:
    return [found for each in kind.__subclasses__() for found in (each, *all_events(each))]


def names_in(message: str | list[str]) -> set[str]:
    texts = message if isinstance(message, list) else [message]
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_message_is_missing_and_none_is_left_over(language: str) -> None:
    ours, theirs = catalogue("en"), catalogue(language)
    for table, messages in ours.items():
        assert set(theirs[table]) == set(messages), table
        for key, message in messages.items():
            extra = names_in(theirs[table][key]) - names_in(message)
            assert not extra - {"count", "old"}, f"{language} {table}.{key} wants {extra}"
    assert set(catalogue("fr")["events"]) == set(catalogue("ko")["events"])


def variants(kind: type[Event]) -> list[str]:
    """The messages for an event: its own name, or its name and a case."""
    keys = catalogue("fr")["events"]
    return [key for key in keys if key == kind.__name__ or key.startswith(f"{kind.__name__}_")]


@pytest.mark.parametrize("kind", [kind for kind in all_events() if not kind.silent], ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_in_every_language(kind: type[Event]) -> None:
    assert kind.__module__.startswith("engine.")
    assert variants(kind), f"{kind.__name__} has no message in French and Korean"
    for language in LANGUAGES[1:]:
        for key in variants(kind):
            wanted = names_in(catalogue(language)["events"][key])
            known = {field.name for field in fields(kind)}
            # What is not a field is worked out in sentences.py, and proved by the played games below.
            assert wanted <= known | {
                "paid", "price", "source", "why", "place", "cost", "origin", "routes", "payments", "seller", "losers",
                "scores", "set", "director", "places", "trains", "round", "owner",
            }, (key, wanted - known)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["1861-3", "1882-1", "1882-2", "1882-3"])
def test_everything_that_happens_in_a_game_is_said(name: str, language: str) -> None:
    played, _ = whole(name)
    for one in played:
        state = one.before
        words = Words(language, state.title.currency)
        for event in one.events:
            said = Teller(words, state).sentence(event)
            assert event.silent or (said and "{" not in said), event
            if language != "en" and not event.silent:
                key, values = told(event, Teller(words, state))
                assert names_in(catalogue(language)["events"][key]) <= set(values)
            state = event.apply(state)


def all_steps(kind: type[Any] = Plain) -> list[type[Any]]:
    return [found for each in kind.__subclasses__() for found in (each, *all_steps(each))]


def test_every_decision_is_asked_in_every_language() -> None:
    # These happen by themselves and ask nobody.
    automatic = {"nobody", "bonus", "loans", "takeover", "state-station", "state-income", "state-trains"}
    asked = {getattr(step, "name", None) for step in all_steps() if step.__module__.startswith("engine.")}
    wanted = {name for name in asked if isinstance(name, str)} - automatic
    assert wanted - set(catalogue("en")["ask"]) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "kind", [Kind.MOVE, Kind.SUMMARY, Kind.REMINDER, Kind.LATE, Kind.DIGEST, Kind.GM, Kind.DEADLINE]
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


def test_korean_particles_follow_the_sound_before_them() -> None:
    assert [
        f"회사{particle('회사', form)}" for form in ("은", "이", "을", "과", "으로")
    ] == "회사는 회사가 회사를 회사와 회사로".split()
    assert [particle("은행", form) for form in ("은", "이", "을", "과", "으로")] == ["은", "이", "을", "과", "으로"]
    assert particle("열", "으로") == "로"
    assert Words("ko", "R").say("events", "Passed", player="Blue").startswith("Blue가")
    assert Words("fr").say("events", "MinimumFell", item="E", minimum=5).startswith("Personne ne veut d'E")


def test_every_position_of_the_samples_has_an_asked_step() -> None:
    names = {open_step(game(*where)[1]).name for where in PLAYED.values()}
    assert len(names) > 12
