"""Press between players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

import engine
from engine import Refused, key
from engine.message import Listed, Message
from moderator.hearing.called import talking
from moderator.hearing.heard import can_be_read
from moderator.hearing.reading import MOST_DIFFERENT, UNCLOSED, Statement, statements
from moderator.hearing.registry import command, find
from moderator.hearing.submission import Submission
from moderator.language import languages
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import SeatRole
from moderator.store.tables import Press, Seat
from moderator.table.seating import GM

MOST_PRESS = 8000
# So much of a message is shown to its writer as what was sent.
SHOWN = 240
_COLON = re.compile(r"\s*[:：]\s*")


@command("press", "press all … end press", "talking", until="end press")
def press(statement: Statement, submission: Submission) -> Said:
    """Sends the lines up to `end press` to all players, or to those you name: `press Red, Green`. A line may do:
    `press Red: shall we?`"""
    desk, play, seat = submission.desk, submission.game, submission.my_seat
    if play.terms.get("press") is False and seat.role == SeatRole.PLAYER:
        raise Refused("This game's event allows no table talk.", instead=(f"terms {play.terms.get('event')}",))
    to, *beside = _COLON.split(statement.text.partition(" ")[2].strip(), maxsplit=1)
    receivers = _receivers(play, seat, to)
    body = [one for one in beside if one] + [one for one in statement.body if one != UNCLOSED]
    lines = [one for one in statement.body if one != UNCLOSED]
    if UNCLOSED in statement.body[-1:] or any(beside) or any(_begins_block(one) for one in lines):
        # Who writes a message in one line, or two of them, may not mean the lines below to belong to the first.
        _refuse_orders(submission, lines)
    # Who answers below a mail of ours carries the secret of their own seat along.
    text = desk.office.addresses.without_secrets("\n".join(body).strip()[:MOST_PRESS])
    if not text:
        raise Refused("Your press is empty.")
    people = {one.id for other in receivers if (one := desk.holder(other)) is not None} | {submission.me.id}
    named = [one.name for one in receivers]
    row = Press(game_id=play.id, by=seat.name, to=named, people=sorted(people), text=text, at=desk.now)
    desk.add(row)
    for other in receivers:
        mail = mails.PressMail(seat.name, text, play.seq)
        desk.post_to_seat(other, f"press {row.id} {other.id}", mail)
    names, count = Listed(row.to, ","), len(text.splitlines())
    shown = " / ".join(text.splitlines())
    shown = shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + "…"
    if submission.preview:
        return Message("would be sent to {names}, {count} lines: {text}", names=names, count=count, text=shown)
    return Message("sent to {names}, {count} lines: {text}", names=names, count=count, text=shown)


def _receivers(play: Play, seat: Seat, names: str) -> list[Seat]:
    """Whom a message is for: all others, or those that are named."""
    if not names or key(_bare(names)) in map(key, ("all", *talking("all"))):
        return [other for other in play.seats if other.id != seat.id]
    whole = _seat(play, names)
    found = list[Seat]()
    for name in [names] if whole is not None else _PARTED.split(names):
        other = _seat(play, name)
        if other is None:
            raise Refused(
                "Nobody here is called {name}; there are {known}.",
                instead=_near(play, seat, name),
                name=_bare(name)[:40],
                known=Listed((one.name for one in play.seats), ","),
            )
        found.append(other)
    return list({one.id: one for one in found}.values())


_PARTED = re.compile(r"\s*[,;&]\s*|\s+(?:and|et|und)\s+", re.IGNORECASE)


def _seat(play: Play, name: str) -> Seat | None:
    """A seat by its name, perhaps with what stands before or behind a name: "à Jonas", "Jonas에게"."""
    for called in (name.strip(), _bare(name)):
        if (found := play.seat(called) or (play.seat(GM) if called.lower() == "gm" else None)) is not None:
            return found
    return None


def _bare(name: str) -> str:
    words = name.strip().split()
    if len(words) > 1 and key(words[0]) in map(key, talking("to")):
        words = words[1:]
    bare = " ".join(words)
    for behind in sorted(talking("behind"), key=len, reverse=True):
        if len(bare) > len(behind) and bare.endswith(behind):
            return bare[: -len(behind)].strip()
    return bare


def _near(play: Play, seat: Seat, name: str) -> tuple[str, ...]:
    """How the message would begin for whoever may be meant; what is written to one is never proposed for all."""
    others = {key(one.name): one.name for one in play.seats if one.id != seat.id}
    named = [others[word] for word in map(key, re.findall(r"\w+", name)) if word in others]
    near = named or [others[one] for one in get_close_matches(key(_bare(name)), list(others), n=2)]
    return tuple(f"press {one}" for one in dict.fromkeys(near or others.values()))


def _refuse_orders(submission: Submission, body: Sequence[str]) -> None:
    """Without an end a message goes on to the end of the mail, unless an order may have been swallowed: that would be
    mailed to the others, and not be played. Raises Refused."""
    said = statements(body)
    for one in said:
        if len(said) > MOST_DIFFERENT or _may_be_an_order(submission, one):
            raise Refused(
                "Your message has no `end press` line before “{line}”, which may be an order, so nothing was sent. "
                "Close the message with `end press`; what is to be done stands below it.",
                instead=("end press",),
                line=one.text[:80],
            )


def _begins_block(line: str) -> bool:
    found = find(line.strip())
    return found is not None and bool(found[0].until)


def _may_be_an_order(submission: Submission, said: Statement) -> bool:
    if said.order or (any(map(str.isdigit, said.text)) and engine.names_something(said.text)):
        return True
    play = submission.play
    return play is not None and play.running and any(can_be_read(play, said.text, one) for one in languages())
