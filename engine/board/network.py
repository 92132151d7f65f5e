"""Where a company's track leads: what lies on some trail from one of its stations, exactly.

A trail uses no hexside twice and no stop twice, passes no city that is full of others, and ends at off-board. A wave
over directed track, first come first served, finds nearly everything, because each step remembers what its own trail
has used. What the wave could not enter without using something twice might still lie on a longer way round; only
those few places are asked about one by one, by a search backwards that gives up only when there is no way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from engine.board.board import Board, City
from engine.board.hexes import Hex
from engine.board.tiles import STOP, Segment, Tile

# Coming into hex i over its side e is the state 6 * i + e; a hexside or a stop is a bit, what a trail has used a mask.
State = int
Mask = int
# A piece of track of hex i, from one of its ends to another.
Piece = tuple[int, int, int]
# The same in one number, whichever way it is followed.
Key = int


def _key(i: int, a: int, b: int) -> Key:
    return i << 8 | a << 4 | b if a < b else i << 8 | b << 4 | a


def _piece_of(key: Key) -> Piece:
    return key >> 8, key >> 4 & 15, key & 15


class Network:
    """All that one company reaches, as far as its walk has found it."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk

    @cached_property
    def stops(self) -> frozenset[City]:
        self.walk.settle()
        return frozenset((self.walk.order[i], k) for i, k in self.walk.stops)

    @cached_property
    def segments(self) -> frozenset[tuple[Hex, Segment]]:
        self.walk.settle()
        order = self.walk.order
        return frozenset((order[i], (a, b)) for i, a, b in map(_piece_of, self.walk.segments))

    @cached_property
    def open_sides(self) -> frozenset[tuple[Hex, int]]:
        """Sides of hexes where a trail arrives and finds no track to go on."""
        self.walk.settle()
        order, faces = self.walk.order, self.walk.faces
        return frozenset((order[s // 6], s % 6) for s in self.walk.arrived if not faces[s // 6].links[s % 6])

    def has_track(self, hex_: Hex, segments: Iterable[Segment]) -> bool:
        """Whether it is known to run over any of these pieces of track."""
        i, known = self.walk.index[hex_], self.walk.segments
        return any(_key(i, a, b) in known for a, b in segments)

    def has_stop(self, city: City) -> bool:
        """Whether it is known to come to that stop."""
        return (self.walk.index[city[0]], city[1]) in self.walk.stops

    def arrivals(self, hex_: Hex, thorough: bool = True) -> dict[int, Mask]:
        """The sides over which a trail comes into a hex, each with what one such trail has used.

        Without being thorough, only those that took no search.
        """
        i = 6 * self.walk.index[hex_]
        find = self.walk.arrival if thorough else self.walk.arrived.get
        return {e: mask for e in range(6) if (mask := find(i + e))}

    def doubts(self, hex_: Hex) -> bool:
        """Whether being thorough about this hex could find more."""
        i = 6 * self.walk.index[hex_]
        doubtful = self.walk.doubtful()
        return any(i + e in doubtful for e in range(6))

    def hexes(self) -> set[Hex]:
        """The hexes it touches: those with its stops or its track, and those it arrives at."""
        self.walk.settle()
        found = {i for i, _ in self.walk.stops} | {_piece_of(key)[0] for key in self.walk.segments}
        found |= {s // 6 for s in (*self.walk.arrived, *self.walk.doubtful())}
        return {self.walk.order[i] for i in found}


def network(board: Board, company: str) -> Network:
    """The whole network of a company on this board; worked out once for each board and company."""
    symbol = board.plan.symbol(company)
    if symbol not in board._networks:
        _keep(board, symbol, _walk(board, symbol))
    return board._networks[symbol]


def glimpses(board: Board, company: str, hex_: Hex) -> Iterator[Network]:
    """What is known of a network each time the search has found more of what leads to a hex; the whole of it at last.

    Whoever has seen enough stops asking. Positions are shared, so a search under way belongs to its caller alone, and
    only a finished one is kept for others.
    """
    symbol = board.plan.symbol(company)
    if symbol not in board._networks:
        walk = _walk(board, symbol)
        known, i = Network(walk), walk.index[hex_]
        yield known
        while walk.spread(i):
            yield known
        _keep(board, symbol, walk)
    yield board._networks[symbol]


def stops_found(board: Board, company: str) -> Iterator[City]:
    """A company's stops, as the search comes to them; it goes no further than it is asked."""
    symbol = board.plan.symbol(company)
    if symbol in board._networks:
        yield from board._networks[symbol].stops
        return
    walk, n = _walk(board, symbol), 0
    while n < len(walk.stops) or walk.further():
        for i, k in list(walk.stops)[n:]:
            n += 1
            yield walk.order[i], k
    _keep(board, symbol, walk)


def _walk(board: Board, symbol: str) -> Walk:
    return Walk(board, board.stations(symbol), board.blocked_cities(symbol))


def _keep(board: Board, symbol: str, walk: Walk) -> None:
    walk.settle()
    board._networks[symbol] = Network(walk)


def connected(
    board: Board, a: City, b: City, transparent: Collection[str] = (), one_stop_per_hex: bool = False
) -> bool:
    """Whether a legal route of any length joins two cities; stations of the transparent companies do not block."""
    if a == b:
        return True
    blocked = board.blocked_cities("", frozenset(map(board.plan.symbol, transparent)))
    walk = Walk(board, [a], (c for c in blocked if c not in (a, b)), one_stop_per_hex)
    walk.settle()
    return (walk.index[b[0]], b[1]) in walk.stops


def unconnected(board: Board, hex_: Hex) -> bool:
    """Whether from none of the hex's cities track can be followed to any other stop."""
    for k, stop in enumerate(board.face(hex_).stops):
        if stop.kind == "city" and _reaches_another(board, (hex_, k), (), one_stop_per_hex=False):
            return False
    return True


def has_run(board: Board, company: str, ignore_free_stops: bool = False, one_stop_per_hex: bool = False) -> bool:
    """Whether the company has any legal route of two stops, whatever its trains."""
    blocked = tuple(board.blocked_cities(company))
    return any(
        _reaches_another(board, station, blocked, one_stop_per_hex, ignore_free_stops)
        for station in board.stations(company)
    )


def leads_to_a_stop(board: Board, start: City) -> bool:
    """Whether plain track leads from a city to a stop of another hex: a run for sure, and soon seen."""
    plan, faces = board.plan, board.faces
    home = plan.index[start[0]]
    waiting = [(6 * home + edge, 0) for edge in faces[home].exits_of(start[1])]
    seen: set[int] = set()
    while waiting:
        leaving, mask = waiting.pop()
        bit = plan.side_bits[leaving]
        state = plan.across[leaving]
        if state < 0 or state in seen or mask & bit:
            continue
        seen.add(state)
        i, edge = divmod(state, 6)
        for end in faces[i].links[edge]:
            if end < STOP:
                waiting.append((6 * i + end, mask | bit))
            elif i != home:
                return True
    return False


def _reaches_another(
    board: Board, start: City, blocked: Iterable[City], one_stop_per_hex: bool, ignore_free_stops: bool = False
) -> bool:
    walk = Walk(board, [start], blocked, one_stop_per_hex)
    walk.settle()
    here = (walk.index[start[0]], start[1])
    others = (walk.faces[i].stops[k] for i, k in walk.stops if (i, k) != here)
    return any(not (ignore_free_stops and stop.free) for stop in others)


class Walk:
    """One search over the track from given cities, and the questions it left open."""

    def __init__(
        self, board: Board, starts: Iterable[City], blocked: Iterable[City], one_stop_per_hex: bool = False
    ) -> None:
        plan = board.plan
        self.order, self.index = plan.order, plan.index
        self.faces: tuple[Tile, ...] = board.faces
        self.across, self.side_bits = plan.across, plan.side_bits
        # Where a route may have one stop in a hex, the stops of a hex share one bit.
        self.stop_bits = tuple(b[:1] * len(b) for b in plan.stop_bits) if one_stop_per_hex else plan.stop_bits
        self.starts = tuple((self.index[h], k) for h, k in starts)
        self.blocked = frozenset((self.index[h], k) for h, k in blocked)
        self.arrived: dict[State, Mask] = {}
        self.stops: dict[tuple[int, int], None] = {}
        self.segments: set[Key] = set()
        self.refused: dict[Piece, None] = {}
        self.answered: dict[State, Mask] = {}
        self.settled = False
        self._doubtful: frozenset[State] | None = None
        self._queue: deque[State] = deque()
        for i, k in self.starts:
            self.stops[i, k] = None
            self._set_out(i, k, -1, self.stop_bits[i][k])

    def settle(self) -> None:
        """Find everything that lies on a trail."""
        if self.settled:
            return
        self.spread()
        asked: set[Piece] = set()
        while hopes := [piece for piece in self.refused if piece not in asked and self._promises(piece)]:
            for piece in hopes:
                asked.add(piece)
                if mask := self._way_round(piece):
                    self._enter(piece, mask)
            self.spread()
        self.settled = True

    def further(self) -> bool:
        """Go on to the next new stop, if there is one."""
        known = len(self.stops)
        while self._queue and len(self.stops) == known:
            self.spread(self._queue[0] // 6)
        if len(self.stops) == known:
            self.settle()
        return len(self.stops) > known

    def spread(self, watched: int = -1) -> bool:
        """Let the wave run on until it has been in the watched hex; False if it came to its end before that.

        Most of a long game's thinking happens in this loop, so it is written out rather than divided.
        """
        queue, arrived, segments = self._queue, self.arrived, self.segments
        faces, across, side_bits = self.faces, self.across, self.side_bits
        while queue:
            state = queue.popleft()
            i, edge = divmod(state, 6)
            mask = arrived[state]
            for end in faces[i].links[edge]:
                if end >= STOP:
                    self._visit(i, edge, end - STOP, mask)
                    continue
                out = 6 * i + end
                bit = side_bits[out]
                if mask & bit:
                    self.refused[i, edge, end] = None
                    continue
                segments.add(i << 8 | edge << 4 | end if edge < end else i << 8 | end << 4 | edge)
                beyond = across[out]
                if beyond >= 0 and beyond not in arrived:
                    arrived[beyond] = mask | bit
                    queue.append(beyond)
            if i == watched:
                return True
        return False

    def _visit(self, i: int, edge: int, k: int, mask: Mask) -> None:
        bit = self.stop_bits[i][k]
        if mask & bit:
            # This trail has been here; another one might come in over this side without having been.
            self.refused[i, edge, STOP + k] = None
            return
        self.stops[i, k] = None
        self.segments.add(i << 8 | edge << 4 | STOP + k)
        if self._may_pass(i, k):
            self._set_out(i, k, edge, mask | bit)

    def _may_pass(self, i: int, k: int) -> bool:
        return (i, k) not in self.blocked and self.faces[i].stops[k].kind != "offboard"

    def _set_out(self, i: int, k: int, came: int, mask: Mask) -> None:
        """Leave a stop over every side but the one the trail came in by. Written out for the same reason."""
        arrived, stop, here = self.arrived, STOP + k, 6 * i
        for edge in self.faces[i].links[stop]:
            if edge == came:
                continue
            bit = self.side_bits[here + edge]
            if mask & bit:
                self.refused[i, stop, edge] = None
                continue
            self.segments.add(i << 8 | edge << 4 | stop)
            beyond = self.across[here + edge]
            if beyond >= 0 and beyond not in arrived:
                arrived[beyond] = mask | bit
                self._queue.append(beyond)

    def _arrive(self, i: int, end: int, edge: int, mask: Mask) -> None:
        self.segments.add(_key(i, edge, end))
        beyond = self.across[6 * i + edge]
        if beyond >= 0 and beyond not in self.arrived:
            self.arrived[beyond] = mask
            self._queue.append(beyond)

    # What the wave left open.

    def _enter(self, piece: Piece, mask: Mask) -> None:
        """Go on from a piece of track that only a longer way round has reached."""
        i, end, far = piece
        if far < STOP:
            self._arrive(i, end, far, mask)
        else:
            self._visit(i, end, far - STOP, mask & ~self.stop_bits[i][far - STOP])

    def _promises(self, piece: Piece) -> bool:
        """Whether anything new could come of following this piece of track."""
        i, end, far = piece
        if _key(i, end, far) not in self.segments or (far >= STOP and (i, far - STOP) not in self.stops):
            return True
        return any(news for _, news in self._downstream(self._beyond(piece)))

    def _beyond(self, piece: Piece) -> Iterator[State]:
        """The states that follow from a piece of track."""
        i, end, far = piece
        if far < STOP:
            yield self.across[6 * i + far]
        elif self._may_pass(i, far - STOP):
            yield from (self.across[6 * i + e] for e in self.faces[i].links[far] if e != end)

    def _downstream(self, states: Iterable[State]) -> Iterator[tuple[State, bool]]:
        """States that follow from these and have not been arrived at, and whether anything new lies there."""
        seen = {s for s in states if s >= 0 and s not in self.arrived}
        queue = sorted(seen)
        while queue:
            state = queue.pop()
            i, edge = divmod(state, 6)
            # A side without track that nobody has arrived at is new; so are unknown track and stops.
            news = not self.faces[i].links[edge]
            for end, out in self._exits(state):
                known = _key(i, edge, end) in self.segments
                news = news or not known or (end >= STOP and (i, end - STOP) not in self.stops)
                for e in out:
                    beyond = self.across[6 * i + e]
                    if beyond >= 0 and beyond not in self.arrived and beyond not in seen:
                        seen.add(beyond)
                        queue.append(beyond)
            yield state, news

    def _exits(self, state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
        """For each piece of track that starts here: its other end, and the sides over which one may go on."""
        i, edge = divmod(state, 6)
        face = self.faces[i]
        for end in face.links[edge]:
            if end < STOP:
                yield end, (end,)
            elif self._may_pass(i, end - STOP):
                yield end, tuple(e for e in face.links[end] if e != edge)
            else:
                yield end, ()

    def doubtful(self) -> frozenset[State]:
        """States that the wave did not arrive at, but that a longer way round might."""
        if self._doubtful is None:
            self.settle()
            beyond = [state for piece in self.refused for state in self._beyond(piece)]
            self._doubtful = frozenset(state for state, _ in self._downstream(beyond))
        return self._doubtful

    def arrival(self, state: State) -> Mask:
        """What a trail arriving there has used; 0 if none arrives."""
        if state in self.arrived:
            return self.arrived[state]
        if state not in self.doubtful():
            return 0
        if state not in self.answered:
            start = self.across[state]
            self.answered[state] = self._back([(start, self.side_bits[state])]) if start >= 0 else 0
        return self.answered[state]

    def _way_round(self, piece: Piece) -> Mask:
        """What a trail uses that follows this piece of track; 0 if there is none."""
        i, end, far = piece
        used = self.side_bits[6 * i + far] if far < STOP else self.stop_bits[i][far - STOP]
        if end < STOP:
            backs: tuple[int, ...] = (end,)
        else:
            used |= self.stop_bits[i][end - STOP]
            backs = tuple(e for e in self.faces[i].links[end] if e != far)
        firsts = [(self.across[6 * i + e], used | self.side_bits[6 * i + e]) for e in backs]
        return self._back([(state, mask) for state, mask in firsts if state >= 0])

    def _back(self, firsts: list[tuple[State, Mask]]) -> Mask:
        """Follow track backwards, without using anything twice, to a city the walk starts from; 0 if impossible.

        A trail read backwards is a trail, so the same steps serve.
        """
        stack = list(reversed(firsts))
        while stack:
            state, mask = stack.pop()
            found, hopeless = self._look_ahead(state, mask)
            if found:
                return found
            if not hopeless:
                stack.extend(reversed(list(self._steps(state, mask))))
        return 0

    def _look_ahead(self, state: State, mask: Mask) -> tuple[Mask, bool]:
        """A trail to a start that a wave finds from here, or whether there is surely none."""
        home = self._home(state, mask)
        if home:
            return home, False
        wave = {state: mask}
        queue = deque([state])
        while queue:
            here = queue.popleft()
            for beyond, used in self._steps(here, wave[here]):
                if beyond not in wave:
                    if home := self._home(beyond, used):
                        return home, False
                    wave[beyond] = used
                    queue.append(beyond)
        return 0, self._hopeless(state, mask)

    def _hopeless(self, state: State, mask: Mask) -> bool:
        """Whether no trail leads to a start from here, as far as a few quick questions can tell."""
        way = self._shortest(state, mask, None)
        if way is None:
            return True
        # A way that crosses one hexside to and fro is no trail; if there is none without either, there is no trail.
        both = set(way)
        twice = [s for s in way if self.across[s] in both and s < self.across[s]]
        return any(
            self._shortest(state, mask, side) is None and self._shortest(state, mask, self.across[side]) is None
            for side in twice
        )

    def _shortest(self, state: State, mask: Mask, without: State | None) -> list[State] | None:
        """The way to a start if only what is used already were forbidden, and one state if given."""
        came: dict[State, State | None] = {state: None}
        queue = deque([state])
        while queue:
            here = queue.popleft()
            if self._home(here, mask):
                way, back = [], came[here]
                while back is not None:
                    way.append(here)
                    here, back = back, came[back]
                return [*way, here]
            for beyond, _ in self._steps(here, mask):
                if beyond not in came and beyond != without:
                    came[beyond] = here
                    queue.append(beyond)
        return None

    def _home(self, state: State, mask: Mask) -> Mask:
        """Everything used if one of the starts is the next stop from here; 0 if none is."""
        i, edge = divmod(state, 6)
        for end in self.faces[i].links[edge]:
            if end >= STOP and (i, end - STOP) in self.starts and not mask & self.stop_bits[i][end - STOP]:
                return mask | self.stop_bits[i][end - STOP]
        return 0

    def _steps(self, state: State, mask: Mask) -> Iterator[tuple[State, Mask]]:
        """One hex on: the states that follow, with what has been used by then."""
        i = state // 6
        for end, out in self._exits(state):
            used = mask
            if end >= STOP:
                bit = self.stop_bits[i][end - STOP]
                if mask & bit:
                    continue
                used |= bit
            for e in out:
                side = self.side_bits[6 * i + e]
                beyond = self.across[6 * i + e]
                if not used & side and beyond >= 0:
                    yield beyond, used | side
