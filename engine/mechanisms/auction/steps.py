"""Bidding for one item at a time, each clockwise raise or pass, the last one left buys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.errors import Illegal
from engine.events import BidMade, MinimumFell, Passed, PrivateSold, Turned
from engine.game import Book
from engine.mechanisms.auction.figures import AuctionFigures
from engine.message import Message, money
from engine.moves import Bid, Move, Pass
from engine.names import BANK, Player, Private
from engine.state import Bidding, State
from engine.title import OneStep, Plain


def bidding_now(state: State) -> Bidding:
    """The auction that is under way."""
    assert state.facts.bidding is not None
    return state.facts.bidding


def amount_fault(state: State, bidding: Bidding, amount: int) -> tuple[str, Message] | None:
    """Why nobody may bid this amount (key of the rule, sentence), or None."""
    step, least = state.title.figures(AuctionFigures).increment, least_bid(state, bidding)
    if amount < least:
        return "below-minimum-bid", Message("Bid {least} at least.", least=money(state, least))
    if amount % step:
        return "not-multiple-of-5", Message("Bid a multiple of {step}.", step=money(state, step))
    return None


def least_bid(state: State, bidding: Bidding) -> int:
    return bidding.high + state.title.figures(AuctionFigures).increment if bidding.leader else bidding.minimum


def refuse_amount(state: State, bidding: Bidding, bid: Bid) -> None:
    """Raises Illegal for a bid that nobody may make in this auction, with the next that may be made."""
    fault = amount_fault(state, bidding, bid.amount)
    if fault is not None:
        step = state.title.figures(AuctionFigures).increment
        good = max(least_bid(state, bidding), -(-bid.amount // step) * step, step)
        raise Illegal(fault[1], rule=state.title.paragraph(fault[0]), instead=(replace(bid, amount=good).write(),))


def never(state: State, move: Move) -> None:
    """Bids go up by steps, and a minimum falls by them; who is outbid is never heard with less."""
    if isinstance(move, Bid):
        up = state.facts.bidding
        led = up is not None and up.leader and up.item == move.item
        refuse_amount(state, up if up is not None and led else Bidding(move.item, 0), move)


def bid_fault(state: State, player: Player, bidding: Bidding, amount: int) -> tuple[str, Message] | None:
    """Why a bid is not good enough (key of the rule, sentence), or None."""
    fault = amount_fault(state, bidding, amount)
    if fault is not None:
        return fault
    if amount > state.cash_of(player):
        return "bid-cash", Message("{player} has {cash}.", player=player, cash=money(state, state.cash_of(player)))
    return None


def raiser(state: State, bidding: Bidding, after: Player, barred: Callable[[State, Player], bool]) -> Player | None:
    """The next clockwise who is still in, can afford a raise and may own more."""
    step = state.title.figures(AuctionFigures).increment
    for player in state.clockwise(state.after(after)):
        if player in bidding.out or player == bidding.leader or barred(state, player):
            continue
        if state.cash_of(player) >= bidding.high + step:
            return player
    return None


@dataclass(frozen=True)
class AuctionInTurn(Plain):
    """The privates are auctioned one by one; a minimum that tempts nobody falls."""

    accepts: ClassVar = (Bid, Pass)
    barred: Callable[[State, Player], bool]
    sold_out: Callable[[Book, Player], None]  # goes on after the last private, which this player took
    first_taker: Callable[[State], bool] = lambda state: False
    name: str = "auction"

    def actor(self, state: State) -> Player | None:
        player = state.actor_on_turn
        bidding = bidding_now(state)
        if not bidding.leader and (self.barred(state, player) or state.cash_of(player) < bidding.minimum):
            return None
        return player

    def candidates(self, state: State) -> Iterator[Move]:
        bidding = bidding_now(state)
        yield Bid(bidding.item, least_bid(state, bidding))
        yield Pass()

    def span(self, state: State, move: Move) -> range | None:
        if not isinstance(move, Bid) or self.for_sale(state, bidding_now(state)):
            return None
        step = state.title.figures(AuctionFigures).increment
        return range(move.amount, state.cash_of(state.actor_on_turn) + 1, step)

    def check(self, state: State, move: Move) -> None:
        if not isinstance(move, Bid):
            return
        bidding = bidding_now(state)
        if move.item != bidding.item:
            raise Illegal("{item} is on offer now.", rule=state.title.paragraph("auction-order"), item=bidding.item)
        player = state.actor_on_turn
        if self.barred(state, player):
            raise Illegal(
                "{player} is at the limit and can't own more.",
                rule=state.title.paragraph("certificate-limit"),
                player=player,
            )
        if self.for_sale(state, bidding) and move.amount != bidding.minimum:
            raise Illegal(
                "{item} is for sale at {minimum}: whoever takes it pays that, and nobody can raise.",
                rule=state.title.paragraph("private-sale"),
                item=bidding.item,
                minimum=money(state, bidding.minimum),
            )
        fault = bid_fault(state, player, bidding, move.amount)
        if fault is not None:
            raise Illegal(fault[1], rule=state.title.paragraph("private-bid"))

    def for_sale(self, state: State, bidding: Bidding) -> bool:
        """Whether the minimum has fallen and is now the price, where the first who takes it has bought."""
        fallen = bidding.minimum < state.title.privates[Private(bidding.item)].minimum
        return fallen and self.first_taker(state)

    def decide(self, book: Book, move: Move) -> bool:
        player = book.state.actor_on_turn
        bidding = bidding_now(book.state)
        if isinstance(move, Bid):
            sold = self.for_sale(book.state, bidding)
            book.enter(BidMade(player, move.item, move.amount))
            bidding = replace(bidding, high=move.amount, leader=player)
            if sold:
                self._sell(book, player, move.amount)
            else:
                self._raise_or_sell(book, bidding, player)
            return False
        book.enter(Passed(player, bidding.item))
        if bidding.leader:
            self._raise_or_sell(book, replace(bidding, out=(*bidding.out, player)), player)
            return False
        return True  # the round goes on to the next who may open

    def _raise_or_sell(self, book: Book, bidding: Bidding, after: Player) -> None:
        state = book.state
        following = raiser(state, bidding, after, self.barred)
        if following is None:
            self._sell(book, bidding.leader, bidding.high)
            return
        cursor = replace(state.cursor, at=state.cursor.order.index(following))
        book.enter(Turned(cursor, replace(state.facts, bidding=bidding)))

    def nobody_opened(self, book: Book) -> None:
        """The player on turn did not open; when all have declined in a row the minimum falls."""
        state = book.state
        bidding, facts = bidding_now(state), state.facts
        following = state.after(state.actor_on_turn)
        passes = facts.passes + 1
        if passes >= len(state.players):
            passes = 0
            minimum = bidding.minimum - state.title.figures(AuctionFigures).increment
            book.enter(MinimumFell(bidding.item, minimum))
            if minimum <= 0:
                self._sell(book, following, 0)
                return
            bidding = replace(bidding, minimum=minimum)
        cursor = replace(state.cursor, at=state.cursor.order.index(following))
        book.enter(Turned(cursor, replace(facts, bidding=bidding, passes=passes)))

    def _sell(self, book: Book, player: Player, price: int) -> None:
        book.enter(PrivateSold(Private(bidding_now(book.state).item), player, price))
        state = book.state
        left = [private for private, owner in state.privates.items() if owner == BANK]
        if not left:
            self.sold_out(book, player)
            return
        spec = state.title.privates[left[0]]
        cursor = replace(state.cursor, at=state.cursor.order.index(state.after(player)))
        facts = replace(state.facts, bidding=Bidding(spec.symbol, spec.minimum), passes=0, last=player)
        book.enter(Turned(cursor, facts))


@dataclass(frozen=True)
class Auction(OneStep):
    """The round around it: bid ▶ raise ▶ … ▶ sold ▶ next private ▶ … ▶ after the last one."""

    auction: AuctionInTurn

    def step(self, state: State) -> AuctionInTurn:
        return self.auction

    def next(self, book: Book) -> None:
        self.auction.nobody_opened(book)
