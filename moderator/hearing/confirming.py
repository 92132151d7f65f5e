"""Words mailed to a registered address that must come back before something risky is done.

What one mail asks for waits for one word, whoever has to send it back: `ask` collects it, and `mail_words` mails a word
for everything that waits for the same person at the same seat."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing import permissions
from moderator.hearing.submission import AwaitsWord, Submission
from moderator.office.addresses import canonical
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.tables import Person, Seat

GOOD_FOR = timedelta(days=3)
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

Doing = Callable[[Submission, Mapping[str, Any]], Said]
# What is done when its word comes back; each command enters its own.
DOING: dict[str, Doing] = {}
# What a word stands for that several lines of one mail wait for.
SEVERAL = "all of this"
# The address that a word was mailed to: whoever sends it back reads that, whatever their mail says of its sender.
MAILED = "mailed"
# The event that a word is about whose director was asked: it is sent back by them, or by somebody who directs it too.
DIRECTED = "directed"
# A word that is answered with "you have …" and is of use to its reader alone: nobody else sends it back.
OWN = "own"
# How whoever sits at the machine writes: their word is final and needs no confirming.
OPERATOR = "operator"
FOR_ANOTHER = Message("That word was mailed to somebody else: it works in an email from whoever was asked.")


class Unconfirmed(Exception):
    """Something can't be taken back and nobody has said that it is meant."""

    def __init__(self, shown: Said, would: Said) -> None:
        super().__init__(str(shown))
        self.shown, self.would = shown, would


def confirmed(what: str) -> Callable[[Doing], Doing]:
    """Enters a function as what happens once ``what`` is confirmed."""

    def enter(doing: Doing) -> Doing:
        DOING[what] = doing
        return doing

    return enter


def new_word() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def ask(
    submission: Submission,
    what: str,
    data: Mapping[str, Any],
    *,
    of: Person | None = None,
    to: str = "",
    shown: Said = "",
) -> Said:
    """Has a word mailed when the whole mail is read; what it stands for waits until it comes back.

    The word goes to ``of``, the writer unless somebody else is named. ``to`` is an address nobody has proved yet: it
    gets the word alone, and neither the seat's own address nor anything else of the game."""
    desk = submission.desk
    if to:
        may_ask(submission, to)
    if submission.how == OPERATOR and not to:
        if not submission.sure:
            raise Unconfirmed(shown or Message(what), "")
        game = submission.play.id if submission.play is not None else None
        return DOING[what](submission, {"do": what, "seat": None, "game": game, "person": None, **data})
    # Who writes for the first time is known by the address alone.
    person = of or (submission.person if to else submission.me)
    seat = None if to else submission.seat
    address = to or (desk.main_address(person) if person is not None else "")
    kept = {
        "do": what,
        "seat": seat.id if seat else None,
        "game": submission.play.id if submission.play else None,
        "person": None if to or person is None else person.id,
        MAILED: address,
        **data,
    }
    if agreed(submission, kept):
        return DOING[what](submission, kept)
    submission.asked.append(AwaitsWord(kept, shown or Message(what), address, person, seat, proved=not to))
    submission.confirming = True
    if not shown:
        return Message("waits for your confirmation; the word was mailed to {address}", address=address)
    return asked_at(address, shown)


def asked_at(address: str, shown: Said) -> Message:
    """What the writer hears of something that waits for a word."""
    return Message("{what}: waits for your confirmation; the word was mailed to {address}", what=shown, address=address)


def agreed(submission: Submission, kept: Mapping[str, Any]) -> bool:
    """Whether the word for the whole mail has come back, and this very thing stood beside it."""
    return any(json.dumps(kept, sort_keys=True) == json.dumps(one, sort_keys=True) for one in submission.agreed)


def mail_words(submission: Submission) -> None:
    """Mails a word for all that waits for the same person, at the same seat; each comes from an address of its own."""
    waiting: dict[tuple[str, int | None, str | None], list[AwaitsWord]] = {}
    for one in submission.asked:
        waiting.setdefault((one.address, one.kept["seat"], one.kept["game"]), []).append(one)
    for asked in waiting.values():
        _mail_word(submission, asked)
    submission.asked.clear()


