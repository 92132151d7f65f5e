"""A course in three mails: a game against bots in which the first decision of each kind is explained.

The learner is asked for the first decision of each kind; what comes again before the course is over a bot decides in
their place, so that three replies lead through an auction, a stock round and a company's turn. After that it is a game
like any other, but for its clock: there is none, for nobody waits.
"""

from __future__ import annotations

from collections.abc import Mapping

import engine
from engine import Player, State, accepts
from engine.moves import Bid
from moderator.office.desk import Desk
from moderator.store.game import Play

# In the game's terms: each lesson so far, with the turn whose mail it stands in.
TERM = "course"
LESSONS = 3
# All three kinds of decision come soon in it.
TITLE = "1882"
SEATS = ("Red", "Green", "Blue")


def draws(title: str) -> dict[str, str]:
    """What chance would decide, always decided alike: who follows the advice goes through all three lessons."""
    seats = tuple(Player(name) for name in SEATS)
    return {name: outcomes[0] for name, outcomes in engine.draws(title, seats).items()}


def kind_of(state: State) -> str:
    """Which of the lessons explains the decision that is open."""
    if state.cursor.round == "operating":
        return "operating"
    return "bid" if state.facts.bidding is not None or accepts(state, Bid) else "shares"


def of(play: Play) -> Mapping[str, int] | None:
    """The lessons so far; None: the game is no course."""
    return play.terms.get(TERM)


def settle(play: Play) -> None:
    """Whether the learner decides what is open now, or a bot does in their place; a turn begun is theirs to the end."""
    taught = of(play)
    seat = next((one for one in play.players if one.person_id is not None), None)
    if taught is None or seat is None:
        return
    if not play.running:
        seat.bot = False
    elif play.to_move == seat.name and play.turn == play.seq + 1:
        kind, over = kind_of(play.state), len(taught) == LESSONS
        if not over and kind not in taught:
            play.agree_on(TERM, {**taught, kind: play.turn})
        # Who directs no company by the second stock round would wait in vain for one's turn: they go on by themselves.
        seat.bot = not over and kind in taught and not (kind == "shares" and play.state.cursor.number > 1)


def lesson(play: Play, turn: int) -> tuple[str, int] | None:
    """What the mail that asks for this turn explains, and its number in the course."""
    order = sorted((at, kind) for kind, at in (of(play) or {}).items())
    return next(((kind, number) for number, (at, kind) in enumerate(order, 1) if at == turn), None)


def under_way(desk: Desk, person_id: int) -> Play | None:
    """The course somebody is in the middle of; there is one at a time."""
    games = (desk.game(seat.game_id) for seat in desk.seats.taken_by(person_id))
    return next((play for play in games if play is not None and play.running and of(play) is not None), None)
