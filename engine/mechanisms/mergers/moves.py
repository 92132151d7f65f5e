"""What may be ordered in a merger round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move, listed, spot
from engine.names import Company


def places(kept: Iterable[str]) -> str:
    """Stations as moves name them ("D14", "D14:1"), in words."""
    words = []
    for place in kept:
        hex_, _, city = place.partition(":")
        words.append(spot(hex_, int(city) if city else -1))
    return listed(words)


@dataclass(frozen=True, slots=True)
class Convert(Move):
    """Turn a minor into a public company."""

    form: ClassVar[str] = "convert {minor} into {public}"
    minor: Company
    public: Company


@dataclass(frozen=True, slots=True)
class Merge(Move):
    """Form a public company from minors; the stations to keep may be named at once."""

    form: ClassVar[str] = "merge {minors} into {public} keeping {keeping}"
    minors: tuple[Company, ...]
    public: Company
    keeping: tuple[str, ...] = ()

    def write(self) -> str:
        kept = f" keeping {places(self.keeping)}" if self.keeping else ""
        return f"merge {listed(self.minors)} into {self.public}{kept}"


@dataclass(frozen=True, slots=True)
class KeepStations(Move):
    """Choose the stations a newly merged company keeps."""

    form: ClassVar[str] = "keep stations {keeping}"
    keeping: tuple[str, ...]

    def write(self) -> str:
        return f"keep stations {places(self.keeping)}"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Buy shares of a newly formed company from its treasury."""

    form: ClassVar[str] = "take {count} {company}"
    company: Company
    count: int
