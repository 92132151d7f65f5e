"""Several trains at once: prices from a master problem, routes that beat them, cuts, and the last gap by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.runs import linear
from engine.runs.classes import TrainClass, bits
from engine.runs.compress import Mask, Skeleton
from engine.runs.cuts import Triple, hits, violated
from engine.runs.effort import Effort, Spent
from engine.runs.packing import Branching
from engine.runs.pool import Packing, Pool, greedy, worth
from engine.runs.prices import SCALE, Prices, descend
from engine.runs.search import Found, Searcher, TripleCut

# A first look for missing routes takes this many steps, a second one this many: only then a search goes to its end.
GLANCE = 2_000
SECOND_LOOK = 30_000
# More routes than this in the last gap are not worth listing.
LISTED = 20_000
# Steps for choosing among the listed routes: by trying all, then by branching.
TRYING = 50_000
BRANCHING = 600_000
# Steps for choosing among the routes known so far.
DIVING = 60_000
# Branches in which HiGHS may look for a good choice, and among how many of them.
NODES = 5
CHOSEN_FROM = 900
# Below so many steps it is not asked, and again only when the routes are more by one in so many.
ASKING = 60_000
GROWN = 8
KEEN = 4
ADDED = 40
ADDED_LATER = 100
CUTS_AT_ONCE = 30
CUT_ROUNDS = 8
# A gap of so many steps, or of so many parts in two hundred, is small.
NEAR = 4
# Where not all routes that fit in a gap can be listed: those that lose no more than such a part of it.
PART = 2
EPSILON = 1e-6


@dataclass
class Solving:
    """One company's question while it is being answered."""

    network: Skeleton
    classes: tuple[TrainClass, ...]
    step: int
    effort: Effort
    # How many times the ordinary effort is allowed: the limits of single attempts grow with it.
    times: int = 1
    searchers: list[Searcher] = field(init=False)
    pool: Pool = field(init=False)
    rooms: tuple[int, ...] = field(init=False)
    # A class with one train has a bit of its own in every mask, so that cuts may speak of it.
    own: tuple[Mask, ...] = field(init=False)
    best: Packing = ()
    bound: int = 0
    # What was learned about prices: whoever goes on with them later begins where they were left.
    master: _Master | None = None
    # The class in which a longer look found routes last.
    fruitful: int = 0
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


def find_prices(run: Solving) -> None:
    """Lower the bound until no route beats the prices, and make the best of the routes that did."""
    _go_on(run, at_first=True)


def close_by_columns(run: Solving) -> None:
    """Lower the bound and raise the best until they meet, or until nothing more can be learned this way."""
    _go_on(run)


def _go_on(run: Solving, at_first: bool = False) -> None:
    master = run.master = run.master or _Master(run)
    try:
        _close(run, master, at_first)
    except Spent:
        # The last prices give a bound even where the routes under them could not all be looked at.
        if master.last is not None:
            chains = master.last.of_chains(run.network)
            tops = [searcher.ceiling(chains, own) for searcher, own in zip(run.searchers, run.own, strict=True)]
            run.lower(Priced(master.last, tuple(tops)).total(run.rooms))
        raise


