"""Press between players."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.reading import UNCLOSED, Statement, statements
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.tables import Press
from moderator.table.seating import GM

MOST_PRESS = 8000


@command("press", "press all … end press", "talking", until="end press")
def press(statement: Statement, submission: Submission) -> Said:
    """Sends the lines up to `end press` to all players, or to those you name: `press Red, Green`."""
    desk, play, seat = submission.desk, submission.game, submission.my_seat
    if play.terms.get("press") is False and seat.role == "player":
        raise Refused("This game's event allows no table talk.", instead=(f"terms {play.terms.get('event')}",))
    body = statement.body
    if body and body[-1] == UNCLOSED:
        body = body[:-1]
        # Without an end it goes on to the end of the mail, unless orders may have been swallowed.
        if any(one.order for one in statements(body)):
            raise Refused("Your press has no `end press` line, so I can't tell it from orders.", instead=("end press",))
    names = statement.text.partition(" ")[2].removeprefix("to ").strip() or "all"
    if names.lower() == "all":
        receivers = [other for other in play.seats if other.id != seat.id]
    else:
        receivers = []
        for name in names.split(","):
            other = play.seat(name.strip()) or (play.seat(GM) if name.strip().lower() == "gm" else None)
            if other is None:
                known = Listed((one.name for one in play.seats), ",")
                raise Refused(
                    "Nobody here is called {name}; there are {known}.",
                    instead=("press all",),
                    name=name.strip()[:40],
                    known=known,
                )
            receivers.append(other)
    # Who answers below a mail of ours carries the secret of their own seat along.
    text = desk.office.addresses.without_secrets("\n".join(body).strip()[:MOST_PRESS])
    if not text:
        raise Refused("Your press is empty.")
    row = Press(game_id=play.id, by=seat.name, to=[one.name for one in receivers], text=text, at=desk.now)
    desk.add(row)
    for other in receivers:
        mail = mails.PressMail(seat.name, text, play.seq)
        desk.post_to_seat(other, f"press {row.id} {other.id}", mail)
    return Message("sent to {names}", names=Listed(row.to, ","))
