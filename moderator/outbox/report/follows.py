"""What follows from what may be decided: dividends with price and purse, and who loses trains when the next is sold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine import (
    BANK,
    Company,
    Private,
    Refused,
    State,
    accepts,
    apply,
    evolve,
    in_words,
    legal_moves,
    parse_order,
    rounds_in_set,
    to_act,
    trains_leave,
    trains_on_sale,
    write_order,
)
from engine.events import PrivateClosed
from engine.moves import BuyTrain, Move, Pass, Pay, Run
from moderator.bots import perils
from moderator.language import Words, plain
from moderator.outbox.report.choices import own_events, template
from moderator.outbox.report.page import Block, Items, Para, Section

# A turn has fewer steps than this before its dividend.
LONGEST = 12


@dataclass(frozen=True)
class Dividend:
    """One way to use what the trains earned: the price then, the company's cash, and what the mover gets."""

    order: str
    price: int
    cash: int
    gets: int
    # The train the bank sells next, and what is wanting to pay for it.
    train: str
    short: int


def dividends(state: State, language: str = "en") -> tuple[tuple[Dividend, ...], int]:
    """The dividends of the company on turn and what it runs for; none where there is nothing left to pay."""
    there = _at_the_dividend(state)
    if there is None:
        return (), 0
    actor, company = to_act(there), there.operating
    assert actor is not None
    sale = trains_on_sale(there)
    train = sale[0] if sale else ""
    found = []
    for move in legal_moves(there):
        if not isinstance(move, Pay):
            continue
        after = evolve(there, own_events(apply(there, move, actor, there.players, advise=False).events))
        cash = after.cash_of(company)
        price = after.price(company) if company in after.market else 0
        short = max(0, there.title.trains[train].price - cash) if train else 0
        gets = after.cash_of(actor) - there.cash_of(actor)
        found.append(Dividend(in_words(there, write_order(move), language), price, cash, gets, train, short))
    return tuple(found), there.turn.revenue


def _at_the_dividend(state: State) -> State | None:
    return _onward(state, Pay)


def _onward(state: State, wanted: type[Move]) -> State | None:
    """The position of this turn in which something is asked for, if nothing is built and the best is run and kept."""
    if state.cursor.round != "operating" or state.demands:
        return None
    company = state.operating
    for _ in range(LONGEST):
        actor = to_act(state)
        if actor is None or state.demands or state.cursor.round != "operating" or state.operating != company:
            return None
        if accepts(state, wanted):
            return state
        try:
            move: Move = Pass()
            if accepts(state, Run):
                move = parse_order(state, "run best")
            elif accepts(state, Pay):
                move = parse_order(state, "withhold")
            state = apply(state, move, actor, advise=False).state
        except Refused:
            return None
    return None


def rusting(state: State) -> tuple[str, tuple[tuple[Company, tuple[str, ...]], ...]]:
    """The next train whose first sale makes others useless, and which company loses which."""
    title = state.title
    for spec in title.trains.values():
        if (
            not spec.opens
            or title.since(state.phase, spec.opens)
            or (spec.option and not state.options.get(spec.option))
        ):
            continue
        old = {one.name for one in title.trains.values() if one.rusts_on == spec.name}
        losing = tuple(
            (Company(owner), lost)
            for owner, trains in state.trains.items()
            if owner in title.companies and (lost := tuple(train for train in trains if train in old))
        )
        if losing:
            return spec.name, losing
    return "", ()


def follows(state: State, words: Words) -> Section | None:
    """What the mover should know before deciding."""
    blocks: list[Block] = []
    ways, revenue = dividends(state, words.language)
    if ways:
        blocks.append(Para(words("dividend_of", company=state.operating, amount=revenue)))
        blocks.append(Items(tuple(_dividend(one, words) for one in ways)))
    train, losing = rusting(state)
    if losing:
        said = words("semicolon").join(_loss(state, company, lost, words) for company, lost in losing)
        when = "rusts_when_gone" if trains_leave(state) else "rusts_when"
        blocks.append(Para(f"{words(when, train=train)}{words('colon')}{said}."))
    told = (*_taken_over(state, words), *_closing(state, words), *_how_long(state, words))
    blocks += [Para(said) for said in told]
    return Section("follows", words("follows"), tuple(blocks)) if blocks else None


def _taken_over(state: State, words: Words) -> Iterator[str]:
    """What the state takes from the mover for want of a train, and the order that keeps it."""
    actor = to_act(state)
    if not state.demands and perils.at_the_end_of_the_turn(state):
        company = state.operating
        yield words("taken_with_turn", company=company)
        saving = next((order for order in template(state) if order.startswith("train ")), "")
        saving = in_words(state, saving, words.language) if saving else ""
        if saving:
            yield words("taken_unless", company=company, order=saving)
        return
    phase, taken = perils.with_a_phase(state)
    own = [one for one in taken if state.directors.get(one) == actor]
    if own:
        key = "taken_all" if perils.takes_all(state, phase) else "taken_with_phase"
        yield words(key, phase=phase, companies=own)


def closing(state: State) -> tuple[str, tuple[Private, ...]]:
    """The train the company on turn would buy next, and the privates of its director that close with that."""
    there = _onward(state, BuyTrain)
    if there is None:
        return "", ()
    actor = to_act(there)
    assert actor is not None
    for move in legal_moves(there):
        if isinstance(move, BuyTrain) and move.seller == BANK:
            events = own_events(apply(there, move, actor, there.players, advise=False).events)
            closed = [event.private for event in events if isinstance(event, PrivateClosed)]
            return move.train, tuple(one for one in closed if there.privates.get(one) == actor)
    return "", ()


def _closing(state: State, words: Words) -> Iterator[str]:
    train, privates = closing(state)
    if privates:
        yield words("closes_with", company=state.operating, train=train, privates=privates, count=len(privates))


def _dividend(one: Dividend, words: Words) -> str:
    facts = [words("dividend_gets", amount=one.gets), words("dividend_price", amount=one.price)]
    facts.append(words("dividend_cash", amount=one.cash))
    if one.train:
        key = "dividend_short" if one.short else "dividend_train"
        facts.append(words(key, train=one.train, amount=one.short))
    return f"{one.order}{words('colon')}{', '.join(facts)}"


def _loss(state: State, company: Company, lost: tuple[str, ...], words: Words) -> str:
    director = plain(state.directors.get(company, ""))
    whose = f"{company} ({director})" if director else str(company)
    trains = words.listed([words("rusts_trains", train=train, count=count) for train, count in Counter(lost).items()])
    key = "rusts_of" if len(state.trains_of(company)) > len(lost) else "rusts_all"
    return words(key, company=whose, trains=trains)


def _how_long(state: State, words: Words) -> Iterator[str]:
    """How many operating rounds this set has."""
    if state.cursor.round == "operating" and state.cursor.sub:
        yield words("round_of_set", number=state.cursor.sub, count=rounds_in_set(state))
