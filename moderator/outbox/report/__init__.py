"""The report: a position in, a mail out. Text alone is enough to play from; HTML and pictures make it pleasant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine import State, rulebook, titles, to_act
from engine.message import Listed, Message
from moderator.bots.foresight import SHORT_OF_TIME, THOUGHTS
from moderator.language import Words, plain, plain_lines, shortened
from moderator.outbox.marker import marker
from moderator.outbox.report import ending, follows, letters, maps, parts, teaching
from moderator.outbox.report.common import Common, common
from moderator.outbox.report.files import deadline_file, position_file, record_file
from moderator.outbox.report.html import html_of
from moderator.outbox.report.page import Items, Letters, Para, Section, folded, text_of
from moderator.outbox.report.parts import MOST_LINKS
from moderator.outbox.report.view import (
    Deadline,
    Detail,
    File,
    Happening,
    OfferShown,
    PressShown,
    RenderedMail,
    ReportView,
)
from moderator.store.chain import mark
from moderator.store.mails import Answered, AnswerLine, Kind

__all__ = [
    "AnswerLine",
    "Answered",
    "Deadline",
    "Detail",
    "File",
    "Happening",
    "Kind",
    "OfferShown",
    "PressShown",
    "RenderedMail",
    "ReportView",
    "report",
]

# Mails that ask their reader for a move.
ASKING = (Kind.MOVE, Kind.REMINDER, Kind.LATE)
# Mails that people get anyway, in which they can be asked what will come.
ASKED_AHEAD = (Kind.REPORT, Kind.DIGEST, Kind.ANSWER)
# A text part never grows beyond this; what matters least is left out first. The last positions of a long game in any
# language are two thirds of it.
MOST_TEXT = 24_000
# Nor an HTML part beyond this: Gmail shows no more than about 102 kB of one.
MOST_HTML = 95_000
# Subjects are cut no later than here, between two words.
LONGEST_SUBJECT = 200
# Letters may be a little wider than prose: a map is.
WIDE = 80
# Who need not move is told what is new, and whose decision it is; the whole position comes with their own move.
DETAIL = {Kind.REPORT: Detail.SHORT, Kind.GM: Detail.SHORT, Kind.PRESS: Detail.LINE}


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
    known = shared is not None and view.kind not in letters.BARE and not parts.moving(view)
    asked = parts.asked_words(shared.state, words) if shared is not None and known else ""
    html = html_of(view, words, hello, _seen(sections), shared, asked)
    for way in _shorter(view, words, shared):
        if len(html.encode()) <= MOST_HTML:
            break
        sections = way()
        html = html_of(view, words, hello, _seen(sections), shared, asked)
    if len(html.encode()) > MOST_HTML:
        # The picture shows the track, and the text tells of it.
        bare = [section for section in _seen(sections) if section.name != "track"]
        html = html_of(view, words, hello, bare, shared, asked)
    return RenderedMail(_subject(view, words), text, html, related, attachments)


def _shorter(view: ReportView, words: Words, shared: Common | None) -> Iterator[Callable[[], list[Section]]]:
    """What may be left out of a mail that is too long: log, history, tiles left, links, and last the sides of tiles."""
    yield lambda: _sections(view, words, shared, log=8, since=30)
    for since, links in ((16, MOST_LINKS), (8, MOST_LINKS), (8, 40), (8, 0)):
        yield lambda since=since, links=links: [  # type: ignore[misc]
            section
            for section in _sections(view, words, shared, log=0, since=since, links=links)
            if section.name not in ("log", "tiles")
        ]
    if shared is not None:
        # Tile and facing tell which sides are joined.
        yield lambda: [
            parts.track(words, shared, brief=True) if section.name == "track" else section
            for section in _sections(view, words, shared, log=0, since=8, links=0)
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
        "winner": "–",
        "worth": 0,
        "shared": False,
        "due": words.appointed(view.deadline.due, view.zone) if view.deadline and view.deadline.due else "–",
    }
    if view.state is not None:
        facts |= {
            "title": view.state.title.full_name,
            "mover": plain(to_act(view.state) or "–"),
            "round": parts.round_of(view.state, words),
        }
        if view.state.over or view.kind is Kind.OVER:
            # A game may be ended where it stands.
            came = ending.ranking(view, view.state)
            first = _first(view, words)
            facts |= {"winner": Listed(first), "worth": came[0][2], "shared": len(first) > 1}
    return facts


def _first(view: ReportView, words: Words) -> list[str]:
    """Who has won; several who are equally rich have won together."""
    came = ending.ranking(view, view.state) if view.state is not None else ()
    return [ending.called(view, words, player) for place, player, _ in came if place == came[0][0]]


def _subject(view: ReportView, words: Words) -> str:
    return shortened(" ".join(_whole_subject(view, words).split()), LONGEST_SUBJECT)


def _whole_subject(view: ReportView, words: Words) -> str:
    if view.kind in letters.BARE:
        return plain(" ".join(letters.subject(view, words).split()))
    facts = _facts(view, words)
    if view.kind is Kind.MOVE:
        facts["due"] = words("subject_due", due=facts["due"]) if view.deadline and view.deadline.due else ""
    if view.asking and view.answer is not None:
        # An answer that asks for the next move is the mail that asks for it.
        due = words("subject_due", due=facts["due"]) if view.deadline and view.deadline.due else ""
        return words("subject_again", **{**facts, "due": due, "word": letters.called(view.answer.word, words)})
    facts["by"] = plain(view.press[0].by) if view.press else ""
    if view.news and not (view.deadline and view.deadline.due):
        return f"[{view.game} #{view.turn}] {plain(view.news)}"
    if view.answer is not None and view.kind is Kind.ANSWER:
        facts |= {"word": letters.called(view.answer.word, words), "topic": plain(view.answer.topic)}
        if not view.game:
            return f"{facts['word']} {facts['topic']}"
        if view.receipt and view.answer.word == "ACCEPTED" and _deciding(view, detail_of(view)):
            # The turn goes on: whoever reads subjects only must not take it for done.
            return words("subject_goes_on", **facts)
    return words(f"subject_{_told_as(view, facts)}", **facts)


def _told_as(view: ReportView, facts: Mapping[str, object]) -> str:
    """Several who are equally rich have won together."""
    return f"{view.kind}_shared" if view.kind is Kind.OVER and facts["shared"] else str(view.kind)


def _hello(view: ReportView, words: Words) -> str:
    if view.kind in letters.BARE:
        return plain(letters.hello(view, words))
    if view.answer is not None:
        headline = str(view.answer.headline) or words.entry("answers", view.answer.word)
        word = letters.called(view.answer.word, words)
        said = words("answer_head", word=word, headline=plain(headline))
        return f"{said} {parts.headline(view, words)}" if view.asking else said
    if view.news:
        return f"{plain(view.news)}."
    by = plain(view.press[0].by) if view.press else ""
    facts = _facts(view, words)
    if view.kind is Kind.OVER and view.ended == "adjudicated" and view.state is not None:
        estimated = Message(
            "The game is over, and was not played to its end. First by estimate: {winner}, with {worth}.",
            winner=Listed(_first(view, words)),
            worth=words.money(ending.ranking(view, view.state)[0][2]),
        )
        return words.say(estimated)
    said = words(f"hello_{_told_as(view, facts)}", by=by, **facts)
    if view.kind in ASKING and parts.moving(view):
        return parts.headline(view, words, "" if view.kind is Kind.MOVE else said)
    return said


def _foot(view: ReportView, words: Words) -> list[str]:
    game = folded(words("footer" if view.seat else "footer_gm", **_facts(view, words)), later="") if view.game else []
    if view.record is not None:
        game.append(words("footer_record", mark=mark(*view.record)))
    # Whoever runs the service is sent no orders to reply with.
    how = folded(words("footer_how"), later="") if view.kind is not Kind.OPERATOR else ["Waybill"]
    return ["-- ", *game, *how]


# ---------------------------------------------------------------------- which sections, in which order


def _sections(
    view: ReportView, words: Words, shared: Common | None, log: int = 40, since: int = 60, links: int = MOST_LINKS
) -> list[Section]:
    found: list[Section | None] = []
    found += _answer(view, words)
    if view.tried is not None:
        found.append(maps.tried(view.tried, view.would_change, words))
    if shared is None:
        found += [parts.notices(view, words), parts.press(view, words), *letters.sections(view, words)]
        if view.opening is not None:
            found.append(maps.opening(view, words, view.opening))
        return [section for section in found if section is not None]
    detail = detail_of(view)
    found += [parts.notices(view, words), parts.press(view, words)]
    if view.kind is Kind.OVER and detail in (Detail.FULL, Detail.SHORT):
        found += ending.result(view, words, shared)
    if detail is Detail.FULL:
        # What changed is marked on it: the eye is there before the words are read.
        found.append(maps.section(view, words, shared))
    if detail in (Detail.FULL, Detail.SHORT) and (view.happened or view.answer is None):
        found.append(parts.since(view, words, shared.state, since, drawn=detail is Detail.FULL))
    found += _decision(view, words, shared, detail, links)
    if detail is Detail.FULL:
        found += shared.once(("board", words.language), lambda: parts.board(words, shared))
        found.append(parts.log(view, words, log))
    return [section for section in found if section is not None and section.blocks]


def detail_of(view: ReportView) -> Detail:
    """How much of the position this mail shows."""
    if view.detail is not None:
        return view.detail
    if view.kind in (Kind.ANSWER, Kind.DEADLINE):
        return Detail.DECISION if parts.moving(view) else Detail.LINE
    return DETAIL.get(view.kind, Detail.FULL)


def _decision(view: ReportView, words: Words, shared: Common, detail: Detail, links: int) -> Iterator[Section | None]:
    """What is asked, and all that can be answered; of whom, where it is somebody else."""
    state = shared.state
    if not state.over and not view.over:
        yield parts.asked(view, words, state)
    if _deciding(view, detail):
        yield teaching.first_steps(view, words, shared)
        yield teaching.lesson(view, words, shared)
        yield parts.template(view, words, shared)
        yield parts.options(view, words, shared, links)
        yield parts.runs(words, shared)
        yield shared.once(("follows", words.language), lambda: follows.follows(state, words))
    if view.seat and (detail is Detail.FULL or view.offers):
        yield parts.own(view, words, state)
    if view.kind in ASKED_AHEAD and not state.over and not view.over:
        # An answer must not wait for thoughts about what comes next, nor a short mail cost more by them than by itself.
        short = view.kind is Kind.ANSWER or detail is not Detail.FULL
        yield parts.ahead(view, words, shared, SHORT_OF_TIME if short else THOUGHTS)


def _deciding(view: ReportView, detail: Detail) -> bool:
    """Whether the mail lists what its reader may order."""
    return parts.moving(view) and view.kind is not Kind.DIGEST and detail in (Detail.FULL, Detail.DECISION)


def _seen(sections: list[Section]) -> list[Section]:
    """Without what stands only in the text part."""
    return [section for section in sections if not all(getattr(b, "text_only", False) for b in section.blocks)]


def _answer(view: ReportView, words: Words) -> Iterable[Section]:
    """The transcript: each line as it was read, and what came of it."""
    answer = view.answer
    if answer is None:
        return
    rows = []
    for line in answer.lines:
        said = [f"{line.mark} {line.number}  {plain(line.text)}"]
        if line.said:
            said.append(plain(str(line.said)) + (f" ({line.rule})" if line.rule else ""))
        if line.instead:
            instead = words.listed([plain(one) for one in line.instead], "each")
            said.append(f"{words('write_instead')}{words('colon')}{instead}")
        rows.append(" — ".join(said))
    if rows:
        yield Section("answer", words("transcript"), (Items(tuple(rows)), *_rules(view, words)))
    if view.receipt:
        # Whoever keeps this mail can show what became of theirs.
        marks = words.listed([mark(*one) for one in view.receipt], "and")
        yield Section("receipt", "", (Para(words("receipt", marks=marks)),))
    if view.replies:
        # The word that confirms, ready to be sent.
        yield Section("replies", "", (letters.replies(view),))
    if answer.warnings:
        yield Section("notes", words("effect"), tuple(Para(plain(str(note))) for note in answer.warnings))
    for block in answer.blocks:
        drawn = (teaching.compass(words),) if block.picture == teaching.COMPASS else ()
        lines = Letters(tuple(_within(plain_lines(str(block.text)))))
        yield Section("block", plain(str(block.title)), (*drawn, lines))


def _rules(view: ReportView, words: Words) -> Iterator[Para]:
    """Where each paragraph that a refusal cites can be read."""
    if view.answer is None or not view.page or view.title not in titles() or rulebook(view.title) is None:
        return
    service = view.page.rpartition("/games/")[0]
    for rule in dict.fromkeys(line.rule for line in view.answer.lines if line.rule):
        yield Para(words("rule_read", rule=rule), link=f"{service}/rules/{view.title}#{rule}")


def _within(lines: Iterable[str]) -> Iterator[str]:
    """Lines as they are; only those too long for a mail are broken."""
    for line in lines:
        yield from (line,) if len(line) <= WIDE else folded(line)


# ---------------------------------------------------------------------- text


def _text(view: ReportView, words: Words, hello: str, sections: list[Section]) -> str:
    head = [marker(words.language), "", *folded(hello, later=""), ""]
    return "\n".join([*head, text_of(sections), "", *_foot(view, words)]) + "\n"


def _cut(text: str, foot: str) -> str:
    """What is too long without its last lines, but with who it is for and how to answer."""
    most = MOST_TEXT - len(foot.encode()) - 1
    return text.encode()[:most].decode(errors="ignore").rpartition("\n")[0] + "\n" + foot


def _fitted(view: ReportView, words: Words, shared: Common | None, hello: str, sections: list[Section]) -> str:
    """The text, without what matters least should it be too long."""
    text = ""
    for way in (lambda: sections, *_shorter(view, words, shared)):
        text = _text(view, words, hello, way())
        if len(text.encode()) <= MOST_TEXT:
            return text
    # Longer only by what strangers wrote: what is cut is at the end, and the orders are at the beginning.
    return _cut(text, "\n".join(_foot(view, words)) + "\n")


# ---------------------------------------------------------------------- pictures and files


def _files(view: ReportView, words: Words, shared: Common | None) -> tuple[tuple[File, ...], tuple[File, ...]]:
    compass = [teaching.compass_file(words)] if _wants_compass(view, shared) else []
    if shared is None:
        printed = maps.files(view, common(view.opening)) if view.opening is not None else ()
        return (*(file for file, _ in view.pictures), *compass, *printed), ()
    state: State = shared.state
    detail, moving = detail_of(view), parts.moving(view)
    whole = detail is Detail.FULL
    related: list[File] = compass
    if whole:
        related += maps.files(view, shared)
        related.append(File("market.png", "image/png", shared.market(), shared.cid("market")))
    if view.tried is not None:
        related += maps.tried_files(view.tried, view.would_change)
    if _deciding(view, detail):
        related += parts.tile_files(shared)
    if view.kind is Kind.OVER and view.wealth:
        related.append(ending.chart_file(view, shared))
    asked = f"{parts.round_of(state, words)}. {parts.asked_words(state, words)}" if not state.over else ""
    # A calendar follows every mail that names the reader's deadline.
    entry = deadline_file(view, words, asked) if moving and (whole or view.kind is Kind.DEADLINE) else None
    attachments = [
        file for file in (entry, position_file(view) if whole else None, record_file(view)) if file is not None
    ]
    return tuple(related), tuple(attachments)


def _wants_compass(view: ReportView, shared: Common | None) -> bool:
    """Whether the mail shows which side is which: with the tiles of whoever never laid one, or because they asked."""
    asked = view.answer is not None and any(block.picture == teaching.COMPASS for block in view.answer.blocks)
    listed = shared is not None and view.compass and _deciding(view, detail_of(view)) and bool(shared.lays)
    return asked or listed
