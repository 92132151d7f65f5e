"""Adjudication by play-outs, over recorded games cut at four fifths of their moves.

Of every two seats: is the one ahead that really was? Does the real result lie in the interval? The interval's two
numbers are measured on every other game (`calibrated`) and judged on the rest. `python -m bench.playouts 3` plays three
play-outs a game instead of all.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import engine
from engine.__main__ import read_json
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from engine.state import State
from moderator.events.playouts import PLAY_OUTS, Sample, apart, combine, play_out, seeds

SHARED = Path(__file__).parents[2] / "shared" / "corpus"
CUT = Fraction(4, 5)


@dataclass
class Cut:
    """A recorded game: the position at its cut, what everybody came to, and the play-outs so far."""

    name: str
    state: State
    real: Mapping[str, int]
    samples: list[Sample] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def title(self) -> str:
        return self.name.partition("/")[0]


def cuts(titles: Sequence[str] = ("1861", "1882")) -> Iterator[Cut]:
    for title in titles:
        for path in sorted((SHARED / title).glob("*/*.json.gz")):
            if path.parent.name not in ("real", "generated"):
                continue
            states = [done.state for done in positions(read_record(read_json(str(path))))]
            name = f"{title}/{path.parent.name}/{path.name.partition('.')[0]}"
            # A record that was left before its end has no result to compare with.
            if engine.to_act(states[-1]) is None:
                yield Cut(name, states[int(len(states) * CUT)], engine.scores(states[-1]))


def play(cut: Cut, count: int) -> None:
    for seed in seeds("bench", cut.name, count)[len(cut.samples) :]:
        began = time.process_time()
        cut.samples.append(play_out(cut.state, seed))
        cut.seconds += time.process_time() - began


def calibrated(games: Sequence[Cut]) -> tuple[Fraction, Fraction]:
    """How far below and above what was expected nine of ten real results lie, in widths of their tables."""
    away = []
    for cut in games:
        # An interval of one width on either side tells the width.
        for one in combine(cut.samples, Fraction(0), Fraction(1)):
            away.append((cut.real[one.player] - one.mean) / max(1, one.high - one.mean))
    away.sort()
    cut_off = len(away) // 20
    return -away[cut_off], away[-1 - cut_off]


def judged(games: Sequence[Cut], below: Fraction, above: Fraction) -> dict[str, object]:
    right = pairs = now = inside = seats = told = told_right = clear = clear_right = 0
    for cut in games:
        found = {one.player: one for one in combine(cut.samples, below, above)}
        worth = engine.scores(cut.state)
        inside += sum(one.low <= cut.real[name] <= one.high for name, one in found.items())
        seats += len(found)
        for one, other in combinations(found, 2):
            if cut.real[one] == cut.real[other]:
                continue
            ahead = cut.real[one] > cut.real[other]
            pairs += 1
            said = found[one].mean > found[other].mean
            right += ahead == said
            if 10 * abs(cut.real[one] - cut.real[other]) > max(cut.real[one], cut.real[other]):
                clear += 1
                clear_right += ahead == said
            now += ahead == (worth[one] > worth[other])
            if apart(found[one], found[other]):
                told += 1
                told_right += ahead == said
    return {
        "games": len(games),
        "play-outs each": len(games[0].samples),
        "two seats in the real order": f"{right}/{pairs} = {right / pairs:.1%}",
        "more than a tenth apart": f"{clear_right}/{clear} = {clear_right / clear:.1%}",
        "by wealth at the cut": f"{now / pairs:.1%}",
        "inside the interval": f"{inside}/{seats} = {inside / seats:.1%}",
        "intervals apart": f"{told} of {pairs}, {told_right} right",
        "seconds a table": sum(cut.seconds for cut in games) / len(games),
        "unproved runs": sum(sample.unproved for cut in games for sample in cut.samples),
        "not finished": sum(not sample.finished for cut in games for sample in cut.samples),
    }


def rows(count: int = PLAY_OUTS) -> Iterator[dict[str, object]]:
    found = list(cuts())
    for cut in found:
        play(cut, count)
    yield from summary(found)


def summary(found: Sequence[Cut]) -> Iterator[dict[str, object]]:
    below, above = calibrated(found[::2])
    for what, games in (
        ("1861", [cut for cut in found[1::2] if cut.title == "1861"]),
        ("1882", [cut for cut in found[1::2] if cut.title == "1882"]),
        ("played by people", [cut for cut in found if "/real/" in cut.name]),
        ("all not measured on", found[1::2]),
    ):
        yield {
            "games of": what,
            "interval": f"-{float(below):.2f} to {float(above):.2f}",
            **judged(games, below, above),
        }


if __name__ == "__main__":
    for row in rows(int(sys.argv[1]) if len(sys.argv) > 1 else PLAY_OUTS):
        print(row)
