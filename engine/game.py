"""The kernel: check, decide, settle, advance.

The open step checks a move and decides; each event is booked and offered to the title's reactions, depth first; then
the cursor moves on until a person must decide. A step that needs the position *after* its own first event reads it
from the book, which is why steps write into a book instead of yielding events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from typing import Any, cast

from engine.board.board import Board
from engine.errors import Illegal, Inconsistent, Refused, Unplayable
from engine.events import Event, GameStarted
from engine.market import Market
from engine.message import Listed, Message
from engine.moves import Done, Move, Pass
from engine.names import BANK, IPO, PLACES, Company, Holder, Player, Private
from engine.state import Cursor, State
from engine.title import Gathering, Round, Step, Title
from engine.titles import find

# No turn of any title has more steps than this; the kernel stops rather than spin if a round never asks anybody.
ENDLESS = 10_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move brought about, and the position after it."""

    events: tuple[Event, ...]
    state: State


class Book:
    """The events of one move as they are entered, and the position after the last of them."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def enter(self, event: Event) -> None:
        """Books an event, then lets the title react to it."""
        self.state = event.apply(self.state)
        self.events.append(event)
        for reaction in self.state.title.reactions.get(type(event), ()):
            reaction(self, event)


# ---------------------------------------------------------------------- starting


def draws(
    title: str, seats: Sequence[Player], options: Mapping[str, Any] | None = None
) -> Mapping[str, tuple[str, ...]]:
    """What chance must decide before the start, each with its possible outcomes."""
    game = find(title)
    return game.draws(seats, game.settle_options(options or {}))


def start(
    title: str,
    seats: Sequence[Player],
    drawn: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[Event, ...]:
    """The first events of a new game. Raises Unplayable for a table the title can't be played at."""
    game = find(title)
    settled = game.settle_options(options or {})
    _check_seats(game, seats, settled)
    wanted = game.draws(seats, settled)
    given = dict(drawn or {})
    for name, outcomes in wanted.items():
        if given.get(name) not in outcomes:
            known = Listed(outcomes, ",")
            raise Unplayable(
                "{title}: {name} must be drawn from {outcomes}.", title=game.name, name=name, outcomes=known
            )
    first = GameStarted(game.name, tuple(seats), settled, {name: given[name] for name in wanted})
    book = Book(set_table(first))
    book.events.append(first)
    for each in game.begin:
        each(book)
    settle(book)
    return tuple(book.events)


def _check_seats(game: Title, seats: Sequence[Player], options: Mapping[str, Any]) -> None:
    if len(seats) not in game.capital or (len(seats) == 2 and not options.get("two_player", True)):
        counts = [str(count) for count in sorted(game.capital) if count != 2 or options.get("two_player", True)]
        raise Unplayable(
            "{title} is played by {counts}, not by {count}.",
            title=game.name,
            counts=Listed(counts, "or"),
            count=len(seats),
        )
    things, taken = named_things(game), set[str]()
    for seat in seats:
        if not seat.strip() or seat != seat.strip():
            raise Unplayable("A player's name can't be empty or begin or end with a space.")
        if seat.casefold() in things:
            raise Unplayable(
                "{seat} has a meaning of its own in {title}; choose another name.", seat=seat, title=game.name
            )
        if seat.casefold() in taken:
            raise Unplayable("The name {seat} is taken; choose another.", seat=seat)
        taken.add(seat.casefold())


def named_things(game: Title) -> set[str]:
    """What orders of this title can name besides players, in small letters; no player may be called so."""
    places = (place.strip("()") for place in PLACES)  # as orders call them
    return {name.casefold() for name in (*game.companies, *game.privates, *PLACES, *places)}


