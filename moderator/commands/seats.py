"""Coming and going: join, decline, undo, resign, a substitute, another address, another key, votes."""

from __future__ import annotations

from moderator.commands import confirming
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines, seating
from moderator.games.clock import BadTime, read_moment
from moderator.games.refusal import Refusal
from moderator.games.store import Vote
from moderator.inbox.reading import Statement
from moderator.outbox import announce


@command("join", "join", "coming and going")
def join(statement: Statement, sitting: Sitting) -> str:
    """Accepts an invitation. The game begins when everybody has joined."""
    if sitting.my_seat.status == "joined" and sitting.game.row.status == "inviting":
        return "you have joined already"
    seating.join(sitting.desk, sitting.game, sitting.my_seat)
    return "welcome; the game begins when all have joined" if not sitting.game.running else "welcome; the game begins"


@command("unsubscribe", "unsubscribe", "arranging")
def unsubscribe(statement: Statement, sitting: Sitting) -> str:
    """Stops the reports; answers to your own mails still come. `reports each` brings them back."""
    sitting.me.reports, sitting.me.digest_at = "none", None
    return "no more reports"


@command("undo", "undo", "orders", also=("rescind", "take back"))
def undo(statement: Statement, sitting: Sitting) -> str:
    """Takes back the orders of your last mail, as long as no other player has acted since."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    bots = {other.name for other in play.players if other.bot}
    moves = play.moves(since=max(0, play.row.seq - 200))
    mine = [move for move in moves if move.by == seat.name and move.events]
    if not mine:
        raise Refusal("You have no move to take back.", instead=("history",))
    # One mail is one decision: everything it ordered goes back together.
    last = [move for move in mine if move.mail_id == mine[-1].mail_id and move.how == mine[-1].how]
    others = [
        move
        for move in moves
        if move.seq > last[-1].seq and move.by not in bots and move.by != seat.name and move.events
    ]
    if others:
        raise Refusal(
            f"{others[0].by} has acted since; only the game's moderator can take that back.", instead=("press gm",)
        )
    before = [move for move in moves if move.seq < last[0].seq]
    undone = play.take_back(before[-1].seq if before else 0, seat.name, "undo", sitting.mail_id, desk.now)
    sitting.changed = True
    text = f"{seat.name} took back: {'; '.join(move.order for move in undone if move.events)}."
    announce.notice(desk, play, f"undo {play.row.seq}", "Moves taken back", text, but=seat)
    return f"taken back: {'; '.join(move.order for move in undone if move.events)}"


@command("resign", "resign", "coming and going")
def resign(statement: Statement, sitting: Sitting) -> str:
    """Gives up your seat, after you confirm. A bot plays on for you unless the moderator names somebody."""
    return confirming.ask(sitting, "resign", {}, sitting.desk.main_address(sitting.me))


@command("substitute", "substitute x@example.org until 2027-01-03", "coming and going")
def substitute(statement: Statement, sitting: Sitting) -> str:
    """Lets somebody else play your seat until a date; you stay its owner. `substitute none` ends it."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    parts = statement.text.split()[1:]
    rows = [row for row in [deadlines.open_decision(desk, play.id)] if row is not None and row.seat_id == seat.id]
    if parts and parts[0].lower() in ("none", "off"):
        deadlines.resettle(desk, rows, lambda: setattr(seat, "substitute_id", None))
        return "you play your seat yourself"
    if len(parts) < 3 or parts[1].lower() != "until" or "@" not in parts[0]:
        raise Refusal("I can't read this.", instead=("substitute x@example.org until 2027-01-03",))
    try:
        until = read_moment(" ".join(parts[2:]), sitting.me.zone, end_of_day=True)
    except BadTime as wrong:
        raise Refusal(str(wrong)) from wrong
    person = desk.meet(parts[0])

    def change() -> None:
        seat.substitute_id, seat.substitute_until = person.id, until

    deadlines.resettle(desk, rows, change)
    desk.post_to_seat(seat, f"substitute {sitting.mail_id}", "invitation", {"substitute": True, "owner": seat.name})
    announce.notice(
        desk, play, f"substitute {sitting.mail_id}", "A substitute", f"{seat.name} is played by a substitute.", but=seat
    )
    return f"{parts[0]} plays for you"


@command("address", "address add me@example.org  ·  address drop old@example.org", "arranging")
def address(statement: Statement, sitting: Sitting) -> str:
    """Adds an address you may write from (confirmed by a mail to it), or drops one."""
    desk, person = sitting.desk, sitting.me
    parts = statement.text.split()
    if len(parts) < 3 or parts[1].lower() not in ("add", "drop") or "@" not in parts[2]:
        raise Refusal("I can't read this.", instead=("address add me@example.org",))
    if parts[1].lower() == "add":
        if desk.person_at(parts[2]) is not None:
            raise Refusal("That address belongs to somebody already.")
        return confirming.ask(sitting, "address", {"address": parts[2], "person": person.id}, parts[2])
    rows = [row for row in desk.addresses_of(person) if row.written.lower() == parts[2].lower()]
    if not rows:
        raise Refusal("You have no such address.")
    if len(desk.addresses_of(person)) == 1:
        raise Refusal("That is the only address I have for you.", instead=("address add me@example.org",))
    desk.session.delete(rows[0])
    desk.session.flush()
    desk.addresses_of(person)[0].main = True
    return f"{parts[2]} dropped"


@command("new key", "new key", "arranging", also=("newkey",))
def new_key(statement: Statement, sitting: Sitting) -> str:
    """Changes the secret in your order address, after you confirm; the old address stops working."""
    return confirming.ask(sitting, "new key", {}, sitting.desk.main_address(sitting.me))


@command("vote", "vote pause yes  ·  vote resume yes", "coming and going")
def vote(statement: Statement, sitting: Sitting) -> str:
    """Votes to pause or resume the game; it happens when all players but bots have said yes."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    parts = statement.text.lower().split()
    if len(parts) < 3 or parts[1] not in ("pause", "resume") or parts[2] not in ("yes", "no"):
        raise Refusal("I can't read this vote.", instead=("vote pause yes", "vote resume yes"))
    votes = {row.seat: row for row in _votes(sitting, parts[1])}
    if seat.name in votes:
        votes[seat.name].yes = parts[2] == "yes"
    else:
        votes[seat.name] = Vote(game_id=play.id, topic=parts[1], seat=seat.name, yes=parts[2] == "yes")
        desk.session.add(votes[seat.name])
    voters = [other.name for other in play.players if not other.bot]
    missing = [name for name in voters if name not in votes or not votes[name].yes]
    if missing:
        return f"counted; still needed: {', '.join(missing)}"
    for row in votes.values():
        desk.session.delete(row)
    (deadlines.pause if parts[1] == "pause" else deadlines.resume)(desk, play)
    announce.notice(
        desk, play, f"vote {sitting.mail_id}", f"The game is {parts[1]}d", f"All players voted to {parts[1]}."
    )
    return f"all agree: {parts[1]}"


def _votes(sitting: Sitting, topic: str) -> list[Vote]:
    from sqlalchemy import select

    return list(sitting.desk.session.scalars(select(Vote).where(Vote.game_id == sitting.game.id, Vote.topic == topic)))
