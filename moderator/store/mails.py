"""The mails we send, one frozen value for each kind, and how they are stored in a row of the outbox.

A payload names what a mail is about and says what only its sender knew; the position, the clock and the table are
looked up when it is written out. Texts are put into the reader's language when the mail is posted (D30), so a row of
any age can be written out without the catalogue of its day.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from engine.message import Listed, Message

# Words of ours are messages, said in the reader's language when they are posted; text that is the same in every
# language is text.
Said = str | Message | Listed
# The form in which payloads are written now; older ones are read by ``_UPCASTERS``.
VERSION = 4


class Kind(StrEnum):
    """Which mail it is; stored with each row.

    To whoever has a seat and is asked something:
    ``invitation``: join or decline. ``moderating``: you are the moderator of a new game. ``standing in``: you play
    somebody's seat for a while. ``taking over``: the seat is yours from now on. ``move``: it is your move.
    ``reminder``: it still is. ``late``: it was due. ``confirm``: a word that must come back before something risky is
    done.

    To the others at the table:
    ``report``: the game has moved on. ``gm``: the same for the moderator. ``digest``: the same once a day. ``over``:
    the result. ``deadline``: the clock of the open decision was changed. ``press``: another player's words.
    ``notice``: anything else, in a sentence or two.

    To a person, about all their games: ``day``: which of them wait, and what is new in the others. (``digest`` was
    that for one game; rows of it are still read.)

    To whoever played in a tournament: ``event``, its report.

    To whoever wrote: ``answer``. To whoever asked for it on a page: ``sign in``. To whoever runs the service:
    ``operator``.
    """

    INVITATION = "invitation"
    MODERATING = "moderating"
    STANDING_IN = "standing in"
    TAKING_OVER = "taking over"
    MOVE = "move"
    REMINDER = "reminder"
    LATE = "late"
    CONFIRM = "confirm"
    REPORT = "report"
    GM = "gm"
    DIGEST = "digest"
    DAY = "day"
    OVER = "over"
    DEADLINE = "deadline"
    PRESS = "press"
    NOTICE = "notice"
    ANSWER = "answer"
    SIGN_IN = "sign in"
    OPERATOR = "operator"
    EVENT = "event"


class Sending(StrEnum):
    """How far a mail has come; stored with each row.

     ::

       ┌─ pending ──▶ sent ──▶ bounced      it came back
       │    │ ▲ └───▶ bounced               the relay knows that nobody is there
       ▼    ▼ │
    folded  │ │                             another mail to the same reader says it too
    shown   ▼ │                             its reader saw it on the page where they asked
           failed                          not taken for a week; the operator knows, and may send it again by hand

     Only ``bounced`` counts against a person.
    """

    PENDING = "pending"
    SENT = "sent"
    FAILED = "failed"
    BOUNCED = "bounced"
    FOLDED = "folded"
    SHOWN = "shown"


@dataclass(frozen=True)
class Payload:
    """What all payloads are."""

    kind: ClassVar[Kind]


@dataclass(frozen=True)
class Invitation(Payload):
    kind = Kind.INVITATION


@dataclass(frozen=True)
class Moderating(Payload):
    kind = Kind.MODERATING


@dataclass(frozen=True)
class StandingIn(Payload):
    kind = Kind.STANDING_IN
    owner: str


@dataclass(frozen=True)
class TakingOver(Payload):
    kind = Kind.TAKING_OVER
    # What else there is to know of the seat: of which event it is, and until when it is offered.
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True)
class OfPosition(Payload):
    """A mail that shows the position after move ``seq``, and what happened after move ``since`` if that is known."""

    seq: int
    since: int | None
    # News that would have been mails of their own, had they come alone.
    notices: tuple[Notice, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Asking(OfPosition):
    """A mail to whoever has to decide: the turn its orders are bound to, and the decision with its clock."""

    turn: int
    decision: int | None


@dataclass(frozen=True)
class YourMove(Asking):
    kind = Kind.MOVE


@dataclass(frozen=True)
class Reminder(Asking):
    kind = Kind.REMINDER


@dataclass(frozen=True)
class Late(Asking):
    kind = Kind.LATE


@dataclass(frozen=True)
class Report(OfPosition):
    kind = Kind.REPORT


@dataclass(frozen=True)
class ModeratorsCopy(OfPosition):
    kind = Kind.GM


@dataclass(frozen=True)
class Digest(OfPosition):
    kind = Kind.DIGEST


@dataclass(frozen=True)
class DayOfGame:
    """One game in the mail of a day: the seat, how far it is told of, and the decision that waits for its player."""

    seat: int
    seq: int
    since: int
    decision: int | None


@dataclass(frozen=True)
class Day(Payload):
    """Once a day over all games of a person: those that wait for them first, the shortest time on top."""

    kind = Kind.DAY
    games: tuple[DayOfGame, ...]


@dataclass(frozen=True)
class Over(OfPosition):
    kind = Kind.OVER


@dataclass(frozen=True)
class NewDeadline(Asking):
    """The clock of the open decision was changed: what happened to it, and why."""

    kind = Kind.DEADLINE
    title: Said
    text: Said


@dataclass(frozen=True)
class PressMail(Payload):
    """What ``by`` wrote, as it was written, when the game stood at move ``seq``."""

    kind = Kind.PRESS
    by: str
    text: str
    seq: int


@dataclass(frozen=True)
class Notice(Payload):
    """News in a sentence or two, and orders that could answer it."""

    kind = Kind.NOTICE
    title: Said
    text: Said
    orders: tuple[str, ...] = ()


@dataclass(frozen=True)
class EventReport(Payload):
    """How a tournament ended; its pictures are drawn from the results when the mail is written."""

    kind = Kind.EVENT
    event: str
    title: Said
    text: Said


@dataclass(frozen=True)
class Operator(Payload):
    """For whoever runs the service; its lines stand as they are."""

    kind = Kind.OPERATOR
    title: str
    text: str


@dataclass(frozen=True)
class Confirm(Payload):
    """Somebody asked for ``what``; it is done when ``word`` comes back.

    Where nobody is known at the address yet, the mail speaks the ``language`` of whoever asked."""

    kind = Kind.CONFIRM
    word: str
    what: Said
    language: str = ""


@dataclass(frozen=True)
class SignIn(Payload):
    """A link that signs its reader in, in the browser that asked for it, and the word in it for typing.

    Whoever comes for the first time is nobody known here, so the mail carries the ``language`` of the page."""

    kind = Kind.SIGN_IN
    link: str
    word: str
    language: str = ""


@dataclass(frozen=True)
class AnswerLine:
    """One line of a mail as it was read, and what came of it."""

    mark: str
    number: int
    text: str
    said: Said = ""
    instead: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True)
class AnswerBlock:
    """Something that was asked for: a position, a list, a page of help; and which picture belongs to it."""

    title: Said
    text: Said
    picture: str = ""


@dataclass(frozen=True)
class Answered(Payload):
    """What became of a mail: a word, a sentence, its lines, what we noticed besides, and what was asked for."""

    kind = Kind.ANSWER
    word: str
    headline: Said
    topic: str = ""
    lines: tuple[AnswerLine, ...] = ()
    warnings: tuple[Said, ...] = ()
    blocks: tuple[AnswerBlock, ...] = ()
    # What may be sent back at once: the word that confirms.
    orders: tuple[str, ...] = ()
    in_reply_to: str = ""
    # What followed from the mail for its writer, who hears of it here instead of in mails of their own.
    asks: tuple[YourMove, ...] = ()
    tells: tuple[Report, ...] = ()
    notices: tuple[Notice, ...] = ()
    # Orders that were tried and not played, and after which move: the mail shows the map as it would be.
    tried: tuple[str, ...] = ()
    tried_after: int = 0
    # Where nobody is known at the address yet: the language of what they wrote. Of what was handed in on a page: that
    # page's language.
    language: str = ""


def own_language(mail: Payload) -> str:
    """The language a mail itself asks for, whoever gets it."""
    return mail.language if isinstance(mail, Confirm | SignIn | Answered) else ""


def _payloads(above: type[Payload]) -> dict[Kind, type[Payload]]:
    found = {above.kind: above} if "kind" in vars(above) else {}
    for below in above.__subclasses__():
        found |= _payloads(below)
    return found


PAYLOADS: Mapping[Kind, type[Payload]] = _payloads(Payload)


class UnreadableRow(ValueError):
    """A stored payload that is none of ours."""


def encode(mail: Payload) -> dict[str, Any]:
    """The payload as stored: all its fields, also those that have today's usual values, and its version."""
    return {"v": VERSION, **{name: _plain(value) for name, value in _fields(mail)}}