def set_table(event: GameStarted) -> State:
    """The position before the first turn: capital paid, everything else in its place."""
    game = find(event.title)
    capital = game.capital[len(event.players)]
    cash: dict[Holder, int] = {BANK: game.bank - capital * len(event.players)}
    cash.update(dict.fromkeys(event.players, capital))
    grid = game.grids[game.grid_for(event.options)]
    return State(
        title=game,
        options=event.options,
        drawn=event.drawn,
        players=event.players,
        phase=next(iter(game.phases)),
        cash=cash,
        shares={symbol: {IPO: spec.kind.shares} for symbol, spec in game.companies.items() if spec.kind.shares},
        directors={},
        par={},
        market=Market(grid),
        trains={},
        depot=tuple(spec.name for spec in game.trains.values() for _ in range(spec.count or 0)),
        privates=dict.fromkeys(game.privates, BANK),
        board=Board.start(game.plan),
        stations_left={symbol: spec.stations for symbol, spec in game.companies.items() if not spec.kind.directed},
        priority=event.players[0],
        cursor=Cursor(""),
        own={each.name: each.own() for each in game.mechanisms if each.own is not None},
    )


def replay(events: Iterable[Event]) -> State:
    """The position after a whole record; its first event is GameStarted. No rule is consulted."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, GameStarted):
        raise Inconsistent("a record begins with the start of the game")
    return evolve(set_table(first), stream)


def evolve(state: State, events: Iterable[Event]) -> State:
    """The position after further events."""
    for event in events:
        state = event.apply(state)
    return state


# ---------------------------------------------------------------------- whose decision


def open_step(state: State) -> Step:
    """The step that waits for a decision: the first demand, or the step the cursor points at."""
    if state.demands:
        return state.title.demands[type(state.demands[0])]
    return state.title.rounds[state.cursor.round].step(state)


def to_act(state: State) -> Player | None:
    """Who must decide; None when the game is over."""
    return None if state.over else open_step(state).actor(state)


def legal_moves(state: State) -> Iterator[Move]:
    """Every kind of move that would be accepted now; where a number is free, a specimen (see spans)."""
    if state.over:
        return
    step = open_step(state)
    steps = (step, *_anytime(state))
    for each in steps:
        for move in each.candidates(state):
            if each.exact or passes(each, state, move):
                yield move


def moves_beside(state: State) -> Iterator[Move]:
    """Of the legal moves those that are open beside what is asked: they are found without an answer to that."""
    for step in () if state.over else _anytime(state):
        yield from (move for move in step.candidates(state) if step.exact or passes(step, state, move))


def _anytime(state: State) -> tuple[Step, ...]:
    """Steps open beside the one that asks; a demand waits for nothing but the end of the whole game."""
    steps = state.title.rounds[state.cursor.round].anytime(state)
    return tuple(step for step in steps if not state.demands or step.despite_demands)


def passes(step: Step, state: State, move: Move) -> bool:
    """Whether a step would let a move through."""
    try:
        step.check(state, move)
    except Illegal:
        return False
    return True


def span(state: State, move: Move) -> range | None:
    """Between which bounds the free number of a legal move may lie; None where it has none."""
    for step in (open_step(state), *_anytime(state)):
        if type(move) in step.accepts:
            return step.span(state, move)
    return None


def gathering(state: State) -> Gathering | None:
    """What the move asked for may be put together from, where that is not all listed."""
    return None if state.over else open_step(state).gathering(state)


# ---------------------------------------------------------------------- playing


def apply(state: State, move: Move, by: Player, agreed: Collection[Player] = (), advise: bool = True) -> Outcome:
    """What follows from a move. Raises Refused, and then nothing has happened.

    ``agreed`` names the players who consent, where the rules ask for consent besides the mover's.
    """
    book = Book(state)
    try:
        _play(book, move, by, agreed)
    except Refused as refused:
        if advise and not refused.instead:
            # What is refused at a step of the turn that was still to come is answered with what that step would take.
            reached = book.state if _in_turn(book.state, state) else state
            refused.instead = suggestions(reached, move, by) or suggestions(state, move, by)
        raise
    return Outcome(tuple(book.events), book.state)


def _play(book: Book, move: Move, by: Player, agreed: Collection[Player]) -> None:
    state = book.state
    if state.over:
        raise Illegal("The game is over.")
    actor = to_act(state)
    if by != actor:
        raise Illegal(
            "It is {actor}'s decision now, not {by}'s.", rule=state.title.paragraph("turn"), actor=str(actor), by=by
        )
    if isinstance(move, Done):
        _finish(book, by)
        return
    step = _reach(book, move, by)
    step.check(book.state, move)
    missing = [player for player in step.consents(book.state, move) if player != by and player not in agreed]
    if missing:
        raise Illegal(
            "This needs the agreement of {players}.", rule=state.title.paragraph("consent"), players=Listed(missing)
        )
    over = step.decide(book, move)
    _go_on(book, step, over)


def _go_on(book: Book, step: Step, over: bool) -> None:
    """After a decision: the round goes on from the step if it is over, then on to the next person."""
    state = book.state
    if over and not state.over and not state.demands and state.title.rounds[state.cursor.round].step(state) is step:
        state.title.rounds[state.cursor.round].next(book)
    settle(book)


def settle(book: Book) -> None:
    """Moves the cursor until a person must decide or the game is over."""
    for _ in range(ENDLESS):
        state = book.state
        if state.over:
            return
        step = open_step(state)
        if step.actor(state) is not None:
            return
        if state.demands:
            raise Inconsistent(f"nobody can answer the demand {state.demands[0]}")
        state.title.rounds[state.cursor.round].next(book)
    raise Inconsistent("the game goes on without asking anybody")


def _reach(book: Book, move: Move, by: Player) -> Step:
    """The step that takes a move: the open one, one that is open at any time, or a later one of the same turn.

    Steps a player does not name are left out, as long as they may be.
    """
    kind = type(move)
    for _ in range(ENDLESS):
        state = book.state
        step = open_step(state)
        if kind in step.accepts:
            return step
        for other in _anytime(state):
            if kind in other.accepts:
                return other
        if state.demands:
            raise Illegal(
                "Another decision comes first: {asked}.", rule=state.title.paragraph("interrupt"), asked=asked(step)
            )
        rounds = state.title.rounds[state.cursor.round]
        if Pass not in step.accepts or not any(kind in later.accepts for later in rounds.later(state)):
            _ask_skipped(state, rounds, move)
            rule = state.title.paragraph("order", step.name, state.cursor.round)
            if (other_step := belongs(state, move)) is None:
                raise Illegal("That can't be done now. The current step: {asked}.", rule=rule, asked=asked(step))
            raise Illegal(
                "That belongs to another step: {other}. The current step: {asked}.",
                rule=rule,
                other=other_step,
                asked=asked(step),
            )
        step.check(state, Pass())
        _go_on(book, step, step.decide(book, Pass()))
        if not _in_turn(book.state, state):
            raise Illegal("It is too late for that this turn.", rule=state.title.paragraph("order"))
        if to_act(book.state) != by:
            raise Illegal(
                "{player} must decide something first.",
                rule=state.title.paragraph("interrupt"),
                player=to_act(book.state) or "",
            )
    raise Inconsistent("a turn without end")


def _in_turn(now: State, before: State) -> bool:
    """Whether it is still the turn that it was before."""
    here, there = now.cursor, before.cursor
    return (here.round, here.number, here.sub, here.at) == (there.round, there.number, there.sub, there.at)


def _ask_skipped(state: State, rounds: Round, move: Move) -> None:
    """A step of this turn at which nothing could be done was left out; its own reason is the better answer."""
    for step in rounds.whole(state):
        if step.explains and type(move) in step.accepts and step.actor(state) is None:
            step.check(state, move)


def _finish(book: Book, by: Player) -> None:
    """Leaves out all that is left of a turn."""
    begun = book.state.cursor
    for _ in range(ENDLESS):
        state = book.state
        step = open_step(state)
        if Pass not in step.accepts:
            raise Illegal("The turn is not over: {asked}.", rule=state.title.paragraph("order"), asked=asked(step))
        step.check(state, Pass())
        _go_on(book, step, step.decide(book, Pass()))
        now = book.state.cursor
        same = (now.round, now.number, now.sub, now.at) == (begun.round, begun.number, begun.sub, begun.at)
        if book.state.over or not same or to_act(book.state) != by or state.demands:
            return
    raise Inconsistent("a turn without end")


def consents(state: State, move: Move) -> tuple[Player, ...]:
    """Whose agreement a move needs besides the mover's."""
    mover = to_act(state)
    for step in (open_step(state), *_anytime(state)):
        if type(move) in step.accepts:
            return tuple(player for player in step.consents(state, move) if player != mover)
    return ()


