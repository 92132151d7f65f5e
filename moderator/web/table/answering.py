"""What is done the moment it is sent, whoever's turn it is: an answer to an offer first of all, which may be the last
one that its order waited for."""

from __future__ import annotations

from dataclasses import dataclass, field

import engine
from engine import State
from engine.message import Listed, Message
from moderator.hearing import registry
from moderator.hearing.trial import DONE, Trial
from moderator.language import Words, sentences, spoken
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import OfferStatus
from moderator.store.tables import Offer, Seat
from moderator.table import offers
from moderator.table.playing import when_agreed

ACCEPT, REFUSE, WITHDRAW = "accept", "refuse", "withdraw"
# What the button says that sends nothing but one such answer.
VERBS = {ACCEPT: Message("Accept"), REFUSE: Message("Refuse"), WITHDRAW: Message("Withdraw")}


@dataclass
class AtOnce:
    """What of some lines is done at once: what each says of itself, and whether the game would be over with it."""

    said: dict[int, str] = field(default_factory=dict)
    verbs: set[str] = field(default_factory=set)
    # Some lines are for a later turn.
    kept: bool = False
    # Some are done now.
    now: bool = False
    ends: bool = False

    @property
    def button(self) -> Message | None:
        """The one thing that sending does; None where it does several, or something that has no button of its own."""
        return VERBS.get(next(iter(self.verbs))) if len(self.verbs) == 1 else None


def at_once(desk: Desk, play: Play, seat: Seat, trial: Trial, words: Words) -> AtOnce:
    """Looks at the lines that would be done."""
    found = AtOnce()
    for line in trial.lines:
        if line.mark != DONE:
            continue
        read = registry.find(registry.in_our_words(line.text))
        verb = read[0].words if read is not None else ""
        if verb == registry.GUARD:
            continue
        found.verbs.add(verb)
        if not verb:
            found.kept = True
            continue
        found.now = True
        if verb == ACCEPT and (row := _offer(desk, play, seat, line.text)) is not None:
            said, ends = _agreeing(play, seat, row, words)
            found.said[line.number] = str(spoken(said, words))
            found.ends |= ends
    return found


def ends_the_game(play: Play, seat: Seat, row: Offer, words: Words) -> bool:
    """Whether this seat's yes would be the end."""
    return _agreeing(play, seat, row, words)[1]


def _offer(desk: Desk, play: Play, seat: Seat, text: str) -> Offer | None:
    """The offer that is answered: by its number, or the only one that waits."""
    waiting = [row for row in offers.offers_for(desk, play, seat) if seat.name not in row.agreed]
    digits = "".join(ch for ch in text.split()[-1] if ch.isascii() and ch.isdigit())[:9]
    if digits:
        waiting = [row for row in waiting if offers.number_for(row, seat.name) == int(digits)]
    return waiting[0] if len(waiting) == 1 else None


def _agreeing(play: Play, seat: Seat, row: Offer, words: Words) -> tuple[Message, bool]:
    """What follows from a yes, and whether the game is over with it."""
    missing = [name for name in row.parties if name not in row.agreed and name != seat.name]
    if missing:
        return Message("you agree as soon as this is sent; still to answer: {names}.", names=Listed(missing)), False
    outcome = when_agreed(play.state, row)
    if outcome is None:
        return Message("you agree as soon as this is sent; it is played when its turn has come."), False
    told: list[str | Message] = [*sentences(play.state, outcome.events, words)[0]]
    # Whose move it is nobody is asked any more: the game is over.
    if not engine.to_act(outcome.state):
        told = told or [Message("The game is over with it.")]
        return Message("played as soon as this is sent: {said}", said=Listed(told, " ")), True
    if not told:
        return Message("{order} is played as soon as this is sent.", order=row.order), False
    return Message("played as soon as this is sent: {said}", said=Listed(told, " ")), False


def beside(desk: Desk, play: Play, seat: Seat, trial: Trial, words: Words) -> tuple[list[Message], State]:
    """What else would follow from the lines: what all have agreed to is played behind them as soon as it can be, and an
    offer that was for this turn lapses with it. Also the position after all that."""
    state = trial.state
    found: list[Message] = []
    if not trial.ok or not trial.played:
        return found, state
    if not trial.ended:
        for row in offers.offers_for(desk, play, seat):
            if row.status == OfferStatus.AGREED and (outcome := when_agreed(state, row)) is not None:
                told = sentences(state, outcome.events, words)[0] or [spoken(offers.describe(row), words)]
                found.append(Message("As agreed, it goes on with this: {said}", said=Listed(told, " ")))
                state = outcome.state
    for row in offers.passed_by(desk, play, seat, state):
        if row.status == OfferStatus.OPEN:
            number = offers.number_for(row, seat.name)
            found.append(
                Message("Offer {number} lapses with this: {offer}.", number=number, offer=offers.describe(row))
            )
    return found, state
