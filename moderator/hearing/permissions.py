"""Who may do what, as one table: who may use a command, who must confirm it, and who is told.

The conducting of a mail reads it, and a test walks all of it with real mails. What a writer is to a game is a ``Role``;
a writer may be more than one thing (a moderator who plays). How a mail proves its sender is the operator's setting:

=============  =====================================================================================
a mail that    is treated so, whatever the command
=============  =====================================================================================
is proved      done, or confirmed as the table says
is not         parked: a word goes to the registered address of whoever it claims to be from
=============  =====================================================================================

Where nobody checks senders (``WAYBILL_TRUST=none``) the secret address of a seat is the proof. The mailbox open to
everybody has no secret, so what is ``guarded`` is confirmed there always.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine import Refused


class Role(Enum):
    """What a writer is to a game."""

    OWNER = "whoever a player's seat belongs to"
    SUBSTITUTE = "whoever plays it for a while"
    FORMER_SUBSTITUTE = "whoever once did, and remembers the address"
    REPLACED = "whoever had the seat before its owner"
    MODERATOR = "the game's moderator"
    SECOND = "its second moderator"
    PROGRAM = "a program that has a seat's key: it may play and ask, and nothing else"
    PERSON = "whoever is known and proved, at the mailbox open to everybody or on a page of their own"
    DIRECTOR = "the director of the event that a line names"
    DEPUTY = "a deputy of that director"
    OPERATOR = "whoever runs the service; by mail they are nobody special, their commands are `./waybill …`"
    STRANGER = "anybody who can be answered"


class Party(Enum):
    """Who confirms something, or is told of it."""

    OWNER = "whoever the seat belongs to"
    WRITER = "whoever wrote, at their registered address"
    ADDRESS = "the address that the command names"
    TABLE = "everybody else at the table"
    MODERATOR = "the game's moderators, or whoever directs the event"
    FORMER = "whoever had the seat or the address until now"
    NAMED = "the players that the command names or concerns"


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the table."""

    may: frozenset[Role]
    # Whose word must come back before it is done.
    confirmed: Party | None = None
    # Who gets a mail besides the answer, when it is done.
    told: tuple[Party, ...] = ()
    # Confirmed also where a mail's sender is taken at their word.
    guarded: bool = False


ANYBODY = frozenset(Role)
# What anybody does in their own name.
NAMED = ANYBODY - {Role.PROGRAM}
PLAYING = frozenset({Role.OWNER, Role.SUBSTITUTE, Role.PROGRAM})
OWNING = frozenset({Role.OWNER})
HEADING = frozenset({Role.MODERATOR})
MODERATING = frozenset({Role.MODERATOR, Role.SECOND})
# Whoever asks, and what is done in one's own name: a program asks, and has no name.
ASKING = PLAYING | MODERATING
SEATED = ASKING - {Role.PROGRAM}
# What is a person's own, or a moderator's place, but not a substitute's.
LASTING = OWNING | MODERATING
# What is a person's own, whether they sit anywhere or not.
ONESELF = SEATED | {Role.PERSON}

# What is about no game that one plays in.
APART = frozenset({Role.PERSON})

DIRECTING = frozenset({Role.DIRECTOR, Role.DEPUTY})
LEADING = frozenset({Role.DIRECTOR})

# A line that is no command is an order.
ORDER = ""

