"""The HTML part: the same sections through one template, styles in the elements, colours for light and dark."""

from __future__ import annotations

import re
from functools import cache

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from config.settings import ROOT
from moderator.language import Words, plain
from moderator.outbox.marker import marker
from moderator.outbox.report.common import Common
from moderator.outbox.report.page import Section
from moderator.outbox.report.view import ReportView
from moderator.store.chain import mark
from moderator.store.mails import Kind

FOLDER = ROOT / "templates" / "mail"
# No list of mails shows more.
MOST_SNIPPET = 160
# The sections that are the same for all readers of a position in one language: drawn once.
SHARED = frozenset(
    {"matrix", "players", "companies", "unstarted", "market", "bank", "privates", "map", "track", "tiles"}
)


# What is set as an order in a text.
_SET = re.compile(r"`([^`\n]+)`")


def _coded(text: str) -> Markup:
    """A text in which what stands between backticks is set as what one types."""
    # S704: all of it is escaped before.
    return Markup(_SET.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704


def _linked(text: str) -> str:
    """The words of a link: a colon that led to an address in the text leads nowhere here."""
    return text.rstrip(" :\u00a0\u202f")


@cache
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {"coded": _coded, "linked": _linked}
    return found


@cache
def _template(name: str) -> Template:
    return _templates().get_template(f"report/{name}.html")


@cache
def _inliner() -> css_inline.CSSInliner:
    css = (FOLDER / "report" / "style.css").read_text("utf-8")
    return css_inline.CSSInliner(extra_css=css, load_remote_stylesheets=False, keep_style_tags=True, keep_at_rules=True)


def _fragment(section: Section) -> Markup:
    """One section with its styles in its elements."""
    drawn = _template("section").render(section=section)
    # S704: the template has escaped all it was given.
    return Markup(_inliner().inline_fragment(drawn, ""))  # noqa: S704


def html_of(
    view: ReportView, words: Words, hello: str, sections: list[Section], shared: Common | None, asked: str = ""
) -> str:
    """The whole part. What all readers share is drawn and styled once for each position and language."""
    drawn = []
    for section in sections:
        if shared is not None and section.name in SHARED:
            key = ("html", words.language, section.name, section)
            drawn.append(shared.once(key, lambda section=section: _fragment(section)))  # type: ignore[misc]
        else:
            drawn.append(_fragment(section))
    facts = {
        "language": words.language,
        "marker": marker(words.language),
        "hello": hello,
        # What lists of mails show beside the subject. It stands in the marker's own line, so that a program that
        # quotes without quotation marks can't put it above the line where the reader's orders end.
        "preheader": f"{hello} {asked}".strip()[:MOST_SNIPPET],
        "wrong": view.answer is not None and view.answer.word == "NOT ACCEPTED",
        "sections": drawn,
        "game": view.game,
        "title": view.state.title.full_name if view.state is not None else view.title,
        "seat": plain(view.seat),
        "page": view.page,
        "record": words("footer_record", mark=mark(*view.record)) if view.record is not None else "",
        "how": words("footer_how") if view.kind is not Kind.OPERATOR else "Waybill",
    }
    return _template("page").render(**facts)
