"""Whether the turn that mails propose is good advice: sent back as it stands, and held against doing the least.

Each position is played on twice by bots with the likings of one seed: once after the turn the mail proposes, once after
the least the mover may do (pass; no track, the best run, the usual dividend, what must be bought), for two whole
operating rounds that begin after the turn. Compared is what the mover is worth then. Bots answer differently to
different positions, so a few coins either way are luck; what counts is how often and by how much advice costs.

`python -m bench.advice 500` takes so many positions, spread over recorded games of all titles (those beside the
repository and its own). Advice is mended by looking at every other game only (`tuned`); `judged` are the rest.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import engine
from engine import Player, Refused, State
from engine.__main__ import read_json
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from moderator.bots.taste import Taste
from moderator.events.playouts import moved, seeds
from moderator.outbox.report.choices import least, template

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "corpus"
STORED = ROOT / "tests" / "records" / "2"
ROUNDS = 2
# A play-out that takes longer is compared where it then stands.
MOST_MOVES = 400


@dataclass(frozen=True)
class Judged:
    """One position: what was proposed, whether it was accepted, and what the mover was worth after either way."""

    game: str
    at: int
    round: str
    mover: str
    proposed: tuple[str, ...]
    least: tuple[str, ...]
    accepted: bool
    gain: int
    worth: int
    seconds: float


def games() -> Iterator[tuple[str, Sequence[State]]]:
    """Every position of every game, title by title in turns, so that any part of them has all titles."""
    found = {
        title: sorted((SHARED / title).glob("real/*.json.gz")) + sorted((SHARED / title).glob("generated/*.json.gz"))
        for title in engine.titles()
    }
    for number in range(max(map(len, found.values()), default=0)):
        for title, files in found.items():
            if number < len(files):
                states = [done.state for done in positions(read_record(read_json(str(files[number]))))]
                yield f"{title}/{files[number].parent.name}/{files[number].name.partition('.')[0]}", states
    yield from stored()


def stored() -> Iterator[tuple[str, Sequence[State]]]:
    """The games that are kept with the project."""
    for path in sorted(STORED.glob("*.json.gz")):
        yield f"stored/{path.name.partition('.')[0]}", list(_stored(path))


def _stored(path: Path) -> Iterator[State]:
    state: State | None = None
    for row in json.loads(gzip.decompress(path.read_bytes()))["rows"]:
        events = [engine.decode(event) for event in row]
        state = engine.replay(events) if state is None else engine.evolve(state, events)
        yield state


def asked(states: Sequence[State], count: int) -> list[tuple[int, State]]:
    """Positions in which somebody is asked for a turn, spread over the game."""
    begins = [
        (n, state)
        for n, state in enumerate(states)
        if engine.to_act(state) is not None and (n == 0 or _turn(states[n - 1]) != _turn(state))
    ]
    step = max(1.0, len(begins) / count)
    return [begins[int((n + 0.5) * step)] for n in range(count) if int((n + 0.5) * step) < len(begins)]


def _turn(state: State) -> tuple[object, ...]:
    cursor = state.cursor
    return engine.to_act(state), cursor.round, cursor.number, cursor.sub, cursor.at


def sent_back(state: State, mover: Player, orders: Sequence[str]) -> State | None:
    """The position after the mover's mail of these lines, as they stand and with nobody's consent; None: refused."""
    try:
        for order in orders:
            move = engine.parse_order(state, order)
            if engine.to_act(state) != mover and order != "done":
                return None
            if engine.to_act(state) == mover:
                state = engine.apply(state, move, mover, advise=False).state
    except Refused:
        return None
    return state


def played_on(state: State, taste: Taste) -> State:
    """Two whole operating rounds later, or at the end of the game."""
    over, moves = 0, 0
    counts = False
    while moves < MOST_MOVES and (mover := engine.to_act(state)) is not None:
        before = (state.cursor.round, state.cursor.number, state.cursor.sub)
        state, _ = moved(state, mover, taste)
        moves += 1
        if (state.cursor.round, state.cursor.number, state.cursor.sub) != before:
            over += counts and before[0] == "operating"
            counts = counts or state.cursor.round == "operating"
            if over >= ROUNDS:
                break
    return state


def judge(name: str, at: int, state: State) -> Judged:
    began = time.process_time()
    mover = engine.to_act(state)
    assert mover is not None
    proposed, little = template(state), least(state)
    after, instead = sent_back(state, mover, proposed), sent_back(state, mover, little)
    gain = worth = 0
    if after is not None and instead is not None and proposed != little:
        taste = Taste(seeds("advice", f"{name} {at}", 1)[0])
        worth = engine.worth(played_on(instead, taste), mover)
        gain = engine.worth(played_on(after, taste), mover) - worth
    round_ = state.demands[0].kind if state.demands else state.cursor.round
    return Judged(
        name, at, round_, mover, proposed, little, after is not None, gain, worth, time.process_time() - began
    )


def all_judged(count: int) -> Iterator[tuple[bool, Judged]]:
    """So many positions, an equal number from each game; whether it may be looked at while advice is mended."""
    found = list(games())
    each = -(-count // max(1, len(found)))
    taken = 0
    for number, (name, states) in enumerate(found):
        for at, state in asked(states, min(each, count - taken)):
            yield number % 6 < 3, judge(name, at, state)
            taken += 1


def row(what: str, found: Sequence[Judged]) -> dict[str, object]:
    differing = [one for one in found if one.proposed != one.least]
    worse = [one for one in differing if one.gain < 0]
    clearly = [one for one in worse if -one.gain > one.worth // 50]
    return {
        "positions": what,
        "count": len(found),
        "accepted": sum(one.accepted for one in found),
        "more than the least": len(differing),
        "better": sum(one.gain > 0 for one in differing),
        "the same": sum(one.gain == 0 for one in differing),
        "worse": len(worse),
        "worse by over 2 %": len(clearly),
        "gain of all, mean": round(sum(one.gain for one in differing) / max(1, len(differing)), 1),
        "seconds each": round(sum(one.seconds for one in found) / max(1, len(found)), 2),
    }


def summary(found: Sequence[tuple[bool, Judged]]) -> Iterator[dict[str, object]]:
    for what, half in (("tuned", True), ("judged", False)):
        ours = [one for tuned, one in found if tuned is half]
        for title in engine.titles():
            of_title = [one for one in ours if one.game.startswith((f"{title}/", f"stored/{title}"))]
            yield row(f"{what} {title}", of_title)
        yield row(f"{what}, all", ours)


def rows(count: int = 60) -> Iterator[dict[str, object]]:
    yield from summary(list(all_judged(count)))


if __name__ == "__main__":
    judged = list(all_judged(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
    for tuned, one in judged:
        if tuned and one.gain < 0:
            print(one)
    for line in summary(judged):
        print(line)
