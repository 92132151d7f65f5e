"""Which numbered certificate lies where, so that a recorded purchase tells pool from treasury."""

from __future__ import annotations

from engine.names import POOL, TREASURY, Holder, Player

SINGLE = range(1, 9)


class Certificates:
    """The nine certificates of each public company: number 0 is the director's."""

    def __init__(self) -> None:
        self.of: dict[str, list[tuple[int, Holder]]] = {}

    def formed(self, company: str, owners: list[Holder]) -> None:
        """A new company: single certificates go to the owners of its minors, the last numbers first."""
        held = [(n, TREASURY) for n in range(9)]
        self.of[company] = held
        for owner in owners:
            number = max(n for n, holder in held if holder == TREASURY)
            held.remove((number, TREASURY))
            held.append((number, owner))

    def started(self, company: str, director: Holder) -> None:
        self.of[company] = [*((n, TREASURY) for n in SINGLE), (0, director)]

    def move(self, company: str, numbers: list[int], taker: Holder) -> None:
        held = self.of.setdefault(company, [(n, TREASURY) for n in range(9)])
        for number in numbers:
            held[:] = [(n, h) for n, h in held if n != number]
            held.append((number, taker))

    def directed(self, company: str, new: Holder) -> list[int]:
        """The new director hands two single certificates for number 0; their numbers."""
        held = self.of[company]
        old = next(h for n, h in held if n == 0)
        given = [n for n, h in held if h == new and n][:2]
        self.move(company, given, old)
        self.move(company, [0], new)
        return given

    def sold(self, company: str, numbers: list[int], count: int, seller: Holder, heirs: list[Player]) -> None:
        """A sale as the site does it: all to the pool, the director's exchanged there, too much of it handed back.

        What is handed back is whatever has lain longest in the pool.
        """
        self.move(company, numbers, POOL)
        for heir in heirs:
            self.directed(company, heir)
        tenths = sum(2 if n == 0 else 1 for n in numbers)
        back = [n for n, holder in self.of[company] if holder == POOL and n][: tenths - count]
        self.move(company, back, seller)

    def in_pool(self, company: str, number: int) -> bool:
        return (number, POOL) in self.of.get(company, ())
