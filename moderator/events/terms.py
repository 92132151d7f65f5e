"""What an event is played under: one value, whether it is announced by mail, on a page, in TOML or at the command line.

All of them come down to lines, as those of `new game` do; what a line means stands here and nowhere else. Lines about
the clock and the title's options are those of a new game and are read by its plan.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import Any

import engine
from engine import Player, Refused
from engine.message import Listed, Message
from moderator.events.values import Points, Scheme, Tie
from moderator.language import Moment
from moderator.office.clock import BadTime, read_duration, read_moment, terms_from
from moderator.store.mails import Said
from moderator.table.conditions import time_said
from moderator.table.pace import read_term
from moderator.table.planning import GamePlan
from moderator.table.seating import draw as draw_title

VERSION = 1
# More than any event needs; a mail can't ask for endless work.
MOST_STAGES, MOST_ROUNDS, MOST_PLACES, MOST_TITLES, MOST_PLAYOUTS = 6, 20, 2000, 12, 200
SMALLEST, LARGEST = 2, 6
MOST_ABOUT = 2000


class Format(StrEnum):
    """How a stage is played."""

    HEATS = "heats"
    SWISS = "swiss"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    LEAGUE = "league"


class Unfinished(StrEnum):
    """What becomes of a table that is not over when its round is."""

    ADJUDICATE = "adjudicate"
    STANDS = "stands"
    RULING = "ruling"


class Replacing(StrEnum):
    """Who takes the seat of somebody who goes."""

    WAITING = "waiting list"
    BOT = "bot"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One part of an event. A knock-out has as many rounds as it takes."""

    format: Format
    rounds: int = 1
    # Of how many results the best count, for heats.
    best: int | None = None
    # How many go on to it from the stage before.
    top: int | None = None
    # Players in a group.
    of: int | None = None
    divisions: int = 1
    promote: int = 1

    def line(self) -> str:
        said = [self.format.value]
        if self.format is not Format.KNOCKOUT:
            said.append(str(self.rounds))
        said += [f"of {self.of}"] if self.of else []
        said += [f"best {self.best}"] if self.best else []
        said += [f"divisions {self.divisions} promote {self.promote}"] if self.format is Format.LEAGUE else []
        said += [f"top {self.top}"] if self.top else []
        return " ".join(said)


