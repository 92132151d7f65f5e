"""Writes stored games in today's form: ``python -m tests.records FOLDER``, and prints the lines for digests.toml.

Random games to their end, as few as show every kind of event and demand that such games bring about. Run it when the
form of records changes, into a new folder, and when a title is added, into the newest one; what is there already is
left as it is, for it must be read for ever.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import engine
from engine.events import DemandMade
from engine.interop.canonical import canonical
from tests.engine.books.ledger import game
from tests.engine.books.test_books import table
from tests.printed import TITLES

SEEDS = range(1, 31)
MIDDLE = 150  # the move after which a snapshot is kept


def written(title: str, seed: int) -> tuple[set[str], dict[str, Any]]:
    """A game and the kinds of events in it."""
    players, options = table(title, seed)
    rows: list[list[dict[str, Any]]] = []
    kinds: set[str] = set()
    state, middle = None, None
    for number, (state, events) in enumerate(game(title, seed, players, options)):
        rows.append([engine.encode(event) for event in events])
        kinds |= {type(event).__name__ for event in events}
        kinds |= {event.demand.kind for event in events if isinstance(event, DemandMade)}
        if number == MIDDLE:
            middle = engine.save(state)
    assert state is not None
    position = canonical(state, lambda player: player)
    stored = {"title": title, "seed": seed, "rows": rows, "snapshot": middle, "position": position}
    return kinds, {**stored, "digest": engine.digest(state)}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for title in TITLES:
        if any(folder.glob(f"{title}-*")):
            continue
        games = {seed: written(title, seed) for seed in SEEDS}
        left = set().union(*(kinds for kinds, _ in games.values()))
        while left:
            seed = max(games, key=lambda each: (len(games[each][0] & left), -len(games[each][1]["rows"])))
            kinds, stored = games[seed]
            left -= kinds
            text = json.dumps(stored, separators=(",", ":"), sort_keys=True)
            (folder / f"{title}-{seed}.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
            print(f'"{folder.name}/{title}-{seed}.json.gz" = "{stored["digest"]}"')


if __name__ == "__main__":
    main(Path(sys.argv[1]))
