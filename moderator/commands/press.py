"""Press between players."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.games.seating import GM
from moderator.games.store import Press
from moderator.inbox.reading import UNCLOSED, Statement

MOST_PRESS = 8000


@command("press", "press all … end press", "talking", until="end press")
def press(statement: Statement, sitting: Sitting) -> Said:
    """Sends the lines up to `end press` to all players, or to those you name: `press Red, Green`."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    if statement.body and statement.body[-1] == UNCLOSED:
        raise Refusal("Your press has no end, so I can't tell it from orders.", instead=("end press",))
    names = statement.text.partition(" ")[2].removeprefix("to ").strip() or "all"
    if names.lower() == "all":
        receivers = [other for other in play.seats if other.id != seat.id]
    else:
        receivers = []
        for name in names.split(","):
            other = play.seat(name.strip()) or (play.seat(GM) if name.strip().lower() == "gm" else None)
            if other is None:
                known = Listed((one.name for one in play.seats), ",")
                raise Refusal(
                    "Nobody here is called {name}; there are {known}.",
                    instead=("press all",),
                    name=name.strip()[:40],
                    known=known,
                )
            receivers.append(other)
    text = "\n".join(statement.body).strip()[:MOST_PRESS]
    if not text:
        raise Refusal("Your press is empty.")
    row = Press(game_id=play.id, by=seat.name, to=[one.name for one in receivers], text=text, at=desk.now)
    desk.session.add(row)
    desk.session.flush()
    for other in receivers:
        title = Message("Press from {seat}", seat=seat.name)
        data = {"title": title, "text": text, "as": "press", "by": seat.name, "seq": play.row.seq}
        desk.post_to_seat(other, f"press {row.id} {other.id}", "notice", data)
    return Message("sent to {names}", names=Listed(row.to, ","))
