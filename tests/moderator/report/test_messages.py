"""Whatever a player can be told is there in every language, with the same places, and nothing besides."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from jinja2 import Environment, nodes

from engine import moves, titles
from engine.game import describe
from engine.message import WORDS, Message
from engine.titles import find
from moderator.commands.confirming import DOING
from moderator.commands.help import GROUPS, in_one_line
from moderator.commands.registry import all_commands
from moderator.inbox.letter import PROBLEMS
from moderator.outbox.report.words import Words
from moderator.outbox.wording import CATALOGUES, spoken

ROOT = Path(__file__).parents[3]
# Calls whose first argument is a message's English template.
SAYING = {"Message", "Illegal", "Unreadable", "Ambiguous", "Refused", "Refusal", "BadTime", "Unplayable"}
# What is raised for developers and solvers, never for players.
SILENT = {"engine/message.py", "engine/errors.py", "engine/runs/legality.py", "engine/interop/site18xx.py"}
OTHERS = ("fr", "ko")


def sources() -> Iterator[Path]:
    for folder in ("engine", "moderator"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.relative_to(ROOT).as_posix() not in SILENT:
                yield path


def sayings(path: Path) -> Iterator[tuple[ast.Call, ast.expr]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING and node.args:
            yield node, node.args[0]


@cache
def written() -> frozenset[str]:
    """Every template that stands in the source."""
    found = set()
    for path in sources():
        for _, said in sayings(path):
            for node in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
    return frozenset(found)


def templates() -> Iterator[tuple[Path, nodes.Template]]:
    """The templates of the service's mails; the report's own pages have no words."""
    for path in sorted((ROOT / "templates" / "mail").rglob("*.*")):
        if path.name not in ("page.html", "section.html", "style.css"):
            yield path, Environment().parse(path.read_text("utf-8"))


def in_templates() -> Iterator[nodes.Filter]:
    for _, parsed in templates():
        yield from (one for one in parsed.find_all(nodes.Filter) if one.name == "say")


def known_when_running() -> Iterator[str]:
    """Templates that come from elsewhere: mails, words of a title's data, what steps ask for, the help of commands."""
    yield from (one.node.value for one in in_templates() if isinstance(one.node, nodes.Const))
    yield from WORDS
    for name in titles():
        title = find(name)
        for step in (*title.demands.values(), *(step for each in title.rounds.values() for step in steps_of(each))):
            yield describe(step)
    for command in all_commands():
        yield in_one_line(command)
    yield from (group.upper() for group in GROUPS)
    yield from (" ".join((kind.__doc__ or "").split()) for kind in vars(moves).values() if is_order(kind))
    yield from PROBLEMS.values()
    yield from DOING


def is_order(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, moves.Move) and bool(kind.form)


def steps_of(value: object) -> Iterator[object]:
    """The steps anywhere inside a round."""
    if hasattr(value, "accepts"):
        yield value
        return
    parts: tuple[object, ...] = ()
    if isinstance(value, dict):
        parts = tuple(value.values())
    elif isinstance(value, list | tuple):
        parts = tuple(value)
    elif hasattr(value, "__dataclass_fields__"):
        parts = tuple(getattr(value, name) for name in value.__dataclass_fields__)
    for part in parts:
        yield from steps_of(part)


@cache
def wanted() -> frozenset[str]:
    return written() | frozenset(known_when_running())


@cache
def catalogue(language: str) -> dict[str, str]:
    tables = tomllib.loads((CATALOGUES / f"{language}.toml").read_text("utf-8"))
    entries = [(english, text) for table in tables.values() for english, text in table.items()]
    assert len(entries) == len(dict(entries)), "an English text stands in two tables"
    return dict(entries)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing(language: str) -> None:
    assert sorted(wanted() - set(catalogue(language))) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_left_over(language: str) -> None:
    assert sorted(set(catalogue(language)) - wanted()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_of_its_english(language: str) -> None:
    wrong = {english: text for english, text in catalogue(language).items() if places(english) != places(text)}
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_can_be_said(language: str) -> None:
    """Particles and contractions it asks for are those the language has."""
    for english, text in catalogue(language).items():
        said = spoken(Message(english, **dict.fromkeys(places(english), "Anna")), Words(language))
        assert said.count("Anna") >= bool(places(text)), english
        assert "{" not in said


def test_both_languages_say_the_same_things_in_the_same_order() -> None:
    assert list(catalogue("fr")) == list(catalogue("ko"))


def test_no_message_is_put_together_before_it_can_be_translated() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sources()
        for call, said in sayings(path)
        if isinstance(said, ast.JoinedStr | ast.BinOp)
    ]
    assert wrong == []


def test_mails_have_no_words_but_those_they_can_say_in_every_language() -> None:
    """Orders and codes are the same everywhere; they are named here."""
    same = {"confirm", "join", "decline", "charset", "html", "doctype"}
    found = []
    for path, parsed in templates():
        for node in parsed.find_all(nodes.TemplateData):
            plain = re.sub(r"<style>.*?</style>|<[^>]*>?|[^<]*\">", " ", node.data, flags=re.DOTALL)
            if words := set(re.findall(r"[a-zA-Z]{3,}", plain)) - same - {"CONFIRM", "games", "quiet"}:
                found.append((path.name, words))
    assert found == []


def test_what_mails_say_has_the_values_it_names() -> None:
    for one in in_templates():
        assert isinstance(one.node, nodes.Const), f"line {one.lineno}: only a text of its own can be translated"
        assert places(one.node.value) == {each.key for each in one.kwargs}, one.node.value


def test_the_places_of_a_message_are_the_values_given_with_it() -> None:
    wrong = []
    for path in sources():
        for call, said in sayings(path):
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                given = {one.arg for one in call.keywords} - {"rule", "instead"}
                if None not in given and places(said.value) != given:
                    wrong.append(f"{path.relative_to(ROOT)}:{call.lineno} {said.value}")
    assert wrong == []
