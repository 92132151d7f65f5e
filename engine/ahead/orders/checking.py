"""What all orders on file are tried against where they are given: nobody waits for what can't happen."""

from __future__ import annotations

from engine.ahead.acts import Act, Script, spread
from engine.ahead.facts import Condition, Seen, money_in_all
from engine.errors import Refused
from engine.message import Listed, Message, money
from engine.moves import BuyPrivate, BuyTrain, Move
from engine.names import NO_PLAYER, Company, Holder, Player
from engine.never import refuse_what_can_never_be
from engine.notation.written import Ordered
from engine.questions import chooses_dividend
from engine.state import State


def in_vain(condition: Condition, seen: Seen) -> Message | None:
    """Why it is of no use to wait for something."""
    why = condition.never(seen)
    return Message("What it waits for can't happen: {why}", why=why) if why is not None else None


def may_come(state: State, player: Player, *conditions: Condition | None) -> None:
    """Raises Refused where one waits for what can't happen."""
    seen = Seen(state, frozenset(), player)
    for why in (in_vain(one, seen) for one in conditions if one is not None):
        if why is not None:
            raise Refused(why)


def may_be_played(state: State, *scripts: Script) -> None:
    """Raises Refused for an order that can't be legal any more."""
    for act in (one for script in scripts for one in spread(script)):
        if isinstance(act, Move):
            refuse_what_can_never_be(state, act)


def nobody_else_agrees(state: State, player: Player, instead: tuple[str, ...], *scripts: Script) -> None:
    """Raises Refused for what another must agree to: an order on file asks nobody, so it could only stop."""
    for act in (one for script in scripts for one in spread(script)):
        other = needed_for(state, act)
        if isinstance(act, Move) and other in state.players and other != player:
            raise Refused(
                "{player} must agree to {order}, and an order on file asks nobody. Leave it out here, and without "
                "`done` you are asked: write `propose` before it then.",
                instead=instead,
                player=other,
                order=Ordered(act.write(), state.title),
            )


def needed_for(state: State, act: Move | Act) -> Holder:
    """Whose train or private is bought; nobody for anything else."""
    match act:
        case BuyTrain(seller=seller):
            return state.directors.get(Company(seller), NO_PLAYER)
        case BuyPrivate(private=private):
            return state.privates.get(private, NO_PLAYER)
        case _:
            return NO_PLAYER


def stopped_already(condition: Condition | None, seen: Seen) -> Message | None:
    """That what would stop an order is so where it is given: then it does nothing but ask."""
    if (so := so_already(condition, seen)) is None:
        return None
    return Message("{so} At your next turn for it, it stops and you are asked.", so=so)


def so_already(condition: Condition | None, seen: Seen) -> Message | None:
    """That what an order waits for, or would be stopped by, is so where it is given."""
    if condition is None or not condition.holds(seen):
        return None
    return Message("That is so already: {fact}.", fact=Listed(list(condition.now(seen)), ";"))


def is_there(state: State, amount: int) -> None:
    """Raises Refused for a sum that nobody can ever pay."""
    if amount > (most := money_in_all(state)):
        raise Refused("There is {amount} in the whole game.", amount=money(state, most))


def has_shares(state: State, company: Company) -> None:
    if not state.title.companies[company].kind.traded:
        raise Refused("{company} is owned whole; it has no shares to buy.", company=company)


def is_mine(state: State, company: Company, player: Player, instead: tuple[str, ...] = ()) -> None:
    if state.directors.get(company) != player:
        raise Refused("You don't direct {company}.", instead=instead, company=company)


def not_mine(company: Company, seen: Seen) -> Message | None:
    """Why one gives no orders to a company any more. Whoever gets it back later has not thought of what is so then."""
    if company in seen.state.gone:
        return Message("{company} is gone.", company=company)
    if seen.state.directors.get(company) != seen.player:
        return Message("You don't direct {company} any more.", company=company)
    return None


def is_chosen(state: State, company: Company, instead: tuple[str, ...] = ()) -> None:
    """Raises Refused where nobody decides what becomes of the earnings: a promise to keep them would not be kept."""
    if not chooses_dividend(state, company):
        raise Refused("{company} and its owner halve the earnings by themselves.", instead=instead, company=company)