@dataclass(frozen=True, slots=True)
class EventTerms:
    """An event as announced."""

    called: str = ""
    titles: tuple[str, ...] = ()
    stages: tuple[StagePlan, ...] = (StagePlan(Format.SWISS, 3),)
    wanted: int = 4
    sizes: tuple[int, ...] = (3, 4, 5)
    points: Points = Points.RANK
    own: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    ties: tuple[Tie, ...] = (Tie.WINS, Tie.DIRECT, Tie.STRENGTH, Tie.SHARE, Tie.LOT)
    # What a bye is worth, as a part of the most a table can bring; None: one's own average.
    bye: Fraction | None = Fraction(1, 2)
    forfeit: Fraction = Fraction(0)
    replaced: Fraction = Fraction(1)
    entry_until: datetime | None = None
    starts: datetime | None = None
    ends: datetime | None = None
    # How long a round may last, and the pause before the next.
    round_days: int = 60
    rest_days: int = 0
    # Whether rounds are drawn and published without the director's word.
    by_itself: bool = True
    unfinished: Unfinished = Unfinished.ADJUDICATE
    playouts: int = 20
    replacing: Replacing = Replacing.WAITING
    anonymous: bool = False
    duplicate: bool = False
    press: bool = True
    directors_play: bool = False
    bar_reliability: int | None = None
    bar_rating: int | None = None
    places: int = 100
    waiting_list: bool = True
    about: str = ""
    # Who is left behind in different groups is ranked together; what was announced before that rule stays by its own.
    pools_together: bool = True
    # Lines of a new game: options and clock. Whoever stays away is replaced by the event's rule, not by its director.
    game: tuple[str, ...] = ("late default", "ladder 2")

    @property
    def scheme(self) -> Scheme:
        return Scheme(self.points, self.own, self.bye, self.forfeit, self.replaced)

    def plan(self, title: str) -> GamePlan:
        """A game under these terms, without its players."""
        return GamePlan(title).and_said(self.game)

    def and_said(self, lines: Iterable[str], zone: str = "UTC", *, once: bool = False) -> EventTerms:
        """The same terms with what lines say; ``once``: nothing may be said twice. Raises Refused, with the line."""
        terms, said = self, set[str]()
        for line in lines:
            text = " ".join(line.split())
            if not text or text.startswith("#"):
                continue
            try:
                word = _begins_with(text)
                if once and word in said and word not in SEVERAL_TIMES:
                    raise Refused("`{word}` stands in these terms twice.", word=word)
                said.add(word)
                terms = _read(terms, text, zone)
            except Refused as refused:
                refused.line = refused.line or text
                raise
        return terms

    def checked(self) -> EventTerms:
        """The same terms, if an event can be played under them. Raises Refused."""
        if not self.titles:
            raise Refused("The terms name no title.", instead=tuple(f"titles {one}" for one in engine.titles()))
        if self.places < self.sizes[0]:
            raise Refused(
                "{places} places are too few for a table of {least}.", places=self.places, least=self.sizes[0]
            )
        if self.wanted not in self.sizes:
            raise Refused(
                "Tables of {wanted} are wanted, but not allowed.", instead=("tables 4 from 3 to 5",), wanted=self.wanted
            )
        for title in self.titles:
            for size in self.sizes:
                playable(self, title, [f"Player {number}" for number in range(1, size + 1)])
        if any(one.format is Format.KNOCKOUT for one in self.stages[:-1]):
            raise Refused(
                "A knock-out or a final is the last stage: it goes on until one table is left.",
                instead=("format swiss 3 then final",),
            )
        for stage in self.stages:
            _possible(stage, self.sizes[0])
        if self.stages[0].top is not None:
            raise Refused("Everybody plays in the first stage; `top` is for those after it.")
        for after in self.stages[1:]:
            if after.top is None and after.format is not Format.KNOCKOUT:
                raise Refused(
                    "How many go on to {stage}?", instead=("swiss 3 then knockout top 16",), stage=after.line()
                )
        if self.points is Points.OWN and any(size not in self.own for size in self.sizes):
            missing = [size for size in self.sizes if size not in self.own]
            rows = tuple(f"own {size}: {' '.join(map(str, range(size - 1, -1, -1)))}" for size in missing)
            raise Refused("Tables of {sizes} have no points.", instead=rows, sizes=Listed(missing, ","))
        if self.duplicate and len(self.sizes) > 1:
            raise Refused("A duplicate event has tables of one size.", instead=("tables 4",))
        return self

    # Stored

    def encode(self) -> dict[str, Any]:
        """As it is stored: all fields, also those that have today's usual values."""
        return {"v": VERSION, **{one.name: _plain(getattr(self, one.name)) for one in fields(self)}}

    # Shown

    def lines(self) -> list[str]:
        """As it would be announced, in one form; the text that is kept in the log."""
        return list(_lines(self))

    def told(self) -> list[Said]:
        """For people, in their own language."""
        return list(_told(self))


def decode(data: Mapping[str, Any]) -> EventTerms:
    """Terms as they were stored, by whatever version of ours."""
    if data.get("v") != VERSION:
        raise ValueError(f"terms of version {data.get('v')}")
    kept = {name: value for name, value in data.items() if name != "v"}
    return EventTerms(
        **{
            **kept,
            "titles": tuple(kept["titles"]),
            "stages": tuple(StagePlan(**{**one, "format": Format(one["format"])}) for one in kept["stages"]),
            "sizes": tuple(kept["sizes"]),
            "points": Points(kept["points"]),
            "own": {int(size): tuple(map(Fraction, row)) for size, row in kept["own"].items()},
            "ties": tuple(map(Tie, kept["ties"])),
            "bye": None if kept["bye"] is None else Fraction(kept["bye"]),
            "forfeit": Fraction(kept["forfeit"]),
            "replaced": Fraction(kept["replaced"]),
            "unfinished": Unfinished(kept["unfinished"]),
            "replacing": Replacing(kept["replacing"]),
            "game": tuple(kept["game"]),
            "pools_together": kept.get("pools_together", False),
            **{
                name: None if kept[name] is None else datetime.fromisoformat(kept[name])
                for name in ("entry_until", "starts", "ends")
            },
        }
    )


