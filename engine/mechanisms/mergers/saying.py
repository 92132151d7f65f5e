"""How people say that companies are formed of minors."""

from __future__ import annotations

from collections.abc import Sequence

from engine.names import Company
from engine.notation.names import COMPANY, PLACE
from engine.notation.said import Said, Saying, how_many, on_turn, openings


def _stations(said: Said, words: Sequence[str]) -> str:
    if not said.state.demands or said.state.demands[0].kind != "stations":
        return ""
    said.skip("token", "keep")
    places = said.names(PLACE)
    return f"keep stations {' and '.join(places)}" if places and not said.left() else ""


def _convert(said: Said, words: Sequence[str]) -> str:
    found = said.names(COMPANY)
    if len(found) == 1 and "convert" in words and on_turn(said.state):
        found = [on_turn(said.state), *found]  # "convert into NW"
    whole = [bool(said.state.title.companies[Company(one)].kind.whole) for one in found]
    return f"convert {found[0]} into {found[1]}" if whole == [True, False] and not said.left() else ""


def _merge(said: Said, words: Sequence[str]) -> str:
    said.skip("merge")
    keeping = said.names(PLACE) if "keep" in words else []
    found = said.names(COMPANY)
    companies = said.state.title.companies
    public = [one for one in found if companies[Company(one)].kind.traded]
    minors = [one for one in found if companies[Company(one)].kind.whole]
    if len(public) != 1 or len(minors) < 2 or said.left() or ("keep" in words and not keeping):
        return ""
    *most, last = minors
    kept = f" keeping {' and '.join(keeping)}" if keeping else ""
    return f"merge {', '.join(most)} and {last} into {public[0]}{kept}"


def _take(said: Said, words: Sequence[str]) -> str:
    if not said.state.demands or said.state.demands[0].kind != "take":
        return ""
    company = said.name(COMPANY) or said.state.demands[0].company
    said.skip("treasury", "more")
    every = said.skip("all")
    count = how_many(said)
    if every and f"take {count} {company}" not in openings(said.state):
        return ""  # "all four", where there are no more or no fewer
    return "" if said.left() else f"take {1 if count is None else count} {company}"


_FORMED = ("merge", "convert")

SAYINGS = (
    Saying(shape=_convert, verbs=("convert",), unsaid=True, about={"convert": _FORMED}),
    Saying(
        shape=_merge,
        verbs=("merge", "form", "start"),
        unsaid=True,
        sign="merge",
        beside=frozenset(("merge", "form", "start", "keep", "token")),
        about={"merge": _FORMED},
    ),
    Saying(shape=_stations, verbs=("keep", "token"), things=frozenset(("token",))),
    Saying(
        shape=_take,
        verbs=("take", "buy", "want", "keep", "carry"),
        unsaid=True,
        about={"buy": ("take",), "take": ("take",), "none": ("take",)},
    ),
)
