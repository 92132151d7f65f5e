"""What we write into our mails so that what comes back can be told apart: the marker, the template, our own header."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from moderator.language import Words, languages

OWN_HEADER = "X-Waybill"
# The decoration is found again even where the words were translated on the way.
DECORATION = "=-=-="


@cache
def markers() -> Mapping[str, str]:
    """What the marker says in every language."""
    return {language: Words(language)("reply_above") for language in languages()}


def marker(language: str = "en") -> str:
    """The line under which nothing in a reply is read; every mail we send has it."""
    said = markers()
    return f"{DECORATION} {said.get(language, said['en'])} {DECORATION}"


def template(turn: int, orders: Iterable[str]) -> tuple[str, ...]:
    """The lines a player may edit. All orders are comments, so that a line without # is an edit even inside a quote."""
    return (f"turn {turn}", *(f"# {order}" for order in orders), "end")
