"""How an order is played: read once, agreed to where it must be, applied, and recorded."""

from __future__ import annotations

from dataclasses import dataclass

import engine
from engine import Ambiguous, Event, Move, Needless, Outcome, Player, Refused, State
from engine.message import Listed, Message
from engine.moves import Done, Pass, Pay
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import OfferStatus
from moderator.store.tables import Offer, Seat
from moderator.table import offers

# How a move came that was played because all had agreed to it.
AS_AGREED = "offer"
# How the moves came that were played before the game was brought here.
BROUGHT = "import"


@dataclass(frozen=True, slots=True)
class Played:
    """An order that was played: the move, as we write it, the position it was given in, and what came of it."""

    move: Move
    order: str
    before: State
    events: tuple[Event, ...]


def refuse_if_closed(play: Play) -> None:
    """Refuses what would change a game whose time is up. Raises Refused."""
    if play.closed:
        raise Refused(
            "The time for this table is up: no more moves are taken while its result is worked out.",
            instead=("status",),
        )


def ends_only(state: State, line: str, language: str = "") -> bool:
    """Whether a line says no more than that its writer's turn is over."""
    try:
        return isinstance(engine.parse_order(state, line, language), Done | Pass)
    except Refused:
        return False


def _ends(before: State, state: State, part: str, language: str) -> bool:
    """Whether a part of a line says no more than that a turn is over, or that nothing else is done in it."""
    return (
        ends_only(state, part, language)
        or ends_only(before, part, language)
        or (engine.leaves_alone(before, part, language) and not engine.takes_back(part))
    )


def behind_the_end(before: State, state: State, line: str, language: str = "") -> Message | None:
    """Why a line may stand behind the end of its writer's turn, which came with a move in ``before``: it says no more
    than that, leaves out what was not asked any more, or pays what was halved by itself."""
    if all(_ends(before, state, part, language) for part in engine.orders_in(before, line, language)):
        return Message("your turn had ended already")
    company = engine.company_on_turn(before)
    try:
        move = engine.parse_order(before, line, language)
    except Refused:
        return None
    if isinstance(move, Pay) and move != Pay("withhold") and company and not engine.chooses_dividend(before, company):
        return Message("{company} and its owner halve the earnings by themselves.", company=company)
    return None


def left_by_pass(state: State) -> Message | None:
    """What a pass leaves out in a company's turn; None where it is somebody's own pass, which says so itself."""
    company = engine.company_on_turn(state)
    if not company:
        return None
    match engine.asked_for(state)[0]:
        case "track":
            return Message("{company} lays no more track.", company=company)
        case "station":
            return Message("{company} places no station.", company=company)
        case "trains":
            return Message("{company} buys no train.", company=company)
        case "privates" | "privates-before-interest":
            return Message("{company} buys no private.", company=company)
        case _:
            return None


def says_nothing(state: State, line: str, language: str = "") -> Message | None:
    """Why a line about a run or earnings, or a no to something, changes nothing here: it need not cost its writer the
    mail."""
    try:
        return engine.needless(state, engine.parse_order(state, line, language))
    except Needless as needless:
        return needless.message
    except Refused:
        if not state.demands and not engine.company_on_turn(state) and engine.sells_nothing(state, line, language):
            return Message("nothing is sold.")
        if state.demands or not engine.company_on_turn(state) or not engine.leaves_alone(state, line, language):
            return None
        return Message("that is not asked now, so there is nothing to leave out.")


def play_order(
    desk: Desk, play: Play, seat: Seat, line: str, how: str, mail_id: int | None, language: str = ""
) -> Played:
    """Plays one line of the mover, who writes in a language. Raises Refused."""
    return play_move(desk, play, seat, engine.parse_order(play.state, line, language), how, mail_id)


def play_move(desk: Desk, play: Play, seat: Seat, move: Move, how: str, mail_id: int | None) -> Played:
    """Plays one move of the mover. Raises Refused."""
    refuse_if_closed(play)
    before, order = play.state, engine.write_order(move)
    needed = [name for name in engine.consents(before, move) if name != seat.name]
    agreed = offers.agreed(desk, play, order, needed)
    missing = [name for name in needed if name not in agreed]
    if missing:
        raise Ambiguous("{players} must agree to this first.", instead=(f"propose {order}",), players=Listed(missing))
    outcome = engine.apply(before, move, seat.player, tuple(map(Player, agreed)))
    if needed:
        offers.fulfil(desk, play, order)
    play.record(seat.name, order, outcome, how, mail_id, desk.now)
    return Played(move, order, before, outcome.events)


def when_agreed(state: State, row: Offer) -> Outcome | None:
    """What an order would do at once in a position if all had agreed; None where it waits for its step or turn.

    Of whoever is on turn no decision is passed over for it, as it is for an order of their own."""
    mover, everybody = engine.to_act(state), (row.by, *row.parties)
    if mover is None or mover not in everybody or row.company != engine.company_on_turn(state):
        return None
    try:
        move = engine.parse_order(state, row.order)
        needed = engine.consents(state, move)
        if any(one not in everybody for one in needed):
            return None
        return engine.apply(state, move, mover, needed, advise=False)
    except Refused:
        return None


def play_what_is_agreed(desk: Desk, play: Play) -> bool:
    """Plays an order everybody has agreed to, its mover too, as soon as it can be given in the company's turn."""
    mover = play.mover
    if mover is None:
        return False
    for row in offers.open_offers(desk, play):
        if (
            row.status != OfferStatus.AGREED
            or mover.name not in row.agreed
            or row.company != engine.company_on_turn(play.state)
        ):
            continue
        try:
            with desk.attempt():
                play_order(desk, play, mover, row.order, AS_AGREED, None)
        except Refused:
            play.forget()
            continue
        row.status = OfferStatus.DONE
        return True
    return False
