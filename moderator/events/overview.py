"""An event as a whole: read in a handful of questions, however many play in it, and worked out from there.

Nothing here is kept: standings, who plays on and what a draw is made from follow from the results of the tables.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from engine import Refused
from engine.message import Message
from moderator.events.lines import Line, below, by_seat, less, placed_with
from moderator.events.records import drawing_read, result_read
from moderator.events.scoring import placed
from moderator.events.terms import EventTerms, Format, StagePlan, decode
from moderator.events.ties import rank
from moderator.events.values import Drawing, DrawTask, Ending, Entrant, Kind, Result, SeatResult, TableKey
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup, CupEntry, CupRound, CupTable
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus, RoundStatus, TableStatus

# So long, at least, may people appeal after their round.
APPEAL = timedelta(days=1)
# What a seat is called at an anonymous table.
COLOURS = ("Red", "Blue", "Green", "Yellow", "Violet", "Orange")


class Overview:
    """An event with everybody in it and all its tables."""

    def __init__(
        self, cup: Cup, entries: Sequence[CupEntry], rounds: Sequence[CupRound], tables: Sequence[CupTable]
    ) -> None:
        self.cup, self.entries, self.rounds, self.tables = cup, entries, rounds, tables
        self.terms: EventTerms = decode(cup.terms)

    @classmethod
    def of(cls, desk: Desk, cup: Cup) -> Overview:
        return cls(cup, desk.cups.entries(cup.id), desk.cups.rounds(cup.id), desk.cups.tables(cup.id))

    # Who and where

    @cached_property
    def by_key(self) -> Mapping[Entrant, CupEntry]:
        return {entry.key: entry for entry in self.entries}

    @property
    def playing(self) -> list[CupEntry]:
        """Who has a place."""
        return [entry for entry in self.entries if entry.status == EntryStatus.ENTERED]

    @property
    def waiting(self) -> list[CupEntry]:
        """Who waits for a place, the first in line first."""
        found = (entry for entry in self.entries if entry.status == EntryStatus.WAITING)
        return sorted(found, key=lambda entry: (entry.entered_at, entry.number))

    @property
    def last(self) -> CupRound | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def current(self) -> CupRound | None:
        """The latest round that people know of; where there is none, the one that is drawn."""
        return next((row for row in reversed(self.rounds) if row.status != RoundStatus.DRAWN), self.last)

    def stage_of(self, number: int) -> StagePlan:
        return self.terms.stages[number - 1]

    def tables_of(self, row: CupRound) -> list[CupTable]:
        return [table for table in self.tables if table.round_id == row.id]

    def round_of(self, table: CupTable) -> CupRound:
        return next(row for row in self.rounds if row.id == table.round_id)

    def entry_named(self, name: str) -> CupEntry:
        """Whoever is called so, or has that number. Raises Refused."""
        wanted = name.strip().casefold()
        if not wanted:
            raise Refused("Say who.", instead=(f"td status {self.cup.id}",))
        found = [one for one in self.entries if wanted in (one.name.casefold(), one.key)]
        if len(found) != 1:
            raise Refused("Nobody in {cup} is called {name}.", cup=self.cup.id, name=repr(name.strip()[:40]))
        return found[0]

    def table_numbered(self, number: int) -> CupTable:
        """A table of the latest round that is published. Raises Refused."""
        row = self.current
        for table in self.tables_of(row) if row is not None else ():
            if table.number == number:
                return table
        raise Refused("There is no table {number} in this round of {cup}.", number=number, cup=self.cup.id)

    def table_of(self, entry: CupEntry) -> CupTable | None:
        """Where somebody plays or played last, or is asked to take over, as far as people know."""
        for table in reversed(self.tables):
            if self.round_of(table).status != RoundStatus.DRAWN and any(
                entry.key in (seat["entry"], seat["offered"]) for seat in table.seats
            ):
                return table
        return None

    def secret(self, table: CupTable) -> bool:
        """Whether who sits where is not to be told yet."""
        return self.terms.anonymous and self.round_of(table).status != RoundStatus.OVER

    def name_of(self, row: CupRound) -> Said:
        """A round's name: its number, with that of its stage where there are several, and if it is the final."""
        name = f"{row.stage}.{row.number}" if len(self.terms.stages) > 1 else str(row.number)
        # Asked for everybody's mail: nothing but the number of tables is read.
        tables = sum(len(one["drawing"]["tables"]) for one in row.draws)
        plan = self.stage_of(row.stage)
        if plan is self.terms.stages[-1] and plan.format is Format.KNOCKOUT and tables == 1:
            return Message("{round} (final)", round=name)
        return name

    def goes_on_at(self, row: CupRound) -> datetime | None:
        """When what follows a round may begin: after the pause of the terms, and not before people have had a day to
        appeal, however their table came to its end."""
        if row.over_at is None:
            return None
        people = {entry.key for entry in self.entries if entry.person_id is not None}
        played = any(
            people & {seat["entry"], seat["offered"], *seat["was"]}
            for table in self.tables_of(row)
            for seat in table.seats
        )
        return row.over_at + max(timedelta(days=self.terms.rest_days), APPEAL if played else timedelta(0))

    def title_of(self, index: int) -> str:
        """The title of a round, counted over the whole event from nought."""
        return self.terms.titles[index % len(self.terms.titles)]

    # Results

    def key(self, table: CupTable) -> TableKey:
        row = self.round_of(table)
        return TableKey(row.stage, row.number, table.number)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """Of all tables that are decided and not appealed against, and of all byes."""
        places = {row.id: row for row in self.rounds}
        found = []
        for table in self.tables:
            if table.status == TableStatus.DECIDED and table.result is not None:
                row = places[table.round_id]
                key = TableKey(row.stage, row.number, table.number)
                found.append(result_read(key, table.result))
                found += (_gone(key, who) for who in table.result["gone"])
        for row in self.rounds:
            if row.status in (RoundStatus.RUNNING, RoundStatus.CLOSING, RoundStatus.OVER):
                found += _byes(row)
        return tuple(found)

    def undecided(self, row: CupRound) -> list[CupTable]:
        """Tables of a round that have no result yet."""
        return [table for table in self.tables_of(row) if table.status != TableStatus.DECIDED]

    def drawings(self, row: CupRound) -> list[tuple[str, Drawing]]:
        """The draws of a round by the name of their pool."""
        return [(one["pool"], drawing_read(one["drawing"])) for one in row.draws]

    # Standings

    @cached_property
    def lines(self) -> list[Line]:
        """The standings as they are now."""
        return self.standings()

    @cached_property
    def open_lines(self) -> list[Line]:
        """The standings as everybody may read them. Where tables are anonymous a round counts when all of it is over:
        points that came with the end of a game would say who sat there."""
        if not self.terms.anonymous:
            return self.lines
        return self._standings([row for row in self.rounds if row.status == RoundStatus.OVER])

    def standings(self, upto: CupRound | None = None) -> list[Line]:
        """The whole event: who came further stands higher; then as the last stage they played says."""
        rows = [row for row in self.rounds if upto is None or (row.stage, row.number) <= (upto.stage, upto.number)]
        # Nobody reads from them who would play in a round that is drawn and not published.
        rows = [row for row in rows if row.status != RoundStatus.DRAWN]
        return self._standings(self._played_in(rows), None if upto is None else upto.over_at)

    def _played_in(self, rounds: Sequence[CupRound]) -> list[CupRound]:
        """The rounds without those of a later stage, or a later round of a knock-out, of which no table is decided yet:
        until then its players stand in the order in which they came there."""
        decided = {(one.table.stage, one.table.round) for one in self.results if one.how is not Ending.BYE}
        stages = {stage for stage, _ in decided}
        return [
            row
            for row in rounds
            if (row.stage in stages or row.stage == 1)
            and (
                self.stage_of(row.stage).format is not Format.KNOCKOUT
                or (row.stage, row.number) in decided
                or (row.stage, row.number) == (1, 1)
            )
        ]

    def _standings(self, rounds: Sequence[CupRound], at: datetime | None = None) -> list[Line]:
        """Who was excluded, by now or by then, stands behind all others with nothing; their opponents' results stay."""
        lines = self._of_rounds(rounds)
        counted = {(row.stage, row.number) for row in rounds}
        if not any((one.table.stage, one.table.round) in counted for one in self.results):
            # Nothing but the lot tells them apart yet.
            lines = [replace(line, rank=1) for line in lines]
        out = {
            entry.key
            for entry in self.entries
            if entry.status == EntryStatus.EXPELLED and (at is None or entry.left_at is None or entry.left_at <= at)
        }
        gone = [line for line in lines if line.entrant in out]
        left = [line for line in lines if line.entrant not in out]
        ranked = [
            replace(line, rank=line.rank - sum(one.rank < line.rank for one in placed_with(line, gone)))
            for line in left
        ]
        return ranked + [
            replace(
                line,
                rank=len(placed_with(line, left)) + 1,
                points=Fraction(0),
                working=Message("Excluded."),
            )
            for line in gone
        ]

    def _of_rounds(self, rounds: Sequence[CupRound]) -> list[Line]:
        if not any(row.stage == 1 for row in rounds):
            entrants = [entry.key for entry in self.playing]
            return self._ranked(entrants, (), 1, "") if entrants else []
        lines: list[Line] = []
        for stage in sorted({row.stage for row in rounds}, reverse=True):
            found = self.of_stage(stage, [row for row in rounds if row.stage == stage])
            lines += below(found, lines, together=self.terms.pools_together)
        return lines

    def of_stage(self, stage: int, rounds: Sequence[CupRound]) -> list[Line]:
        """The standings of one stage, pool by pool."""
        plan = self.stage_of(stage)
        if plan.format is Format.KNOCKOUT:
            return self._knocked_out(stage, rounds)
        found: list[Line] = []
        for pool, entrants in self.pools_drawn(rounds).items():
            wanted = {(row.stage, row.number) for row in rounds}
            mine = set(entrants)
            results = [
                one
                for one in self.results
                if (one.table.stage, one.table.round) in wanted and any(seat.entrant in mine for seat in one.standing)
            ]
            found += self._ranked(entrants, results, stage, pool)
        return found

    def _ranked(self, entrants: Sequence[Entrant], results: Iterable[Result], stage: int, pool: str) -> list[Line]:
        scheme = replace(self.terms.scheme, best=self.stage_of(stage).best)
        known = set(entrants)
        # Whoever came to a table in somebody's place is in the standings too.
        found = [one for one in results if any(seat.entrant in known for seat in one.standing)]
        more = dict.fromkeys(seat.entrant for one in found for seat in one.standing if seat.entrant not in known)
        counted = by_seat(found) if self.terms.duplicate else found
        lines = [
            Line(one.entrant, one.rank, one.points, one.tie_values, one.working, stage, pool)
            for one in rank((*entrants, *more), counted, scheme, self.terms.ties, f"{self.cup.seed} lots")
        ]
        off = self._late({(one.table.stage, one.table.round) for one in found})
        return less(lines, off) if any(line.entrant in off for line in lines) else lines

    def _late(self, rounds: set[tuple[int, int]]) -> Mapping[Entrant, int]:
        """Points that lateness has cost in these rounds, where the clock's terms take points."""
        found: Counter[Entrant] = Counter()
        for table in self.tables:
            key = self.key(table)
            if table.status == TableStatus.DECIDED and (key.stage, key.round) in rounds:
                found.update((table.result or {}).get("off", {}))
        return found

    def _knocked_out(self, stage: int, rounds: Sequence[CupRound]) -> list[Line]:
        """Who came further stands higher; who went out together stand as that round left them."""
        lines: list[Line] = []
        for row in sorted(rounds, key=lambda one: -one.number):
            entrants = [who for _, drawing in self.drawings(row) for who in _everybody(drawing)]
            results = [one for one in self.results if (one.table.stage, one.table.round) == (stage, row.number)]
            went_out = [replace(line, reached=row.number) for line in self._ranked(entrants, results, stage, "")]
            lines += below(went_out, lines, together=self.terms.pools_together)
        return lines

    def pools_drawn(self, rounds: Sequence[CupRound]) -> dict[str, list[Entrant]]:
        """Everybody who was drawn in these rounds, by pool."""
        pools: dict[str, dict[Entrant, None]] = {}
        for row in rounds:
            for pool, drawing in self.drawings(row):
                pools.setdefault(pool, {}).update(dict.fromkeys(_everybody(drawing)))
        return {pool: list(entrants) for pool, entrants in sorted(pools.items())}

    # Who plays next

    def next_round(self) -> tuple[int, int] | None:
        """Stage and number of the round to be drawn; None when the event is over."""
        return next(filter(self._can_be_played, self._to_come()), None)

    @property
    def takes_newcomers(self) -> bool:
        """Whether somebody who comes in now is drawn with the next round: no round is under way, and its field is
        everybody who has entered."""
        row = self.last
        if row is not None and row.status not in (RoundStatus.DRAWN, RoundStatus.OVER):
            return False
        # What is drawn and not published is drawn again.
        drawn = row is not None and row.status == RoundStatus.DRAWN
        coming = (row.stage, row.number) if row is not None and drawn else self.next_round()
        return coming is not None and not self._closed(*coming)

    def _to_come(self) -> Iterator[tuple[int, int]]:
        """The next round of the stage under way, and the first of the one after it."""
        row = self.last
        if row is None:
            yield 1, 1
            return
        plan = self.stage_of(row.stage)
        if plan.format is Format.KNOCKOUT:
            more = sum(len(drawing.tables) for _, drawing in self.drawings(row)) > 1
        else:
            more = row.number < plan.rounds
        if more:
            yield row.stage, row.number + 1
        if row.stage < len(self.terms.stages):
            yield row.stage + 1, 1

    def _can_be_played(self, coming: tuple[int, int]) -> bool:
        """Whether a table of people is left to play it. Nobody can be entered for a later stage or the next round of a
        knock-out: where too few are left, it would never be drawn. For any other round the director may."""
        return not self._closed(*coming) or sum(map(len, self.field(*coming).values())) >= self.terms.sizes[0]

    def _closed(self, stage: int, number: int) -> bool:
        """Whether a round is for those alone who have come to it."""
        return stage > 1 or (number > 1 and self.stage_of(stage).format is Format.KNOCKOUT)

    def field(self, stage: int, number: int) -> dict[str, list[Entrant]]:
        """Who plays in a round, by pool."""
        plan = self.stage_of(stage)
        here = [entry for entry in self.entries if entry.status == EntryStatus.ENTERED]
        rows = [row for row in self.rounds if row.stage == stage]
        still = {entry.key for entry in here}
        if plan.format is Format.KNOCKOUT and rows:
            return {"": self._survivors(rows[-1], still)}
        if rows and plan.format in (Format.GROUPS, Format.LEAGUE):
            pools = {pool: [who for who in who_all if who in still] for pool, who_all in self.pools_drawn(rows).items()}
            return self._with_newcomers(pools, here)
        if stage == 1:
            entrants = [entry.key for entry in here]
        else:
            entrants = self._going_on(stage, still)
        if plan.format is Format.LEAGUE and plan.divisions > 1:
            return self._divided(entrants, plan)
        return self._grouped(entrants, plan, stage) if plan.format is Format.GROUPS else {"": entrants}

    def _with_newcomers(self, pools: dict[str, list[Entrant]], here: Sequence[CupEntry]) -> dict[str, list[Entrant]]:
        """Who came in from the waiting list joins the smallest pool, or the one of their division."""
        known = {who for entrants in pools.values() for who in entrants}
        for entry in here:
            if entry.key not in known and entry.left_at is None and pools:
                mine = str(entry.division) if str(entry.division) in pools else min(pools, key=lambda p: len(pools[p]))
                pools[mine].append(entry.key)
        return pools

    def _divided(self, entrants: Sequence[Entrant], plan: StagePlan) -> dict[str, list[Entrant]]:
        """The divisions of a league: as the director or the last season says, the others by lot where few are."""
        pools: dict[str, list[Entrant]] = {str(number): [] for number in range(1, plan.divisions + 1)}
        mixed = list(entrants)
        random.Random(f"{self.cup.seed} divisions").shuffle(mixed)  # noqa: S311  (reproducible from the seed)
        for who in sorted(mixed, key=lambda one: not self.by_key[one].division):
            said = min(self.by_key[who].division, plan.divisions)
            pools[str(said) if said else min(pools, key=lambda pool: len(pools[pool]))].append(who)
        return {pool: sorted(found, key=_number) for pool, found in pools.items() if found}

    def _grouped(self, entrants: Sequence[Entrant], plan: StagePlan, stage: int) -> dict[str, list[Entrant]]:
        """Groups of about the same size, by lot."""
        size = plan.of or 2 * self.terms.wanted
        count = max(1, round(len(entrants) / size))
        mixed = list(entrants)
        random.Random(f"{self.cup.seed} groups {stage}").shuffle(mixed)  # noqa: S311  (reproducible from the seed)
        return {_letter(number): sorted(mixed[number::count], key=_number) for number in range(count)}

    def _going_on(self, stage: int, still: set[Entrant]) -> list[Entrant]:
        """The best of the stage before: of each pool the first, then the seconds, and so on."""
        before = [row for row in self.rounds if row.stage == stage - 1]
        lines = [line for line in self.of_stage(stage - 1, before) if line.entrant in still]
        places: dict[str, int] = Counter()
        ordered = []
        for line in lines:
            places[line.pool] += 1
            ordered.append((places[line.pool], -line.points, _number(line.entrant), line.entrant))
        several = len(places) > 1
        best = [who for *_, who in (sorted(ordered) if several else ordered)]
        top = self.stage_of(stage).top
        return best[:top] if top else best

    def _survivors(self, row: CupRound, still: set[Entrant]) -> list[Entrant]:
        """Winners, and as many of the best others as fill the next round's tables; others instead of who has left only
        where those who remain are too few for a table."""
        tables = sum(len(drawing.tables) for _, drawing in self.drawings(row))
        wanted = self.terms.wanted
        places = wanted * -(-tables // wanted)
        results = [one for one in self.results if (one.table.stage, one.table.round) == (row.stage, row.number)]
        # A seat that was forfeited comes behind all others, as in points.
        first = {who: place.first for one in results for who, place in placed(one).items()}
        entrants = [who for _, drawing in self.drawings(row) for who in _everybody(drawing)]
        order = [line.entrant for line in self._ranked(entrants, results, row.stage, "")]
        byes = {who for _, drawing in self.drawings(row) for who in drawing.byes}
        # Who had a bye goes on.
        order = sorted(order, key=lambda who: (0 if who in byes else first.get(who, 99), order.index(who)))
        on = [who for who in order[:places] if who in still]
        return on if not 1 < len(on) < self.terms.sizes[0] else [who for who in order if who in still][:places]

    def task(self, pool: str, entrants: Sequence[Entrant], stage: int, number: int) -> DrawTask:
        """What the draw of one pool is made from."""
        plan = self.stage_of(stage)
        mine = set(entrants)
        met: Counter[frozenset[Entrant]] = Counter()
        seated: dict[Entrant, list[int]] = defaultdict(list)
        had_bye: set[Entrant] = set()
        for row in self.rounds:
            for _, drawing in self.drawings(row):
                had_bye |= mine & set(drawing.byes)
                for table in drawing.tables:
                    met.update(frozenset(pair) for pair in combinations(mine & set(table.seats), 2))
                    for position, who in enumerate(table.seats):
                        if who in mine:
                            seated[who].append(position)
        before = [row for row in self.rounds if row.stage == stage]
        swiss = plan.format is Format.SWISS
        points = {line.entrant: line.points for line in self.of_stage(stage, before)} if swiss and before else {}
        wishes = self.cup.wishes
        return DrawTask(
            entrants=tuple(sorted(entrants, key=_number)),
            sizes=self.terms.sizes,
            wanted=self.terms.wanted,
            scores={who: points[who] for who in entrants if who in points},
            met=dict(met),
            seated={who: tuple(seats) for who, seats in seated.items()},
            clubs={who: self.by_key[who].club for who in entrants if self.by_key[who].club},
            pins=among(wishes.get("pins", ()), mine),
            bans=among(wishes.get("bans", ()), mine),
            had_bye=frozenset(had_bye),
            swiss=swiss,
            seed=" ".join(filter(None, (self.cup.seed, f"stage {stage}", f"round {number}", pool and f"pool {pool}"))),
        )


def _gone(key: TableKey, who: Entrant) -> Result:
    """Who gave up a seat that somebody else took over has played there, for nothing."""
    return Result(key, (SeatResult(who, None, None, Kind.FORFEIT),), Ending.VOID)


def _byes(row: CupRound) -> Iterable[Result]:
    number = 0
    for one in row.draws:
        for who in one["drawing"]["byes"]:
            # A bye is a table of one, numbered apart from the real ones.
            number -= 1
            key = TableKey(row.stage, row.number, number)
            yield Result(key, (SeatResult(who, None, None, Kind.BYE),), Ending.BYE)


def _everybody(drawing: Drawing) -> list[Entrant]:
    return [*(who for table in drawing.tables for who in table.seats), *drawing.byes]


def among(groups: Iterable[Iterable[Entrant]], mine: set[Entrant]) -> tuple[frozenset[Entrant], ...]:
    """Of each group those who are here, where they are two or more."""
    found = (frozenset(group) & mine for group in groups)
    return tuple(group for group in found if len(group) > 1)


def _number(who: Entrant) -> int:
    return int(who[1:])


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else str(number + 1)
