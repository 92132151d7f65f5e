"""The figures of what only this title has."""

from __future__ import annotations

from dataclasses import dataclass

from engine.names import Company, Private


@dataclass(frozen=True, slots=True)
class GiftFigures:
    """What comes with privates: a share, income from bridges, and a whole company."""

    bridges: Private
    crossing_income: int  # for each river crossed, whoever builds
    companies: tuple[Company, ...]  # one share of one of them comes with the bridges
    director: Private  # with which a company's first certificate comes


@dataclass(frozen=True, slots=True)
class SaskatchewanFigures:
    """The trains set aside for the Saskatchewan Central."""

    extra_trains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NorthWestFigures:
    """Where the rebellion is, what it brings and costs."""

    mark: str  # printed on its hexes
    cities: tuple[str, ...]
    bonus: int  # for each yellow tile laid in a marked hex
    trains: tuple[str, ...]  # one of them hides the rebellion
    power: Private  # moves a station there
