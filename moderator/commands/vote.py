"""Voting to pause or resume."""

from __future__ import annotations

from sqlalchemy import select

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.games.refusal import Refusal
from moderator.games.store import Vote
from moderator.inbox.reading import Statement
from moderator.outbox import announce


@command("vote", "vote pause yes  ·  vote resume yes", "coming and going")
def vote(statement: Statement, sitting: Sitting) -> Said:
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
        desk.session.flush()
    voters = [other.name for other in play.players if not other.bot]
    missing = [name for name in voters if name not in votes or not votes[name].yes]
    if missing:
        _tell_others(sitting, parts[1], parts[2], missing)
        return Message("counted; still needed: {names}", names=Listed(missing, ","))
    for row in votes.values():
        desk.session.delete(row)
    pausing = parts[1] == "pause"
    (deadlines.pause if pausing else deadlines.resume)(desk, play)
    announce.deadline(
        desk,
        play,
        f"vote {sitting.mail_id}",
        Message("The game is paused") if pausing else Message("The game is resumed"),
        Message("All players voted to pause.") if pausing else Message("All players voted to resume."),
    )
    return Message("all agree: {topic}", topic=parts[1])


def _tell_others(sitting: Sitting, topic: str, choice: str, missing: list[str]) -> None:
    """A vote nobody hears of would never be answered."""
    seat = sitting.my_seat
    title = Message("{seat} votes: {topic} {choice}", seat=seat.name, topic=topic, choice=choice)
    text = Message(
        "{seat} votes {choice}. Still needed: {names}. Write:  vote {topic} yes   or   vote {topic} no",
        seat=seat.name,
        choice=choice,
        names=Listed(missing, ","),
        topic=topic,
    )
    announce.notice(sitting.desk, sitting.game, f"vote {sitting.mail_id} {topic}", title, text, but=seat)


def _votes(sitting: Sitting, topic: str) -> list[Vote]:
    return list(sitting.desk.session.scalars(select(Vote).where(Vote.game_id == sitting.game.id, Vote.topic == topic)))
