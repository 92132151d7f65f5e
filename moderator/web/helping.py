"""The help as a page: by topic, each order and command at an address of its own. Made from the same parts as the mail
that answers `help`, so neither can forget what the other knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

import engine
from engine.message import Message, Value
from moderator.hearing.how_to import FACING, GROUPS, IF, OPENING, STANDING, TIME, in_one_line
from moderator.hearing.registry import all_commands
from moderator.language import Words
from moderator.web.speaking import reader

blueprint = Blueprint("helping", __name__)

# Between the ways in which a command may be written.
BETWEEN = re.compile(r"\s{2}·\s{2}")
# What the keys and the mouse do at a table.
TABLE: tuple[tuple[str, Message], ...] = (
    ("←↑→↓", Message("On the map: from hex to hex. Elsewhere on the page: one move back or on.")),
    ("Enter", Message("Chooses the hex: the tiles and stations that may go there are shown, drawn as they would lie.")),
    ("+ −", Message("The map larger or smaller; two fingers do the same, and one moves it.")),
    ("Shift+← Shift+→", Message("Ten moves back or on.")),
    ("Shift+Home Shift+End", Message("The beginning of the game, and now.")),
)
WRITING: tuple[Message, ...] = (
    Message("Each click writes a line of your orders. You may change the text by hand; it is tried at every change."),
    Message(
        "To paint a route, choose a train, then click its stops one after the other; the last one again takes it back."
    ),
    Message("Nothing is played before you send it, and what you send is played once, for the turn you saw."),
)


@dataclass(frozen=True)
class Described:
    """An order or command: how it may be written, and what it does."""

    name: str
    forms: tuple[str, ...]
    said: Message


@dataclass(frozen=True)
class HelpPart:
    """Some lines about one thing, under a heading of their own."""

    name: str
    heading: Message
    lines: tuple[Value, ...]


@dataclass(frozen=True)
class Topic:
    """A chapter of the help."""

    name: str
    heading: str
    entries: tuple[Described, ...]
    parts: tuple[HelpPart, ...] = ()


PARTS: dict[str, tuple[HelpPart, ...]] = {
    "orders": (HelpPart("facing", Message("Facings"), FACING),),
    "ahead": (
        HelpPart("standing", Message("Orders on file"), STANDING),
        HelpPart("if", Message("Conditions"), IF),
    ),
    "arranging": (HelpPart("time", Message("Time"), TIME),),
}


@blueprint.get("/help")
def helping() -> str:
    first, *opening = OPENING
    facts = {"table": TABLE, "writing": WRITING, "topics": list(topics(reader())), "titles": engine.titles()}
    return render_template("help.html", first=first, opening=opening, **facts)


def topics(words: Words) -> Iterator[Topic]:
    """Every group of commands; the orders themselves are the first."""
    commands = all_commands()
    for group in GROUPS:
        heading = words.text(Message(group.upper()))
        found = tuple(
            Described(named(one.words), tuple(BETWEEN.split(one.usage)), Message(in_one_line(one)))
            for one in commands
            if one.group == group
        )
        entries = (*orders(), *found) if group == "orders" else found
        # Mails shout their headings, for they have no larger letters.
        yield Topic(named(group), heading[:1] + heading[1:].lower(), entries, PARTS.get(group, ()))


def orders() -> Sequence[Described]:
    """Every order of every title."""
    found: dict[str, Described] = {}
    for verb in sorted(set(engine.order_words().values())):
        for explained in engine.explain(verb):
            form, _, sentence = explained.partition("\n")
            # A heading for each verb, and further forms of it beside the first.
            name = verb if verb not in found else f"{verb}-{len(found)}"
            if all(form not in one.forms for one in found.values()):
                found[name] = Described(name, (form,), Message(sentence.strip()))
    return tuple(found.values())


def named(words: str) -> str:
    """A name for the address of a part of the page."""
    return re.sub(r"[^a-z]+", "-", words.lower())
