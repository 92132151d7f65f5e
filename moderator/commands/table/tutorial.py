"""Learning by playing: three mails, three kinds of decision, a game against bots."""

from __future__ import annotations

import re
from datetime import timedelta

import engine
from engine import Refused, key
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.called import in_our_arguments, newcomers, question_words
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.table import course
from moderator.table.onward import end_early
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game

# Courses begun by one person within a day, and by everybody within an hour.
MOST_A_DAY, MOST_BY_ALL = 4, 200


@command("tutorial", "tutorial  ·  tutorial 1861  ·  tutorial again  ·  tutorial end", "starting")
def tutorial(statement: Statement, submission: Submission) -> Said:
    """Teaches you by email: a practice game against bots, in which three emails explain the three kinds of decision,
    each with an order you can send back. It has no deadlines. `tutorial again` begins a new one, `tutorial end` ends
    it."""
    desk, asked = submission.desk, in_our_arguments(_without_kindness(rest(statement)))
    person = submission.person or desk.person_at(submission.sender)
    running = course.under_way(desk, person.id) if person is not None else None
    if asked == "end":
        if running is None:
            raise Refused("You are in no tutorial.", instead=("tutorial",))
        _end(submission, running)
        return Message("the practice game {game} is over; `tutorial` begins another", game=running.id)
    title = asked.removeprefix("again").strip() or course.TITLE
    if title not in engine.titles():
        raise Refused(
            "There is no tutorial called {title}.",
            instead=("tutorial", *(f"tutorial {each}" for each in engine.titles())),
            title=title[:40],
        )
    if running is not None and not asked.startswith("again"):
        raise Refused(
            "You are in the middle of a tutorial: {game}.", instead=("tutorial again", "tutorial end"), game=running.id
        )
    return _begin(submission, title, running)


def _without_kindness(asked: str) -> str:
    """What is asked for, without what people say around it: "tutorial please"."""
    kind = question_words("with") | {
        key(word) for words in ("play", "yes-with") for each in newcomers(words) for word in each
    }
    return " ".join(word for word in re.findall(r"[\w-]+", asked) if key(word) not in kind)


def _begin(submission: Submission, title: str, before: Play | None) -> Message:
    desk, hour = submission.desk, timedelta(hours=1)
    person = submission.person
    address = desk.main_address(person) if person is not None else submission.sender
    if not desk.within("tutorial", address, MOST_A_DAY, timedelta(days=1)) or not desk.within(
        "tutorial all", "", MOST_BY_ALL, hour
    ):
        raise Refused("You have begun many games. Play those, or come back in an hour.", instead=("help",))
    if before is not None:
        _end(submission, before)
    mine, *others = course.SEATS
    wishes = [Wish(mine, address), *(Wish(name, bot=True) for name in others)]
    plan = GamePlan(
        title,
        wishes,
        drawn=course.draws(title),
        terms={course.TERM: {}},
        as_seated=True,
        start=True,
        visibility="unlisted",
    )
    play = new_game(desk, plan, submission.sender)
    return Message("the practice game is {game}; your first lesson comes in an email of its own", game=play.id)


def _end(submission: Submission, running: Play) -> None:
    desk = submission.desk
    # The mail may be about another game, or about this very one, which is locked already.
    play = submission.play if submission.play is not None and submission.play.id == running.id else None
    play = play or desk.lock(running.id)
    assert play is not None
    end_early(desk, play, "tutorial")
    course.settle(play)