def belongs(state: State, move: Move) -> Message | None:
    """What the step asks for that takes such a move, where that is neither the open one nor open at any time."""
    kind, rounds = type(move), state.title.rounds
    if state.demands or any(kind in step.accepts for step in (open_step(state), *_anytime(state))):
        return None
    elsewhere = (step for each in rounds.values() for step in steps_of(each))
    found = (step for step in (*rounds[state.cursor.round].later(state), *elsewhere) if kind in step.accepts)
    return next(map(asked, found), None)


def steps_of(part: object) -> Iterator[Step]:
    """The steps that a round is made of, wherever it keeps them."""
    if hasattr(part, "accepts"):
        yield cast(Step, part)
    elif isinstance(part, Mapping):
        yield from (step for one in part.values() for step in steps_of(one))
    elif isinstance(part, tuple):
        yield from (step for one in part for step in steps_of(one))
    elif is_dataclass(part):
        yield from (step for one in fields(part) for step in steps_of(getattr(part, one.name)))


def asked(step: Step) -> Message:
    """What a step asks for, to be said in any language."""
    return Message(describe(step))


def describe(step: Step) -> str:
    """What a step asks for, in a few words (the first line of its docstring, without the full stop)."""
    text = (step.__class__.__doc__ or step.name).strip().splitlines()[0].rstrip(".")
    return text[0].lower() + text[1:]


