"""Orders: played now if it is one's turn, kept for one's next turn otherwise."""

from __future__ import annotations

import re

from engine.message import Listed, Message
from moderator.commands.registry import Said
from moderator.commands.sitting import Sitting
from moderator.games import standing
from moderator.games.refusal import Refusal
from moderator.games.rules import State
from moderator.inbox.reading import Statement

# Standing and conditional orders, which the language has words for but the service does not keep yet.
_LATER = re.compile(r"(?:standing|willing)\b|if\b.*\bthen\b", re.IGNORECASE)


def take_order(statement: Statement, sitting: Sitting) -> Said:
    """Plays your orders from the top: all of them, or none."""
    play, seat = sitting.game, sitting.acting or sitting.my_seat
    if play.row.status == "over":
        raise Refusal("The game is over.", instead=("history",))
    if not play.running:
        raise Refusal("The game has not begun.", instead=("join", "decline"))
    if seat.role != "player":
        raise Refusal("A moderator has no orders of their own.", instead=(f"gm as {play.row.mover}",))
    if _LATER.match(statement.text):
        raise Refusal(
            "I can't keep this kind of order yet. I keep orders for your next turn, and bids up to a limit.",
            instead=("bid N up to 150 then pass", "orders"),
        )
    proxy = standing.read_proxy(statement.text)
    if proxy is not None:
        return _keep_proxy(sitting, proxy)
    if play.row.mover == seat.name:
        return _play(statement, sitting)
    if sitting.played:
        if statement.text.lower() in ("done", "pass"):
            return Message("your turn had ended already")
        raise Refusal("Your turn ended with the line above; send this when your next turn comes, or alone to queue it.")
    return _queue(statement, sitting)


def _play(statement: Statement, sitting: Sitting) -> Listed:
    seat, before = sitting.acting or sitting.my_seat, sitting.game.state
    order, events = standing.play_order(sitting.desk, sitting.game, seat, statement.text, sitting.how, sitting.mail_id)
    sitting.played.append((order, events))
    sitting.changed = True
    return Listed((*sitting.sentences(events), *_about_run(sitting, before, statement.text)), " ")


def _about_run(sitting: Sitting, before: State, line: str) -> tuple[Message, ...]:
    """A run that earns less than it could is played, but not without a word while it can still be taken back."""
    said, missed = sitting.desk.rules.about_run(before, line)
    if missed:
        return (*said, Message("To change it, reply `undo` before anybody else has acted."))
    return said


def _queue(statement: Statement, sitting: Sitting) -> Said:
    """Only what can never be an order is refused now; whether it is legal is asked when the turn comes."""
    rules = sitting.desk.rules
    try:
        written = rules.write(rules.parse(sitting.game.state, statement.text))
    except rules.Unreadable:
        raise
    except rules.Refused:
        written = statement.text
    sitting.queued.append(written)
    return Message("kept for your next turn")


def _keep_proxy(sitting: Sitting, wish: dict[str, object]) -> Said:
    seat = sitting.acting or sitting.my_seat
    row = standing.keep_proxy(sitting.desk, sitting.game, seat, wish, sitting.mail_id)
    sitting.changed = True
    most = str(wish["most"])
    if wish["then"] == "pass":
        return Message(
            "on file as {number}, secret: I bid the least needed, up to {most}, then pass", number=row.number, most=most
        )
    return Message(
        "on file as {number}, secret: I bid the least needed, up to {most}, then ask", number=row.number, most=most
    )
