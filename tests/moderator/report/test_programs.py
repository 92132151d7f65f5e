"""What mail programs are documented to drop, dropped; then everything must still be there: words, labels, pictures.

Gmail (https://developers.google.com/workspace/gmail/design/css and caniemail.com) keeps a style sheet only for its own
accounts, and in it no pseudo-elements and no attribute selectors; it drops ``position``, negative margins, ``content``
and background pictures everywhere. Outlook for Windows draws with Word: no media queries, no ``max-width``, no
``overflow``, and ``display: none`` only as ``mso-hide``; it alone reads conditional comments.
"""

from __future__ import annotations

import re
from email import policy
from email.message import EmailMessage
from functools import cache
from typing import Any

import pytest

from moderator.inbox.quoting import cut
from moderator.outbox.compose import _filled
from moderator.outbox.report import Answered, AnswerLine, Kind, RenderedMail, report
from tests.moderator.report.positions import PLAYED, ended, game, view
from tests.moderator.report.test_browser import opened, page_of

__all__ = ["opened"]

KINDS = [kind for kind in Kind if kind is not Kind.CONFIRM]


@cache
def mail(kind: Kind) -> RenderedMail:
    played, state = ended("1882-1", 500) if kind is Kind.OVER else game(*PLAYED["1861-track"])
    more: dict[str, Any] = {}
    if kind is Kind.ANSWER:
        more["answer"] = Answered("ACCEPTED", "everything was done.", lines=(AnswerLine("✓", 1, "pass", "done"),))
    if kind in (Kind.NOTICE, Kind.OPERATOR, Kind.DEADLINE, Kind.EVENT):
        more |= {"news": "Something is new", "note": "In a sentence or two."}
    return report(view(played, state, kind, back=12, **more))


_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def _declarations(text: str, dropped: re.Pattern[str]) -> str:
    return ";".join(one for one in text.split(";") if not dropped.search(one.strip()))


_GMAIL = re.compile(r"^(position|content)\b|^margin[^:]*:[^;]*-\d|^background(-image)?:.*url\(", re.IGNORECASE)
_WORD = re.compile(
    r"^(position|content|max-width|max-height|overflow|border-radius|float)\b|^display:(?!.*none)"
    r"|^display: *none|^margin[^:]*:[^;]*-\d|^background(-image)?:.*url\(|^width: *100%",
    re.IGNORECASE,
)


def _inline(html: str, dropped: re.Pattern[str]) -> str:
    return re.sub(r'style="([^"]*)"', lambda found: f'style="{_declarations(found.group(1), dropped)}"', html)


def gmail(html: str, *, own_account: bool) -> str:
    """As Gmail keeps it, for an account of its own or for another provider's that it only shows."""

    def kept(found: re.Match[str]) -> str:
        if not own_account:
            return ""
        # Nested rules of one media query; it knows widths, not colour schemes.
        text = re.sub(r"@media \(prefers-color-scheme.*?\n\}\n", "", found.group(1), flags=re.DOTALL)
        rules = _RULE.sub(
            lambda rule: "" if "::" in rule.group(1) or "[" in rule.group(1)
            else f"{rule.group(1)}{{{_declarations(rule.group(2), _GMAIL)}}}",
            text,
        )  # fmt: skip
        return f"<style>{rules}</style>"

    without_comments = re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL)
    return _inline(_STYLE.sub(kept, without_comments), _GMAIL)


def outlook(html: str) -> str:
    """As Word draws it: its own comments read, what it is told to hide removed, no style sheet."""
    html = re.sub(r"<!--\[if mso\]>(.*?)<!\[endif\]-->", r"\1", html, flags=re.DOTALL)
    html = re.sub(r"<!--\[if !mso\]><!-->.*?<!--<!\[endif\]-->", "", html, flags=re.DOTALL)
    html = re.sub(r"<span[^>]*mso-hide: ?all[^>]*>.*?</span>", "", html, flags=re.DOTALL)
    return _inline(_STYLE.sub("", html), _WORD)


