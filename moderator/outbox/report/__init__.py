"""The report: a position in, a mail out. Text alone is enough to play from; HTML and pictures make it pleasant."""

from __future__ import annotations

import quopri
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from engine.game import to_act
from engine.state import State
from moderator.inbox.quoting import marker
from moderator.outbox.report import ending, parts
from moderator.outbox.report.common import Common, common
from moderator.outbox.report.files import deadline_file, position_file
from moderator.outbox.report.html import html_of
from moderator.outbox.report.links import reply
from moderator.outbox.report.page import Block, Items, Letters, Order, Orders, Para, Section, folded, text_of
from moderator.outbox.report.parts import MOST_LINKS
from moderator.outbox.report.view import (
    Answered,
    AnswerLine,
    Deadline,
    File,
    Happening,
    Kind,
    Offer,
    Press,
    RenderedMail,
    ReportView,
)
from moderator.outbox.report.words import LANGUAGES, Words, catalogue, plain, plain_lines

__all__ = [
    "LANGUAGES",
    "AnswerLine",
    "Answered",
    "Deadline",
    "File",
    "Happening",
    "Kind",
    "Offer",
    "Press",
    "RenderedMail",
    "ReportView",
    "report",
    "weight",
    "wide",
]

# A text part never grows beyond this; what matters least is left out first.
MOST_TEXT = 15_800
# Nor a whole mail beyond this, on its way: some servers and many telephones mind.
MOST_MAIL = 192_000
ASKING = (Kind.MOVE, Kind.REMINDER, Kind.LATE)
# Who need not move is told what is new, and whose decision it is; the whole position comes with the next report.
BRIEF = (Kind.ANSWER, Kind.DEADLINE)


def report(view: ReportView) -> RenderedMail:
    """The mail this view stands for. The same view always gives the same mail."""
    words = Words(view.language, view.state.title.currency if view.state is not None else "")
    shared = common(view.state) if view.state is not None else None
    hello = _hello(view, words)
    sections = _sections(view, words, shared)
    text = _fitted(view, words, shared, hello, sections)
    if view.text_only:
        return RenderedMail(_subject(view, words), text, "")
    related, attachments = _files(view, words, shared)
    mail = RenderedMail(
        _subject(view, words), text, html_of(view, words, hello, sections, shared), related, attachments
    )
    for way in _shorter(view, words, shared):
        if weight(mail) <= MOST_MAIL:
            break
        sections = way()
        mail = replace(mail, html=html_of(view, words, hello, sections, shared))
    if weight(mail) > MOST_MAIL:
        # The picture shows the track, and the text tells of it.
        bare = [section for section in sections if section.name != "track"]
        mail = replace(mail, html=html_of(view, words, hello, bare, shared))
    return mail


