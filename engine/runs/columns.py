"""Several trains at once: prices from a master problem, routes that beat them, cuts, and the last gap by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.runs import linear
from engine.runs.classes import TrainClass, bits
from engine.runs.compress import Mask, Skeleton
from engine.runs.effort import Effort, Spent
from engine.runs.packing import Branching
from engine.runs.pool import Packing, Pool, greedy, worth
from engine.runs.prices import SCALE, Prices, descend
from engine.runs.search import Found, Searcher, TripleCut

# A first look for missing routes takes this many steps.
GLANCE = 2_000
# More routes than this in the last gap are not worth listing.
LISTED = 20_000
# Steps for choosing among the listed routes: by trying all, then by branching.
TRYING = 50_000
BRANCHING = 600_000
# Steps for choosing among the routes known so far.
DIVING = 60_000
KEEN = 4
ADDED = 40
CUTS_AT_ONCE = 12
CUT_ROUNDS = 8
NEAR = 40
EPSILON = 1e-6


@dataclass
class Solving:
    """One company's question while it is being answered."""

    network: Skeleton
    classes: tuple[TrainClass, ...]
    step: int
    effort: Effort
    searchers: list[Searcher] = field(init=False)
    pool: Pool = field(init=False)
    rooms: tuple[int, ...] = field(init=False)
    # A class with one train has a bit of its own in every mask, so that cuts may speak of it.
    own: tuple[Mask, ...] = field(init=False)
    best: Packing = ()
    bound: int = 0
    # What was learned about prices: whoever goes on with them later begins where they were left.
    master: _Master | None = None
    # What was found when some trains ran anew: by the keys in use and their kinds.
    tried: dict[tuple[int, ...], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.searchers = [Searcher(self.network, kind, SCALE) for kind in self.classes]
        self.pool = Pool(len(self.classes))
        self.rooms = tuple(len(kind.members) for kind in self.classes)
        self.own = tuple(1 << (self.network.keys + index) if room == 1 else 0 for index, room in enumerate(self.rooms))

    @property
    def value(self) -> int:
        return worth(self.best)

    def closed(self) -> bool:
        return self.bound <= self.value

    def keys_of(self, found: Found) -> Mask:
        """The keys of a route's own chains, whatever else was closed to it."""
        mask = 0
        for chain in found.chains:
            mask |= self.network.chains[chain].mask
        return mask

    def improve(self, packing: Packing) -> None:
        if worth(packing) <= self.value:
            return
        self.best = packing
        for kind, found in packing:
            self.pool.add(kind, Found(found.value, found.visited, self.keys_of(found) | self.own[kind], found.chains))

    def lower(self, scaled: int) -> None:
        """No answer exceeds a bound; answers come in whole steps."""
        self.bound = min(self.bound, scaled // (SCALE * self.step) * self.step)


@dataclass(frozen=True, slots=True)
class Priced:
    """An exact look at every class under some prices: the best reduced value of each."""

    prices: Prices
    best: tuple[int, ...]

    def total(self, rooms: Sequence[int]) -> int:
        return self.prices.total + sum(r * max(0, b) for r, b in zip(rooms, self.best, strict=True))


def close_by_columns(run: Solving) -> None:
    """Lower the bound and raise the best until they meet, or until nothing more can be learned this way."""
    master = run.master = run.master or _Master(run)
    try:
        _close(run, master)
    except Spent:
        # The last prices give a bound even where the routes under them could not all be looked at.
        if master.last is not None:
            chains = master.last.of_chains(run.network)
            tops = [searcher.ceiling(chains, own) for searcher, own in zip(run.searchers, run.own, strict=True)]
            run.lower(Priced(master.last, tuple(tops)).total(run.rooms))
        raise


def _close(run: Solving, master: _Master) -> None:
    tightest: Priced | None = None
    # The gap in which listing all routes failed last: trying again needs a smaller one.
    failed: int | None = None
    while not run.closed():
        prices = master.prices()
        if prices is None:
            return
        master.last = prices
        fresh, priced = _price(run, prices)
        if priced is not None:
            total = priced.total(run.rooms)
            if tightest is None or total < tightest.total(run.rooms):
                tightest = priced
                run.lower(total)
        if fresh and not run.closed():
            continue
        if run.closed():
            return
        # Rounding prices to whole numbers can hide a route from the master; then it has converged all the same.
        master.dive()
        if run.closed():
            return
        if tightest is not None and _near(run, tightest):
            gap = tightest.total(run.rooms) - run.value * SCALE
            if failed is None or gap <= failed - run.step * SCALE:
                if _finish(run, tightest, LISTED // 4):
                    return
                failed = tightest.total(run.rooms) - run.value * SCALE
        if not master.cuts_left or not master.cut():
            if tightest is not None:
                _finish(run, tightest, LISTED)
            return
        master.cuts_left -= 1


def _near(run: Solving, priced: Priced) -> bool:
    """Listing what fits in a gap pays once the gap is small; before that, cuts are cheaper."""
    return priced.total(run.rooms) - (run.value + run.step) * SCALE <= NEAR * run.step * SCALE // 10


def _price(run: Solving, prices: Prices) -> tuple[bool, Priced | None]:
    """Look for routes that beat the prices; an exact look at all classes gives a bound as well."""
    chains = prices.of_chains(run.network)
    kinds = range(len(run.classes))
    looks = [_look(run, kind, prices, chains, thorough=False) for kind in kinds]
    if not any(look.fresh for look in looks):
        # Nothing lies in plain sight: now every class is searched to the end.
        looks = [
            look if look.best is not None else _look(run, kind, prices, chains, thorough=True)
            for kind, look in zip(kinds, looks, strict=True)
        ]
        if any(look.best is None for look in looks):
            raise Spent
    fresh, bests = any(look.fresh for look in looks), [look.best for look in looks]
    whole = tuple(best for best in bests if best is not None)
    return fresh, Priced(prices, whole) if len(whole) == len(bests) else None


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at one class showed: its best reduced value (None if not all was seen), and whether the pool grew."""

    best: int | None
    fresh: bool


def _look(run: Solving, kind: int, prices: Prices, chains: Sequence[int], thorough: bool) -> Look:
    hurdle = prices.hurdle[kind]
    best = hurdle
    offers: list[tuple[int, Found]] = []

    def report(reduced: int, found: Found) -> int:
        nonlocal best
        best = max(best, reduced)
        if run.pool.lacks(kind, found):
            offers.append((reduced, found))
        return hurdle + (best - hurdle) * KEEN // 8

    searcher = run.searchers[kind]
    purse = Effort(run.effort.left if thorough else min(GLANCE, run.effort.left), run.effort.stop)
    try:
        searcher.run(chains, hurdle, report, purse, prices.cuts, run.own[kind], 0 if thorough else None)
        whole = True
    except Spent:
        whole = False
        # What was found lies around the first stations: the next look begins at another one.
        searcher.turn()
    run.effort.stopped |= purse.stopped
    offers.sort(key=lambda offer: (-offer[0], offer[1].keys))
    fresh = [run.pool.add(kind, found) for _, found in offers[:ADDED]]
    run.effort.spend(min(purse.used, run.effort.left))
    return Look(best if whole else None, any(fresh))


class _Master:
    """The relaxed packing problem over the routes found so far."""

    def __init__(self, run: Solving) -> None:
        self.run = run
        self.cuts: list[tuple[Mask, Mask, Mask]] = []
        self.columns: list[tuple[int, Found]] = []
        self.known: set[tuple[int, Mask, int]] = set()
        self.relaxed: linear.Relaxed | None = None
        self.model = linear.Master([*[1] * run.network.keys, *run.rooms]) if linear.available() else None
        self.rounds = 0
        self.cuts_left = CUT_ROUNDS
        self.last: Prices | None = None

    def prices(self) -> Prices | None:
        run = self.run
        if self.model is None:
            self.rounds += 1
            if self.rounds > 40:
                return None
            target = run.value
            run.effort.spend(50 * len(run.pool.listed()))
            return descend(run.pool, run.rooms, run.network.keys, target)
        self._refresh(self.model)
        self.relaxed = self.model.solve()
        if self.relaxed is None:
            return None
        run.effort.spend(10 * self.relaxed.steps + 50)
        keys = run.network.keys
        duals = [max(0, round(price * SCALE)) for price in self.relaxed.prices]
        cuts = zip(self.cuts, duals[keys + len(run.rooms) :], strict=True)
        # Often the relaxed answer is nearly whole, and this a good answer itself.
        run.improve(self.guided())
        return Prices(
            tuple(duals[:keys]),
            tuple(TripleCut(triple, price) for triple, price in cuts if price),
            # A route must beat its class by more than rounding can feign.
            tuple(dual + keys + 1 for dual in duals[keys : keys + len(run.rooms)]),
        )

    def _refresh(self, model: linear.Master) -> None:
        run = self.run
        for kind, found in run.pool.listed():
            name = kind, found.keys, found.value
            if name in self.known:
                continue
            self.known.add(name)
            keys = run.network.keys
            rows = [*bits(found.keys & ((1 << keys) - 1)), keys + kind]
            first_cut = keys + len(run.rooms)
            rows += [first_cut + i for i, triple in enumerate(self.cuts) if TripleCut(triple, 0).hits(found.keys)]
            model.add_column(found.value, rows)
            self.columns.append((kind, found))

    def guided(self) -> Packing:
        """Routes by their share in the last relaxed answer."""
        if self.relaxed is None:
            return ()
        shares = self.relaxed.shares
        ranked = sorted(
            (index for index, share in enumerate(shares) if share > EPSILON),
            key=lambda index: (-round(shares[index], 6), -self.columns[index][1].value, index),
        )
        return greedy(self.run.pool, self.run.rooms, [self.columns[index] for index in ranked])

    def dive(self) -> None:
        """The best packing of the routes known so far."""
        run = self.run
        if self.model is None:
            ranked = sorted(run.pool.listed(), key=lambda item: -item[1].value)
            run.improve(greedy(run.pool, run.rooms, ranked))
            return
        _choose(run, run.pool.listed(), DIVING)

    def cut(self) -> bool:
        """Add the triples of keys that the relaxed answer uses by more than one route."""
        model, relaxed = self.model, self.relaxed
        if model is None or relaxed is None:
            return False
        support = [(share, self.columns[i][1].keys) for i, share in enumerate(relaxed.shares) if share > EPSILON]
        violated = sorted(_violated(support), key=lambda item: (-item[0], item[1]))
        known = set(self.cuts)
        fresh = [triple for _, triple in violated if triple not in known][:CUTS_AT_ONCE]
        for triple in fresh:
            hit = [i for i, (_, found) in enumerate(self.columns) if TripleCut(triple, 0).hits(found.keys)]
            model.add_row(1, hit)
            self.cuts.append(triple)
        return bool(fresh)


def _violated(support: Sequence[tuple[float, Mask]]) -> list[tuple[float, tuple[Mask, Mask, Mask]]]:
    pairs: dict[tuple[int, int], float] = {}
    triples: dict[tuple[int, int, int], float] = {}
    partial = [(share, mask) for share, mask in support if share < 1 - EPSILON]
    for share, mask in partial:
        used = list(bits(mask))
        for pair in combinations(used, 2):
            pairs[pair] = pairs.get(pair, 0.0) + share
        for triple in combinations(used, 3):
            triples[triple] = triples.get(triple, 0.0) + share
    keys = sorted({key for pair in pairs for key in pair})
    found = []
    for a, b, c in combinations(keys, 3):
        weight = pairs.get((a, b), 0.0) + pairs.get((a, c), 0.0) + pairs.get((b, c), 0.0)
        if weight > 1.02:
            weight -= 2 * triples.get((a, b, c), 0.0)
            if weight > 1.02:
                found.append((round(weight, 6), (1 << a, 1 << b, 1 << c)))
    return found


def _finish(run: Solving, priced: Priced, most: int) -> bool:
    """List every route that a better answer could contain, and try them all; True when that settles it."""
    gap = priced.total(run.rooms) - (run.value + run.step) * SCALE
    if gap < 0:
        run.bound = run.value
        return True
    chains = priced.prices.of_chains(run.network)
    listed: list[list[tuple[int, Found]]] = []
    for kind in range(len(run.classes)):
        least = max(0, priced.best[kind]) - gap
        routes = _list(run, kind, priced.prices, chains, least, most)
        if routes is None:
            return False
        listed.append(routes)
    return _pack(run, priced, listed, gap)


def _list(
    run: Solving, kind: int, prices: Prices, chains: Sequence[int], least: int, most: int
) -> list[tuple[int, Found]] | None:
    """Every route of a class with at least this reduced value, best first; None when there are too many."""
    routes: dict[Mask, tuple[int, Found]] = {}

    def report(reduced: int, found: Found) -> int:
        known = routes.get(found.keys)
        if known is None or known[1].value < found.value:
            routes[found.keys] = reduced, found
        if len(routes) > most:
            raise Spent
        return least - 1

    purse = Effort(min(40 * most, run.effort.left), run.effort.stop)
    try:
        run.searchers[kind].run(chains, least - 1, report, purse, prices.cuts, run.own[kind])
    except Spent:
        run.effort.stopped |= purse.stopped
        run.effort.spend(min(purse.used, run.effort.left))
        return None
    run.effort.spend(min(purse.used, run.effort.left))
    return sorted(routes.values(), key=lambda item: (-item[0], item[1].keys))


def _pack(run: Solving, priced: Priced, listed: list[list[tuple[int, Found]]], gap: int) -> bool:
    """Try all combinations whose losses against the bound stay within the gap."""
    seats = [kind for kind in range(len(run.classes)) for _ in range(run.rooms[kind])]
    seats.sort(key=lambda kind: (len(listed[kind]), kind))
    purse = Effort(min(TRYING, run.effort.left), run.effort.stop)
    top = [max(0, best) for best in priced.best]
    slack = gap

    def seat(place: int, used: Mask, left: int, after: int, chosen: Packing) -> None:
        nonlocal slack
        if place == len(seats):
            if worth(chosen) > run.value:
                slack -= (worth(chosen) - run.value) * SCALE
                run.best = tuple(chosen)
            return
        kind = seats[place]
        same_next = place + 1 < len(seats) and seats[place + 1] == kind
        routes = listed[kind]
        looked = after
        for index in range(after, len(routes)):
            reduced, found = routes[index]
            loss = top[kind] - reduced
            if left - loss + (slack - gap) < 0:
                break
            if found.keys & used:
                continue
            # Passing over a route is a small part of a step.
            purse.spend((index - looked) // 8 + 1)
            looked = index
            # The bit of a class with one train is no track: it never stands in another's way.
            seat(place + 1, used | found.keys, left - loss, index + 1 if same_next else 0, (*chosen, (kind, found)))
        if left - top[kind] + (slack - gap) >= 0:
            skip = len(routes) if same_next else 0
            seat(place + 1, used, left - top[kind], skip, chosen)

    try:
        seat(0, 0, gap, 0, ())
        settled = True
    except Spent:
        settled = False
    run.effort.stopped |= purse.stopped
    run.effort.spend(min(purse.used, run.effort.left))
    if settled:
        run.bound = run.value
        return True
    return _pack_by_branching(run, listed)


def _pack_by_branching(run: Solving, listed: list[list[tuple[int, Found]]]) -> bool:
    if not linear.available():
        return False
    columns = [(kind, found) for kind, routes in enumerate(listed) for _, found in routes]
    settled = _choose(run, columns, BRANCHING)
    if settled:
        run.bound = run.value
    return settled


def _choose(run: Solving, columns: Sequence[tuple[int, Found]], steps: int) -> bool:
    """Look for a better answer among these routes; True when there is none but what was found."""
    keys = run.network.keys
    rows = [[*bits(found.keys & ((1 << keys) - 1)), keys + kind] for kind, found in columns]
    purse = Effort(min(steps, run.effort.left), run.effort.stop)
    packing = Branching([found.value for _, found in columns], rows, run.value + run.step, run.step, purse)
    try:
        packing.search([*[1] * keys, *run.rooms])
        settled = True
    except Spent:
        settled = False
    run.effort.stopped |= purse.stopped
    run.effort.spend(min(purse.used, run.effort.left))
    if packing.best is not None:
        run.improve(tuple(columns[index] for index in packing.best))
    return settled
