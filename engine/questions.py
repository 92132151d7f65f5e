"""What clocks, mails and players ask about a position. Each question is answered here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from engine.board.hexes import Hex
from engine.board.laying import Lay
from engine.events import (
    BidMade,
    DemandMade,
    DemandMet,
    Event,
    MinimumFell,
    Passed,
    PriceMoved,
    PriorityPassed,
    RevenuePaid,
    RoundBegan,
    SharesBought,
    SharesSold,
    TurnBegan,
    Turned,
)
from engine.game import asked, consents, describe, legal_moves, open_step, passes, span, to_act
from engine.message import Message
from engine.moves import Bid, Done, LayTile, Move, Pass, Pay, Run, spot
from engine.names import BANK, Company, Player, Private
from engine.notation.clean import key
from engine.notation.names import COMPANY, PRIVATE, register
from engine.notation.words import order_words
from engine.notation.write import write_order
from engine.rounds import operating, stock
from engine.runs.proposal import Proposal, best_run
from engine.state import Cursor, State, Turn
from engine.steps.lay_track import LayTrack
from engine.steps.pay_dividend import WITHHOLD, PayDividend
from engine.steps.run_trains import RunTrains

# Kinds of round, and how players call them.
ROUNDS = {"auction": "AUC", "stock": "SR", "operating": "OR", "merger": "MR"}
KINDS = {short: kind for kind, short in ROUNDS.items()}


# ---------------------------------------------------------------------- where the game stands


def round_name(state: State) -> str:
    """The round as players say it: AUC, SR3, OR3.1, MR3.1."""
    cursor = state.cursor
    short = ROUNDS.get(cursor.round, cursor.round)
    if cursor.round == "auction":
        return short
    return f"{short}{cursor.number}" + (f".{cursor.sub}" if cursor.round in ("operating", "merger") else "")


def round_kind(state: State) -> str:
    """Which kind of round is being played: one of ``ROUNDS``."""
    return state.cursor.round if state.cursor.round in ROUNDS else "stock"


def drawn_openly(state: State) -> tuple[Message, ...]:
    """What everybody may know of what chance decided, as long as it matters."""
    return tuple(state.title.openly(state))


def asked_for(state: State) -> tuple[str, str]:
    """What the open step is called in the catalogues, and what it asks, in English."""
    step = open_step(state)
    return step.asked(state), describe(step)


def company_on_turn(state: State) -> Company:
    """The company whose turn it is; no company where it is a player's."""
    return state.company_on_turn


def place(state: State) -> str:
    """Round and company: while this and the mover stay the same it is the same turn."""
    return f"{round_name(state)} {company_on_turn(state)}".strip()


def turn_anew(state: State) -> State:
    """The position as it would be asked if nothing had been done yet in a turn of a stock round."""
    return state.change(turn=Turn()) if state.cursor.round == "stock" else state


def rounds_in_set(state: State) -> int:
    """How many operating rounds the set being played has, as far as is known; 0 outside operating rounds."""
    machine = state.title.rounds.get(state.cursor.round)
    return machine.rounds(state) if isinstance(machine, operating.Operating) else 0


def chooses_dividend(state: State, company: Company) -> bool:
    """Whether somebody decides what becomes of a company's earnings; of a minor they are halved by themselves."""
    machine = state.title.rounds.get("operating")
    steps = machine.steps[state.title.companies[company].kind.name] if isinstance(machine, operating.Operating) else ()
    return any(isinstance(step, PayDividend) and not step.splits(state, company) for step in steps)