PROGRAMS = {
    "gmail on a phone": (lambda html: gmail(html, own_account=True), 360),
    "gmail on a phone, another's account": (lambda html: gmail(html, own_account=False), 360),
    "gmail at a desk": (lambda html: gmail(html, own_account=True), 1200),
    "outlook for windows": (outlook, 1000),
}
SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent, range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (text.trim() && box.width > 0 && box.height > 0) found.push(text);
  }
  return found.join(" ").replace(/\\s+/g, " ");
}"""
# All that is written, but for the heading of a row's own name and those of columns in which nothing stands.
WRITTEN = """() => {
  const texts = e => [...e.childNodes].filter(n => n.nodeType === 3);
  const says = e => texts(e).map(n => n.textContent.replace(/\\s+/g, " ").trim());
  const needed = e => e.tagName !== 'TH' || (e.cellIndex > 0 &&
    [...e.closest('table').tBodies[0].rows].some(r => r.cells[e.cellIndex].textContent.trim()));
  const all = [...document.querySelectorAll('th, td, p, li, pre, h1, h2, a')].filter(needed);
  return all.flatMap(e => says(e).filter(text => text).map(text => [text, !!e.closest('.near')]));
}"""
# What is drawn alike need not be looked at in every program.
CASES = [(kind, "gmail on a phone") for kind in KINDS]
CASES += [(kind, name) for name in list(PROGRAMS)[1:] for kind in (Kind.MOVE, Kind.OVER, Kind.ANSWER)]


@pytest.mark.parametrize(("kind", "program"), CASES)
def test_nothing_is_lost_in_any_program(opened: Any, kind: Kind, program: str) -> None:
    keep, width = PROGRAMS[program]
    whole = opened(page_of(mail(kind)), 1200, "light")
    written = whole.evaluate(WRITTEN)
    page = opened(keep(page_of(mail(kind))), width, "light")
    seen = page.evaluate(SEEN)
    assert written
    # A desk shows the whole map and the market, and need not say where they are to be seen and what is in them.
    assert [text for text, for_phones in written if text not in seen and (width == 360 or not for_phones)] == []
    pictures = page.evaluate(
        "[...document.images].map(i => [i.src, i.naturalWidth > 0, i.getBoundingClientRect().width, i.width == 66,"
        " i.className])"
    )
    # Each once, loaded, and as wide as the page lets it; tiles are small. Word is not given the parts for phones.
    assert len({src for src, *_ in pictures}) == len(pictures)
    named = [file for file in mail(kind).related if f"cid:{file.cid}" in mail(kind).html]
    if program == "outlook for windows":
        named = [file for file in named if not file.cid.startswith("near")]
    assert len(pictures) == len(named)
    hidden = {"gmail on a phone": "wide", "gmail at a desk": "near"}.get(program, "-")
    for _, loaded, wide, tile, about in pictures:
        if hidden in about.split():
            assert wide == 0, about
        else:
            assert loaded and (tile or wide > 0.8 * min(width, 336 if "near" in about else 712)), about


@pytest.mark.parametrize("kind", KINDS)
def test_no_mail_uses_what_programs_drop(kind: Kind) -> None:
    html = mail(kind).html
    for dropped in ("::before", "::after", "content:", "position:", "url(", "[data-"):
        assert dropped not in html.partition("</style>")[0].replace('name="viewport" content', ""), dropped
    assert not re.search(r"margin[^:;]*:[^;\"]*-\d", html)


@pytest.mark.parametrize("kind", KINDS)
def test_the_list_of_mails_shows_what_is_asked(kind: Kind) -> None:
    """The first words of the body, as Gmail takes them for its snippet."""
    body = re.sub(r"<[^>]+>", "", mail(kind).html.partition("<body")[2].partition(">")[2])
    first = " ".join(re.sub(r"\[if mso\].*?\[endif\]", "", body).replace("&lt;", "<").split())
    assert "Reply above this line" not in first[:40], first[:100]


def test_a_reply_that_quotes_the_snippet_without_marks_orders_nothing() -> None:
    """Hidden words stand in the marker's own line, so they end with it."""
    html = mail(Kind.MOVE).html
    line = re.sub(
        r"<[^>]+>", "", html[html.index('<p class="marker"') : html.index("</p>", html.index('<p class="marker"'))]
    )
    found = cut(["pass", "", line, "more of ours"])
    assert [one for one in found.new if one.strip()] == ["pass"]


def test_pictures_stand_in_the_mail_and_files_beside_it() -> None:
    message = _filled(EmailMessage(policy=policy.SMTP), mail(Kind.MOVE))
    found = {part.get_filename(): part.get_content_disposition() for part in message.walk() if part.get_filename()}
    assert found["map.png"] == found["market.png"] == "inline"
    assert found["position.json"] == "attachment"
