"""Whatever a player can be told is there in every language, with the same places, and nothing besides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from engine import moves, titles
from engine.catalogue import Entry, read
from engine.game import describe
from engine.message import WORDS, parts, places
from engine.notation.words import mechanisms, order_words
from engine.titles import find
from moderator.hearing.confirming import DOING
from moderator.hearing.how_to import GROUPS, in_one_line
from moderator.hearing.registry import all_commands
from moderator.inbox.letter import PROBLEMS
from moderator.language import Words, languages
from moderator.language.catalogues import catalogue, owners

ROOT = Path(__file__).parents[3]
# Calls whose first argument is a message's English template.
SAYING = {
    "Message",
    "Illegal",
    "Unreadable",
    "SecondThought",
    "BehindTheEnd",
    "ForLater",
    "Ambiguous",
    "Doubted",
    "Guessed",
    "WholeRound",
    "Refused",
    "BadTime",
    "Unplayable",
}
# What is raised for developers and solvers, never for players.
SILENT = {"engine/message.py", "engine/errors.py", "engine/runs/legality.py"}
OTHERS = languages()[1:]


def sources() -> Iterator[Path]:
    for folder in ("engine", "moderator"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.relative_to(ROOT).as_posix() not in SILENT:
                yield path


@cache
def sayings(path: Path) -> tuple[tuple[ast.Call, ast.expr], ...]:
    return tuple(
        (node, node.args[0])
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING and node.args
    )


@cache
def written() -> frozenset[str]:
    """Every template that stands in the source."""
    found = set()
    for path in sources():
        for call, said in sayings(path):
            if len(call.args) > 1:
                continue
            for node in either(said):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
    return frozenset(found)


def either(said: ast.expr) -> tuple[ast.expr, ...]:
    """What is said, or both things if one of two is."""
    return (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,)


@cache
def in_context() -> frozenset[tuple[str, str]]:
    """Every word that is said of something, with that thing: the second argument of a message."""
    return frozenset(
        (str(of.value), str(said.value))
        for path in sources()
        for call, said in sayings(path)
        for of in (either(call.args[1]) if len(call.args) > 1 else ())
        if isinstance(of, ast.Constant) and isinstance(said, ast.Constant)
    )


def templates() -> Iterator[tuple[Path, nodes.Template]]:
    """The templates of mails and web pages; the report's own pages have no words."""
    apart = ("page.html", "section.html", "style.css")
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if path.name not in apart and path.parent.name != "static":
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
    yield from (" ".join((kind.__doc__ or "").split()) for each in mechanisms() for kind in each.moves)
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
def catalogue_of(owner: str, language: str) -> Mapping[str, Mapping[str, Entry]]:
    """Read once: taking the files apart anew for each message took a minute."""
    return read(owners()[owner] / f"{language}.toml")


def entries(owner: str, language: str, table: str) -> Mapping[str, Entry]:
    return catalogue_of(owner, language).get(table, {})


def texts(entry: Entry) -> tuple[str, ...]:
    """The forms of an entry: one, or one for each number."""
    return (entry,) if isinstance(entry, str) else tuple(text for case, text in entry.items() if case != "by")


def said(language: str) -> dict[str, Entry]:
    """Every message of a language by its English; no two owners may say the same one."""
    found = [(english, entry) for owner in owners() for english, entry in entries(owner, language, "messages").items()]
    assert len(found) == len(dict(found)), "two owners say " + ", ".join(
        english for english, _ in found if [each for each, _ in found].count(english) > 1
    )
    return dict(found)


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing(language: str) -> None:
    assert sorted(wanted() - set(said(language))) == []


@pytest.mark.parametrize("language", languages())
def test_no_message_is_left_over(language: str) -> None:
    assert sorted(set(said(language)) - wanted()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_said_of_something_is_there_for_each_of_its_contexts(language: str) -> None:
    found = {
        (context.removeprefix("context."), english)
        for context, messages in catalogue(language).tables.items()
        if context.startswith("context.")
        for english in messages
    }
    assert found == in_context()


@pytest.mark.parametrize("language", languages())
def test_a_translation_has_the_places_of_its_english(language: str) -> None:
    tables = {name: table for name, table in catalogue(language).tables.items() if name.startswith("context.")}
    for table in (catalogue(language).tables["messages"], *tables.values()) if language != "en" else tables.values():
        for english, entry in table.items():
            for text in texts(entry):
                assert places(text) <= places(english), english
                # A number may be said in words: "one share".
                assert isinstance(entry, Mapping) or places(text) == places(english), english


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_can_be_said(language: str) -> None:
    """Particles and contractions it asks for are those the language has."""
    words = Words(language)
    for english, entry in said(language).items():
        for text in texts(entry):
            spoken = words.filled(text, dict.fromkeys(places(english), "Anna"))
            assert spoken.count("Anna") >= bool(places(text)), english
            assert "{" not in spoken or "{" not in "".join(before for before, _, _ in parts(text)), english


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_to_be_written_is_named_by_a_word_of_the_sentences_own_language(language: str) -> None:
    """As in "or end your turn (done)": whoever clicks finds that word on the button."""
    english = [
        (owner, key, verb)
        for owner in owners()
        for table in read(owners()[owner] / "en.toml")
        for key, entry in entries(owner, "en", table).items()
        if isinstance(entry, str)
        for verb in re.findall(r"\((\w+)\)", entry)
        if order_words().get(verb) == verb
    ]
    assert {"bid", "done"} <= {verb for _, _, verb in english}
    for owner, key, verb in english:
        for table in read(owners()[owner] / f"{language}.toml"):
            assert f"({verb})" not in entries(owner, language, table).get(key, ""), (owner, key)


@pytest.mark.parametrize("language", OTHERS)
def test_each_owner_says_in_one_language_what_it_says_in_the_others(language: str) -> None:
    """A title's words stand in the title's folder in every language."""
    for owner in owners():
        assert list(entries(owner, "fr", "messages")) == list(entries(owner, language, "messages")), owner


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
        if "web" in path.parts:
            continue  # tests/moderator/web/test_languages.py reads the pages themselves
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


# English readers get an email, and have mail programs and mailboxes; a relay is a mail relay to whoever sets one up.
A_MAIL = re.compile(
    r"\b(?:a|an|one|the|this|that|no|each|every|another|your|whose|newest|same) mail\b(?! (?:program|relay))"
    r"|\bmails\b(?!})",
    re.I,
)
# Said by the events, beside their own words for it.
SAID_ELSEWHERE = "Round {round} is drawn and {name} is at table {table}, so you are not out yet"


def test_english_readers_get_an_email_and_not_a_mail() -> None:
    known = said("en")
    told = [text for english in wanted() for text in texts(known.get(english, english))]
    for owner in owners():
        for table, of in read(owners()[owner] / "en.toml").items():
            if table in ("labels", "sentences", "answers", "ask", "why", "where", "from"):
                told += [text for entry in of.values() for text in texts(entry)]
    assert len(told) > 2000
    assert [text for text in told if A_MAIL.search(text) and not text.startswith(SAID_ELSEWHERE)] == []
