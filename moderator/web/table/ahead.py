"""What a player has on file, what others offer them, and orders for later as things to click.

A click writes the line one would write in a mail, and its plain words are read back before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import engine
from engine import POOL, TREASURY, Player, Refused, Standing, State, companies_in_order
from engine.message import Listed, Message
from moderator.language import Words, spoken
from moderator.office.desk import Desk
from moderator.outbox.report.common import common
from moderator.outbox.report.parts import foreseen
from moderator.store.game import Play
from moderator.store.tables import Offer, OrderOnFile, Seat
from moderator.table import filed, offers, standing
from moderator.web.table.answering import ACCEPT, REFUSE, VERBS, WITHDRAW, ends_the_game

# How many shares a player buys on, where they do not say it: a majority, in titles that know one.
ENOUGH = 6
MOST_SHOWN = 12


def on_file(desk: Desk, play: Play, seat: Seat, words: Words) -> list[dict[str, Any]]:
    """The seat's own orders for later, each with what it will do in plain words."""
    return [
        {
            "number": row.number,
            "text": str(spoken(standing.planned(play, row), words)),
            "said": _readback(desk, play, seat, row, words),
            "cancel": words("write_cancel", number=row.number),
        }
        for row in standing.open_orders(desk, seat)
    ]


def _readback(desk: Desk, play: Play, seat: Seat, row: OrderOnFile, words: Words) -> str:
    """What an order will do, and why it says nothing now."""
    told = (filed.told_of(play, row), *standing.quiet_told(desk, play, seat, row)) if play.begun else ()
    return str(spoken(Listed(told, " "), words))


def offered_to(desk: Desk, play: Play, seat: Seat, words: Words) -> list[dict[str, Any]]:
    """Offers that wait, with the lines that answer them."""
    found = []
    for row in offers.offers_for(desk, play, seat):
        number = offers.number_for(row, seat.name)
        verbs = (WITHDRAW,) if row.by == seat.name else (REFUSE,) if seat.name in row.agreed else (ACCEPT, REFUSE)
        found.append(
            {
                "said": words.say(_offered(row, seat, play.state, words)),
                "status": str(spoken(offers.status(row), words)),
                "answers": [{"order": words(f"write_{verb}", number=number), "said": VERBS[verb]} for verb in verbs],
                "waits": row.by != seat.name and seat.name not in row.agreed,
                "ends": ACCEPT in verbs and ends_the_game(play, seat, row, words),
            }
        )
    return found


def _offered(row: Offer, seat: Seat, state: State, words: Words) -> Message:
    """Who offers what, in the reader's words."""
    order = engine.in_words(state, row.order, words.language)
    offer = f"{row.company}: {order}" if row.company else order
    if row.by == seat.name:
        return Message("You offer: {offer}.", offer=offer)
    return Message("{by} offers: {offer}.", by=row.by, offer=offer)


def for_later(desk: Desk, play: Play, seat: Seat, words: Words) -> list[dict[str, str]]:
    """Orders for later that can be given in this position beside what is on file, with what they would do."""
    state, player = play.state, Player(seat.name)
    # Read once for a position and not with every click; what is on file beside them may be another each time.
    possible: Sequence[tuple[Standing, str]] = common(state).once(
        ("for later", player, words.language), lambda: [*_possible(state, player, words.language)]
    )
    found = []
    for order, written in possible:
        try:
            standing.refuse_contradiction(desk, play, seat, order)
        except Refused:
            continue
        found.append({"order": written, "follows": str(spoken(order.tell(state), words))})
    return found[:MOST_SHOWN]


def _possible(state: State, player: Player, language: str) -> Iterator[tuple[Standing, str]]:
    """Every order for later that this player can give, and how it is written in a language."""
    for line in _lines(state, player):
        try:
            order = engine.read_standing(state, player, line, (), language)
        except Refused:
            continue
        if order is not None:
            yield order, engine.standing_in_words(state, player, line, language)


def asked_ahead(desk: Desk, play: Play, seat: Seat, words: Words) -> dict[str, Any] | None:
    """What the reader can answer before it is their turn, as their mails ask it; None if there is nothing."""
    rows = standing.open_orders(desk, seat)
    on_file_ = standing.values_of(desk, seat)
    if not play.running or play.to_move == seat.name or len(on_file_) < len(rows):
        return None
    state, player = play.state, Player(seat.name)
    found = foreseen(common(state), seat.name, on_file_)
    if not found.questions:
        return None
    return {
        "heading": words("ahead"),
        "how": words("ahead_how"),
        "questions": [
            {
                "world": f"{spoken(one.world, words)}{words('colon').rstrip()}",
                "answers": [engine.standing_in_words(state, player, line, words.language) for line in one.answers],
            }
            for one in found.questions
        ],
        "more": words("ahead_more", count=found.left_out) if found.left_out else "",
    }


def _lines(state: State, player: Player) -> Iterator[str]:
    yield "standing pass"
    for company in companies_in_order(state):
        kind = state.title.companies[company].kind
        if kind.traded and any(state.held(place, company) for place in (TREASURY, POOL, engine.IPO)):
            yield f"standing buy {company} until {ENOUGH} shares"
    for company in companies_in_order(state):
        if state.directors.get(company) == player:
            yield f"standing operate {company}: run best{', pay' if engine.chooses_dividend(state, company) else ''}"