def _close(run: Solving, master: _Master, at_first: bool) -> None:
    while not run.closed():
        prices = master.prices()
        if prices is None:
            return
        master.last = prices
        fresh, priced = _price(run, prices)
        if priced is not None:
            total = priced.total(run.rooms)
            if master.tightest is None or total < master.tightest.total(run.rooms):
                master.tightest = priced
                run.lower(total)
        if fresh and not run.closed():
            continue
        if run.closed():
            return
        # Rounding prices to whole numbers can hide a route from the master; then it has converged all the same.
        master.dive()
        tightest = master.tightest
        if master.cuts or (tightest is not None and not _near(run, tightest)):
            master.ask()
        if tightest is not None and not run.closed() and _near(run, tightest):
            gap = _gap(run, tightest)
            if master.failed is None or gap <= master.failed - run.step * SCALE:
                _finish(run, tightest, LISTED * run.times // 4)
                master.failed = _gap(run, tightest)
        if run.closed() or (at_first and master.cuts and master.asked):
            return
        if not master.cuts_left or not master.cut():
            if tightest is not None:
                _finish(run, tightest, LISTED * run.times)
            return
        master.cuts_left -= 1


def _near(run: Solving, priced: Priced) -> bool:
    """Listing what fits in a gap pays once the gap is small; before that, cuts are cheaper."""
    return _gap(run, priced) <= max(NEAR * run.step, run.value * NEAR // 200) * SCALE


def _price(run: Solving, prices: Prices) -> tuple[bool, Priced | None]:
    """Look for routes that beat the prices; an exact look at all classes gives a bound as well."""
    chains = prices.of_chains(run.network)
    kinds = range(len(run.classes))
    looks = [_look(run, kind, prices, chains, GLANCE) for kind in kinds]
    if not any(look.fresh for look in looks):
        # Nothing lies in plain sight: a longer look, first where one was worth it last; the first routes will do.
        for kind in sorted(kinds, key=lambda kind: kind != run.fruitful):
            if looks[kind].best is None:
                looks[kind] = _look(run, kind, prices, chains, SECOND_LOOK)
                if looks[kind].fresh:
                    run.fruitful = kind
                    break
    if not any(look.fresh for look in looks):
        looks = _to_the_end(run, prices, chains, looks)
    fresh, bests = any(look.fresh for look in looks), [look.best for look in looks]
    whole = tuple(best for best in bests if best is not None)
    return fresh, Priced(prices, whole) if len(whole) == len(bests) else None


def _to_the_end(run: Solving, prices: Prices, chains: Sequence[int], looks: Sequence[Look]) -> list[Look]:
    """Every class searched to the end."""
    looks = [
        look if look.best is not None else _look(run, kind, prices, chains, run.effort.left)
        for kind, look in enumerate(looks)
    ]
    if any(look.best is None for look in looks):
        # The steps are spent, but what is known of the other classes is exact.
        tops = [
            searcher.ceiling(chains, own) if look.best is None else look.best
            for look, searcher, own in zip(looks, run.searchers, run.own, strict=True)
        ]
        run.lower(Priced(prices, tuple(tops)).total(run.rooms))
        raise Spent
    return looks


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at one class showed: its best reduced value (None if not all was seen), and whether the pool grew."""

    best: int | None
    fresh: bool


def _look(run: Solving, kind: int, prices: Prices, chains: Sequence[int], steps: int) -> Look:
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
    purse = Effort(min(steps, run.effort.left), run.effort.stop)
    try:
        searcher.run(chains, hurdle, report, purse, prices.cuts, run.own[kind], None if steps <= GLANCE else 0)
        whole = True
    except Spent:
        whole = False
        # What was found lies around the first stations: the next look begins at another one.
        searcher.turn()
    run.effort.stopped |= purse.stopped
    offers.sort(key=lambda offer: (-offer[0], offer[1].keys))
    fresh = [run.pool.add(kind, found) for _, found in offers[: ADDED if steps <= GLANCE else ADDED_LATER]]
    run.effort.spend(min(purse.used, run.effort.left))
    return Look(best if whole else None, any(fresh))


class _Master:
    """The relaxed packing problem over the routes found so far."""

    def __init__(self, run: Solving) -> None:
        self.run = run
        self.cuts: list[Triple] = []
        self.columns: list[tuple[int, Found]] = []
        self.known: set[tuple[int, Mask, int]] = set()
        self.relaxed: linear.Relaxed | None = None
        self.model = linear.Master([*[1] * run.network.keys, *run.rooms]) if linear.available() else None
        self.rounds = 0
        self.cuts_left = CUT_ROUNDS * run.times
        self.tired = False
        # Among how many routes HiGHS chose last.
        self.asked = 0
        self.last: Prices | None = None
        # The prices with the lowest bound, and the gap in which listing all routes failed: again only in a smaller one.
        self.tightest: Priced | None = None
        self.failed: int | None = None

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
            rows += [first_cut + i for i, triple in enumerate(self.cuts) if hits(triple, found.keys)]
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
        """The best packing of the routes known so far, unless that took too long before."""
        run = self.run
        if self.model is None:
            ranked = sorted(run.pool.listed(), key=lambda item: -item[1].value)
            run.improve(greedy(run.pool, run.rooms, ranked))
        elif not self.tired:
            self.tired = not _choose(run, run.pool.listed(), DIVING * run.times)

    def ask(self) -> None:
        """A good packing of them as HiGHS finds it; again only when there are more to choose from: it may take long."""
        enough = len(self.columns) * GROWN >= self.asked * (GROWN + 1) and self.run.effort.left >= ASKING
        if self.model is not None and enough and not self.run.closed():
            self.asked = len(self.columns)
            self.run.improve(_whole(self.run, self._closest(), self.cuts))

    def _closest(self) -> list[tuple[int, Found]]:
        """The routes that lose least against the last prices."""
        last = self.last
        if last is None:
            return self.run.pool.listed()[: CHOSEN_FROM * self.run.times]
        loss = [last.hurdle[kind] + last.of(found.keys) - found.value * SCALE for kind, found in self.columns]
        places = sorted(range(len(loss)), key=lambda place: (loss[place], place))
        return [self.columns[place] for place in sorted(places[: CHOSEN_FROM * self.run.times])]

    def cut(self) -> bool:
        """Add the triples of keys that the relaxed answer uses by more than one route."""
        model, relaxed = self.model, self.relaxed
        if model is None or relaxed is None:
            return False
        support = [(share, self.columns[i][1].keys) for i, share in enumerate(relaxed.shares) if share > EPSILON]
        known = set(self.cuts)
        fresh = [triple for triple in violated(support) if triple not in known][:CUTS_AT_ONCE]
        for triple in fresh:
            hit = [i for i, (_, found) in enumerate(self.columns) if hits(triple, found.keys)]
            model.add_row(1, hit)
            self.cuts.append(triple)
        return bool(fresh)


def _finish(run: Solving, priced: Priced, most: int) -> bool:
    """List every route that a better answer could contain, and try them all; True when that settles it.

    Where there are too many, those that lose less are listed: if a better answer is found among them, the gap may be
    small enough for them to be all there are.
    """
    gap = _gap(run, priced)
    if gap < 0:
        run.bound = run.value
        return True
    for window in (gap, gap // PART):
        listed = _listed(run, priced, window, most)
        if listed is not None:
            before = run.value
            settled = _pack(run, priced, listed, gap)
            if settled and _gap(run, priced) <= window:
                run.bound = run.value
                return True
            return settled and run.value > before and _finish(run, priced, most)
    return False


def _gap(run: Solving, priced: Priced) -> int:
    """What all routes of a better answer together may lose against the bound."""
    return priced.total(run.rooms) - (run.value + run.step) * SCALE


def _listed(run: Solving, priced: Priced, window: int, most: int) -> list[list[tuple[int, Found]]] | None:
    """By class, every route that loses no more than this against the best; None when there are too many."""
    chains = priced.prices.of_chains(run.network)
    listed = []
    for kind in range(len(run.classes)):
        routes = _list(run, kind, priced.prices, chains, max(0, priced.best[kind]) - window, most)
        if routes is None:
            return None
        listed.append(routes)
    return listed


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
    """Try all combinations whose losses against the bound stay within the gap; True when none better is left."""
    seats = [kind for kind in range(len(run.classes)) for _ in range(run.rooms[kind])]
    seats.sort(key=lambda kind: (len(listed[kind]), kind))
    purse = Effort(min(TRYING * run.times, run.effort.left), run.effort.stop)
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
    if settled or not linear.available():
        return settled
    columns = [(kind, found) for kind, routes in enumerate(listed) for _, found in routes]
    return _choose(run, columns, BRANCHING * run.times)


def _whole(run: Solving, columns: Sequence[tuple[int, Found]], cuts: Sequence[Triple]) -> Packing:
    """A good choice among these routes as HiGHS makes it; it counts for what its routes are worth."""
    held = _rows(run, columns)
    users: list[list[tuple[int, int]]] = [[] for _ in range(run.network.keys + len(run.rooms))]
    for column, rows in enumerate(held):
        for row in rows:
            users[row].append((column, 1))
    rooms = [*[1] * run.network.keys, *run.rooms]
    values = [found.value for _, found in columns]
    limits: list[linear.Limited] = [(terms, None, room) for terms, room in zip(users, rooms, strict=True) if terms]
    for triple in cuts:
        limits.append(([(c, 1) for c, (_, found) in enumerate(columns) if hits(triple, found.keys)], None, 1))
    limits.append((list(enumerate(values)), run.value + run.step, None))
    answer = linear.whole(values, limits, NODES * run.times)
    run.effort.spend(min(run.effort.left, 150 * answer.steps + 50 * len(columns)))
    return tuple(column for column, share in zip(columns, answer.shares, strict=False) if share > 0.5)


def _rows(run: Solving, columns: Sequence[tuple[int, Found]]) -> list[list[int]]:
    """The rows each route uses: its keys, and last its kind of train."""
    keys = run.network.keys
    return [[*bits(found.keys & ((1 << keys) - 1)), keys + kind] for kind, found in columns]


def _choose(run: Solving, columns: Sequence[tuple[int, Found]], steps: int) -> bool:
    """Look for a better answer among these routes; True when there is none but what was found."""
    purse = Effort(min(steps, run.effort.left), run.effort.stop)
    cuts = list(run.master.cuts) if run.master is not None else []
    values = [found.value for _, found in columns]
    packing = Branching(values, _rows(run, columns), run.value + run.step, run.step, purse, cuts)
    try:
        packing.search([*[1] * run.network.keys, *run.rooms])
        settled = True
    except Spent:
        settled = False
    run.effort.stopped |= purse.stopped
    run.effort.spend(min(purse.used, run.effort.left))
    if packing.best is not None:
        run.improve(tuple(columns[index] for index in packing.best))
    return settled