def _mail_word(submission: Submission, asked: Sequence[AwaitsWord]) -> None:
    desk, word, first = submission.desk, new_word(), asked[0]
    kept, what = first.kept, str(first.kept["do"])
    if len(asked) > 1:
        # In this order, and all of it or nothing.
        whose = {name: first.kept[name] for name in ("seat", "game", "person", MAILED)}
        kept, what = {"do": SEVERAL, **whose, "all": [one.kept for one in asked]}, SEVERAL
    desk.remember("confirm", word, desk.now + GOOD_FOR, kept)
    person = first.person
    language = person.language if person is not None else submission.language
    mail = mails.Confirm(word, first.shown if len(asked) == 1 else Listed((one.shown for one in asked), ";"), language)
    where = first.seat.id if first.seat is not None else "-"
    whom = first.address if not first.proved else kept["person"]
    key = f"confirm {submission.mail_id or desk.now} {what} {where} {whom}"
    # What bounces at an address nobody has proved says nothing about the person who asked.
    desk.post(key, first.address, mail, seat=first.seat, person=person if first.proved else None, speaking_to=person)


@confirmed(SEVERAL)
def all_of_it(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word for several things comes back."""
    return Listed([DOING[str(one["do"])](submission, one) for one in kept["all"]], ";")


def asked_for(kept: Mapping[str, Any]) -> list[str]:
    """What a word has done, one or several things."""
    return [str(one["do"]) for one in kept.get("all", (kept,))]


# To addresses that nobody has proved: by one writer, and to one address, within a day.
MOST_NAMED, MOST_TO_ONE = 10, 3


def may_ask(submission: Submission, to: str) -> None:
    """Counts what is mailed to an address that the writer has not proved; raises Refused where it is too much."""
    who = submission.person.id if submission.person is not None else submission.sender
    day = timedelta(days=1)
    named = submission.desk.within("named", str(who), MOST_NAMED, day)
    if not named or not submission.desk.within("named to", canonical(to), MOST_TO_ONE, day):
        raise Refused("You have named many addresses today; go on tomorrow.")


def still_theirs(submission: Submission, kept: Mapping[str, Any]) -> bool:
    """A word outlives neither a substitute nor a player: whoever it was mailed to must have the seat still."""
    desk, seat = submission.desk, submission.my_seat
    holder = desk.holder(seat)
    return kept.get("person") in (seat.person_id, holder.id if holder is not None else None)


def by_its_reader(submission: Submission, kept: Mapping[str, Any]) -> None:
    """What a word does is done, and written down, as of whom it was mailed to: From can say anything. Raises Refused if
    nothing is taken from them any more, or if it was for whoever directs an event, or for them alone, and somebody else
    has it."""
    desk = submission.desk
    person = desk.person(kept.get("person"))
    # Words from before it was written down where they went: to their person.
    mailed = str(kept.get(MAILED) or "") or (desk.main_address(person) if person is not None else "")
    if mailed:
        writer, reader = submission.person, person or desk.person_at(mailed)
        theirs = writer == reader and (reader is not None or canonical(mailed) == canonical(submission.sender))
        if not theirs and own(kept):
            raise Refused(FOR_ANOTHER.template)
        submission.person, submission.sender, written = reader, mailed, submission.sender
        permissions.check("confirm", submission.roles)
        if writer != reader and (events := directed(kept)):
            _directed_by(submission, writer, events)
            submission.person, submission.sender, submission.word_of = writer, written, reader


def directed(kept: Mapping[str, Any]) -> list[str]:
    """The events whose director was asked for a word."""
    return [str(one[DIRECTED]) for one in kept.get("all", (kept,)) if one.get(DIRECTED)]


def own(kept: Mapping[str, Any]) -> bool:
    """Whether a word works for nobody but whom it was mailed to."""
    return any(one.get(OWN) for one in kept.get("all", (kept,)))


def _directed_by(submission: Submission, writer: Person | None, events: Sequence[str]) -> None:
    """Refuses a word that was for whoever directs these events, and comes from somebody who does not."""
    directs = writer is not None and all(submission.desk.cups.role_of(cup, writer.id) for cup in events)
    if writer is None or writer.blocked or not directs:
        raise Refused(FOR_ANOTHER.template)


def owner_of(submission: Submission) -> Person:
    """Whoever a seat belongs to: what would give it away is confirmed by them, whoever plays it now."""
    owner = submission.desk.person(submission.my_seat.person_id)
    if owner is None:
        raise Refused("Nobody owns this seat.")
    return owner


def seat_of(submission: Submission, kept: Mapping[str, Any]) -> Seat:
    """The seat the word was mailed for."""
    seat = next((one for one in submission.game.seats if one.id == kept.get("seat")), None)
    if seat is None:
        raise Refused("That seat is gone.")
    return seat
