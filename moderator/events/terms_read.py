"""An event's terms read, from a mail, a page or TOML: what a line means stands here and nowhere else.

Lines about the clock and the title's options are those of a new game and are read by its plan.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import Any

import engine
from engine import Refused
from engine.message import Listed
from moderator.events.terms import (
    LARGEST,
    MOST_ABOUT,
    MOST_PLACES,
    MOST_PLAYOUTS,
    MOST_ROUNDS,
    MOST_SETS,
    MOST_STAGES,
    MOST_TITLES,
    SMALLEST,
    WORD,
    EventTerms,
    Format,
    Replacing,
    StagePlan,
    Unfinished,
)
from moderator.events.values import Points, Tie
from moderator.office.clock import BadTime, read_duration, read_moment
from moderator.table.planning import GamePlan


def said(was: EventTerms, lines: Iterable[str], zone: str = "UTC", *, once: bool = False) -> EventTerms:
    """Terms with what lines say; ``once``: nothing may be said twice. Raises Refused, with the line."""
    terms, words = was, set[str]()
    for line in lines:
        text = " ".join(line.split())
        if not text or text.startswith("#"):
            continue
        try:
            word = _begins_with(text)
            if once and word in words and word not in SEVERAL_TIMES:
                raise Refused("`{word}` stands in these terms twice.", word=word)
            words.add(word)
            terms = _read(terms, text, zone)
        except Refused as refused:
            refused.line = refused.line or text
            raise
    return replace(terms, stages=tuple(_final_of(one, was, terms, "format" in words) for one in terms.stages))


MOST_DOTS = 500


def from_toml(text: str) -> list[str]:
    """The lines a TOML file says: each key is the word a line begins with, a list is as many lines."""
    try:
        if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
            # Each dot is a table within a table; the library walks down to it from the first for every one of them.
            raise ValueError("more dots in a line than anybody writes")
        data = tomllib.loads(text)
        return [line for key, value in data.items() for line in _of_toml(key.replace("_", " "), value)]
    except (ValueError, RecursionError) as wrong:
        # Beside what is no TOML: numbers of thousands of figures, and lists or tables within others without end.
        raise Refused("This is no TOML: {why}.", why=str(wrong)[:120]) from wrong


def _of_toml(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        yield f"{key} {'yes' if value else 'no'}"
    elif isinstance(value, list) and _begins_with(key) not in SEVERAL_TIMES:
        # What can be said in one line alone is a list there: of titles, of ties.
        yield f"{key} {', '.join(map(str, value))}"
    elif isinstance(value, list):
        for one in value:
            yield from _of_toml(key, one)
    elif isinstance(value, Mapping):
        for name, one in value.items():
            joint = ": " if key == "own" else "=" if key == "option" else " "
            yield f"{key} {name}{joint}{' '.join(map(str, one)) if isinstance(one, list) else one}"
    else:
        yield f"{key} {value}"


_STAGE = re.compile(
    r"(heats|swiss|groups|knock-?out|league|final)(?:\s+(\d{1,3}))?((?:\s+(?:best|of|top|divisions|promote)\s+\d{1,4})*)"
)


_FORMATS = ("swiss 3 then knockout top 16", "heats 4 best 3", "league 4 divisions 2")
# What may be said of each.
_WORDS_OF = {
    Format.HEATS: ("best", "top"),
    Format.SWISS: ("top",),
    Format.GROUPS: ("of", "top"),
    Format.KNOCKOUT: ("top",),
    Format.LEAGUE: ("divisions", "promote", "top"),
}


def _stages(text: str) -> tuple[StagePlan, ...]:
    found: list[StagePlan] = []
    for part in re.split(r"\s+then\s+", text.lower()):
        stage = _STAGE.fullmatch(part.strip())
        if stage is None:
            raise Refused(
                "{part} is no format I know.",
                part=repr(part[:60]),
                instead=_FORMATS,
            )
        more = {name: int(number) for name, number in re.findall(r"([a-z]+)\s+(\d+)", stage[3])}
        kind = Format.KNOCKOUT if stage[1] in ("final", "knockout", "knock-out") else Format(stage[1])
        rounds = int(stage[2] or (3 if kind is not Format.KNOCKOUT else 1))
        if stage[1] == "final" and found:
            more.setdefault("top", 0)
        for word in more:
            if word not in _WORDS_OF[kind]:
                raise Refused("{format} has no `{word}`.", format=kind.value, word=word, instead=_FORMATS)
        if not 1 <= rounds <= MOST_ROUNDS or any(number > MOST_PLACES for number in more.values()):
            raise Refused("A stage has from 1 to {most} rounds.", most=MOST_ROUNDS)
        found.append(StagePlan(kind, rounds, **more))
    if len(found) > MOST_STAGES:
        raise Refused("An event has at most {most} stages.", most=MOST_STAGES)
    return tuple(found)


def _read_format(terms: EventTerms, text: str, zone: str) -> EventTerms:
    return replace(terms, stages=_stages(text))


def _final_of(stage: StagePlan, was: EventTerms, terms: EventTerms, said: bool) -> StagePlan:
    """A final is one table of the size that is wanted, in whatever order lines say it; what tells how many go on is
    left alone."""
    final = stage.top == 0 if said else stage.format is Format.KNOCKOUT and stage.top == was.wanted
    return replace(stage, top=terms.wanted) if final else stage


def _read_titles(terms: EventTerms, text: str, zone: str) -> EventTerms:
    names = tuple(name for name in re.split(r"[,\s]+", text) if name)
    for name in names:
        if name not in engine.titles():
            raise Refused(
                "I don't moderate {title}; I know {known}.", title=repr(name[:40]), known=Listed(engine.titles(), "or")
            )
    if not 0 < len(names) <= MOST_TITLES:
        raise Refused("An event has from 1 to {most} titles.", most=MOST_TITLES)
    return replace(terms, titles=names)


def _read_tables(terms: EventTerms, text: str, zone: str) -> EventTerms:
    found = re.fullmatch(r"(?:of )?(\d)(?:[, ]+(?:from )?(\d) ?(?:to|-) ?(\d))?", text)
    if found is None:
        raise Refused("I can't read these tables.", instead=("tables 4", "tables 4 from 3 to 5"))
    wanted = int(found[1])
    low, high = (int(found[2]), int(found[3])) if found[2] else (wanted, wanted)
    if not low <= wanted <= high:
        form = ("tables 4 from 3 to 5",)
        raise Refused("Tables of {wanted} are wanted, but not allowed.", instead=form, wanted=wanted)
    if not SMALLEST <= low <= high <= LARGEST:
        raise Refused("Tables have from {low} to {high} players.", low=SMALLEST, high=LARGEST)
    return replace(terms, wanted=wanted, sizes=tuple(range(low, high + 1)))


def _read_own(terms: EventTerms, text: str, zone: str) -> EventTerms:
    size, _, row = text.partition(":")
    try:
        points = tuple(_fraction(one) for one in row.split())
        if len(points) != int(size):
            raise ValueError
    except ValueError:
        raise Refused("I can't read these points.", instead=("own 4: 10 6 3 1",)) from None
    return replace(terms, points=Points.OWN, own={**terms.own, int(size): points})


def _read_ties(terms: EventTerms, text: str, zone: str) -> EventTerms:
    try:
        return replace(terms, ties=tuple(dict.fromkeys(Tie(one) for one in re.split(r"[,\s]+", text.lower()) if one)))
    except ValueError:
        raise Refused(
            "I know these ways to break ties: {known}.",
            known=Listed(map(str, Tie), ","),
            instead=("ties wins, direct, share, lot",),
        ) from None


def _read_round(terms: EventTerms, text: str, zone: str) -> EventTerms:
    return replace(terms, round_days=_days(text, "round 60 days", least=1))


def _read_rest(terms: EventTerms, text: str, zone: str) -> EventTerms:
    return replace(terms, rest_days=_days(text, "rest 3 days"))


def _read_next(terms: EventTerms, text: str, zone: str) -> EventTerms:
    said = text.lower().removeprefix("round ")
    if said not in ("by itself", "on my word"):
        raise Refused(
            "Does the next round come by itself or on your word?",
            instead=("next round by itself", "next round on my word"),
        )
    return replace(terms, by_itself=said == "by itself")


def _read_bar(terms: EventTerms, text: str, zone: str) -> EventTerms:
    lifted = re.fullmatch(r"(?:(reliability|rating) )?(?:none|no|0%?)", text.lower())
    if lifted is not None:
        gone = (lifted[1],) if lifted[1] else ("reliability", "rating")
        return replace(terms, **{f"bar_{one}": None for one in gone})  # type: ignore[arg-type]
    found = re.fullmatch(r"(reliability|rating) (\d{1,3})%?", text.lower())
    if found is None or (found[1] == "reliability" and int(found[2]) > 100):
        raise Refused("I can't read this bar.", instead=("bar reliability 80", "bar rating 20", "bar none"))
    return replace(terms, **{f"bar_{found[1]}": int(found[2])})  # type: ignore[arg-type]


def _read_early_end(terms: EventTerms, text: str, zone: str) -> EventTerms:
    if text.lower() in ("none", "no", "never"):
        return replace(terms, early_end=0)
    found = re.fullmatch(r"(?:after )?(?:or|set|operating rounds?|operating set)? ?(\d{1,2})", text.lower())
    if found is None or not 1 <= int(found[1]) <= MOST_SETS:
        raise Refused(
            "After which set of operating rounds does every table end? Write its number, from 1 to {most}.",
            most=MOST_SETS,
            instead=("early end after OR 6", "early end none"),
        )
    return replace(terms, early_end=int(found[1]))


def _read_fee(terms: EventTerms, text: str, zone: str) -> EventTerms:
    if text.lower() not in ("none", "no", "0"):
        raise Refused("Events here have no fee.", instead=("fee none",))
    return terms


def _days(text: str, form: str, least: int = 0) -> int:
    try:
        days = read_duration(text if not text.isdecimal() else f"{text} days") / timedelta(days=1)
    except BadTime as wrong:
        raise Refused(wrong.message, instead=(form,)) from wrong
    if days != int(days) or not least <= days <= 1000:
        raise Refused("I need whole days.", instead=(form,))
    return int(days)


def _fraction(text: str) -> Fraction:
    if not re.fullmatch(r"\d{1,4}(?:[./]\d{1,4})?", text):
        raise ValueError(text)
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(text) from None


def _part(name: str) -> Callable[[EventTerms, str, str], EventTerms]:
    def read(terms: EventTerms, text: str, zone: str) -> EventTerms:
        if name == "bye" and text.lower() == "average":
            return replace(terms, bye=None)
        try:
            part = _fraction(text)
        except ValueError:
            part = Fraction(-1)
        if not 0 <= part <= 1:
            raise Refused("Write a part from 0 to 1.", instead=(f"{name} 1/2",))
        return replace(terms, **{name: part})  # type: ignore[arg-type]

    return read


def _choice(name: str, kinds: type[StrEnum]) -> Callable[[EventTerms, str, str], EventTerms]:
    def read(terms: EventTerms, text: str, zone: str) -> EventTerms:
        try:
            return replace(terms, **{name: kinds(text.lower())})  # type: ignore[arg-type]
        except ValueError:
            raise Refused(
                "I know {known} here.",
                known=Listed(map(str, kinds), ","),
                instead=tuple(f"{WORD[name]} {one}" for one in kinds),
            ) from None

    return read


def _flag(name: str) -> Callable[[EventTerms, str, str], EventTerms]:
    def read(terms: EventTerms, text: str, zone: str) -> EventTerms:
        if text.lower() not in ("", "yes", "no"):
            raise Refused("Write yes or no.", instead=(f"{name.replace('_', ' ')} yes",))
        return replace(terms, **{name: text.lower() != "no"})  # type: ignore[arg-type]

    return read


def _count(name: str, most: int) -> Callable[[EventTerms, str, str], EventTerms]:
    def read(terms: EventTerms, text: str, zone: str) -> EventTerms:
        if not re.fullmatch(r"\d{1,5}", text) or not 1 <= int(text) <= most:
            raise Refused("Write a number from 1 to {most}.", most=most, instead=(f"{name} {most}",))
        return replace(terms, **{name: int(text)})  # type: ignore[arg-type]

    return read


def _moment(name: str, *, end_of_day: bool = False) -> Callable[[EventTerms, str, str], EventTerms]:
    def read(terms: EventTerms, text: str, zone: str) -> EventTerms:
        try:
            at = read_moment(text, zone, end_of_day=end_of_day)
            if end_of_day and ":" not in text:
                # "Until 10 January" is told as that day: at midnight people read the next one.
                at -= timedelta(minutes=1)
        except BadTime as wrong:
            raise Refused(wrong.message, instead=(f"{WORD[name]} 2027-01-15 18:00",)) from wrong
        return replace(terms, **{name: at})  # type: ignore[arg-type]

    return read


def _text(name: str, most: int) -> Callable[[EventTerms, str, str], EventTerms]:
    def read(terms: EventTerms, text: str, zone: str) -> EventTerms:
        if not text or len(text) > most:
            raise Refused("Write from 1 to {most} characters.", most=most)
        before = f"{getattr(terms, name)} " if name == "about" and terms.about else ""
        return replace(terms, **{name: f"{before}{text}"[:most]})  # type: ignore[arg-type]

    return read


# What a line begins with, the longest first, and how the rest of it is read.
READERS: Mapping[str, Callable[[EventTerms, str, str], EventTerms]] = {
    "entry until": _moment("entry_until", end_of_day=True),
    "waiting list": _flag("waiting_list"),
    "directors play": _flag("directors_play"),
    "called": _text("called", 100),
    "about": _text("about", MOST_ABOUT),
    "titles": _read_titles,
    "title": _read_titles,
    "format": _read_format,
    "tables": _read_tables,
    # As it is told, and by itself.
    "points own": _read_own,
    "points": _choice("points", Points),
    "own": _read_own,
    "ties": _read_ties,
    "bye": _part("bye"),
    "forfeit": _part("forfeit"),
    "replaced": _part("replaced"),
    "starts": _moment("starts"),
    "ends": _moment("ends", end_of_day=True),
    "round": _read_round,
    "rest": _read_rest,
    "next": _read_next,
    "early end": _read_early_end,
    "unfinished early end": _read_early_end,
    "unfinished early": _read_early_end,
    "unfinished": _choice("unfinished", Unfinished),
    "playouts": _count("playouts", MOST_PLAYOUTS),
    "replacement": _choice("replacing", Replacing),
    "anonymous": _flag("anonymous"),
    "duplicate": _flag("duplicate"),
    "press": _flag("press"),
    "bar": _read_bar,
    "places": _count("places", MOST_PLACES),
    "fee": _read_fee,
}


# What may be said in several lines.
SEVERAL_TIMES = ("about", "own", "points own", "bar", "")


def _begins_with(text: str) -> str:
    """The word of an event's terms that a line begins with; nothing if it is a line of a game."""
    low = text.lower()
    return next((word for word in READERS if low == word or low.startswith(f"{word} ")), "")