def _plain(value: Any) -> Any:
    if isinstance(value, StagePlan):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, StrEnum) else value


def _possible(stage: StagePlan, least: int) -> None:
    """Refuses numbers of a stage that contradict each other, or no table could be made of."""
    if stage.best is not None and not 1 <= stage.best <= stage.rounds:
        raise Refused("Of {rounds} rounds from 1 to {rounds} can count.", rounds=stage.rounds)
    if stage.divisions < 1 or stage.promote < 1:
        raise Refused("A league has a division or more, and somebody goes up and down.")
    for number in (stage.of, stage.top):
        if number is not None and number < least:
            raise Refused("{count} players are too few for a table of {sizes}.", count=number, sizes=least)


# ---------------------------------------------------------------------- read


def from_toml(text: str) -> list[str]:
    """The lines a TOML file says: each key is the word a line begins with, a list is as many lines."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise Refused("This is no TOML: {why}.", why=str(wrong)[:120]) from wrong
    return [line for key, value in data.items() for line in _of_toml(key.replace("_", " "), value)]


def _of_toml(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        yield f"{key} {'yes' if value else 'no'}"
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
    stages = tuple(replace(one, top=terms.wanted) if one.top == 0 else one for one in _stages(text))
    return replace(terms, stages=stages)


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
    # A final that was asked for before its size was said is of this size.
    stages = tuple(replace(one, top=wanted) if one.top == terms.wanted else one for one in terms.stages)
    return replace(terms, wanted=wanted, sizes=tuple(range(low, high + 1)), stages=stages)


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
                instead=tuple(f"{_WORD[name]} {one}" for one in kinds),
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
        except BadTime as wrong:
            raise Refused(wrong.message, instead=(f"{_WORD[name]} 2027-01-15 18:00",)) from wrong
        return replace(terms, **{name: at})  # type: ignore[arg-type]

    return read


def _text(name: str, most: int) -> Callable[[EventTerms, str, str], EventTerms]:
    def read(terms: EventTerms, text: str, zone: str) -> EventTerms:
        if not text or len(text) > most:
            raise Refused("Write from 1 to {most} characters.", most=most)
        before = f"{getattr(terms, name)} " if name == "about" and terms.about else ""
        return replace(terms, **{name: f"{before}{text}"[:most]})  # type: ignore[arg-type]

    return read


_WORD = {
    "points": "points",
    "unfinished": "unfinished",
    "replacing": "replacement",
    "entry_until": "entry until",
    "starts": "starts",
    "ends": "ends",
}

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
    for near in get_close_matches(first.lower(), dict.fromkeys(word.partition(" ")[0] for word in READERS), 1):
        line = f"{near} {more}".strip()
        try:
            _read(terms, line, zone)
        except Refused:
            return ()
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


def playable(terms: EventTerms, title: str, names: Sequence[str]) -> None:
    """Refuses a table that can't be played: the engine alone knows for how many a title is, and which names it has."""
    plan = terms.plan(title)
    seats = [Player(name) for name in names]
    try:
        engine.start(title, seats, draw_title(title, seats, plan.options, _First()), plan.options)
    except (ValueError, Refused) as wrong:
        why = getattr(wrong, "message", None) or str(wrong)
        raise Refused("{title} for {size} players: {why}", title=title, size=len(names), why=why) from wrong


class _First(random.Random):
    """Chance that always takes the first: whether a table can be played does not depend on it."""

    def choice(self, seq: Any) -> Any:
        return seq[0]


# ---------------------------------------------------------------------- written


