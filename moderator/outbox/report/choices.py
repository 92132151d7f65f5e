"""What the mover may order: every legal order with its cost and effect, and a turn that is legal as it stands."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from json import dumps

from engine import (
    BANK,
    POOL,
    Player,
    Proposal,
    Refused,
    State,
    accepts,
    apply,
    consents,
    ends_turn,
    evolve,
    in_operation,
    in_words,
    legal_moves,
    may_pass,
    moves_beside,
    only_the_best,
    parse_order,
    price_of_lay,
    run_to_come,
    span,
    to_act,
    write_order,
)
from engine import events as e
from engine.board.tiles import rotated
from engine.moves import Bid, BuyPrivate, BuyTrain, Done, LayTile, Move, Pass, Pay, Run, Start
from moderator.bots import perils
from moderator.bots.choose import choose
from moderator.bots.outlook import next_price, next_to_rust
from moderator.bots.prospect import worth_later
from moderator.bots.track import ranked

log = logging.getLogger(__name__)

# So many moves are tried; a position with more is listed without their effects, and one with far more in part.
TRIED = 400
MOST = 4000
# A turn that asks more often than this is no turn.
LONGEST = 40


@dataclass(frozen=True)
class Choice:
    """One legal order."""

    order: str
    move: Move
    cost: int = 0
    bounds: range | None = None
    effects: tuple[e.Event, ...] = ()
    consent: tuple[Player, ...] = ()
    # What the company must borrow to pay for it.
    borrows: int = 0


def onward(state: State) -> State | None:
    """Where track can be laid without a word about what is asked first: the position in which it is."""
    actor = to_act(state)
    if actor is None or state.demands or state.cursor.round != "operating" or not accepts(state, Pass):
        return None
    if accepts(state, LayTile):
        return None
    try:
        after = apply(state, Pass(), actor, advise=False).state
    except Refused:
        return None
    return after if _place(after) == _place(state) and not after.demands and accepts(after, LayTile) else None


def choices(state: State) -> tuple[Choice, ...]:
    """Every legal order, with what it would cost the mover and the company on turn, and what would follow."""
    here, after = _choices(state), onward(state)
    if after is None:
        return here
    listed = {choice.order for choice in here}
    return (*here, *(choice for choice in _choices(after) if choice.order not in listed))


def _choices(state: State) -> tuple[Choice, ...]:
    actor = to_act(state)
    if actor is None:
        return ()
    if accepts(state, Run):
        # Where the moderator announces the best run, less is refused; whether none is the best is not worth a search.
        asked = ["run best"] if only_the_best(state) else ["run best", "run none"]
        # What the company may do before it runs has nothing to do with where it runs, so nothing is searched for it.
        return (*(Choice(order, Run(())) for order in asked), *_each(state, actor, moves_beside(state)))
    return _each(state, actor, legal_moves(state))


def _each(state: State, actor: Player, legal: Iterable[Move]) -> tuple[Choice, ...]:
    """Each move once, with what would follow."""
    found: dict[str, Choice] = {}
    # Where companies may begin at many prices in many places, that comes behind all the rest.
    moves = sorted(islice(legal, MOST), key=lambda move: isinstance(move, Start))
    begun: dict[tuple[str, int], Choice] = {}
    tried = 0
    for move in moves:
        order = write_order(move)
        if order in found:
            continue
        if isinstance(move, Start) and (same := begun.get((move.company, move.price))) is not None:
            # Wherever it begins, a company costs what it costs elsewhere.
            found[order] = replace(same, order=order, move=move)
            continue
        found[order] = _tried(state, actor, move, order) if tried < TRIED else Choice(order, move)
        tried += 1
        if isinstance(move, Start):
            begun[move.company, move.price] = found[order]
    return tuple(found.values())


def _tried(state: State, actor: Player, move: Move, order: str) -> Choice:
    needed = consents(state, move)
    bounds = span(state, move)
    if isinstance(move, Pass) or move.grave:
        return Choice(order, move, consent=needed)
    if isinstance(move, LayTile):
        price = price_of_lay(state, move)
        if price is not None and price <= state.cash_of(state.operating):
            return Choice(order, move, price)
    try:
        events = apply(state, move, actor, state.players, advise=False).events
    except Refused:
        return Choice(order, move, bounds=bounds, consent=needed)
    own = tuple(own_events(events))
    after = evolve(state, own)
    # A company that goes with all it has pays nothing.
    pays = state.cursor.round == "operating" and state.operating not in after.gone
    payers = {actor, *((state.operating,) if pays else ())}
    # What is borrowed is no income: the cost is what is paid.
    lent, borrows = perils.borrowed(state, own, payers)
    cost = sum(state.cash_of(who) - after.cash_of(who) for who in payers) + lent
    effects = tuple(
        event
        for event in own
        if (event.notable and not _says_the_order(move, event)) or _comes_with_it(actor, move, event)
    )
    return Choice(order, move, cost, bounds, effects, needed, borrows)


def _says_the_order(move: Move, event: e.Event) -> bool:
    """Whether an event is only the order again, whose price stands beside it."""
    return isinstance(move, Start) and isinstance(event, e.CompanyStarted) and event.company == move.company


def _comes_with_it(actor: Player, move: Move, event: e.Event) -> bool:
    """Whether a bid buys something besides: what one alone has bid on is bought along, and is part of what it costs."""
    return (
        isinstance(move, Bid)
        and isinstance(event, e.PrivateSold)
        and event.player == actor
        and event.private != move.item
    )


def own_events(events: Iterable[e.Event]) -> Iterator[e.Event]:
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


def best_lays(state: State, found: tuple[Choice, ...]) -> dict[str, list[Choice]]:
    """The lays by hex, the hex and the tile first that do most for the company; what lies alike is listed once."""
    choices = {choice.move: choice for choice in found if isinstance(choice.move, LayTile)}
    lays = [move for move in choices if isinstance(move, LayTile)]
    if not lays:
        return {}  # nor is there always a company on turn
    by_hex: dict[str, list[Choice]] = {}
    seen: set[tuple[str, object]] = set()
    for move in ranked(state, state.operating, lays):
        face = rotated(state.board.plan.tiles[move.tile], move.facing)
        # A tile that looks the same after half a turn is the same lay twice.
        looks = (move.hex, (move.tile, frozenset(frozenset(piece) for piece in face.track)))
        if looks not in seen:
            seen.add(looks)
            by_hex.setdefault(move.hex, []).append(choices[move])
    return by_hex


# ---------------------------------------------------------------------- legal as it stands


def template(state: State) -> tuple[str, ...]:
    """Orders for the whole turn, accepted as they stand: what a bot would do, or some of it; else the least one may do.

    No train and no share is proposed that leaves the mover poorer, two operating rounds later and with nobody else in
    the way, than doing the least would; but for one train that lasts, where the state would take the company without.
    Of bids that says nothing: where everybody passes, everything is cheap. Nor of anything as long as nobody runs a
    train: the first may lose a private with it, and everybody would be advised to pass for ever."""
    actor = to_act(state)
    if actor is None:
        return ()
    little = _turn(state, actor, _wanted)
    base = _after(state, actor, little)
    tried = {little: base}
    later = _later(actor)
    for way in (_advised, _lasting, _frugal):
        written = _turn(state, actor, way)
        if written not in tried:
            tried[written] = _after(state, actor, written)
        after = tried[written]
        free = _asleep(state) or not any(order.startswith(("train ", "buy ")) for order in written)
        spare = way is _lasting and perils.endangered(state)
        if after is not None and (free or _pays(later, after, base, spare=spare)):
            return written
    if base is not None:
        return little
    single = next((order for order in _plain_orders(state) if _accepted(state, actor, (order,))), "")
    return (single,) if single else ()


def _asleep(state: State) -> bool:
    """Whether no company earns anything: none operates, or none that does has a train."""
    return not any(state.trains_of(company) for company in in_operation(state))


def _later(actor: Player) -> Callable[[State], int]:
    """What the mover would be worth later, looked up once for each position that is held against others."""
    known: dict[State, int] = {}

    def worth(state: State) -> int:
        if state not in known:
            known[state] = worth_later(state, actor)
        return known[state]

    return worth


def _pays(later: Callable[[State], int], after: State, base: State | None, *, spare: bool) -> bool:
    """Whether nothing is lost, or no more than a train costs that the company could not do without for long."""
    return base is None or later(base) - later(after) <= (next_price(base) if spare else 0)


def least(state: State) -> tuple[str, ...]:
    """Orders for the whole turn that do no more than one must: what advice is held against."""
    actor = to_act(state)
    return _turn(state, actor, _wanted) if actor is not None else ()


def _place(state: State) -> tuple[object, ...]:
    cursor = state.cursor
    return to_act(state), cursor.round, cursor.number, cursor.sub, cursor.at


def _turn(state: State, actor: Player, way: Callable[[State], str | None]) -> tuple[str, ...]:
    orders: list[str] = []
    here = _place(state)
    now, skipped = state, False
    for _ in range(LONGEST):
        if now.over or _place(now) != here:
            break
        order = way(now)
        if order is None:
            move: Move = Pass()
            skipped = True
        else:
            orders.append(order)
            skipped = False
            move = parse_order(now, order)
        try:
            outcome = apply(now, move, actor, advise=False)
        except Refused:
            return ()
        # What is asked then is another turn, even of the same player: a mail for this one has nothing to say to it.
        over = ends_turn(now, outcome.events)
        now = outcome.state
        if over:
            break
    if skipped or not orders:
        orders.append("done" if orders or state.cursor.round == "operating" else "pass")
    return tuple(orders)


def _advised(state: State) -> str | None:
    """What a bot would do at this step, as long as nobody else's company is the poorer for it."""
    actor = to_act(state)
    assert actor is not None
    if accepts(state, Run):
        return "run best"
    move = choose(state, actor)
    if isinstance(move, Pass | Done):
        return None
    if isinstance(move, BuyTrain) and move.seller not in (BANK, POOL):
        # A train out of one's own other company, for next to nothing, is the mover's own idea or nobody's.
        return _wanted(state)
    if perils.gives_away(move):
        # No company is given away that can be kept.
        return _wanted(state)
    return write_order(move)


