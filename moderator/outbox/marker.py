"""What we write into our mails so that what comes back can be told apart: the marker, the template, our own header."""

from __future__ import annotations

from collections.abc import Iterable

OWN_HEADER = "X-Waybill"
# The decoration is found again even where the words were translated on the way.
DECORATION = "=-=-="
MARKERS = {
    "en": "Reply above this line",
    "fr": "Répondez au-dessus de cette ligne",
    "ko": "이 줄 위에 답장을 쓰세요",
}


def marker(language: str = "en") -> str:
    """The line under which nothing in a reply is read; every mail we send has it."""
    return f"{DECORATION} {MARKERS.get(language, MARKERS['en'])} {DECORATION}"


def template(turn: int, orders: Iterable[str]) -> tuple[str, ...]:
    """The lines a player may edit. All orders are comments, so that a line without # is an edit even inside a quote."""
    return (f"turn {turn}", *(f"# {order}" for order in orders), "end")
