"""What the mover may order: every legal order with its cost and effect, and a turn that is legal as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from engine import events as e
from engine.board.hexes import Hex
from engine.board.laying import Lay
from engine.errors import Refused
from engine.game import apply, consents, evolve, legal_moves, open_step, span, to_act
from engine.moves import Bankrupt, BuyTrain, Done, EndGame, LayTile, Move, Pass, Pay, Run
from engine.names import Player
from engine.notation import parse_order, write_order
from engine.runs.proposal import Proposal, best_run
from engine.state import State
from engine.steps.lay_track import LayTrack
from engine.steps.run_trains import RunTrains

# So many moves are tried; a position with more is listed without their effects.
TRIED = 400
# A turn that asks more often than this is no turn.
LONGEST = 40
# What is worth saying about a choice beyond its cost.
NOTABLE = (
    e.PhaseBegan, e.TrainsRusted, e.DirectorChanged, e.CompanyFloated, e.LoansTaken, e.PriceMoved, e.BankBroke,
    e.EndAnnounced, e.PrivateClosed, e.BonusPaid, e.DirectorHelped, e.GameEnded, e.CompanyStarted,
)  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """One legal order."""

    order: str
    move: Move
    cost: int = 0
    bounds: range | None = None
    effects: tuple[e.Event, ...] = ()
    consent: tuple[Player, ...] = ()


def choices(state: State) -> tuple[Choice, ...]:
    """Every legal order, with what it would cost the mover and the company on turn, and what would follow."""
    actor = to_act(state)
    if actor is None:
        return ()
    if isinstance(open_step(state), RunTrains):
        return (Choice("run best", Run(())), Choice("run none", Run(())))
    found: dict[str, Choice] = {}
    for number, move in enumerate(islice(legal_moves(state), 4 * TRIED)):
        order = write_order(move)
        if order not in found:
            found[order] = _tried(state, actor, move, order) if number < TRIED else Choice(order, move)
    return tuple(found.values())


def _tried(state: State, actor: Player, move: Move, order: str) -> Choice:
    needed = consents(state, move)
    bounds = span(state, move)
    if isinstance(move, Pass | EndGame | Bankrupt):
        return Choice(order, move, consent=needed)
    step = open_step(state)
    if isinstance(move, LayTile) and isinstance(step, LayTrack):
        cost = step.price(state, Lay(Hex(move.hex), move.tile, move.facing))
        if cost <= state.cash_of(state.operating):
            return Choice(order, move, cost)
    try:
        events = apply(state, move, actor, state.players, advise=False)
    except Refused:
        return Choice(order, move, bounds=bounds, consent=needed)
    own = tuple(_of_this_move(events))
    after = evolve(state, own)
    payers = {actor, *((state.operating,) if state.cursor.round == "operating" else ())}
    cost = sum(state.cash_of(who) - after.cash_of(who) for who in payers)
    effects = tuple(event for event in own if _notable(event))
    return Choice(order, move, cost, bounds, effects, needed)


def _notable(event: e.Event) -> bool:
    """What is worth saying; of what only one title knows, everything is."""
    if isinstance(event, e.PriceMoved) and event.why == "nationalised":
        # The sentence about the nationalisation has the price.
        return False
    return not event.silent and (isinstance(event, NOTABLE) or type(event).__module__.startswith("engine.titles."))


def _of_this_move(events: tuple[e.Event, ...]) -> Iterator[e.Event]:
    """What follows from the move itself, not what the next turn or round brings."""
    for event in events:
        if isinstance(event, e.TurnEnded | e.TurnBegan | e.RoundBegan):
            return
        yield event


def lays(found: tuple[Choice, ...]) -> dict[str, dict[str, list[Choice]]]:
    """The tiles that may be laid, by hex and by tile."""
    by_hex: dict[str, dict[str, list[Choice]]] = {}
    for choice in found:
        if isinstance(choice.move, LayTile):
            by_hex.setdefault(choice.move.hex, {}).setdefault(choice.move.tile, []).append(choice)
    return dict(sorted(by_hex.items(), key=lambda item: (item[0][0], int(item[0][1:]))))


# ---------------------------------------------------------------------- legal as it stands


def template(state: State) -> tuple[str, ...]:
    """Orders for the whole turn that would be accepted as they stand: run for most, pay, and leave out the rest."""
    actor = to_act(state)
    if actor is None:
        return ()
    written = _usual_turn(state, actor)
    if written and _accepted(state, actor, written):
        return written
    single = next((order for order in _plain_orders(state) if _accepted(state, actor, (order,))), "")
    return (single,) if single else ()


def _place(state: State) -> tuple[object, ...]:
    cursor = state.cursor
    return to_act(state), cursor.round, cursor.number, cursor.sub, cursor.at


def _usual_turn(state: State, actor: Player) -> tuple[str, ...]:
    orders: list[str] = []
    here = _place(state)
    now, skipped = state, False
    for _ in range(LONGEST):
        if now.over or _place(now) != here:
            break
        order = _wanted(now)
        if order is None:
            move: Move = Pass()
            skipped = True
        else:
            orders.append(order)
            skipped = False
            move = parse_order(now, order)
        try:
            now = evolve(now, apply(now, move, actor, advise=False))
        except Refused:
            return ()
    if skipped or not orders:
        orders.append("done" if orders or state.cursor.round == "operating" else "pass")
    return tuple(orders)


def _wanted(state: State) -> str | None:
    """What a careful player does at this step; None: leave it out."""
    step = open_step(state)
    if isinstance(step, RunTrains):
        return "run best"
    if Pay in step.accepts:
        kinds = [write_order(move) for move in legal_moves(state) if isinstance(move, Pay)]
        return "pay" if "pay" in kinds else kinds[0] if kinds else None
    if _may_pass(state):
        return None
    return next(_plain_orders(state), None)


def _may_pass(state: State) -> bool:
    step = open_step(state)
    try:
        step.check(state, Pass())
    except Refused:
        return False
    return Pass in step.accepts


def _plain_orders(state: State) -> Iterator[str]:
    """Legal orders that need nobody else; those that give least away first."""
    later: list[Move] = []
    for move in legal_moves(state):
        if consents(state, move) or isinstance(move, EndGame):
            continue
        if isinstance(move, Bankrupt | BuyTrain):
            later.append(move)
        else:
            yield write_order(move)
    yield from (
        write_order(move) for move in sorted(later, key=lambda m: m.price if isinstance(m, BuyTrain) else 10**6)
    )


def _accepted(state: State, actor: Player, orders: tuple[str, ...]) -> bool:
    try:
        for order in orders:
            move = parse_order(state, order)
            if to_act(state) != actor and not isinstance(move, Done):
                return False
            state = evolve(state, apply(state, move, actor, advise=False))
    except Refused:
        return False
    return True


# ---------------------------------------------------------------------- runs


@dataclass(frozen=True)
class Best:
    """The best run of a company, train by train."""

    found: Proposal
    routes: tuple[e.RouteRun, ...]


def proposal(state: State) -> Best | None:
    """The best run of the company on turn, if it has trains and has not run yet."""
    if state.over or state.cursor.round != "operating" or state.demands or state.turn.ran:
        return None
    if not 0 <= state.cursor.at < len(state.cursor.order) or not state.trains_of(state.operating):
        return None
    step = next((step for step in _steps(state) if isinstance(step, RunTrains)), None)
    if step is None:
        return None
    found = best_run(state, step)
    return Best(found, step.read(state, found.move))


def _steps(state: State) -> Iterator[object]:
    rounds = state.title.rounds[state.cursor.round]
    yield rounds.step(state)
    yield from rounds.later(state)
