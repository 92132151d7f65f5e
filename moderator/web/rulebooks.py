"""The rules of a title as a page with an anchor for every paragraph, and its cards: what mails point to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import Blueprint, abort, render_template
from markupsafe import Markup, escape

from engine import card_kinds, cards, rulebook, title_named, titles
from moderator.hearing.printed import HEADINGS, IN_ENGLISH
from moderator.web.speaking import reader

blueprint = Blueprint("rulebooks", __name__)


@blueprint.get("/rules/<title>")
def rules(title: str) -> str:
    book = rulebook(title) if title in titles() else None
    if book is None:
        abort(404)
    sections = [
        {
            "number": section.number,
            "heading": section.said if section.heading else "",
            "paragraphs": [(each.number, Markup("").join(_html(each.text))) for each in section.paragraphs],
        }
        for section in book.sections
    ]
    name, english = title_named(title).full_name, reader().language == "en"
    return render_template("rules.html", name=name, title=title, sections=sections, why="" if english else IN_ENGLISH)


@blueprint.get("/cards/<title>")
def all_cards(title: str) -> str:
    if title not in titles():
        abort(404)
    groups = [(kind, HEADINGS[kind], cards(title, kind)) for kind in card_kinds()]
    return render_template("cards.html", name=title_named(title).full_name, title=title, groups=groups)


# ---------------------------------------------------------------------- the little Markdown our pages use


def _html(text: str) -> Iterator[Markup]:
    """Paragraphs and tables; nothing of the page is trusted to be HTML."""
    for chunk in re.split(r"\n\s*\n", text):
        lines = chunk.splitlines()
        if all(line.startswith("|") for line in lines):
            yield _table(lines)
        elif chunk.startswith("```"):
            yield Markup("<pre>{}</pre>").format("\n".join(lines[1:-1]))
        else:
            yield Markup("<p>{}</p>").format(_inline(" ".join(lines)))


def _table(lines: list[str]) -> Markup:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    head, body = rows[0], rows[2:]
    top = Markup("").join(Markup('<th scope="col">{}</th>').format(_inline(cell)) for cell in head)
    below = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(Markup("<td>{}</td>").format(_inline(cell)) for cell in row))
        for row in body
    )
    return Markup(
        '<div class="scroll" tabindex="0"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format(top, below)


def _inline(text: str) -> Markup:
    """Bold, slanted, and as it is written."""
    said = str(escape(text))
    said = re.sub(r"`([^`]+)`", r"<code>\1</code>", said)
    said = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", said)
    said = re.sub(r"\*([^*]+)\*", r"<i>\1</i>", said)
    return Markup(said)  # noqa: S704  (escaped above; only our own tags were put in)
