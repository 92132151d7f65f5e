"""Positions to read and write orders in: played at random from a seed, or recorded where recordings are at hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from engine.events import Event
from engine.game import apply, draws, legal_moves, replay, start, to_act
from engine.moves import Move, Pass, Run
from engine.names import Player
from engine.state import State

RECORDINGS = Path(__file__).resolve().parents[4] / "shared" / "corpus"
SEATS = tuple(Player(name) for name in ("Red", "Green", "Blue"))


def opening(title: str = "1861") -> State:
    drawn = {name: outcomes[0] for name, outcomes in draws(title, SEATS).items()}
    return replay(start(title, SEATS, drawn))


def played(seed: int, moves: int, title: str = "1861") -> Iterator[tuple[State, list[Move], tuple[Event, ...]]]:
    """Positions of a random game, each with its legal moves and with what the move chosen brought about."""
    chance = Random(seed)
    state = opening(title)
    for _ in range(moves):
        actor = to_act(state)
        if actor is None:
            return
        legal = list(legal_moves(state))
        outcome = apply(state, _choose(legal, chance), actor, state.players)
        yield state, legal, outcome.events
        state = outcome.state


def _choose(legal: list[Move], chance: Random) -> Move:
    """A kind of move first, then one of that kind, so that rare decisions are not drowned by lays; passes are rare."""
    kinds = sorted({type(move).__name__ for move in legal if not isinstance(move, Pass)})
    if not kinds or (chance.random() < 0.15 and any(isinstance(move, Pass) for move in legal)):
        return Pass()
    kind = chance.choice(kinds)
    if kind == "Run":
        return next(move for move in legal if isinstance(move, Run))  # companies that earn live longer
    return chance.choice([move for move in legal if type(move).__name__ == kind])


def recorded(name: str, every: int) -> Iterator[State]:
    """Some positions of a recorded game, as far as it can be played; whether it can is proved elsewhere."""
    from engine.__main__ import read_json
    from engine.interop.record import read_record
    from engine.interop.site18xx import positions

    with suppress(ValueError):
        for number, done in enumerate(positions(read_record(read_json(str(RECORDINGS / name))))):
            if number % every == 0:
                yield done.state


def recordings() -> list[str]:
    if not RECORDINGS.exists():
        return []
    return sorted(path.relative_to(RECORDINGS).as_posix() for path in RECORDINGS.glob("*/*/*.json.gz"))