def left_out(state: State, move: Move, after: State) -> tuple[Message, ...]:
    """What a company gives up with an order for the end of its turn, behind its run: what it could still do before it,
    and can no longer. Of track only who has laid none gives something up."""
    machine = state.title.rounds.get(state.cursor.round)
    if not isinstance(machine, operating.Operating) or state.demands:
        return ()
    steps = (open_step(state), *machine.later(state))
    reached = next((at for at, step in enumerate(steps) if type(move) in step.accepts), 0)
    if not any(isinstance(step, RunTrains) for step in steps[:reached]):
        return ()
    goes_on = (after.cursor.round, after.operating) == (state.cursor.round, state.operating) and not after.demands
    still = {step.name for step in (open_step(after), *machine.later(after))} if goes_on else set()
    return tuple(
        asked(step)
        for step in steps[:reached]
        if Pass in step.accepts
        and step.actor(state) is not None
        and step.name not in still
        and not (isinstance(step, LayTrack) and state.turn.lays)
    )


def train_to_leave(state: State) -> str:
    """Which new train leaves the game unsold when this operating round ends, if none is bought before."""
    machine = state.title.rounds.get(state.cursor.round)
    leaves = machine.leaves if isinstance(machine, operating.Operating) and not state.over else None
    return leaves(state) if leaves is not None else ""


def trains_leave(state: State) -> bool:
    """Whether in this phase new trains leave the game unsold, which brings the next phase as a sale does."""
    machines = (one for one in state.title.rounds.values() if isinstance(one, operating.Operating))
    return not state.over and any(one.leaves is not None and bool(one.leaves(state)) for one in machines)


def last_round(state: State) -> str:
    """The operating round with which the game ends, as "9.3"; empty as long as nobody knows."""
    machine, cursor = state.title.rounds.get("operating"), state.cursor
    if not state.ending or state.over or not isinstance(machine, operating.Operating):
        return ""
    if not state.final_set:
        return f"{cursor.number}.{cursor.sub}" if cursor.round == "operating" else ""
    then = replace(cursor, round="operating", number=max(cursor.number, state.final_set))
    return f"{then.number}.{machine.rounds(state.change(cursor=then))}"


def ends_turn(before: State, events: Sequence[Event]) -> bool:
    """Whether the turn is over with these events.

    A company's steps are one turn, and so are the sales and the purchase of a stock turn. A bid, a pass in an auction,
    the next company and the next round are not: who passes one item and must open the next has another turn. What the
    bidder must say about the bid itself (where a minor would begin) still belongs to it.
    """
    here, bidder = _place(before.cursor), to_act(before)
    asked = any(isinstance(event, DemandMade) and event.demand.player == bidder for event in events)
    for event in events:
        match event:
            case RoundBegan() | TurnBegan():
                return True
            case Turned(cursor=cursor, facts=facts):
                if cursor is not None and _place(cursor) != here:
                    return True
                if facts is not None and facts.bidding != before.facts.bidding and not asked:
                    return True
    return False


def asked_anew(before: State, events: Sequence[Event]) -> bool:
    """Whether what is asked now is another question, to which the same words would be another answer.

    Besides a new turn that is what follows a decision that interrupted: the next company handed to the state, the next
    purchase after a merger. Only what a company decides within its own turn belongs to that turn.
    """
    if ends_turn(before, events):
        return True
    if before.cursor.round == "merger" and any(isinstance(event, DemandMade) for event in events):
        return True  # what is bought of a new company is decided apart from the merger
    if not any(isinstance(event, DemandMet) for event in events) or not before.demands:
        return False
    _, _, _, on_turn = _place(before.cursor)
    return before.cursor.round != "operating" or before.demands[0].company != on_turn


# Of the steps of an auction or a stock round the outcome is the news.
_STEPS = (BidMade, MinimumFell, Passed, PriceMoved, PriorityPassed, SharesBought, SharesSold, Turned)


def decided(events: Iterable[Event]) -> bool:
    """Whether anything came of a move but one more step: a bid, a pass, a share bought or sold."""
    return any(not isinstance(event, _STEPS) for event in events)


def begins_round(events: Iterable[Event]) -> bool:
    """Whether a round began with these events."""
    return any(isinstance(event, RoundBegan) for event in events)


