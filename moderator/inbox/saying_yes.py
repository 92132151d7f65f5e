"""A mail that says yes and nothing else: what it is said to, where that is plain; else its writer is asked.

A yes without a word of ours is good for the one thing that was asked, and for nothing that somebody else may have drawn
out: an ok to what an opponent writes neither plays orders nor accepts their offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import engine
from engine import Refused
from engine.message import Listed, Message
from moderator.hearing import answering, confirming
from moderator.hearing.called import says_yes
from moderator.hearing.heard import is_asked
from moderator.inbox.answer import Answer, in_short
from moderator.inbox.letter import Letter
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.mails import AnswerBlock, Kind, Said
from moderator.store.tables import Nonce, Outgoing, Person, Seat
from moderator.table import offers

# So many things are shown of which one is chosen by a word.
MOST_SHOWN = 6


@dataclass(frozen=True)
class Yes:
    """What a yes stands for: orders that wait for it, or a question back."""

    orders: tuple[str, ...] = ()
    asks: Answer | None = None


def said_yes(desk: Desk, letter: Letter, seat: Seat, writer: Person) -> Yes | None:
    """What a mail confirms or accepts that says yes and nothing else; None for one that is heard as any other.

    Orders are played only where they are the one thing that the seat was asked, in this very turn, and the mail answers
    no other mail of ours: an ok to what somebody writes is none to a question of yesterday. What gives a seat away
    needs its word always."""
    said = [line.strip() for line in letter.lines if line.strip() and line.strip().casefold() != seat.name.casefold()]
    if len(said) != 1 or not (says_yes(said[0]) or answering.may_agree(said[0])):
        return None
    play = desk.game(seat.game_id)
    if play is None or not play.running or is_asked(play, seat):
        return None
    offered = answering.waiting(desk, play, seat)
    if not says_yes(said[0]) and not _agrees(said[0], offered):
        return None
    with suppress(Refused):
        engine.parse_order(play.state, said[0], writer.language)
        return None
    asked = [row for row in desk.words.open("confirm", seat.id, desk.now) if _is_open(row.data, play.turn)]
    answered = _answered(desk, letter, seat)
    here = [row for row in asked if row.data.get("mail") in {one.mail_id for one in answered}]
    if offered and any(_offers(one, seat) for one in answered):
        return None  # it answers the mail that made an offer
    if offered and not here:
        drawn_out = any(one.kind == Kind.PRESS for one in answered)
        return Yes(asks=_which(desk, play, seat, writer, asked)) if asked or drawn_out else None
    if any(one.kind == Kind.PRESS for one in answered):
        return None  # it is said to whoever wrote that
    yes = None if answered and not here else _to_the_question(desk, here or asked, asked, writer)
    # Who says yes to one of several things, or to another mail than asked, is shown what waits for it.
    waits = offered or any(_is_question(one.data, writer) for one in asked)
    return yes if yes is not None or not waits else Yes(asks=_which(desk, play, seat, writer, asked))


def _agrees(text: str, offered: Sequence[answering.Asked]) -> bool:
    """Whether a line accepts an offer of which it names nothing."""
    alone = answering.answer(text, offered, alone=True)
    return alone is not None and alone.command.startswith("accept") and not answering.answer(text, offered, alone=False)


def _to_the_question(desk: Desk, meant: Sequence[Nonce], asked: Sequence[Nonce], writer: Person) -> Yes | None:
    """The orders of the one question that is meant; whatever else waits for a word leaves it open what that is."""
    orders = {tuple(row.data.get("lines", ())) for row in meant}
    if len(orders) != 1 or any(row.data["do"] != "play" or row.data.get("person") != writer.id for row in asked):
        return None
    if any("mail" not in row.data for row in asked):
        return None  # what was not asked as a question needs its word
    if len({tuple(row.data.get("lines", ())) for row in asked}) != 1:
        return None
    for row in meant:
        row.used_at = desk.now
    return Yes(orders.pop())


def _which(desk: Desk, play: Play, seat: Seat, writer: Person, asked: Sequence[Nonce]) -> Answer:
    """Asks what a yes is for: all that waits for one is shown, each with the line that chooses it."""
    shown: list[Said] = []
    for number in (one.number for one in answering.waiting(desk, play, seat)):
        row = offers.find(desk, play, seat, number)
        facts: dict[str, Said] = {"by": row.by, "offer": offers.describe(row)}
        shown.append(Message("offer of {by}, {offer}:  accept {number}", number=number, **facts))
    questions = {tuple(one.data.get("lines", ())): one.data for one in asked if _is_question(one.data, writer)}
    for lines, kept in questions.items():
        word = confirming.new_word()
        desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
        orders = in_short([line for line in lines if not line.lower().startswith("turn ")])
        shown.append(Message("{reading}:  confirm {word}", reading=orders, word=word))
    if any(not _is_question(one.data, writer) for one in asked):
        shown.append(Message("What else waits for you has its code in the email that asked for it."))
    answer = Answer().refuse(Message("nothing was done: it is not plain what you say yes to."))
    which = Message("Which of these do you mean? Reply with one line:")
    answer.blocks.append(AnswerBlock(which, Listed(shown[: MOST_SHOWN + 1], "\n")))
    return answer


def used_up(desk: Desk, seat: Seat, kept: Mapping[str, Any]) -> None:
    """The orders of a question are played: every other word for them, also a yes, is worth nothing from now on."""
    for row in desk.words.open("confirm", seat.id, desk.now):
        same = row.data["do"] == "play" and (row.data.get("lines"), row.data.get("turn")) == (
            kept.get("lines"),
            kept.get("turn"),
        )
        if same:
            row.used_at = desk.now


def _answered(desk: Desk, letter: Letter, seat: Seat) -> list[Outgoing]:
    """Our mails that a mail answers, by their names; where a relay has given them names of its own, by the subject."""
    named = letter.in_reply_to or letter.references[-1:]
    found = desk.outbox.all_named(named) if named else []
    return found or (desk.outbox.titled(seat.id, seat.game_id, letter.topic) if named else [])


def _offers(mail: Outgoing, seat: Seat) -> bool:
    return mail.seat_id == seat.id and mail.key.startswith("offer ") and " made " in mail.key


def _is_question(kept: Mapping[str, Any], writer: Person) -> bool:
    """Whether a word stands for orders that their writer was asked about."""
    return kept["do"] == "play" and "mail" in kept and kept.get("person") == writer.id


def _is_open(kept: Mapping[str, Any], turn: int) -> bool:
    """Whether a word is still asked for: orders are for the turn in which they came, everything else stays; what is
    parked, anybody may have sent."""
    return kept["do"] != "parked" and (kept["do"] != "play" or kept.get("turn") in (None, turn))