def _meant(terms: EventTerms, text: str, zone: str) -> tuple[str, ...]:
    """The line of an event's terms that a misspelt one comes nearest to, if it can be read."""
    first, _, more = text.partition(" ")
    near = get_close_matches(first.lower(), dict.fromkeys(word.partition(" ")[0] for word in READERS), 1)
    # Some begin with two words, and one of them may be missing: "directors no".
    lines = [f"{one} {more}".strip() for one in (*near, *(word for word in READERS if word.partition(" ")[0] in near))]
    for line in lines:
        # What begins as none of them would be read here again, and again.
        if _begins_with(line):
            with suppress(Refused):
                _read(terms, line, zone)
                return (line,)
    return ()


def _read(terms: EventTerms, text: str, zone: str) -> EventTerms:
    low = text.lower()
    for word, read in READERS.items():
        if low == word or low.startswith(f"{word} "):
            return read(terms, text[len(word) :].strip(), zone)
    first = low.partition(" ")[0]
    # Whatever else is said of a game is said to its plan: options, hours, weekdays, grace, the late rule, banks.
    if first in ("player", "seat", "bot", "as"):
        raise Refused("Who plays is drawn; an event names no seats.", instead=("enter CUP",))
    try:
        GamePlan("").and_said((text,))
    except Refused as refused:
        raise Refused(
            "I can't read {text} in an event's terms.",
            text=repr(text[:60]),
            instead=_meant(terms, text, zone)
            or tuple(one for one in refused.instead[2:] if one != "end game")
            or ("titles 1861", "format swiss 3", "tables 4 from 3 to 5", "hours 48"),
        ) from refused
    # A line said again takes the place of the one before.
    kept = tuple(one for one in terms.game if _same(one) != _same(text))
    return replace(terms, game=(*kept, text))


def _same(line: str) -> str:
    """What a line of a game is about."""
    words = line.lower().replace("=", " ").split()
    about_one = words[0] == "option" or (words[0] == "hours" and not words[1].isdigit())
    return " ".join(words[: 2 if about_one else 1])
