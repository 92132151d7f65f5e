"""When something is done, by the number of a round or a turn: "in stock round 4". That number is none of shares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.notation.clean import key
from engine.notation.tongue import languages, numbered_rounds, spoken_in
from engine.state import State

# Letters, numbers, and the signs that part what belongs to different things.
_RUNS = re.compile(r"\d+|[^\W\d_]+(?:['’][^\W\d_]+)?|[,;:!?]")
_PLACES = re.compile(r"\b[A-Za-z]{1,2}\d{1,2}\b")


def numbered_round(state: State, line: str) -> str:
    """The words of a line that say in which round or turn something is done, by its number: "in stock round 4"."""
    if _mentioned().search(line) is None:
        return ""  # a mail may have thousands of lines
    runs = list(_RUNS.finditer(line))
    said = [key(run[0]) for run in runs]
    if any(one[0].upper() in state.title.plan.hexes for one in _PLACES.finditer(line)):
        return ""  # a tile is turned, and has a number
    for language in languages():
        for first, last in _numbered(said, language):
            return line[runs[first].start() : runs[last].end()]
    return ""


@cache
def _mentioned() -> re.Pattern[str]:
    """Finds whether a word for a round stands anywhere in a line, whatever it says there."""
    said = [name for each in languages() for name in numbered_rounds(each)["numbered"]]
    names = {max(name.strip("*").split("-"), key=len) for name in said}
    return re.compile("|".join(map(re.escape, sorted(names))), re.IGNORECASE)


def _numbered(said: list[str], language: str) -> Iterator[tuple[int, int]]:
    """From where to where a round stands with its number."""
    words, numbers = numbered_rounds(language), spoken_in(language).numbers
    for at, one in enumerate(said):
        # "This round a CN": an article is no number of a round.
        if not one.isdecimal() and numbers.get(one, 0) < 2:
            continue
        before, behind = at - 1, at + 1
        while before > 0 and said[before] in words["between"]:
            before -= 1
        while behind < len(said) - 1 and said[behind] in words["between"]:
            behind += 1
        for name in words["numbered"]:
            parts = name.count("-") + 1
            first = before - parts + 1
            if first >= 0 and is_said(said[first : before + 1], name):
                head = [word for word in said[:first] if word not in words["between"]]
                if head[-1:] == [] or head[-1] not in words["this"]:
                    yield first, at
            if one.isdecimal() and is_said(said[behind : behind + parts], name):
                yield at, min(behind + parts, len(said)) - 1


def is_said(said: list[str], name: str) -> bool:
    """A phrase of several words; a word; or with a star how words begin or end: 라운드는, Aktienrunde."""
    if name.endswith("*"):
        return any(one.startswith(name[:-1]) for one in said)
    if name.startswith("*"):
        return any(one.endswith(name[1:]) for one in said)
    parts = name.split("-")
    return any(said[at : at + len(parts)] == parts for at in range(len(said) - len(parts) + 1))
