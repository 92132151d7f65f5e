"""How somebody stands, on request: a company's cash, director, price and trains; what a player or the owner has."""

from __future__ import annotations

from collections.abc import Iterator

import engine
from engine import BANK, State, key
from engine.message import Listed, Message, Money, Value
from moderator.hearing.arguments import rest
from moderator.hearing.called import talking
from moderator.hearing.questions import NotUnderstood
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("facts", "facts NW  ·  facts me  ·  facts Blue", "asking")
def facts(statement: Statement, submission: Submission) -> Said:
    """Says how a company stands (its director, cash, price and trains), what a player has, or whose a private is."""
    asked = rest(statement).strip(" ?.!")
    state = submission.begun.state
    told = tuple(_told(state, asked, submission))
    if not told:
        raise NotUnderstood(Message("{topic} is no player, company or private here.", topic=asked[:40] or "?"))
    return Listed(told, ";")


def _told(state: State, asked: str, submission: Submission) -> Iterator[Value]:
    named = _player(state, asked, submission)
    if named:
        yield from _of_player(state, named)
        return
    company = engine.company_named(state, asked)
    if company in state.title.companies:
        yield from _of_company(state, company)
        return
    private = engine.private_named(state, asked)
    if private in state.title.privates:
        yield f"{private} {state.title.privates[private].name}"
        owner = state.privates.get(private)
        if owner is None:
            yield Message("out of the game")
        else:
            yield Message("not sold yet") if owner == BANK else Message("owned by {owner}", owner=owner)


def _player(state: State, asked: str, submission: Submission) -> str:
    """The player who is asked about: by name, or whoever asks."""
    wanted = {key(asked), *(key(asked.removesuffix(one)) for one in talking("behind"))}
    found = next((name for name in state.players if key(name) in wanted), "")
    if found or key(asked) not in ("", "me"):
        return found
    return submission.my_seat.name if submission.my_seat.name in state.players else ""


def _of_player(state: State, player: str) -> Iterator[Value]:
    yield Message("{who} has {cash}", who=player, cash=Money(state.cash_of(player), state.title.currency))
    for company in state.started:
        if count := state.held(player, company):
            percent = state.title.companies[company].kind.percent(count)
            yield f"{company} {percent} %" if percent else str(company)
    yield from state.privates_of(player)
    directed = [company for company, director in state.directors.items() if director == player]
    if directed:
        yield Message("director of {companies}", companies=Listed(directed, ","))


def _of_company(state: State, company: engine.Company) -> Iterator[Value]:
    yield f"{company} {state.title.companies[company].name}"
    if company in state.gone:
        yield Message("out of the game")
        return
    if company in state.directors:
        yield Message("directed by {player}", player=state.directors[company])
    elif state.title.companies[company].kind.directed:
        yield Message("not started")
    if company in state.market:
        yield Message("price {price}", price=Money(state.price(company), state.title.currency))
    yield Message("cash {cash}", cash=Money(state.cash_of(company), state.title.currency))
    if trains := state.trains_of(company):
        yield Message("trains: {trains}", trains=Listed(trains, ","))
