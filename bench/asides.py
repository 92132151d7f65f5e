"""What is said beside an order: learns the weights of ``engine/notation/asides.py``, and measures them.

python -m bench asides          lines nobody learnt from, judged by the weights the service uses
python -m bench.asides learn    writes these weights, from all lines that are there to be learnt from
"""

from __future__ import annotations

import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path

from engine.notation.asides import EVEN, PLACES, changes_orders, pieces

LINES = Path(__file__).resolve().parent.parent / "tests/phrasings/asides"
WEIGHTS = Path(__file__).resolve().parent.parent / "engine/notation/spoken/asides.bin"
# How often all lines are gone through, how far each one moves a weight, and how much a weight loses by the way.
PASSES, STEP, SHRINK = 15, 0.2, 0.001
# A weight in the file is this much of what was learnt; more would not fit a byte.
SCALE = 24
SLIGHT = 2


@dataclass(frozen=True)
class Line:
    """Something said beside an order, and whether a careful moderator would ask back."""

    language: str
    asks: bool
    text: str


def lines(folder: Path) -> list[Line]:
    """Every line of a folder, each once, in an order that has nothing to do with who wrote it."""
    found = dict[tuple[str, str], bool]()
    for path in sorted(folder.glob("*.tsv")):
        for row in path.read_text(encoding="utf-8").splitlines():
            label, _, text = row.partition("\t")
            found.setdefault((path.name[:2], text), label == "stop")
    said = [Line(language, asks, text) for (language, text), asks in found.items()]
    return sorted(said, key=lambda line: (zlib.crc32(line.text.encode()), line.text))


def learnt(said: Sequence[Line]) -> bytes:
    """The weights that tell these lines apart: logistic regression, in steps that grow smaller where much is known."""
    read = [(pieces(line.text), line.asks) for line in said]
    met = Counter(place for places, _ in read for place in places)
    # What is met everywhere says little; what is met once or twice says nothing of other lines.
    rare = {place: log(len(read) / times) for place, times in met.items() if times > 2}
    read = [([place for place in places if place in rare], asks) for places, asks in read]
    weights, moved = dict.fromkeys(rare, 0.0), dict.fromkeys(rare, 1.0)
    for _ in range(PASSES):
        for places, asks in read:
            part = 1 / sqrt(len(places) or 1)
            total = part * sum(weights[place] * rare[place] for place in places)
            wrong = asks - 1 / (1 + exp(-max(-30.0, min(30.0, total))))
            for place in places:
                slope = wrong * part * rare[place] - SHRINK * weights[place]
                moved[place] += slope * slope
                weights[place] += STEP * slope / sqrt(moved[place])
    return _as_bytes({place: weight * rare[place] for place, weight in weights.items()})


def _as_bytes(weights: Mapping[int, float]) -> bytes:
    table = bytearray([EVEN]) * PLACES
    for place, weight in weights.items():
        steps = round(SCALE * weight)
        # What weighs next to nothing only takes room.
        table[place] = EVEN + max(-EVEN, min(EVEN - 1, steps)) if abs(steps) > SLIGHT else EVEN
    return bytes(table)


def rows() -> Iterator[Mapping[str, object]]:
    said = lines(LINES / "judged")
    for language in sorted({line.language for line in said}):
        asked, left = (
            [changes_orders(line.text) for line in said if line.language == language and line.asks is asks]
            for asks in (True, False)
        )
        yield {
            "language": language,
            "should be asked": len(asked),
            "asked": sum(asked),
            "talk": len(left),
            "left alone": len(left) - sum(left),
        }


if __name__ == "__main__":
    if sys.argv[1:] != ["learn"]:
        raise SystemExit(__doc__)
    WEIGHTS.write_bytes(zlib.compress(learnt(lines(LINES)), 9))