def _lasting(state: State) -> str | None:
    """The same with the one train that a company needs whose own, if any, are lost with the next that rusts some."""
    order = _advised(state)
    if order is None or not order.startswith("train ") or not may_pass(state):
        return order
    lost, bought = next_to_rust(state), parse_order(state, order)
    assert isinstance(bought, BuyTrain)
    return order if bought.train not in lost and lost.issuperset(state.trains_of(state.operating)) else None


def _frugal(state: State) -> str | None:
    """The same without trains nobody must buy: a new phase may cost the mover more than the train brings."""
    order = _advised(state)
    return None if order is not None and order.startswith("train ") and may_pass(state) else order


def _wanted(state: State) -> str | None:
    """What a careful player does at this step; None: leave it out."""
    if accepts(state, Run):
        return "run best"
    if accepts(state, Pay):
        kinds = [write_order(move) for move in legal_moves(state) if isinstance(move, Pay)]
        return "pay" if "pay" in kinds else kinds[0] if kinds else None
    if may_pass(state):
        return None
    return next(_plain_orders(state), None)


def _plain_orders(state: State) -> Iterator[str]:
    """Legal orders that need nobody else; those that give least away first."""
    later: list[Move] = []
    for move in legal_moves(state):
        if consents(state, move):
            continue
        if move.grave or isinstance(move, BuyTrain | BuyPrivate) or perils.gives_away(move):
            later.append(move)
        else:
            yield write_order(move)
    yield from map(write_order, sorted(later, key=_given_away))