RULES: Mapping[str, Rule] = {
    ORDER: Rule(PLAYING, told=(Party.TABLE,)),
    # Anybody, also at the open mailbox.
    "help": Rule(ANYBODY),
    "explain": Rule(ANYBODY),
    "cards": Rule(ANYBODY),
    "rules": Rule(ANYBODY),
    "prices": Rule(ANYBODY),
    "games": Rule(ANYBODY),
    "preview": Rule(ANYBODY),
    "confirm": Rule(ANYBODY),
    "new game": Rule(NAMED, Party.WRITER, (Party.NAMED,), guarded=True),
    "tutorial": Rule(NAMED, Party.WRITER, guarded=True),
    "continue game": Rule(NAMED, Party.WRITER, (Party.NAMED,), guarded=True),
    # Asking.
    "status": Rule(ASKING),
    "legal": Rule(ASKING),
    "advice": Rule(ASKING),
    "facts": Rule(ASKING),
    "map": Rule(ASKING),
    "market": Rule(ASKING),
    "routes": Rule(ASKING),
    "history": Rule(ASKING),
    "since": Rule(ASKING),
    "turn": Rule(ASKING),
    "reliability": Rule(SEATED),
    "clock": Rule(ASKING),
    # Playing.
    "undo": Rule(PLAYING, told=(Party.TABLE,)),
    "orders": Rule(PLAYING),
    "cancel": Rule(PLAYING),
    "why": Rule(PLAYING),
    "offer": Rule(PLAYING, told=(Party.NAMED,)),
    "propose": Rule(PLAYING, told=(Party.NAMED,)),
    "accept": Rule(PLAYING, told=(Party.NAMED,)),
    "refuse": Rule(PLAYING, told=(Party.NAMED,)),
    "withdraw": Rule(PLAYING, told=(Party.NAMED,)),
    "vote": Rule(PLAYING - {Role.PROGRAM}, told=(Party.TABLE,)),
    "more time": Rule(PLAYING - {Role.PROGRAM}, told=(Party.MODERATOR,)),
    # The games of a person, whichever they write from.
    "my games": Rule(ONESELF),
    # Talking. What one notes is nobody else's business, a substitute's neither.
    "press": Rule(SEATED, told=(Party.NAMED,)),
    "note": Rule(LASTING),
    "notes": Rule(LASTING),
    # Arranging oneself. Every change that moves a deadline is told to the table.
    "zone": Rule(ONESELF, told=(Party.TABLE,)),
    "hours": Rule(ONESELF, told=(Party.TABLE,)),
    "weekdays": Rule(ONESELF, told=(Party.TABLE,)),
    "away": Rule(ONESELF, told=(Party.TABLE,)),
    "back": Rule(ONESELF, told=(Party.TABLE,)),
    "language": Rule(ONESELF),
    "text only": Rule(ONESELF),
    "reminders": Rule(ONESELF),
    "reports": Rule(ONESELF, told=(Party.MODERATOR,)),
    "unsubscribe": Rule(LASTING, told=(Party.MODERATOR,)),
    "address": Rule(ONESELF, Party.ADDRESS, (Party.FORMER,)),
    # What would give a seat away is its owner's alone, and the word goes to nobody else. Written on a page, where a
    # browser may have been left open, `substitute`, `address add` and `gm hand over` are confirmed from their
    # mailbox, too.
    "program key": Rule(OWNING),
    "new key": Rule(LASTING, Party.OWNER),
    "resign": Rule(OWNING, Party.OWNER, (Party.TABLE,)),
    "substitute": Rule(OWNING, told=(Party.TABLE, Party.NAMED)),
    "join": Rule(OWNING, told=(Party.TABLE,)),
    "join game": Rule(APART, Party.WRITER, (Party.TABLE,), guarded=True),
    "decline": Rule(PLAYING - {Role.PROGRAM}, told=(Party.TABLE,)),
    # Moderating. What can't be taken back is confirmed, with what it will do shown.
    "gm status": Rule(MODERATING),
    "gm log": Rule(MODERATING),
    "gm pause": Rule(MODERATING, told=(Party.TABLE,)),
    "gm resume": Rule(MODERATING, told=(Party.TABLE,)),
    "gm extend": Rule(MODERATING, told=(Party.TABLE,)),
    # A much earlier deadline is confirmed, too.
    "gm deadline": Rule(MODERATING, told=(Party.TABLE,)),
    "gm hours": Rule(MODERATING, told=(Party.TABLE,)),
    "gm grace": Rule(MODERATING, told=(Party.TABLE,)),
    "gm late": Rule(MODERATING, told=(Party.TABLE,)),
    "gm weekdays": Rule(MODERATING, told=(Party.TABLE,)),
    "gm visibility": Rule(MODERATING, told=(Party.TABLE,)),
    "gm machines": Rule(MODERATING, told=(Party.TABLE,)),
    "gm clock": Rule(MODERATING, told=(Party.TABLE,)),
    "gm bank": Rule(MODERATING, told=(Party.TABLE,)),
    "gm allow": Rule(MODERATING, told=(Party.TABLE,)),
    "gm penalty": Rule(MODERATING, told=(Party.TABLE,)),
    "gm ladder": Rule(MODERATING, told=(Party.TABLE,)),
    "gm reminders": Rule(MODERATING, told=(Party.TABLE,)),
    "gm excuse": Rule(MODERATING, told=(Party.TABLE,)),
    "gm rule": Rule(MODERATING, told=(Party.TABLE,)),
    "gm as": Rule(MODERATING, told=(Party.TABLE,)),
    "end as": Rule(MODERATING),
    "gm process turn": Rule(MODERATING, told=(Party.TABLE,)),
    "gm remind": Rule(MODERATING, told=(Party.NAMED,)),
    "gm resend": Rule(MODERATING, told=(Party.NAMED,)),
    "gm replace": Rule(MODERATING, told=(Party.TABLE, Party.FORMER, Party.NAMED)),
    "gm withdraw": Rule(MODERATING, told=(Party.TABLE, Party.FORMER)),
    "gm undo to": Rule(MODERATING, Party.WRITER, (Party.TABLE,)),
    "gm redo": Rule(MODERATING, told=(Party.TABLE,)),
    "gm end": Rule(MODERATING, Party.WRITER, (Party.TABLE,)),
    "gm second": Rule(HEADING, Party.ADDRESS, (Party.TABLE,)),
    "gm hand over": Rule(HEADING, Party.ADDRESS, (Party.TABLE, Party.FORMER)),
    # Tournaments, for anybody. Entering is confirmed, with the terms shown; who only asks is answered.
    "events": Rule(ANYBODY),
    "terms": Rule(ANYBODY),
    "standings": Rule(ANYBODY),
    "pairings": Rule(ANYBODY),
    "rating": Rule(ANYBODY),
    "record": Rule(ANYBODY),
    "enter": Rule(NAMED, Party.WRITER),
    "withdraw from": Rule(NAMED, guarded=True),
    "appeal": Rule(NAMED, told=(Party.MODERATOR, Party.TABLE), guarded=True),
    "rated": Rule(NAMED, guarded=True),
    # Directing. What can't be taken back is confirmed, with what it will do shown.
    "td new": Rule(NAMED, guarded=True),
    "td status": Rule(DIRECTING),
    "td log": Rule(DIRECTING),
    "td audit": Rule(DIRECTING),
    # Frozen terms are confirmed, too.
    "td change": Rule(DIRECTING, told=(Party.NAMED,), guarded=True),
    "td close": Rule(DIRECTING, Party.WRITER, (Party.NAMED,)),
    "td draw": Rule(DIRECTING, guarded=True),
    "td publish": Rule(DIRECTING, Party.WRITER, (Party.NAMED, Party.MODERATOR)),
    "td pin": Rule(DIRECTING, guarded=True),
    "td ban": Rule(DIRECTING, guarded=True),
    "td club": Rule(DIRECTING, guarded=True),
    "td division": Rule(DIRECTING, guarded=True),
    "td enter": Rule(DIRECTING, told=(Party.NAMED,), guarded=True),
    "td withdraw": Rule(DIRECTING, told=(Party.NAMED, Party.MODERATOR), guarded=True),
    "td replace": Rule(DIRECTING, Party.WRITER, (Party.TABLE, Party.FORMER, Party.NAMED)),
    "td expel": Rule(DIRECTING, Party.WRITER, (Party.TABLE, Party.NAMED)),
    "td extend": Rule(DIRECTING, told=(Party.NAMED,), guarded=True),
    "td rule": Rule(DIRECTING, Party.WRITER, (Party.TABLE,)),
    "td dismiss": Rule(DIRECTING, told=(Party.NAMED,), guarded=True),
    "td at": Rule(DIRECTING, guarded=True),
    "td tell": Rule(DIRECTING, told=(Party.NAMED,), guarded=True),
    "td end round": Rule(DIRECTING, Party.WRITER, (Party.NAMED,)),
    "td season": Rule(LEADING, told=(Party.NAMED,), guarded=True),
    "td deputy": Rule(LEADING, told=(Party.NAMED,), guarded=True),
    "td cancel": Rule(LEADING, Party.WRITER, (Party.NAMED,)),
}


