"""Rows that follow from others by halving: what two times a whole number can't exceed if that bound is odd.

Add up some rows; if every coefficient is even (or rounded down to that, all columns being zero or more) and the limit
is odd, half of the sum is whole and so stays half a unit below half the limit. The sum and the rounding are worked out
in whole numbers, so such a row holds wherever the rows it comes from hold; floating point only proposes which to add.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.runs.classes import bits
from engine.runs.effort import Effort
from engine.runs.flow import FlowRow

# Rows further from their limit than this are not added up, nor sums that would be broken by less.
LOOSE = 0.5
BROKEN = 0.02
# So many sums are worked out at most, of so few rounded columns.
SUMS = 150
ROUNDED = 8
NEARLY = 1e-7

# A row by its place, with the side that is meant: +1 its high limit, -1 its low one. A column's own limit of 1 is
# numbered from -1 downwards.
Part = tuple[int, int]
# Some of the parts, as bits.
Parts = int
# Rows added up: the columns with odd coefficients (as bits), whether the limit is odd, how far from it, of which parts.
Sum = tuple[int, int, float, Parts]


def halved(rows: Sequence[FlowRow], shares: Sequence[float], most: int, effort: Effort) -> list[FlowRow]:
    """Up to so many rows that hold for every whole solution and that these shares break, the most broken first."""
    between = [column for column, share in enumerate(shares) if NEARLY < share < 1 - NEARLY]
    place = {column: index for index, column in enumerate(between)}
    parts: list[Part] = []
    sums = [*_tight(rows, shares, place, parts), *_limits(shares, place, parts)]
    effort.spend(len(rows) // 2)
    found: dict[FlowRow, float] = {}
    for some in _eliminate(sums, [shares[column] for column in between], effort)[:SUMS]:
        chosen = [parts[index] for index in bits(some)]
        effort.spend(2 * len(chosen))
        row = _half(rows, shares, chosen)
        assert row.high is not None
        broken = sum(times * shares[column] for column, times in row.terms) - row.high
        if broken > BROKEN:
            norm = sum(times * times for _, times in row.terms) ** 0.5
            found[row] = round(broken / norm, 9)
    return sorted(found, key=lambda row: (-found[row], row.terms, row.high))[:most]


def _tight(
    rows: Sequence[FlowRow], shares: Sequence[float], place: Mapping[int, int], parts: list[Part]
) -> Iterator[Sum]:
    for number, row in enumerate(rows):
        activity = sum([times * shares[column] for column, times in row.terms])
        for side, limit in ((1, row.high), (-1, row.low)):
            if limit is None or (side < 0 and row.low == row.high):
                continue
            slack = side * (limit - activity)
            if slack < LOOSE:
                odd, parity = 0, limit & 1
                for column, times in row.terms:
                    if times & 1:
                        if column in place:
                            odd |= 1 << place[column]
                        elif shares[column] > 0.5:
                            # A column that is one is taken away with its limit.
                            parity ^= 1
                if odd or parity:
                    parts.append((number, side))
                    yield odd, parity, max(0.0, round(slack, 9)), 1 << len(parts) - 1


def _limits(shares: Sequence[float], place: Mapping[int, int], parts: list[Part]) -> Iterator[Sum]:
    for column, index in place.items():
        if shares[column] > LOOSE:
            parts.append((-1 - column, 1))
            yield 1 << index, 1, round(1 - shares[column], 9), 1 << len(parts) - 1


def _eliminate(sums: list[Sum], weights: Sequence[float], effort: Effort) -> list[Parts]:
    """Sums with an odd limit and little to round down, the most broken first: the heaviest columns are made even."""
    found: dict[Parts, float] = {}
    enough = 1 - 2 * BROKEN

    def propose(one: Sum) -> None:
        odd, limit, slack, parts = one
        if limit and odd.bit_count() <= ROUNDED:
            loss = slack + sum([weights[index] for index in bits(odd)])
            if loss < enough:
                found[parts] = round(loss, 6)

    for one in sums:
        propose(one)
    for index in sorted(range(len(weights)), key=lambda index: (-round(weights[index], 9), index)):
        bit = 1 << index
        with_it = [one for one in sums if one[0] & bit]
        effort.spend(len(sums) // 32 + len(with_it) // 4)
        if not with_it:
            continue
        pivot = min(with_it, key=_ease)
        sums = [one for one in sums if not one[0] & bit]
        odd, limit, slack, parts = pivot
        seen = set()
        for one in with_it:
            if one is not pivot and one[2] + slack < enough:
                added = one[0] ^ odd, one[1] ^ limit, one[2] + slack, one[3] ^ parts
                if added[:2] not in seen:
                    seen.add(added[:2])
                    propose(added)
                    sums.append(added)
    return sorted(found, key=lambda parts: (found[parts], parts.bit_count(), parts))


def _ease(one: Sum) -> tuple[float, int, int]:
    return one[2], one[0].bit_count(), one[3].bit_count()


def _half(rows: Sequence[FlowRow], shares: Sequence[float], parts: Sequence[Part]) -> FlowRow:
    """Half the sum of these rows, rounded down; columns that are one are first brought to an even coefficient."""
    terms: dict[int, int] = {}
    limit = 0
    for number, side in parts:
        if number < 0:
            terms[-1 - number] = terms.get(-1 - number, 0) + 1
            limit += 1
            continue
        row = rows[number]
        bound = row.high if side > 0 else row.low
        assert bound is not None
        limit += side * bound
        for column, times in row.terms:
            terms[column] = terms.get(column, 0) + side * times
    for column, times in terms.items():
        if times & 1 and shares[column] >= 1 - NEARLY:
            terms[column] += 1
            limit += 1
    halves = ((column, times // 2) for column, times in sorted(terms.items()))
    return FlowRow(tuple((column, times) for column, times in halves if times), None, limit // 2)
