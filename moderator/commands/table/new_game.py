"""Starting a game by mail."""

from __future__ import annotations

from collections.abc import Iterator

import engine
from engine import Refused
from engine.message import Listed, Message, Value
from moderator.hearing.reading import UNCLOSED, Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.table.conditions import conditions
from moderator.table.planning import GamePlan
from moderator.table.seating import new_game


@command("new game", "new game 1861 … end game", "starting", until="end game")
def start(statement: Statement, submission: Submission) -> Said:
    """Starts a game. The lines up to `end game` name the seats: `player Red: red@example.org`, `bot Blue`,
    `option second_edition=yes`, `as seated`; and the clock: `hours 48` or `hours auction 24`, `weekdays Mon-Fri`,
    `grace 24`, `late wait` (or `standing`, `default`), or a pace: `clock steady`. You are its moderator; players are
    invited by mail."""
    parts = statement.text.split()
    if len(parts) < 3:
        titles = engine.titles()
        raise Refused("Which title?", instead=tuple(f"new game {title}" for title in titles))
    lines = (line for line in statement.body if line != UNCLOSED)
    proved = submission.known and not submission.unproved
    asked_by = submission.sender if proved else ""
    plan = GamePlan(parts[2], gm=submission.sender, asked_by=asked_by).and_said(lines)
    play = new_game(submission.desk, plan, submission.sender)
    if submission.preview:
        # Whoever confirms it sees first what it will be.
        submission.say(Message("The game"), Listed(_planned(submission, play), "\n"))
    if play.running:
        return Message("the game is {game}; {count} seats, and it has begun", game=play.id, count=len(plan.seats))
    return Message(
        "the game is {game}; {count} seats, invitations are on their way", game=play.id, count=len(plan.seats)
    )


def _planned(submission: Submission, play: Play) -> Iterator[Value]:
    """The title, who is to play, and what is agreed: the clock, the options."""
    yield engine.title_named(play.title).full_name
    for seat in play.players:
        holder = submission.desk.holder(seat)
        if seat.bot:
            yield Message("{seat}: a bot", seat=seat.name)
        elif holder is not None:
            yield f"{seat.name}: {submission.desk.main_address(holder)}"
        else:
            yield Message("{seat}: open to whoever comes first", seat=seat.name)
    yield from conditions(submission.desk, play)