def _place(cursor: Cursor) -> tuple[str, int, int, str]:
    """Where the game stands, but for the step of a turn."""
    at = cursor.order[cursor.at] if 0 <= cursor.at < len(cursor.order) else ""
    return cursor.round, cursor.number, cursor.sub, at


# ---------------------------------------------------------------------- who has what


def company_named(state: State, name: str) -> Company:
    """A company's symbol as the title writes it, by whatever name it was called."""
    return Company(_named(state, name, COMPANY))


def private_named(state: State, name: str) -> Private:
    """A private's symbol as the title writes it, by whatever name it was called."""
    return Private(_named(state, name, PRIVATE))


def _named(state: State, name: str, kind: str) -> str:
    found = register(state.title).find(key(name), (kind,))
    # Two meanings are no meaning: then nothing of that name is found further on.
    return found[0][1] if len(found) == 1 else name


def director(state: State, company: str) -> Player | None:
    """Who decides for a company, by whatever name it was called."""
    return state.directors.get(company_named(state, company))


def owner(state: State, private: str) -> str | None:
    """Who owns a private, by whatever name it was called: a player, a company or the bank."""
    return state.privates.get(private_named(state, private))


def taken(state: State, item: str) -> str | None:
    """Who has what was once put up for auction: a private's owner, or a company's director."""
    holder = owner(state, item)
    return holder if holder not in (None, BANK) else director(state, item)


def worth(state: State, player: Player) -> int:
    """What a player is worth as the title counts it."""
    return state.title.value(state, player) if state.title.value else state.cash_of(player)


def scores(state: State) -> dict[str, int]:
    """What each player is worth."""
    return {player: worth(state, player) for player in state.players}


def certificates(state: State, player: Player) -> tuple[int, int]:
    """How many certificates count for a player, and how many may."""
    rules = stock.holding(state)
    return rules.certificates(state, player), rules.limit(state)


def most_held(state: State, company: Company) -> int:
    """How many shares of a company one player may hold."""
    return min(stock.holding(state).most(state, company), state.title.companies[company].kind.shares)


def companies_in_order(state: State) -> tuple[Company, ...]:
    """All companies in play, in the order in which they operate; those that don't yet come last."""
    first = operating.operating_order(state)
    return (*first, *(c for c in state.started if c not in first and c not in state.gone))


def in_operation(state: State) -> tuple[Company, ...]:
    """The companies that run trains, or could, in the order in which they operate."""
    return operating.operating_order(state)


# ---------------------------------------------------------------------- what may be ordered


def accepts(state: State, kind: type[Move]) -> bool:
    """Whether the open step is about moves of this kind."""
    return kind in open_step(state).accepts


def may_pass(state: State) -> bool:
    """Whether what is asked may be left out."""
    step = open_step(state)
    return Pass in step.accepts and passes(step, state, Pass())


def only_the_best(state: State) -> bool:
    """Whether the moderator announces the best run and less is refused."""
    step = open_step(state)
    return isinstance(step, RunTrains) and step.best_only(state)


def price_of_lay(state: State, move: LayTile) -> int | None:
    """What laying a tile costs, without all that follows from it; None where tiles are not laid now."""
    step = open_step(state)
    return step.price(state, Lay(Hex(move.hex), move.tile, move.facing)) if isinstance(step, LayTrack) else None


def run_to_come(state: State) -> Proposal | None:
    """The best run of the company on turn, if it has trains and is still to run."""
    step = _step_of_run(state)
    return None if step is None else best_run(state, step)


def runs_yet(state: State) -> bool:
    """Whether there is a run to come; without looking for it, which takes a while."""
    return _step_of_run(state) is not None


def _step_of_run(state: State) -> RunTrains | None:
    if state.over or state.demands or state.turn.ran or not company_on_turn(state):
        return None
    if state.cursor.round != "operating" or not state.trains_of(state.operating):
        return None
    turn = state.title.rounds[state.cursor.round]
    return next((step for step in (turn.step(state), *turn.later(state)) if isinstance(step, RunTrains)), None)


