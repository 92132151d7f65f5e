"""Works through the statements of one mail: all of it, or nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta

from engine.message import Message
from moderator.commands import registry
from moderator.commands.help import first_steps
from moderator.commands.orders import take_order
from moderator.commands.registry import Said
from moderator.commands.sitting import Sitting
from moderator.games import standing
from moderator.games.onward import go_on
from moderator.games.refusal import Refusal
from moderator.inbox.answer import (
    ACCEPTED,
    CONFIRM,
    DONE,
    DUPLICATE,
    IGNORED,
    NOT_TRIED,
    PREVIEW,
    QUEUED,
    WRONG,
    Answer,
)
from moderator.inbox.reading import Statement

# After this many lines that are neither order nor command somebody is telling a story; the rest is not read.
MOST_PROSE = 10
# How long the same orders for the same turn are recognised.
REMEMBERED = timedelta(days=90)


def conduct(sitting: Sitting, statements: Sequence[Statement]) -> Answer:
    """Does everything the mail says, or takes it all back; the answer says which, line by line."""
    answer = Answer()
    if all(statement.prose for statement in statements):
        _show_prose(answer, statements)
        answer.blocks.append((Message("How to write"), first_steps(sitting)))
        return answer.refuse(
            Message("there is no order or command in this mail.") if statements else Message("this mail is empty.")
        )
    if _was_accepted(sitting, statements):
        answer.word = DUPLICATE
        return answer
    savepoint = sitting.desk.session.begin_nested()
    if not _try(sitting, statements, answer):
        savepoint.rollback()
        _forget(sitting)
        return answer.refuse()
    answer.blocks += sitting.blocks
    if sitting.preview:
        savepoint.rollback()
        _forget(sitting)
        answer.word = PREVIEW
        return answer
    answer.word = _keep(sitting, statements)
    savepoint.commit()
    if sitting.changed and sitting.play is not None:
        go_on(sitting.desk, sitting.play)
    return answer


def _try(sitting: Sitting, statements: Sequence[Statement], answer: Answer) -> bool:
    """Runs the statements in order; False at the first that can't be done."""
    prose, rules = 0, sitting.desk.rules
    # Preview may stand anywhere; it must be known before the first line is tried.
    sitting.preview = any(_is_preview(statement) for statement in statements)
    for index, statement in enumerate(statements):
        if statement.prose:
            prose += 1
            answer.add(IGNORED, statement.number, statement.text, Message("taken as talk"))
            if prose > MOST_PROSE:
                break
            continue
        before = len(sitting.played)
        try:
            said = _run(sitting, statement)
        except (Refusal, rules.Refused) as refused:
            why, rule = getattr(refused, "message", str(refused)), getattr(refused, "rule", "")
            answer.add(WRONG, statement.number, statement.text, why, tuple(getattr(refused, "instead", ())), rule)
            for rest in statements[index + 1 :]:
                answer.add(NOT_TRIED, rest.number, rest.text, Message("not tried"))
            return False
        answer.add(DONE, statement.number, _canonical(sitting, statement, before), said)
    return True


def _run(sitting: Sitting, statement: Statement) -> Said:
    found = registry.find(statement.text)
    if found is None:
        return take_order(statement, sitting)
    command = found[0]
    if command.gm and not sitting.is_gm:
        raise Refusal("Only the game's moderator may do this.", instead=("help",))
    if not command.anywhere and sitting.seat is None:
        raise Refusal("Reply to a mail of your game for this, so that I know which game you mean.", instead=("help",))
    return command.run(statement, sitting)


def _canonical(sitting: Sitting, statement: Statement, before: int) -> str:
    """The order as we write it, where the line was one and was played."""
    if len(sitting.played) > before:
        return sitting.played[-1][0]
    return statement.text


def _keep(sitting: Sitting, statements: Sequence[Statement]) -> str:
    """What is left to write down when all went well; gives the answer's word."""
    desk = sitting.desk
    if sitting.played:
        word = _fingerprint(sitting, statements)
        if word is not None:
            desk.remember("orders", word, desk.now + REMEMBERED)
        if sitting.seat is not None and sitting.play is not None:
            # Their own orders are told in the answer.
            sitting.seat.told = sitting.play.row.seq
    if sitting.queued:
        standing.queue(desk, sitting.game, sitting.acting or sitting.my_seat, sitting.queued, sitting.mail_id)
        return QUEUED
    return CONFIRM if sitting.confirming else ACCEPTED


def _forget(sitting: Sitting) -> None:
    """Nothing that was undone may be remembered in memory either."""
    sitting.played.clear()
    sitting.queued.clear()
    if sitting.play is not None:
        sitting.play.forget()


def _is_preview(statement: Statement) -> bool:
    found = registry.find(statement.text)
    return found is not None and found[0].words == "preview" and not statement.prose


def _fingerprint(sitting: Sitting, statements: Sequence[Statement]) -> str | None:
    """The same orders for the same turn by the same seat; only a mail that names its turn can be a repetition."""
    guard = next((one.text.lower() for one in statements if one.text.lower().startswith("turn ")), None)
    if guard is None or sitting.seat is None:
        return None
    lines = "\n".join(one.text.casefold() for one in statements if not one.prose)
    return f"{sitting.seat.id} {guard} {hashlib.sha256(lines.encode()).hexdigest()}"


def _was_accepted(sitting: Sitting, statements: Sequence[Statement]) -> bool:
    word = _fingerprint(sitting, statements)
    return word is not None and sitting.desk.is_remembered("orders", word)


def _show_prose(answer: Answer, statements: Sequence[Statement]) -> None:
    for statement in statements[:MOST_PROSE]:
        answer.add(IGNORED, statement.number, statement.text, Message("taken as talk"))