# ---------------------------------------------------------------------- helping


def suggestions(state: State, move: Move | None = None, by: Player | None = None, most: int = 3) -> tuple[str, ...]:
    """Up to three legal orders nearest to what was meant that need nobody's consent, in the form the service writes."""
    if state.over or (by is not None and by != to_act(state)):
        return ()
    meant = move.write() if move is not None else ""
    written: dict[str, float] = {}
    for number, legal in enumerate(legal_moves(state)):
        if consents(state, legal):
            continue
        text = legal.write()
        near = SequenceMatcher(None, meant, text).ratio() if number < 400 else 0.0
        written.setdefault(text, near + (1.0 if type(legal) is type(move) else 0.0))
    return tuple(sorted(written, key=lambda text: -written[text])[:most])


def trains_on_sale(state: State) -> tuple[str, ...]:
    """New trains the bank sells now: the next of the stack, and those on sale beside it."""
    title = state.title
    found: list[str] = list(state.depot[:1])
    for spec in title.trains.values():
        if spec.count is not None or (spec.option and not state.options.get(spec.option)):
            continue
        if spec.from_phase:
            if title.since(state.phase, spec.from_phase):
                found.append(spec.name)
        elif not state.depot:
            found.append(spec.name)
    return tuple(found)


def limit(state: State, company: Company) -> int | None:
    """How many trains a company may own in this phase."""
    return state.title.phases[state.phase].limits.get(state.title.companies[company].kind.name)


def blocked_hexes(state: State) -> frozenset[str]:
    """Hexes on which nothing may be built yet."""
    return frozenset(blocked_by(state))


def blocked_by(state: State) -> Mapping[str, tuple[str, Private | None]]:
    """Hexes where nothing may be built yet: until which phase, and which private shuts them while a player has it."""
    title = state.title
    found: dict[str, tuple[str, Private | None]] = {}
    for place in title.plan.hexes.values():
        phase = place.blocked_until_phase
        if phase and not title.since(state.phase, phase):
            found[str(place.hex)] = (phase, None)
    for private, owner in state.privates.items():
        if owner in state.players:
            found |= {hex_: (found.get(hex_, ("", None))[0], private) for hex_ in _blocks(title, private)}
    return found


def _blocks(title: Title, private: Private) -> tuple[str, ...]:
    return title.privates[private].blocks
