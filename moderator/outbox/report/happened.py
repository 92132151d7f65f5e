"""What happened since the reader's last mail, as outcomes: who won what for how much. The log has the steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine import State
from engine import events as e
from engine.message import Message
from moderator.language import Teller, Words, plain
from moderator.outbox.report.view import Happening

# That an order was on file is its owner's secret.
HOW = ("bot", "default", "gm", "offer")
# That a turn begins and ends is seen from what is done in it.
UNSAID = (e.TurnBegan, e.TurnEnded)


def money(happened: Sequence[Happening], state: State, words: Words) -> Iterator[str]:
    """Who is richer or poorer than at the last mail."""
    if not happened:
        return
    before = happened[0].before
    for player in state.players:
        was, now = before.cash_of(player), state.cash_of(player)
        if was != now:
            change = f"{'+' if now > was else '−'}{words.money(abs(now - was))}"
            yield f"{plain(player)} {words.money(was)} → {words.money(now)} ({change})"


class _Account:
    """Collects what belongs together until its outcome is known."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.said: list[str] = []
        self.bids: dict[str, list[e.BidMade]] = {}
        self.bought: dict[str, Counter[str]] = {}
        self.passed: list[str] = []

    def settle(self) -> None:
        """What was collected is told before what comes next."""
        for player, shares in self.bought.items():
            papers = [f"{count} × {company}" if count > 1 else company for company, count in shares.items()]
            self.said.append(self.words("bought", player=plain(player), papers=papers))
        if self.passed:
            self.said.append(_passes(self.passed, self.words))
        self.bought, self.passed = {}, []

    def won(self, item: str) -> str:
        """How many bids it took, where it took some."""
        made = self.bids.pop(item, [])
        return f" ({self.words('after_bids', count=len(made))})" if made else ""

    def take(self, one: Happening) -> None:
        state, said = one.before, list[str]()
        # What the moderator did in a player's name is never told among what players did.
        gathered = one.how != "gm"
        for event in one.events:
            match event:
                case e.BidMade(item=item):
                    self.bids.setdefault(item, []).append(event)
                case e.Passed(player=player) if not gathered:
                    said.append(_passes([plain(player)], self.words))
                case e.Passed(player=player):
                    # Who leaves an auction is seen from who wins it.
                    if not self.bids:
                        # Only what stands together is gathered: who passed first is told first.
                        if self.bought:
                            self.settle()
                        self.passed.append(plain(player))
                case e.SharesBought(player=player, company=company, count=count) if gathered and not said:
                    if self.passed:
                        self.settle()
                    self.bought.setdefault(player, Counter())[company] += count
                case e.PrivateSold(private=item) | e.CompanyStarted(company=item):
                    sentence = Teller(self.words, state).sentence(event)
                    said.append(sentence.rstrip(".") + self.won(item) + "." if item in self.bids else sentence)
                case _ if not isinstance(event, UNSAID) and not event.silent:
                    if isinstance(event, e.RoundBegan):
                        self.settle()
                    said.append(Teller(self.words, state).sentence(event))
            state = event.apply(state)
        if said:
            if one.how in HOW:
                said[0] += f" ({self.words(f'how_{one.how}')})"
            self.settle()
            self.said.append(" ".join(said))


def _bids_before(happened: Sequence[Happening], log: Sequence[Happening]) -> dict[str, list[e.BidMade]]:
    """The bids of auctions that were under way before: they count with those that are news."""
    found: dict[str, list[e.BidMade]] = {}
    for one in log:
        if happened and one.number >= happened[0].number:
            break
        for event in one.events:
            match event:
                case e.BidMade(item=item):
                    found.setdefault(item, []).append(event)
                case e.PrivateSold(private=item) | e.CompanyStarted(company=item):
                    found.pop(item, None)
    return found


def news(happened: Sequence[Happening], words: Words, log: Sequence[Happening] = ()) -> Iterator[str]:
    """What came of the moves: an auction is its winner, shares bought in a row are what each has, passes in a
    row are one text."""
    account = _Account(words)
    account.bids = _bids_before(happened, log)
    for one in happened:
        if one.events:
            account.take(one)
        else:
            account.settle()
            account.said.append(taken_back(one.by, one.order, words))
    account.settle()
    yield from account.said
    for item, made in account.bids.items():
        last = made[-1]
        yield words("bids_so_far", item=item, count=len(made), leader=plain(last.player), high=last.amount)


def taken_back(by: str, order: str, words: Words) -> str:
    """Who took moves back, as ``undo to 5`` records it: a player their own, or the moderator."""
    to = order.rpartition(" ")[2]
    if by:
        return words.say(Message("{player} takes back what came after move {number}.", player=plain(by), number=to))
    return words.say(Message("The moderator takes back what came after move {number}.", number=to))


def moves(happened: Sequence[Happening], words: Words) -> Iterator[str]:
    """One text for each move; passes in a row are one text."""
    passed: list[str] = []
    for one in happened:
        if not one.events:
            if passed:
                yield _passes(passed, words)
                passed = []
            yield taken_back(one.by, one.order, words)
            continue
        said, silent = _move(one, words)
        passed += silent
        if said:
            if passed:
                yield _passes(passed, words)
                passed = []
            yield said
    if passed:
        yield _passes(passed, words)


def _move(one: Happening, words: Words) -> tuple[str, list[str]]:
    """The sentences of a move, and who passed without anything else to say."""
    said: list[str] = []
    passed: list[str] = []
    state = one.before
    for event in one.events:
        if isinstance(event, e.Passed):
            passed.append(plain(event.player))
        elif not isinstance(event, UNSAID) and not event.silent:
            said.append(Teller(words, state).sentence(event))
        state = event.apply(state)
    if passed and one.how == "gm":
        said.insert(0, _passes(passed, words))
        passed = []
    if not said:
        return "", passed
    if one.how in HOW:
        # Behind what was ordered itself, before what followed from it.
        said[0] += f" ({words(f'how_{one.how}')})"
    if passed:
        said.insert(0, _passes(passed, words))
    return " ".join(said), []


def _passes(players: list[str], words: Words) -> str:
    names = list(dict.fromkeys(players))
    return words("passes", count=len(names), players=names)


def hexes_changed(happened: Sequence[Happening]) -> frozenset[str]:
    """The hexes on which anything was laid, placed or taken away."""
    return touched(event for one in happened for event in one.events)


def touched(events: Iterable[e.Event]) -> frozenset[str]:
    """The hexes these events changed."""
    return frozenset(hex_ for event in events for hex_ in event.seen_in())
