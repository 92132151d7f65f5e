"""Voting to pause, to resume or to end the game."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.tables import Vote
from moderator.table import announce, deadlines
from moderator.table.onward import end_early


@command("vote", "vote pause yes  ·  vote resume yes  ·  vote end yes", "coming and going")
def vote(statement: Statement, submission: Submission) -> Said:
    """Votes to pause or resume the game, or to end it where it stands; it takes a yes from every player except bots."""
    desk, play, seat = submission.desk, submission.live, submission.my_seat
    parts = statement.text.lower().split()
    if len(parts) < 3 or parts[1] not in ("pause", "resume", "end") or parts[2] not in ("yes", "no"):
        raise Refused("I can't read this vote.", instead=("vote pause yes", "vote resume yes", "vote end yes"))
    if parts[1] == "end" and not play.running:
        raise Refused("The game is not under way.", instead=("status",))
    votes = {row.seat: row for row in desk.games.votes(play.id, parts[1])}
    if seat.name in votes:
        votes[seat.name].yes = parts[2] == "yes"
    else:
        votes[seat.name] = Vote(game_id=play.id, topic=parts[1], seat=seat.name, yes=parts[2] == "yes")
        desk.add(votes[seat.name])
    voters = [other.name for other in play.players if not other.bot]
    missing = [name for name in voters if name not in votes or not votes[name].yes]
    if missing:
        _tell_others(submission, parts[1], parts[2], missing)
        return Message("counted; still needed: {names}", names=Listed(missing, ","))
    for row in votes.values():
        desk.drop(row)
    if parts[1] == "end":
        # The result is what each is worth now.
        end_early(desk, play, "agreed")
        submission.changed = True
        ended = Message("All players voted to end the game here.")
        announce.notice(desk, play, f"vote {submission.mail_id}", Message("The game was ended"), ended)
        return Message("all agree: {topic}", topic=parts[1])
    pausing = parts[1] == "pause"
    (deadlines.pause if pausing else deadlines.resume)(desk, play)
    announce.deadline(
        desk,
        play,
        f"vote {submission.mail_id}",
        Message("The game is paused") if pausing else Message("The game is resumed"),
        Message("All players voted to pause.") if pausing else Message("All players voted to resume."),
    )
    return Message("all agree: {topic}", topic=parts[1])


def _tell_others(submission: Submission, topic: str, choice: str, missing: list[str]) -> None:
    """A vote nobody hears of would never be answered."""
    seat = submission.my_seat
    title = Message("{seat} votes: {topic} {choice}", seat=seat.name, topic=topic, choice=choice)
    text = Message(
        "{seat} votes {choice}. Still needed: {names}. Write:  vote {topic} yes   or   vote {topic} no",
        seat=seat.name,
        choice=choice,
        names=Listed(missing, ","),
        topic=topic,
    )
    announce.notice(submission.desk, submission.game, f"vote {submission.mail_id} {topic}", title, text, but=seat)
