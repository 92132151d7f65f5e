"""Which decisions of which turn an order on file speaks for, and what it says there: so contradictions are found.

Two orders contradict each other if there is a decision for which both speak whatever happens, or on the same condition,
and if they say different things, or are of one kind. What is said for a condition is an exception to what is said for
all, and no contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from engine.ahead.acts import Act, BuyShare, LeaveOut, RunBest, Script, SellAll, telling
from engine.moves import Bid, Buy, BuyTrain, Done, LayTile, Move, Pass, Pay, PlaceStation, Run, Sell, Start
from engine.names import Company
from engine.title import Title

STOCK, PRIVATES, BIDDING, OPERATING, MERGER = "stock", "privates", "bidding", "operating", "merger"
# What others offer: to sell, and to agree to a merger that is theirs to propose.
SALE, CONSENT = "sale", "consent"
PASS = Pass().write()
# Where a turn or a part of it can be passed.
PASSED = (STOCK, PRIVATES, BIDDING, OPERATING, MERGER)
# What is bid for without being named: all that no bid with a limit is for.
THE_REST = "(rest)"
TRACK, STATION, RUN, DIVIDEND, TRAIN = "track", "station", "run", "dividend", "train"
_PARTS: dict[type[Move | Act], str] = {
    LayTile: TRACK, PlaceStation: STATION, Run: RUN, RunBest: RUN, Pay: DIVIDEND, BuyTrain: TRAIN,
}  # fmt: skip
_TRADES = (Buy, Sell, Start, BuyShare, SellAll)


class Claim(NamedTuple):
    """A decision, from what is common to many to what is its own (empty: whichever), the answer, and on what condition.

    ``("stock", "SR2")`` is one's turns of a round, ``("operating", "CN", "run")`` a part of a company's turns.
    """

    decision: tuple[str, ...]
    answer: str
    when: str = ""


def clashing(one: Iterable[Claim], other: Iterable[Claim], *, alike: bool) -> bool:
    """Whether orders that claim this contradict each other; those of one kind (``alike``) even if they agree."""
    return any(
        a.when == b.when and _same(a, b) and (alike or a.answer != b.answer) for a, b in product([*one], [*other])
    )


def meeting(one: Iterable[Claim], other: Iterable[Claim]) -> bool:
    """Whether there is a decision for which both may speak, one of them as the exception."""
    return any(_same(a, b, THE_REST) for a, b in product([*one], [*other]))


def _same(one: Claim, other: Claim, *any_: str) -> bool:
    free = ("", *any_)
    return all(a == b or a in free or b in free for a, b in zip(one.decision, other.decision, strict=False))


def of_a_bid(item: str, most: int, title: Title) -> Iterator[Claim]:
    """What a bid with a limit speaks for: its auction, and where companies are bid for, the turn that may open it."""
    for decision in _bidding(item, title):
        yield Claim((*decision, item), f"bid {item} up to {most}")


def _bidding(item: str, title: Title) -> Iterator[tuple[str, ...]]:
    if Company(item) in title.companies:
        yield (BIDDING, "")
        yield (STOCK, "")
    else:
        yield (PRIVATES, "")


def trading(act: Move | Act) -> bool:
    """Whether an act is a turn of a stock round, or part of one."""
    return isinstance(act, _TRADES)


def operating(act: Move | Act) -> bool:
    """Whether an act is part of a company's turn."""
    return isinstance(act, LeaveOut) or type(act) in _PARTS


def same_turn(title: Title, one: Script, other: Script) -> bool:
    """Whether two scripts may be said in one kind of turn. What is known to no claim may be said anywhere."""
    mine, theirs = ({decision[0] for decision in of_scripts(title, script)} for script in (one, other))
    return bool(mine & theirs) or not (mine | theirs) <= {*PASSED}


def of_scripts(title: Title, *scripts: Script) -> tuple[tuple[str, ...], ...]:
    """The decisions that orders answer."""
    act = telling(*scripts)
    if isinstance(act, Bid):
        return tuple(_bidding(act.item, title))
    if isinstance(act, _TRADES):
        return ((STOCK,),)
    if isinstance(act, LeaveOut):
        return ((OPERATING, "", act.part),)
    if type(act) in _PARTS:
        return ((OPERATING, "", _PARTS[type(act)]),)
    if isinstance(act, Pass | Done):
        return tuple((each,) for each in PASSED if each != OPERATING or isinstance(act, Done))
    return ((type(act).__name__,),)
