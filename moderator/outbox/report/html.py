"""The HTML part: the same sections through one template, styles in the elements, colours for light and dark."""

from __future__ import annotations

from functools import cache

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from config.settings import ROOT
from moderator.inbox.quoting import marker
from moderator.outbox.report.common import Common
from moderator.outbox.report.page import Section
from moderator.outbox.report.view import ReportView
from moderator.outbox.report.words import Words, plain

FOLDER = ROOT / "templates" / "mail"
# The sections that are the same for all readers of a position in one language: drawn once.
SHARED = frozenset({"players", "companies", "market", "bank", "privates", "map", "track", "tiles"})


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


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


def html_of(view: ReportView, words: Words, hello: str, sections: list[Section], shared: Common | None) -> str:
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
        "wrong": view.answer is not None and view.answer.word == "NOT ACCEPTED",
        "sections": drawn,
        "game": view.game,
        "title": view.state.title.full_name if view.state is not None else view.title,
        "seat": plain(view.seat),
        "page": view.page,
        "foot": words("footer" if view.seat else "footer_gm", game=view.game, title="", seat=plain(view.seat), page=""),
        "how": words("footer_how"),
    }
    return _template("page").render(**facts)