def _given_away(move: Move) -> tuple[int, int]:
    """A train of the bank or the pool, the cheapest first; one of a company's own; a private; what can't be undone."""
    if isinstance(move, BuyTrain):
        return int(move.seller not in (BANK, POOL)), move.price
    return (2, move.price) if isinstance(move, BuyPrivate) else (3, 0)


def _accepted(state: State, actor: Player, orders: tuple[str, ...]) -> bool:
    return _after(state, actor, orders) is not None


def _after(state: State, actor: Player, orders: tuple[str, ...]) -> State | None:
    """The position after these orders of one mail; None where they are none, or not accepted as they stand."""
    ended = False
    try:
        for order in orders:
            move = parse_order(state, order)
            if ended and isinstance(move, Done):
                continue
            if ended or to_act(state) != actor:
                return None
            outcome = apply(state, move, actor, advise=False)
            ended = to_act(outcome.state) != actor or ends_turn(state, outcome.events)
            state = outcome.state
    except Refused:
        return None
    return state if orders else None


def said_in(state: State, orders: tuple[str, ...], language: str) -> tuple[str, ...]:
    """The orders of one turn in a reader's words, each where the turn has come to."""
    said: list[str] = []
    for order in orders:
        said.append(in_words(state, order, language))
        actor = to_act(state)
        if actor is None or language == "en":
            continue
        try:
            state = apply(state, parse_order(state, order), actor, advise=False).state
        except Refused:
            # A last "done" when the turn is over says nothing.
            break
    return (*said, *orders[len(said) :])


# ---------------------------------------------------------------------- runs


def proposal(state: State) -> Proposal | None:
    """The best run of the company on turn, if it has trains and has not run yet."""
    found = run_to_come(state)
    if found is not None and found.fault is not None:
        # The routes stand and the mail goes out; what the solver got wrong is ours to look into, with its board.
        log.error("%s %s: %s %s", state.title.name, state.operating, found.fault, dumps(found.fault.problem.to_json()))
    return found