def check(words: str, roles: frozenset[Role], seat: str = "") -> None:
    """Refuses what nobody with these roles may do, with the reason. ``seat`` is whose a moderator most likely means."""
    may = RULES[words].may
    # Whoever else the owner of a key may be, its program is not.
    if roles & may and (Role.PROGRAM in may or Role.PROGRAM not in roles):
        return
    if not roles:
        raise Refused("Whoever runs this service takes no email from you.")
    if Role.PROGRAM in roles:
        raise Refused("A program may play and ask, and nothing else.", instead=("legal",))
    if may == APART:
        raise Refused("Write this to the mailbox for everybody, not to a seat's own.", instead=("help",))
    if may <= DIRECTING:
        raise Refused("Only the director of the event may do this.", instead=("events",))
    if may == HEADING:
        raise Refused("Only the game's first moderator may do this.", instead=("help",))
    if may == MODERATING:
        raise Refused("Only the game's moderator may do this.", instead=("help",))
    if Role.SUBSTITUTE in roles:
        raise Refused("Only whoever the seat belongs to may do this, not a substitute.", instead=("help",))
    if roles & MODERATING:
        acting = (f"gm as {seat}",) if seat else ()
        if words == ORDER:
            # Most such lines are no orders either, but wishes of a moderator in their own words.
            raise Refused(
                "I know no moderator's command for this: they begin with `gm` (`gm pause`, `gm extend 24h`, "
                "`gm replace`). To play for a seat, write `gm as` above the orders.",
                instead=(*acting, "help gm"),
            )
        raise Refused("This is for players; a moderator plays for a seat with `gm as`.", instead=(*acting, "help gm"))
    if words == "unsubscribe" and roles == {Role.STRANGER}:
        # Who has never been here has nothing to leave.
        raise Refused(
            "You are on no list here: nobody writes to you unless a player invites you or you write yourself."
        )
    raise Refused("Reply to an email of your game for this, so that I know which game you mean.", instead=("help",))
