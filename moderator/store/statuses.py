"""What a stored row can be, and how it comes to be that: each status is a machine, drawn in its docstring."""

from __future__ import annotations

from enum import StrEnum


class GameStatus(StrEnum):
    """A game.

    inviting ─ all have joined ▶ running ─ nobody is to act, or the moderator ends it ▶ over
                                 running ◀─────────── the last move is taken back ─────┘
    running ─ its time in a tournament is up ▶ closed ─ it is decided ▶ over
                                 running ◀─ closed: the tournament is cancelled
    """

    INVITING = "inviting"
    RUNNING = "running"
    CLOSED = "closed"
    OVER = "over"


class SeatRole(StrEnum):
    """What a seat is for; it never becomes anything else."""

    PLAYER = "player"
    # Who moderates, and who helps with it.
    GM = "gm"


class SeatStatus(StrEnum):
    """A place at a table.

    open ─ whoever comes first ▶ joined
    invited ─ join ▶ joined ─ resign ▶ resigned ─ a new player, or a bot ▶ joined
    invited ─ decline ▶ declined ─ a new player, or a bot ▶ joined
    joined ─ misses too much ▶ absent (a bot plays) ─ writes ▶ joined      absent ─ stays away ▶ resigned
    """

    OPEN = "open"
    INVITED = "invited"
    JOINED = "joined"
    DECLINED = "declined"
    RESIGNED = "resigned"
    ABSENT = "absent"


class MailStatus(StrEnum):
    """A mail that came in.

    new ─ answered ▶ done
    new ─ proves too little, or for the operator ▶ parked ─ confirmed ▶ done
    new ─ a machine, spam, a loop, a flood ▶ dropped
    new ─ nobody foresaw it ▶ aside ─ retry ▶ new
    """

    NEW = "new"
    DONE = "done"
    PARKED = "parked"
    DROPPED = "dropped"
    ASIDE = "aside"


class OnFile(StrEnum):
    """An order kept for later.

    open ─ played, or its auction is over ▶ done
    open ─ no longer fits, or its limit is reached ▶ asked
    open ─ a later mail ▶ replaced      open ─ its owner ▶ cancelled      open ─ the game is over ▶ ended
    """

    OPEN = "open"
    DONE = "done"
    ASKED = "asked"
    REPLACED = "replaced"
    CANCELLED = "cancelled"
    ENDED = "ended"


class HookStatus(StrEnum):
    """One thing told to a channel.

    pending ─ its receiver takes it ▶ sent
    pending ─ nobody takes it for days, or the channel is stopped ▶ failed
    """

    PENDING = "pending"
    SENT = "sent"
    FAILED = "failed"


class OfferStatus(StrEnum):
    """An offer between owners.

    open ─ all parties accept ▶ agreed ─ played ▶ done
    open, agreed ─ its maker ▶ withdrawn      ─ a party ▶ refused      ─ the game is over ▶ lapsed
    open ─ its time is over ▶ lapsed          agreed ─ the company's turn has come and gone ▶ lapsed
    """

    OPEN = "open"
    AGREED = "agreed"
    DONE = "done"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    LAPSED = "lapsed"


# Offers that may still come to something.
LIVE = (OfferStatus.OPEN, OfferStatus.AGREED)


class Stage(StrEnum):
    """The clock of an open decision.

    running ─ time is up ▶ late ─ the grace is over ▶ missed      late ─ more time ▶ running
    """

    RUNNING = "running"
    LATE = "late"
    MISSED = "missed"


class Punctuality(StrEnum):
    """How somebody kept a decision's time.

    on time   late (within the grace)   missed ─ the moderator excuses it ▶ excused   resigned (the whole game)
    """

    ON_TIME = "on time"
    LATE = "late"
    MISSED = "missed"
    EXCUSED = "excused"
    RESIGNED = "resigned"


class CupStatus(StrEnum):
    """A tournament.

    open ─ entry closes ▶ closed ─ the first round begins ▶ running ─ the last round is over ▶ over
    open, closed, running ─ its director ▶ cancelled
    """

    OPEN = "open"
    CLOSED = "closed"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class StaffRole(StrEnum):
    """Whoever directs an event: one director, and deputies."""

    DIRECTOR = "director"
    DEPUTY = "deputy"


class EntryStatus(StrEnum):
    """Somebody in a tournament.

    waiting ─ a place is free ▶ entered ─ by themselves ▶ withdrawn      entered ─ the director ▶ expelled
    waiting ─ takes over a seat ▶ entered                                 waiting ─ by themselves ▶ withdrawn
    """

    ENTERED = "entered"
    WAITING = "waiting"
    WITHDRAWN = "withdrawn"
    EXPELLED = "expelled"


class RoundStatus(StrEnum):
    """A round of a tournament.

    drawn ─ its hour, or the director's word ▶ publishing ─ all tables are made ▶ running
    running ─ all tables are decided ▶ over      running ─ its end has come ▶ closing ─ all are decided ▶ over
    drawn ─ drawn again ▶ drawn
    """

    DRAWN = "drawn"
    PUBLISHING = "publishing"
    RUNNING = "running"
    CLOSING = "closing"
    OVER = "over"


class TableStatus(StrEnum):
    """A table of a tournament.

    planned ─ its game is made ▶ playing ─ the game is over, agreed or played out ▶ decided
    playing ─ play-outs leave it open ▶ unclear ─ the director rules ▶ decided
    decided ─ a player appeals ▶ appealed ─ the director rules ▶ decided
    decided ─ the last move is taken back ▶ playing
    """

    PLANNED = "planned"
    PLAYING = "playing"
    UNCLEAR = "unclear"
    APPEALED = "appealed"
    DECIDED = "decided"
