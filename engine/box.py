"""The box of a title: the files that lie in its folder, read once.

``title.toml`` (figures), ``map.toml`` (the plan) and a text file for each of its ``[[markets]]``, whose letters
``[zones]`` explains.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from engine.board.plan import Plan, load_plan
from engine.errors import TitleError
from engine.figures import read_figures
from engine.market import Grid, read_grid
from engine.runs.declared import RunRules
from engine.title import Title, read_title


@dataclass(frozen=True, slots=True)
class MarketSheet:
    """A market in the box."""

    name: str
    file: str
    option: str = ""  # with which it is used; one is used without any
    diagonal: bool = False
    row: bool = False  # one long line instead of a grid


@dataclass(frozen=True, eq=False)
class Box:
    """What lies in it."""

    data: Mapping[str, Any]
    plan: Plan
    grids: Mapping[str, Grid]
    sheets: tuple[MarketSheet, ...]
    runs: RunRules  # how trains run, and the paragraphs that say so

    def title(self, **composition: Any) -> Title:
        """The title, with what it is composed of."""
        return read_title(self.data, self.plan, self.grids, grid_for=self._sheet, **composition)

    def _sheet(self, options: Mapping[str, Any]) -> str:
        return next(each.name for each in self.sheets if not each.option or options[each.option])


def open_box(package: str) -> Box:
    """Reads the files beside a title's page."""
    here = files(package)
    data = tomllib.loads(here.joinpath("title.toml").read_text(encoding="utf-8"))
    name, zones = data["name"], data.get("zones", {})
    found = [read_figures(MarketSheet, each, f"{name}: markets") for each in data.get("markets", ())]
    if [each.option for each in found].count("") != 1:
        raise TitleError(f"{name}: one of its [[markets]] must be the usual one, without an option")
    grids = {
        each.name: read_grid(here.joinpath(each.file).read_text(encoding="utf-8"), zones, each.diagonal, each.row)
        for each in found
    }
    return Box(
        data,
        load_plan(here.joinpath("map.toml").read_text(encoding="utf-8")),
        grids,
        tuple(sorted(found, key=lambda each: not each.option)),
        read_figures(RunRules, data.get("runs", {}), f"{name}: runs"),
    )