def weight(mail: RenderedMail) -> int:
    """What a mail weighs on its way, but for its head."""
    texts = sum(len(part.encode()) * 137 // 100 if wide(part) else quoted(part) for part in (mail.text, mail.html))
    return texts + sum(len(file.data) * 137 // 100 + 300 for file in (*mail.related, *mail.attachments))


def quoted(text: str) -> int:
    """The length of a text in quoted-printable."""
    return len(quopri.encodestring(text.encode()))


def wide(text: str) -> bool:
    """Whether base64 is the shorter way to send a text, as it is for most alphabets but the Latin."""
    return quoted(text) > len(text.encode()) * 137 // 100


def _shorter(view: ReportView, words: Words, shared: Common | None) -> Iterator[Callable[[], list[Section]]]:
    """What may be left out of a mail that is too long: the log, history, the tiles left, and last of all links."""
    yield lambda: _sections(view, words, shared, log=8, since=30)
    for since, links in ((16, MOST_LINKS), (8, MOST_LINKS), (8, 40), (8, 0)):
        yield lambda since=since, links=links: [  # type: ignore[misc]
            section
            for section in _sections(view, words, shared, log=0, since=since, links=links)
            if section.name not in ("log", "tiles")
        ]


# ---------------------------------------------------------------------- head and foot


def _facts(view: ReportView, words: Words) -> dict[str, object]:
    facts: dict[str, object] = {
        "game": view.game,
        "turn": view.turn,
        "seat": plain(view.seat),
        "title": view.title,
        "page": view.page,
        "mover": "–",
        "round": "",
        "due": words.moment(view.deadline.due, view.zone) if view.deadline and view.deadline.due else "–",
    }
    if view.state is not None:
        facts |= {
            "title": view.state.title.full_name,
            "mover": plain(to_act(view.state) or "–"),
            "round": parts.round_of(view.state, words),
        }
        if view.state.over:
            winner, worth = ending.ranking(view.state)[0]
            facts |= {"winner": plain(winner), "worth": worth}
    return facts


def _subject(view: ReportView, words: Words) -> str:
    facts = _facts(view, words)
    if view.kind is Kind.MOVE:
        facts["due"] = words("subject_due", due=facts["due"]) if view.deadline and view.deadline.due else ""
    facts["by"] = plain(view.press[0].by) if view.press else ""
    if view.news and not (view.deadline and view.deadline.due):
        return " ".join(f"[{view.game} #{view.turn}] {plain(view.news)}".split())[:200]
    if view.answer is not None and view.kind is Kind.ANSWER:
        facts |= {"word": view.answer.word, "topic": plain(view.answer.topic)}
    return " ".join(words(f"subject_{view.kind}", **facts).split())[:200]


def _hello(view: ReportView, words: Words) -> str:
    if view.kind is Kind.ANSWER and view.answer is not None:
        headline = view.answer.headline
        if words.language != "en" and headline in _english_headlines():
            headline = ""
        headline = headline or words.say("answers", view.answer.word)
        return f"{view.answer.word}{words('colon')}{plain(headline)}"
    if view.news:
        return f"{plain(view.news)}."
    by = plain(view.press[0].by) if view.press else ""
    return words(f"hello_{view.kind}", by=by, **_facts(view, words))


def _english_headlines() -> set[str]:
    return set(catalogue("en")["answers"].values())


def _foot(view: ReportView, words: Words) -> list[str]:
    key = "footer" if view.seat else "footer_gm"
    return ["-- ", *folded(words(key, **_facts(view, words)), later=""), *folded(words("footer_how"), later="")]


# ---------------------------------------------------------------------- which sections, in which order


def _sections(
    view: ReportView, words: Words, shared: Common | None, log: int = 40, since: int = 60, links: int = MOST_LINKS
) -> list[Section]:
    found: list[Section | None] = []
    if view.kind is Kind.INVITATION or shared is None:
        found += [_invitation(view, words)] if view.kind is Kind.INVITATION else []
        found += _answer(view, words)
        return [section for section in found if section is not None]
    state = shared.state
    moving = to_act(state) == view.seat and bool(view.seat) and not state.over
    found += _answer(view, words)
    if view.kind is Kind.PRESS:
        return [
            section for section in (parts.press(view, words), parts.asked(view, words, state)) if section is not None
        ]
    if moving and view.kind not in (Kind.END, Kind.DIGEST):
        found.append(parts.template(view, words, shared))
    if not state.over:
        found.append(parts.asked(view, words, state))
    found.append(parts.press(view, words))
    if view.kind in BRIEF and not moving:
        return [section for section in found if section is not None]
    if view.kind is Kind.END:
        found += ending.result(view, words, shared)
    found.append(parts.since(view, words, state, since))
    if view.seat:
        found.append(parts.own(view, words, state))
    if moving and view.kind is not Kind.DIGEST:
        found += [parts.options(view, words, shared, links), parts.runs(words, shared)]
    rounds = parts.rounds_marked(view, shared)
    key = ("board", words.language, view.changed, rounds)
    found += shared.once(key, lambda: parts.board(words, shared, view.changed, rounds))
    found.append(parts.log(view, words, log))
    return [section for section in found if section is not None and section.blocks]


def _invitation(view: ReportView, words: Words) -> Section:
    answers = tuple(Order(word, "", reply(view, (word,), timed=False)) for word in ("join", "decline"))
    table = Items(tuple(plain(name) for name in view.table))
    blocks: tuple[Block, ...] = (
        Para(words("reply_one_word")), Orders(answers), Para(words("at_table") + words("colon").rstrip()), table,
        Para(words("secret_address")),
    )  # fmt: skip
    return Section("invitation", view.title or words("at_table"), blocks)


def _answer(view: ReportView, words: Words) -> Iterable[Section]:
    """The transcript: each line as it was read, and what came of it."""
    answer = view.answer
    if answer is None:
        return
    rows = []
    for line in answer.lines:
        said = [f"{line.mark} {line.number}  {plain(line.text)}"]
        if line.said:
            said.append(plain(line.said) + (f" ({line.rule})" if line.rule else ""))
        if line.instead:
            instead = f" {words('or')} ".join(plain(one) for one in line.instead)
            said.append(f"{words('write_instead')}{words('colon')}{instead}")
        rows.append(" — ".join(said))
    if rows:
        yield Section("answer", words("transcript"), (Items(tuple(rows)),))
    if answer.notes:
        yield Section("notes", words("effect"), tuple(Para(plain(note)) for note in answer.notes))
    for title, body in answer.blocks:
        yield Section("block", plain(title), (Letters(tuple(plain_lines(body))),))


# ---------------------------------------------------------------------- text


def _text(view: ReportView, words: Words, hello: str, sections: list[Section]) -> str:
    head = [marker(words.language), "", *folded(hello, later=""), ""]
    return "\n".join([*head, text_of(sections), "", *_foot(view, words)]) + "\n"


def _fitted(view: ReportView, words: Words, shared: Common | None, hello: str, sections: list[Section]) -> str:
    """The text, without what matters least should it be too long."""
    text = ""
    for way in (lambda: sections, *_shorter(view, words, shared)):
        text = _text(view, words, hello, way())
        if len(text.encode()) <= MOST_TEXT:
            return text
    # Longer only by what strangers wrote: what is cut is at the end, and the orders are at the beginning.
    return text.encode()[:MOST_TEXT].decode(errors="ignore").rpartition("\n")[0] + "\n"


# ---------------------------------------------------------------------- pictures and files


def _files(view: ReportView, words: Words, shared: Common | None) -> tuple[tuple[File, ...], tuple[File, ...]]:
    if shared is None or view.kind is Kind.INVITATION:
        return (), ()
    state: State = shared.state
    moving = to_act(state) == view.seat and bool(view.seat)
    if view.kind is Kind.PRESS or (view.kind in BRIEF and not moving):
        return (), ()
    related = [
        File("map.png", "image/png", shared.map(view.changed, parts.rounds_marked(view, shared)), shared.cid("map")),
        File("market.png", "image/png", shared.market(), shared.cid("market")),
    ]
    if view.kind is Kind.END and view.wealth:
        related.append(ending.chart_file(view, shared))
    asked = f"{parts.round_of(state, words)}. {parts.asked_words(state, words)}" if not state.over else ""
    entry = deadline_file(view, words, asked) if moving else None
    attachments = [file for file in (entry, position_file(view)) if file is not None]
    return tuple(related), tuple(attachments)