def decode(kind: str, data: Mapping[str, Any], key: str = "") -> Payload:
    """The payload of a row. ``key`` is the row's own; the first form of rows hid in it what kind they were."""
    version = data.get("v", 0)
    while version != VERSION:
        if version not in _UPCASTERS:
            raise UnreadableRow(f"version {version} of {kind}")
        kind, data = _UPCASTERS[version](kind, data, key)
        version = data["v"]
    try:
        wanted = PAYLOADS[Kind(kind)]
        return _read(wanted, {name: value for name, value in data.items() if name != "v"})  # type: ignore[no-any-return]
    except (KeyError, TypeError, ValueError) as wrong:
        raise UnreadableRow(f"{kind}: {wrong}") from wrong


def mapped(value: Any, say: Callable[[Any], Any]) -> Any:
    """The value with everything inside it said: how a payload is put into words."""
    if is_dataclass(value) and not isinstance(value, type):
        return type(value)(**{name: mapped(one, say) for name, one in _fields(value)})
    if isinstance(value, tuple):
        return tuple(mapped(one, say) for one in value)
    return say(value)


def _fields(value: Any) -> list[tuple[str, Any]]:
    return [(one.name, getattr(value, one.name)) for one in fields(value)]


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {name: _plain(one) for name, one in _fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, str | int | None):
        return value
    raise UnreadableRow(f"{type(value).__name__} was not put into words before it was stored")


