"""The privates in a row: the cheapest is for sale, the others take bids that tie up cash until their turn comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.errors import Illegal
from engine.events import BidMade, MinimumFell, Passed, PriorityPassed, PrivateSold, Turned
from engine.game import Book
from engine.mechanisms.waterfall.figures import WaterfallFigures
from engine.message import Message, money
from engine.moves import Bid, Move, Pass
from engine.names import BANK, Player, Private
from engine.state import Bidding, State
from engine.title import OneStep, Plain, Step


def row(state: State) -> tuple[Private, ...]:
    """The unsold privates, cheapest first."""
    return tuple(private for private, owner in state.privates.items() if owner == BANK)


def bidding(state: State) -> Bidding:
    """What is on offer; ``leader`` is set while bids on it are contested: who bought before it, and goes on from."""
    found = state.facts.bidding
    assert found is not None
    return found


def bids_on(state: State, private: str) -> tuple[tuple[Player, int], ...]:
    """Who has bid how much on a private, lowest bid first."""
    return tuple(sorted(((p, n) for item, p, n in bidding(state).bids if item == private), key=lambda bid: bid[1]))


def free_cash(state: State, player: Player, private: str) -> int:
    """What a player can bid on a private: cash less what is tied up in bids on others."""
    tied = sum(n for item, p, n in bidding(state).bids if p == player and item != private)
    return state.cash_of(player) - tied


def contested(state: State) -> bool:
    return bool(bidding(state).leader)


def not_bid_on(state: State) -> Illegal:
    """Why nothing but its price is taken for what is on offer."""
    offer = bidding(state)
    return Illegal(
        "{item} is the cheapest: it is bought for {minimum}, not bid on.",
        rule=state.title.paragraph("cannot-bid-on-cheapest"),
        instead=(Bid(offer.item, offer.minimum).write(),),
        item=offer.item,
        minimum=money(state, offer.minimum),
    )


def never(state: State, move: Move) -> None:
    """What is on offer becomes cheaper by steps and never dearer; bids on the rest go up by steps. What has no bids yet
    may be bought for less when its turn comes."""
    if not isinstance(move, Bid) or state.facts.bidding is None or Private(move.item) not in row(state):
        return
    offered, face = bidding(state), state.title.privates[Private(move.item)].face
    if move.item == offered.item and not contested(state):
        if not _falls_to(state, move.amount, offered.minimum):
            raise not_bid_on(state)
    elif bids_on(state, move.item) or move.amount > face:
        BidOnRow().check_amount(state, move)
    elif not _falls_to(state, move.amount, face):
        step = money(state, state.title.figures(WaterfallFigures).discount)
        raise Illegal("Bid a multiple of {step}.", rule=state.title.paragraph("not-multiple-of-5"), step=step)


def _falls_to(state: State, amount: int, price: int) -> bool:
    """Whether a price may yet become this one, by all passing."""
    discount = state.title.figures(WaterfallFigures).discount
    return amount <= price and ((price - amount) % discount == 0 or amount == 0)


@dataclass(frozen=True)
class BidOnRow(Plain):
    """The player on turn buys the cheapest private, bids on another or passes."""

    accepts: ClassVar = (Bid, Pass)
    name: str = "auction"

    def actor(self, state: State) -> Player | None:
        if not row(state):
            return None
        if contested(state):
            return bids_on(state, bidding(state).item)[0][0]
        return state.actor_on_turn

    def least(self, state: State, private: str) -> int:
        """The lowest amount at which a private is bought or bid on."""
        offer = bidding(state)
        if private == offer.item and not offer.leader:
            return offer.minimum
        bids = bids_on(state, private)
        step = state.title.figures(WaterfallFigures).increment
        return (bids[-1][1] if bids else state.title.privates[Private(private)].face) + step

    def candidates(self, state: State) -> Iterator[Move]:
        for private in row(state):
            yield Bid(private, self.least(state, private))
        yield Pass()

    def span(self, state: State, move: Move) -> range | None:
        player = self.actor(state)
        if not isinstance(move, Bid) or player is None or (move.item == bidding(state).item and not contested(state)):
            return None
        step = state.title.figures(WaterfallFigures).increment
        return range(self.least(state, move.item), free_cash(state, player, move.item) + 1, step)

    def check(self, state: State, move: Move) -> None:
        if not isinstance(move, Bid):
            return
        player = self.actor(state)
        assert player is not None
        offer, title = bidding(state), state.title
        if move.item not in row(state):
            raise Illegal("{item} is not for sale.", rule=title.paragraph("auction-order"), item=move.item)
        if contested(state) and move.item != offer.item:
            raise Illegal(
                "The contest for {item} is being settled now.", rule=title.paragraph("contest"), item=offer.item
            )
        if move.item == offer.item and not contested(state):
            if move.amount != offer.minimum:
                raise not_bid_on(state)
        else:
            self.check_amount(state, move)
        free = free_cash(state, player, move.item)
        if move.amount > free:
            cash = money(state, free)
            why = Message("{player} has {cash}.", player=player, cash=cash)
            if free < state.cash_of(player):
                why = Message("{player} has {cash} free; the rest is tied up in bids.", player=player, cash=cash)
            raise Illegal(why, rule=title.paragraph("cash-tied-up"))

    def check_amount(self, state: State, move: Bid) -> None:
        least, step = self.least(state, move.item), state.title.figures(WaterfallFigures).increment
        if move.amount < least:
            why = Message("Bid {least} at least.", least=money(state, least))
            if not contested(state):
                why = Message(
                    "Bid {least} at least (only {cheapest}, the cheapest, can be bought outright).",
                    least=money(state, least),
                    cheapest=bidding(state).item,
                )
            raise Illegal(why, rule=state.title.paragraph("below-minimum-bid"))
        if move.amount % step:
            raise Illegal(
                "Bid a multiple of {step}.", rule=state.title.paragraph("not-multiple-of-5"), step=money(state, step)
            )

    # ------------------------------------------------------------------ then

    def decide(self, book: Book, move: Move) -> bool:
        state = book.state
        player = self.actor(state)
        assert player is not None
        offer = bidding(state)
        if contested(state):
            self._contest(book, player, move)
        elif isinstance(move, Bid) and move.item == offer.item:
            self._buy(book, player, move.amount)
        elif isinstance(move, Bid):
            self._bid(book, player, move)
            self._turn_to(book, state.after(player), 0)
        else:
            book.enter(Passed(player))
            self._passed(book, player)
        return False

    @staticmethod
    def _bid(book: Book, player: Player, move: Bid) -> None:
        """A new bid frees the player's old one on the same private."""
        book.enter(BidMade(player, move.item, move.amount))
        offer = bidding(book.state)
        others = tuple(bid for bid in offer.bids if bid[:2] != (move.item, player))
        bids = (*others, (move.item, player, move.amount))
        book.enter(Turned(facts=replace(book.state.facts, bidding=replace(offer, bids=bids))))

    def _buy(self, book: Book, player: Player, price: int) -> None:
        book.enter(PrivateSold(Private(bidding(book.state).item), player, price))
        book.enter(PriorityPassed(book.state.after(player)))
        book.enter(Turned(facts=replace(book.state.facts, passes=0, last=player)))
        self._resolve(book, player)

    def _resolve(self, book: Book, buyer: Player) -> None:
        """Sells what has bids, up to a private that several want or nobody does."""
        while left := row(book.state):
            private = left[0]
            bids = bids_on(book.state, private)
            offer = bidding(book.state)
            fresh = Bidding(private, book.state.title.privates[private].face, bids=offer.bids)
            if len(bids) > 1:
                fresh = replace(fresh, leader=buyer)
            book.enter(Turned(facts=replace(book.state.facts, bidding=fresh)))
            if len(bids) > 1:
                return
            if not bids:
                self._turn_to(book, book.state.after(buyer), 0)
                return
            self._award(book, private, *bids[0])

    @staticmethod
    def _award(book: Book, private: Private, player: Player, amount: int) -> None:
        offer = bidding(book.state)
        rest = tuple(bid for bid in offer.bids if bid[0] != private)
        book.enter(Turned(facts=replace(book.state.facts, bidding=replace(offer, bids=rest, leader=Player("")))))
        book.enter(PrivateSold(private, player, amount))

    def _contest(self, book: Book, player: Player, move: Move) -> None:
        offer = bidding(book.state)
        if isinstance(move, Bid):
            self._bid(book, player, move)
            return
        book.enter(Passed(player, offer.item))
        rest = tuple(bid for bid in offer.bids if bid[:2] != (offer.item, player))
        book.enter(Turned(facts=replace(book.state.facts, bidding=replace(offer, bids=rest))))
        left = bids_on(book.state, offer.item)
        if len(left) == 1:
            self._award(book, Private(offer.item), *left[0])
            self._resolve(book, offer.leader)

    def _passed(self, book: Book, player: Player) -> None:
        """When all have passed in succession the cheapest becomes cheaper, and in the end a gift."""
        state = book.state
        following = state.after(player)
        passes = state.facts.passes + 1
        if passes < len(state.players):
            self._turn_to(book, following, passes)
            return
        offer = bidding(state)
        asked = max(0, offer.minimum - state.title.figures(WaterfallFigures).discount)
        book.enter(MinimumFell(offer.item, asked))
        book.enter(Turned(facts=replace(state.facts, bidding=replace(offer, minimum=asked))))
        if asked:
            self._turn_to(book, following, 0)
        else:
            self._buy(book, following, 0)

    @staticmethod
    def _turn_to(book: Book, player: Player, passes: int) -> None:
        state = book.state
        cursor = replace(state.cursor, at=state.cursor.order.index(player))
        book.enter(Turned(cursor, replace(state.facts, passes=passes)))


@dataclass(frozen=True)
class RowAuction(OneStep):
    """The round around it: buy or bid ▶ resolve (▶ contest …) ▶ next player ▶ … ▶ after the last private."""

    after: Callable[[Book], None]
    auction: Step = BidOnRow()

    def step(self, state: State) -> Step:
        return self.auction

    def next(self, book: Book) -> None:
        self.after(book)