def _lines(terms: EventTerms) -> Iterator[str]:
    def yes(flag: bool) -> str:
        return "yes" if flag else "no"

    yield f"called {terms.called}"
    yield f"titles {', '.join(terms.titles)}"
    yield f"format {' then '.join(stage.line() for stage in terms.stages)}"
    yield f"tables {terms.wanted} from {terms.sizes[0]} to {terms.sizes[-1]}"
    yield f"points {terms.points}"
    yield from (f"own {size}: {' '.join(map(str, row))}" for size, row in sorted(terms.own.items()))
    yield f"ties {', '.join(terms.ties)}"
    yield f"bye {'average' if terms.bye is None else terms.bye}"
    yield f"forfeit {terms.forfeit}"
    yield f"replaced {terms.replaced}"
    for name in ("entry_until", "starts", "ends"):
        at = getattr(terms, name)
        if at is not None:
            yield f"{_WORD[name]} {at:%Y-%m-%d %H:%M}"
    yield f"round {terms.round_days} days"
    yield f"rest {terms.rest_days} days"
    yield f"next round {'by itself' if terms.by_itself else 'on my word'}"
    yield f"unfinished {terms.unfinished}"
    yield f"playouts {terms.playouts}"
    yield f"replacement {terms.replacing}"
    yield f"anonymous {yes(terms.anonymous)}"
    yield f"duplicate {yes(terms.duplicate)}"
    yield f"press {yes(terms.press)}"
    yield f"directors play {yes(terms.directors_play)}"
    for name in ("reliability", "rating"):
        bar = getattr(terms, f"bar_{name}")
        if bar is not None:
            yield f"bar {name} {bar}"
    yield f"places {terms.places}"
    yield f"waiting list {yes(terms.waiting_list)}"
    yield "fee none"
    if terms.about:
        yield f"about {terms.about}"
    yield from terms.game


def _told(terms: EventTerms) -> Iterator[Said]:
    if terms.about:
        yield terms.about
    yield Message("Titles: {titles}; round after round.", titles=Listed(terms.titles, ","))
    yield Message("Format: {stages}.", stages=Listed((stage_told(one, terms.wanted) for one in terms.stages), ";"))
    if len(terms.sizes) > 1:
        yield Message(
            "Tables of {wanted}; of {low} to {high} where they must be.",
            wanted=terms.wanted,
            low=terms.sizes[0],
            high=terms.sizes[-1],
        )
    else:
        yield Message("Tables of {wanted}.", wanted=terms.wanted)
    yield Message(
        "Points: {points}. Ties: {ties}.",
        points=points_told(terms.points),
        ties=Listed((tie_told(one) for one in terms.ties), ","),
    )
    yield from (f"    {size}: {' – '.join(map(str, row))}" for size, row in sorted(terms.own.items()))
    yield bye_told(terms)
    yield Message(
        "A forfeited seat counts {forfeit}; a seat taken over counts {replaced} of its result.",
        forfeit=str(terms.forfeit),
        replaced=part_told(terms.replaced),
    )
    if terms.entry_until is not None:
        yield Message("Entry until {moment}.", moment=Moment(terms.entry_until))
    if terms.starts is not None:
        yield Message("The first round starts {moment}.", moment=Moment(terms.starts))
    if terms.ends is not None:
        yield Message("Everything ends at the latest {moment}.", moment=Moment(terms.ends))
    yield Message(
        "A round lasts at most {days} days; {rest} days between rounds.", days=terms.round_days, rest=terms.rest_days
    )
    yield (
        Message("Rounds are drawn and published by themselves.")
        if terms.by_itself
        else Message("Each round is published on the director's word.")
    )
    yield unfinished_told(terms)
    yield Message(
        "A result can be appealed against until the next round is published or the event is over; where people "
        "played, neither comes by itself before a day has passed since the round's end."
    )
    if terms.points is Points.SHARE and len(terms.sizes) > 1:
        yield Message("Where tables are of different sizes, a share at a smaller one is worth more.")
    # Without a waiting list nobody is on it.
    yield {
        Replacing.WAITING: Message("Who goes is replaced from the waiting list, with consent; a bot plays until then."),
        Replacing.BOT: Message("Who goes is replaced by a bot."),
        Replacing.NOBODY: Message("Who goes is not replaced; a bot plays the seat to its end."),
    }[terms.replacing if terms.waiting_list or terms.replacing is not Replacing.WAITING else Replacing.BOT]
    yield Message("Who is excluded loses all points; what others won against them stays.")
    if terms.anonymous:
        yield Message("Tables are anonymous: seats are colours until the round is over.")
    if terms.duplicate:
        yield Message("Duplicate: every table has the same draw, and results are compared seat by seat.")
    if not terms.press:
        yield Message("No table talk: press between players is not forwarded.")
    if terms.directors_play:
        yield Message(
            "The director and deputies may play; what is decided about a table they sit at is left to those of them "
            "who don't, or to whoever runs the service."
        )
    else:
        yield Message("The director and deputies don't play.")
    if terms.bar_reliability is not None:
        yield Message("Open to players with a reliability of {bar} % or more.", bar=terms.bar_reliability)
    if terms.bar_rating is not None:
        yield Message("Open to players with a rating of {bar} or more at one of the titles.", bar=terms.bar_rating)
    yield (
        Message("{places} places, then a waiting list. No fee.", places=terms.places)
        if terms.waiting_list
        else Message("{places} places. No fee.", places=terms.places)
    )
    # The title with the most kinds of round names all hours there are.
    title = max(terms.titles, key=lambda one: len(engine.title_named(one).rounds))
    clock = terms_from(terms.plan(title).terms)
    yield from time_said(clock, title, clock.noshow)
    more = [line for line in terms.game if read_term(line, {}) is None]
    if more:
        yield Message("Every game: {lines}.", lines=Listed(more, ";"))