def _hints(wanted: Any) -> dict[str, Any]:
    """The types of a payload's fields."""
    if wanted not in _KNOWN:
        hints = get_type_hints(wanted)
        _KNOWN[wanted] = {one.name: hints[one.name] for one in fields(wanted)}
    return _KNOWN[wanted]


_KNOWN: dict[Any, dict[str, Any]] = {}


def _read(wanted: Any, value: Any) -> Any:
    """The value as its field's type wants it; whatever does not fit is an error."""
    if is_dataclass(wanted):
        hints = _hints(wanted)
        if set(value) != set(hints):
            raise TypeError(f"has {sorted(value)}, wants {sorted(hints)}")
        return wanted(**{name: _read(hint, value[name]) for name, hint in hints.items()})  # type: ignore[operator]
    if get_origin(wanted) is tuple:
        return tuple(_read(get_args(wanted)[0], one) for one in value)
    fits = get_args(wanted) if isinstance(wanted, types.UnionType) else (wanted,)
    if type(value) not in fits:
        raise TypeError(f"{value!r} is no {wanted}")
    return value


# ---------------------------------------------------------------------- rows as they were once


def _from_bag(kind: str, bag: Mapping[str, Any], key: str) -> tuple[str, dict[str, Any]]:
    """Version 0: whatever the caller put in, and the kind told by three things together."""
    new = _kind_of_bag(kind, bag, key)
    seq = int(bag.get("seq") or 0)
    asking = {"seq": seq, "turn": int(bag.get("turn") or seq + 1), "decision": bag.get("decision")}
    usual: dict[str, Any] = {
        "owner": "", "title": "", "text": "", "by": "", "word": "", "what": "", "headline": "", "topic": "",
        "language": "", "in_reply_to": "",
        "lines": [], "warnings": [], "blocks": [], "asks": [], "tells": [], "notices": [],
    }  # fmt: skip
    known = {**usual, **asking, **{name: value for name, value in bag.items() if value is not None}}
    known |= {"orders": list(bag.get("orders") or ()), "since": bag.get("since")}
    return new, {"v": 1, **{name: known[name] for name in _hints(PAYLOADS[new])}}


def _kind_of_bag(kind: str, bag: Mapping[str, Any], key: str) -> Kind:
    if kind == "invitation":
        named = {"moderating": Kind.MODERATING, "substitute": Kind.STANDING_IN, "replacing": Kind.TAKING_OVER}
        return next((new for word, new in named.items() if bag.get(word)), Kind.INVITATION)
    if kind == "report" and key.startswith("digest"):
        return Kind.DIGEST
    if kind == "notice" and bag.get("as"):
        return Kind(bag["as"])
    return Kind(kind)


def _folding(kind: str, data: Mapping[str, Any], _key: str) -> tuple[str, dict[str, Any]]:
    """Version 1: every piece of news was a mail of its own."""
    known = _hints(PAYLOADS[Kind(kind)]) if kind in list(Kind) else {}
    none_yet: dict[str, Any] = {name: [] for name in ("asks", "tells", "notices") if name in known}
    none_yet |= {"language": ""} if "language" in known else {}
    return kind, {**none_yet, **data, "v": 2}


def _trying(kind: str, data: Mapping[str, Any], _key: str) -> tuple[str, dict[str, Any]]:
    """Version 2: the answer to a preview showed no map."""
    none_yet: dict[str, Any] = {"tried": [], "tried_after": 0} if kind == Kind.ANSWER else {}
    return kind, {**none_yet, **data, "v": 3}


def _drawing(kind: str, data: Mapping[str, Any], _key: str) -> tuple[str, dict[str, Any]]:
    """Version 3: what was asked for had no pictures."""
    blocks = [{"picture": "", **block} for block in data.get("blocks", ())]
    return kind, {**data, **({"blocks": blocks} if kind == Kind.ANSWER else {}), "v": 4}


# Each turns one version into the next, so what was stored once is readable for ever.
_UPCASTERS: Mapping[int, Callable[[str, Mapping[str, Any], str], tuple[str, dict[str, Any]]]] = {
    0: _from_bag,
    1: _folding,
    2: _trying,
    3: _drawing,
}
