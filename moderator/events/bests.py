"""Records over all finished games: the richest, the fastest, the longest."""

from __future__ import annotations

from dataclasses import dataclass

from engine.message import Message
from moderator.office.desk import Desk

# Of so many of the latest games; so many are shown of each kind.
LOOKED_AT, SHOWN = 2000, 10


@dataclass(frozen=True, slots=True)
class Best:
    """One record: the game, its title, who, and by how much."""

    game: str
    title: str
    who: str
    value: str


def records(desk: Desk) -> list[tuple[Message, list[Best]]]:
    """The kinds of record, each with its best, in a constant number of questions."""
    games = [game for game in desk.endings.records(LOOKED_AT) if (game.result or {}).get("scores")]
    regular = [game for game in games if not (game.result or {}).get("ended")]
    moves = desk.endings.moves_in([game.id for game in regular])
    rich = sorted(
        (
            (-int(wealth), game.id, game.title, name)
            for game in regular
            for name, wealth in (game.result or {})["scores"].items()
        )
    )[:SHOWN]
    timed = sorted(
        ((game.ended_at - game.started_at).total_seconds(), game.id, game.title)
        for game in regular
        if game.ended_at is not None and game.started_at is not None
    )[:SHOWN]
    long = sorted((-moves.get(game.id, 0), game.id, game.title) for game in regular)[:SHOWN]
    return [
        (Message("Richest"), [Best(game, title, name, str(-wealth)) for wealth, game, title, name in rich]),
        (Message("Fastest"), [Best(game, title, "", f"{days(seconds)}") for seconds, game, title in timed]),
        (Message("Longest"), [Best(game, title, "", str(-count)) for count, game, title in long]),
    ]


def days(seconds: float) -> str:
    """A length of time in days and hours, which every language writes alike."""
    hours = int(seconds // 3600)
    return f"{hours // 24}d {hours % 24}h"
