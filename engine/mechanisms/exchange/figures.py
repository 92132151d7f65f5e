"""The figures of an exchange."""

from __future__ import annotations

from dataclasses import dataclass

from engine.names import Private


@dataclass(frozen=True, slots=True)
class ExchangeFigures:
    """What is given for a company's first certificate."""

    private: Private