def stage_told(stage: StagePlan, table: int) -> Said:
    match stage.format:
        case Format.KNOCKOUT if stage.top and stage.top <= table:
            return Message("a final of the best {top}", top=stage.top)
        case Format.HEATS if stage.best:
            said: Said = Message("heats, the best {best} of {rounds}", best=stage.best, rounds=stage.rounds)
        case Format.HEATS:
            said = Message("heats, {rounds} rounds", rounds=stage.rounds)
        case Format.SWISS if stage.rounds == 1:
            said = Message("Swiss system, one round")
        case Format.SWISS:
            said = Message("Swiss system, {rounds} rounds", rounds=stage.rounds)
        case Format.GROUPS:
            said = Message("groups of {of}, {rounds} rounds", of=stage.of or 8, rounds=stage.rounds)
        case Format.LEAGUE if stage.divisions == 1:
            said = Message("league, {rounds} rounds", rounds=stage.rounds)
        case Format.LEAGUE:
            said = Message(
                "league, {rounds} rounds, {divisions} divisions, {promote} go up and down",
                rounds=stage.rounds,
                divisions=stage.divisions,
                promote=stage.promote,
            )
        case _:
            said = Message("knock-out: winners and the best seconds go on")
    return Message("{stage} (the best {top})", stage=said, top=stage.top) if stage.top else said


def bye_told(terms: EventTerms) -> Message:
    if terms.bye is None:
        return Message("A bye counts as one's own average.")
    return Message("A bye is worth {part} of the most a table can bring.", part=str(terms.bye))


def part_told(part: Fraction) -> str:
    """A part of a result, as people say it in every language."""
    return f"{float(part * 100):.4g} %"


def points_told(points: Points) -> Message:
    return {
        Points.SHARE: Message("one's share of the table's wealth"),
        Points.RANK: Message("places, ties split"),
        Points.WINS: Message("wins, then the share of wealth"),
        Points.MARGIN: Message("the winner's margin"),
        Points.OWN: Message("the event's own table"),
    }[points]


def tie_told(tie: Tie) -> Message:
    return {
        Tie.WINS: Message("wins", "ties"),
        Tie.DIRECT: Message("direct meeting", "ties"),
        Tie.STRENGTH: Message("strength of opponents", "ties"),
        Tie.SHARE: Message("share of wealth", "ties"),
        Tie.LOT: Message("lot from the seed", "ties"),
    }[tie]


def unfinished_told(terms: EventTerms) -> Message:
    if terms.unfinished is Unfinished.ADJUDICATE:
        return Message(
            "A table that is not over at the end of its round is played out {count} times by bots; where the intervals "
            "overlap the director decides.",
            count=terms.playouts,
        )
    if terms.unfinished is Unfinished.STANDS:
        return Message("A table that is not over at the end of its round counts as it stands.")
    return Message("A table that is not over at the end of its round is ruled on by the director.")
