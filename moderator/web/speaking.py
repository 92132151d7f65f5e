"""The words of pages, in the language the reader chose, that of their mails, or the one their browser asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from flask import Flask, request, session
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from engine.message import Message
from moderator.language import Words, languages
from moderator.language.words import Moment
from moderator.store.statuses import SeatRole
from moderator.store.tables import Seat
from moderator.web.visitor import visitor


def chosen() -> str:
    """The language that was chosen for pages in this browser; empty where they are read in that of one's mails."""
    return str(session.get("language") or "")


def reader() -> Words:
    """Speaks to whoever asked for this page."""
    who = visitor()
    language = chosen() or (who.language if who is not None else "")
    asked = request.accept_languages.best_match(languages())
    return Words(str(language or asked or "en"), zone=who.zone if who is not None else "UTC")


def say(text: str, **values: Any) -> str:
    """A page's own words."""
    return reader().say(Message(text, **values))


def said(value: object) -> str:
    """What may be a message."""
    return reader().text(value)


def decimal(number: float) -> str:
    """A number with one digit behind its point, or its comma."""
    return reader().decimal(number)


def seat_said(one: Seat) -> str:
    """A seat as the page calls it: who moderates has a word in every language, players have the names they chose."""
    return reader().say(Message("moderator")) if one.role == SeatRole.GM else str(one.name)


# What is to be typed stands between backticks, in mails as in the sentences of pages.
_TYPED = re.compile(r"`([^`]+)`")


def marked(value: object) -> Markup:
    """What may be a message, with what is to be typed set as such."""
    return Markup(_TYPED.sub(r"<code>\1</code>", str(escape(said(value)))))  # noqa: S704  (escaped first)


def moment(at: datetime | None) -> str:
    """A point in time as the reader's wall shows it; nothing where there is none."""
    return reader().say(Moment(at)) if at is not None else ""


def _each_time(speak: Callable[..., str]) -> Callable[..., str]:
    """A filter that is asked for every page. One of a constant is otherwise worked out when its template is compiled,
    and all would read the language of whoever came first."""

    @pass_context
    def filtered(_: Context, *said: Any, **values: Any) -> str:
        return speak(*said, **values)

    return filtered


def teach(app: Flask) -> None:
    """Lets templates speak."""
    for one in (say, said, marked, moment, decimal, seat_said):
        app.add_template_filter(_each_time(one), one.__name__)
    app.context_processor(lambda: {"language": reader().language})
