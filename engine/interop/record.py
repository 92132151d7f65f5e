"""A game file of the public site, cleaned: what was undone is left out, what a program added is put in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import Unplayable
from engine.game import named_things
from engine.message import Message
from engine.names import Player
from engine.titles import find

Action = Mapping[str, Any]

# More than any game has, with what was undone and said meanwhile; a file with more is none.
MOST_PLAYERS, MOST_ACTIONS = 20, 8000
LONGEST_NAME, LONGEST_REASON = 80, 120


@dataclass(frozen=True)
class Record:
    """The table and the effective actions of a recorded game."""

    title: str
    seats: tuple[Player, ...]
    ids: Mapping[str, Player]  # the site's player ids
    seed: int
    optional_rules: tuple[str, ...]
    actions: tuple[Action, ...]
    # What a file of our own says beyond the site's: the options it was played with, and what chance decided.
    options: Mapping[str, Any] | None = None
    drawn: Mapping[str, str] | None = None

    def site_id(self, player: Player) -> Any:
        return next((id_ for id_, name in self.ids.items() if name == player), player)


def read_record(data: Mapping[str, Any]) -> Record:
    """Reads a game file. Raises Unplayable with one sentence."""
    try:
        players = data["players"]
        if len(players) > MOST_PLAYERS or len(data["actions"]) > MOST_ACTIONS:
            raise Unplayable("This file is larger than any game.")
        settings = data.get("settings") or {}
        ours = settings.get("waybill") or {}
        # Whoever is called like somebody else, or like a company, gets a stroke behind the name.
        taken = named_things(find(str(data["title"])))
        ids: dict[str, Player] = {}
        for player in players:
            name = str(player["name"]).strip()[:LONGEST_NAME] or f"Player {player['id']}"
            while name.casefold() in taken:
                name += "'"
            taken.add(name.casefold())
            ids[str(player["id"])] = Player(name)
        return Record(
            title=str(data["title"]),
            seats=tuple(ids.values()),
            ids=ids,
            seed=_seed(data, settings),
            optional_rules=tuple(str(rule) for rule in settings.get("optional_rules") or ()),
            actions=tuple(effective(data["actions"])),
            options=_known(ours.get("options")),
            drawn={str(key): str(drawn) for key, drawn in ours["drawn"].items()} if ours.get("drawn") else None,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise Unplayable("This is no game file of the public site: {what}.", what=slip(error)) from error


def slip(error: Exception) -> Message:
    """What is wrong with a file that can't be read, in words of its reader and not of our programs."""
    if isinstance(error, KeyError):
        return Message("{name} is missing", name=repr(str(error.args[0] if error.args else ""))[:LONGEST_REASON])
    return Message("a value is of another kind than it should be")


def _seed(data: Mapping[str, Any], settings: Mapping[str, Any]) -> int:
    seed = settings.get("seed")
    if seed not in (None, ""):
        return int(str(seed))
    digits = "".join(c if c.isdecimal() else " " for c in str(data.get("id", ""))).split()
    return int(digits[0]) if digits else 0


def effective(actions: list[Action]) -> list[Action]:
    """The actions that were not undone. Messages survive an undo; undo and redo themselves are never kept."""
    kept: list[Action | None] = []
    undone: list[list[tuple[int, Action]]] = []
    for number, action in enumerate(actions):
        kind = action["type"]
        if kind == "undo":
            target = _undo_target(kept, actions, action)
            taken = [(i, old) for i in range(target, number) if (old := kept[i]) and old["type"] != "message"]
            for i, _ in taken:
                kept[i] = None
            undone.append(taken)
            kept.append(None)
        elif kind == "redo":
            for i, old in undone.pop() if undone else ():
                kept[i] = old
            kept.append(None)
        else:
            if kind != "message":
                undone.clear()
            kept.append(action)
    return [a for a in kept if a is not None and a["type"] != "message" and not a.get("skip")]


def _undo_target(kept: list[Action | None], actions: list[Action], undo: Action) -> int:
    if "action_id" not in undo or undo["action_id"] is None:
        alive = [i for i, old in enumerate(kept) if old is not None and old["type"] != "message"]
        return alive[-1] if alive else len(kept)
    if undo["action_id"] == 0:
        return 0
    index = next((i for i, a in enumerate(actions) if a.get("id") == undo["action_id"]), None)
    return len(kept) if index is None else index + 1


class Draws:
    """The site's random numbers: a linear congruential generator whose whole state is returned."""

    def __init__(self, seed: int) -> None:
        self.state = seed % 2**31

    def next(self) -> int:
        self.state = (1103515245 * self.state + 12345) % 2**31
        return self.state


def _known(options: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The options a file of ours names, without one since given up: recorded runs are taken as they are."""
    if options is None:
        return None
    return {name: value for name, value in options.items() if name != "enforce_best_routes"}
