"""What the log of an event says of its draws and rulings, for whoever works the event out again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine import Refused
from moderator.events.overview import Overview, among
from moderator.events.terms import EventTerms
from moderator.events.terms_read import said
from moderator.events.values import DrawTask, Entrant
from moderator.store.cup_tables import CupDeed, CupRound, CupTable

_ROUND = re.compile(r"stage (\d+) round (\d+)")
_TABLE = re.compile(r"table (\d+): (.*)", re.DOTALL)
_AT_TABLE = re.compile(r" at table (\d+)$")
_PLACE = re.compile(r"(\d+)\. ([^,]+)")
# The deeds that say who sits together or apart, and under which name a draw has them.
_WISHES = {"pin": "pins", "ban": "bans"}

Key = tuple[int, int]
Group = frozenset[Entrant]


@dataclass(slots=True)
class _Wishes:
    """What the director had wished when a round was drawn; None where the log names somebody nobody is called now."""

    pins: list[Group | None] = field(default_factory=list)
    bans: list[Group | None] = field(default_factory=list)
    # Clubs that were changed afterwards, as they were before.
    clubs: dict[Entrant, str] = field(default_factory=dict)


class Logged:
    """The log, deed by deed, the first first."""

    def __init__(self, overview: Overview, deeds: Sequence[CupDeed]) -> None:
        self._by_name: Mapping[str, Entrant] = {entry.name: entry.key for entry in overview.entries}
        self._by_key = overview.by_key
        # Of each table that was ruled on: who came where, as the last ruling has it.
        self._rulings: dict[tuple[int, int, int], str] = {}
        # Who was asked to take a seat at each table; None is somebody who is called otherwise by now.
        self._came: dict[tuple[int, int, int], set[Entrant | None]] = {}
        self._drawn: dict[Key, _Wishes] = {}
        # Where in the log each round was drawn, and its standings were written down last; and the changes of terms.
        self._drew_at: dict[Key, int] = {}
        self._stood_at: dict[Key, int] = {}
        self._changes: list[tuple[int, str]] = []
        self._terms = overview.terms
        wishes = _Wishes()
        playing: Key = (0, 0)
        for at, deed in enumerate(deeds):
            if deed.what == "changed":
                self._changes.append((at, deed.old))
            elif deed.what == "round over" and (over := _key(deed)):
                self._stood_at[over] = at
            elif deed.what in _WISHES:
                self._wish(getattr(wishes, _WISHES[deed.what]), deed)
            elif deed.what == "club":
                self._club(deed)
            elif deed.what == "drew" and (drawn := _key(deed)):
                self._drawn[drawn] = _Wishes(list(wishes.pins), list(wishes.bans))
                self._drew_at[drawn] = at
            elif deed.what == "published" and (published := _key(deed)):
                playing = published
            elif deed.what == "ruled" and (found := _TABLE.fullmatch(deed.new)):
                self._rulings[(*playing, int(found[1]))] = found[2]
                if playing in self._stood_at:
                    self._stood_at[playing] = at
            elif deed.what == "replaced" and (seat := _AT_TABLE.search(deed.old)) and deed.new != "bot":
                self._came.setdefault((*playing, int(seat[1])), set()).add(self._by_name.get(deed.new))

    def _wish(self, groups: list[Group | None], deed: CupDeed) -> None:
        names = (deed.new or deed.old).split(", ")
        known = [self._by_name[name] for name in names if name in self._by_name]
        group = frozenset(known) if len(known) == len(names) else None
        if deed.new:
            groups.append(group)
        elif group in groups:
            groups.remove(group)

    def _club(self, deed: CupDeed) -> None:
        name, _, club = deed.old.partition(":")
        who = self._by_name.get(name)
        for drawn in self._drawn.values() if who is not None else ():
            # What it was before the first change after a draw is what the draw knew.
            drawn.clubs.setdefault(str(who), club.strip())

    def terms_drawn(self, row: CupRound) -> EventTerms:
        """The terms under which a round was drawn."""
        return self._terms_at(self._drew_at.get((row.stage, row.number)))

    def terms_stood(self, row: CupRound) -> EventTerms:
        """The terms under which the standings after a round were written down."""
        return self._terms_at(self._stood_at.get((row.stage, row.number)))

    def _terms_at(self, at: int | None) -> EventTerms:
        """The terms as they were: of every change since then, the last first, the lines that went are said again. What
        had no line before says nothing of draws and points."""
        terms = self._terms
        for _, gone in reversed([one for one in self._changes if at is not None and one[0] > at]):
            for line in gone.split("; "):
                with suppress(Refused):
                    terms = said(terms, [line])
        return terms

    def came_so(self, row: CupRound, table: CupTable, came: Sequence[Entrant]) -> bool:
        """Whether everybody who has come to a seat of a table since the draw was asked to."""
        asked = self._came.get((row.stage, row.number, table.number), set())
        return None in asked or asked.issuperset(came)

    def ruled_so(self, row: CupRound, table: CupTable) -> bool:
        """Whether the last ruling on a table is the result that is kept; of somebody who has another name by now only
        the place is known."""
        logged = self._rulings.get((row.stage, row.number, table.number), "")
        ruled = [(int(place), self._by_name.get(name)) for place, name in _PLACE.findall(logged)]
        kept = {who: rank or 99 for who, _, rank, _ in (table.result or {"standing": ()})["standing"]}
        same = all(who is None or kept.get(who) == place for place, who in ruled)
        return same and sorted(place for place, _ in ruled) == sorted(kept.values())

    def wished(self, row: CupRound, made: DrawTask) -> DrawTask | None:
        """What a draw is made from, with the clubs and wishes that the log has at that time. None where it can't say,
        since somebody has another name by now."""
        then = self._drawn.get((row.stage, row.number))
        if then is None:
            return made
        pins = [group for group in then.pins if group is not None]
        bans = [group for group in then.bans if group is not None]
        if len(pins) < len(then.pins) or len(bans) < len(then.bans):
            return None
        mine = set(made.entrants)
        clubs = {who: then.clubs.get(who, self._by_key[who].club) for who in made.entrants}
        return replace(
            made,
            clubs={who: club for who, club in clubs.items() if club},
            pins=among(pins, mine),
            bans=among(bans, mine),
        )


def _key(deed: CupDeed) -> Key | None:
    found = _ROUND.match(deed.new)
    return (int(found[1]), int(found[2])) if found is not None else None
