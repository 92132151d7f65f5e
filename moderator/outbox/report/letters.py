"""Mails that show no position: invitations, notices, words to confirm, answers to strangers, the operator's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import likeness, rulebook, title_named, titles
from engine.message import Message
from moderator.language import Words, plain, plain_lines, spoken
from moderator.language.catalogues import languages
from moderator.outbox.report.links import reply
from moderator.outbox.report.page import Block, Items, Letters, Order, Orders, Para, Picture, Section
from moderator.outbox.report.view import ReportView
from moderator.store.mails import Kind
from moderator.table.conditions import HOW_LONG, WHAT_IT_IS

SEATED = (Kind.INVITATION, Kind.MODERATING, Kind.STANDING_IN, Kind.TAKING_OVER)
BARE = (*SEATED, Kind.CONFIRM, Kind.SIGN_IN, Kind.NOTICE, Kind.OPERATOR, Kind.DAY, Kind.EVENT)


def subject(view: ReportView, words: Words) -> str:
    tag = f"[{view.game}] " if view.game else ""
    match view.kind:
        case Kind.INVITATION:
            return words("subject_invitation", game=view.game, title=view.title)
        case Kind.MODERATING:
            return tag + _say(words, Message("You moderate a game of {title}", title=view.title))
        case Kind.STANDING_IN:
            return tag + _say(words, Message("You play {seat}", seat=view.seat))
        case Kind.TAKING_OVER:
            return tag + _say(words, Message("Will you take over {seat}?", seat=view.seat))
        case Kind.CONFIRM:
            return f"{called('CONFIRM', words)} {tag}{view.note}"
        case Kind.SIGN_IN:
            return _say(words, Message("Sign in to Waybill"))
        case Kind.DAY:
            return _waiting(view, words)
        case _:
            return tag + view.news


def called(word: str, words: Words) -> str:
    """What became of a mail, as people may look for it in every language, and beside it as the reader says it."""
    key = f"word_{word.lower().replace(' ', '_')}"
    return words(key) if words.knows("labels", key) else word


def hello(view: ReportView, words: Words) -> str:
    facts = {"seat": view.seat, "title": view.title, "game": view.game, "owner": view.owner, "host": view.host}
    match view.kind:
        case Kind.INVITATION:
            return words("hello_invitation_by" if view.host else "hello_invitation", **facts)
        case Kind.MODERATING:
            return _say(words, Message("You moderate a game of {title}", **facts)) + "."
        case Kind.STANDING_IN:
            text = Message("You were asked to play {owner}'s seat in the {title} game {game} for a while.", **facts)
            return _say(words, text)
        case Kind.TAKING_OVER:
            text = Message(
                "You are asked to take over the seat {seat} in the {title} game {game}, which is under way. "
                "Write `status` for the position.",
                **facts,
            )
            return _say(words, text)
        case Kind.CONFIRM:
            return _say(words, Message("Please confirm"))
        case Kind.SIGN_IN:
            return _say(words, Message("Sign in to Waybill"))
        case Kind.DAY:
            return _waiting(view, words) + "."
        case _:
            return view.news


def sections(view: ReportView, words: Words) -> Iterator[Section]:
    if view.kind in SEATED:
        yield _seat(view, words)
    elif view.kind is Kind.CONFIRM:
        # What is asked for may be sentences of its own, which end with a stop.
        told = _say(words, Message("Somebody asked us: {what}.", what=view.note))
        asked = Para(told.removesuffix(".") if told.endswith("..") else told)
        how = Para(_say(words, Message("If it was you, reply with:")))
        late = Para(_say(words, Message("If it was not, do nothing. The code is valid for three days.")))
        yield Section("confirm", "", (asked, how, replies(view), late))
    elif view.kind is Kind.SIGN_IN:
        here = Message("Open this link in the browser in which you asked for it:")
        typed = Message("Or type this word there: {word}", word=" ".join((view.note[:8], view.note[8:])))
        once = Message("It works once, within a quarter of an hour. If you did not ask for it, do nothing.")
        follow = Para(_say(words, here), link=view.link)
        yield Section("sign in", "", (follow, Para(_say(words, typed)), Para(_say(words, once))))
    elif view.kind is Kind.DAY:
        yield from _day(view, words)
    elif view.kind is Kind.OPERATOR:
        yield Section("operator", "", (Letters(tuple(plain_lines(view.note))),))
    else:
        yield from said(view.note)
        for file, alt in view.pictures:
            yield Section("picture", "", (Picture(file.cid, alt, 760),))
        if view.kind is Kind.EVENT:
            yield Section("page", "", (Para(view.page),))
        if view.replies:
            yield Section("replies", "", (replies(view),))


def _waiting(view: ReportView, words: Words) -> str:
    count = sum(one.mine for one in view.day)
    return _say(words, Message("{count} games wait for you", count=count) if count else Message("News of your games"))


def _day(view: ReportView, words: Words) -> Iterator[Section]:
    """Each game under its name: what is asked and by when, or whose turn it is; then what is new."""
    for one in view.day:
        blocks: list[Block] = []
        if one.mine and one.due is not None and not one.paused:
            due = words.appointed(one.due, view.zone)
            due = words("headline_due", due=due) if one.due > view.now else words("due_past", local=due)
            blocks.append(Para(f"{one.round}. {one.asked} {due}", strong=True))
        elif one.mine:
            paused = f" {words('due_paused')}" if one.paused else ""
            blocks.append(Para(f"{one.round}. {one.asked}{paused}", strong=True))
        else:
            blocks.append(Para(f"{words('waiting')}{words('colon')}{plain(one.mover or '–')}. {one.round}."))
        if one.news:
            blocks.append(Items(tuple(map(plain, one.news))))
        if one.mine:
            at = replace(view, game=one.game, address=one.address, turn=one.turn)
            asking = tuple(Order(word, "", reply(at, (word,), timed=False)) for word in ("status", "legal"))
            blocks.append(Orders(asking))
        blocks.append(Para(one.page, link=one.page))
        yield Section("day", f"{one.title} · {one.game}", tuple(blocks))


def said(text: str) -> Iterator[Section]:
    """A text as it was written: its lines, and its paragraphs apart."""
    for chunk in text.strip().split("\n\n"):
        if chunk.strip():
            yield Section("said", "", tuple(Para(plain(line)) for line in chunk.splitlines()))


def replies(view: ReportView, orders: tuple[str, ...] = ()) -> Orders:
    """Orders ready to be sent, whatever the turn."""
    return Orders(tuple(Order(one, "", reply(view, (one,), timed=False)) for one in orders or view.replies))


def _seat(view: ReportView, words: Words) -> Section:
    blocks: list[Block] = []
    if view.kind is Kind.MODERATING:
        text = Message("Your commands begin with `gm`; write `help gm` for them, or `help` for all.")
        blocks.append(Para(_say(words, text)))
    elif view.kind in (Kind.INVITATION, Kind.TAKING_OVER):
        if view.kind is Kind.INVITATION:
            blocks += _about(view, words)
        blocks += [Para(words("reply_one_word")), replies(view, (words("write_join"), words("write_decline")))]
        # Whoever is asked for the first time may read another language better.
        blocks += [Para(Words(other)("ask_language")) for other in languages() if other != words.language]
    table = Items(tuple(plain(name) for name in view.table))
    blocks += [Para(words("at_table") + words("colon").rstrip()), table]
    if view.conditions:
        under = _say(words, Message("Played under")) + words("colon").rstrip()
        blocks += [Para(under), Items(tuple(plain(line) for line in view.conditions))]
    blocks.append(Para(words("secret_address")))
    return Section("invitation", _full_name(view.title) or words("at_table"), tuple(blocks))


def _full_name(title: str) -> str:
    return title_named(title).full_name if title in titles() else title


def _about(view: ReportView, words: Words) -> Iterator[Para]:
    """What it is one is asked to, for somebody who has never heard of it."""
    yield Para(_say(words, WHAT_IT_IS))
    if view.title in titles():
        if like := _say(words, likeness(view.title)):
            yield Para(like)
        yield Para(_say(words, HOW_LONG))
    if view.page and view.title in titles() and rulebook(view.title) is not None:
        service = view.page.rpartition("/games/")[0]
        yield Para(words("invitation_rules", title=view.title), link=f"{service}/rules/{view.title}")


def _say(words: Words, message: Message) -> str:
    return plain(str(spoken(message, words)))