def needless(state: State, move: Move) -> Message | None:
    """Why an order about a company's run or earnings says nothing: there is no run to make, nothing to share out, or it
    is shared out by itself. None where it could change anything, or was meant to."""
    if state.over or state.demands or not company_on_turn(state):
        return None
    steps = tuple(state.title.rounds[state.cursor.round].whole(state))
    run = next((step for step in steps if isinstance(step, RunTrains)), None)
    pay = next((step for step in steps if isinstance(step, PayDividend)), None)
    company = state.operating
    if run is None or pay is None or (not state.turn.ran and run.actor(state) is not None):
        return None
    if isinstance(move, Run) and not move.routes and not state.turn.ran:
        if not state.trains_of(company):
            return Message("{company} has no train, so nothing runs.", company=company)
        return Message("No track leads {company} from one stop to another, so nothing runs.", company=company)
    if isinstance(move, Pay) and not state.turn.revenue:
        return Message("{company} earns nothing this turn, so there is nothing to pay or keep.", company=company)
    if isinstance(move, Pay) and move.kind != WITHHOLD and state.turn.paid and pay.splits(state, company):
        return Message("{company} and its owner halve the earnings by themselves.", company=company)
    return None


def legal_orders(state: State) -> list[str]:
    """Every kind of order that would be accepted now, as the service writes it."""
    return [write_order(move) for move in legal_moves(state)]


def bids(state: State) -> dict[str, Bid]:
    """The least bid that is allowed now, by what it is for."""
    found: dict[str, Bid] = {}
    for move in legal_moves(state):
        if isinstance(move, Bid) and (move.item not in found or move.amount < found[move.item].amount):
            found[move.item] = move
    return found


def homes_to_name(state: State, item: str) -> tuple[str, ...]:
    """Where a company may begin if whoever opens its auction says where; nothing if that is settled."""
    return tuple(place for each in state.title.mechanisms for place in each.homes(state, item))


def for_sale(state: State, item: str) -> bool:
    """Whether an item has a price that nobody can raise, though whoever takes it says so with a bid."""
    bid = bids(state).get(item)
    return bid is not None and span(state, bid) is None


def leads(state: State, player: str, item: str) -> bool:
    """Whether a player's own bid on an item is the highest; nobody raises against themselves."""
    bidding = state.facts.bidding
    if bidding is None:
        return False
    made = [(amount, who) for what, who, amount in bidding.bids if what == item]
    return max(made)[1] == player if made else (bidding.item, bidding.leader) == (item, player)


def quiet(moves: Iterable[Move]) -> Move | None:
    """Of these moves the one that leaves things as they are, if there is one."""
    wished = (Pass, Done)
    found = [move for move in moves if move.quiet]
    return min(found, key=lambda move: (type(move) not in wished, isinstance(move, Done)), default=None)


def alone(state: State, player: str) -> list[Move]:
    """The legal moves that need nobody's consent but this player's."""
    return [move for move in legal_moves(state) if set(consents(state, move)) <= {player}]


def begins_order(word: str) -> bool:
    """Whether an order of any title, in any language, can begin with this word."""
    return key(word) in order_words()


def dividend(company: str, events: Iterable[Event]) -> str:
    """What a company's director chose to do with its earnings; nothing where no earnings were settled."""
    paid = (event for event in events if isinstance(event, RevenuePaid))
    return next((event.kind for event in paid if event.company == company and event.revenue), "")


@dataclass(frozen=True)
class Founding:
    """A company that a move brings into being, at which price, and where it begins if one may choose."""

    company: Company
    price: int
    place: str


def founding(move: Move) -> Founding | None:
    """What a move founds, however that is ordered; None if it founds nothing."""
    said = {each.name: getattr(move, each.name) for each in fields(move)}
    if not said.keys() >= {"company", "price", "hex", "city"}:
        return None
    return Founding(said["company"], said["price"], spot(said["hex"], said["city"]) if said["hex"] else "")
