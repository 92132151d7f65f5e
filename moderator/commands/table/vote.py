"""Voting to pause, to resume or to end the game."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.statuses import SeatStatus
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
        # Everybody reads so in the last mail of the game.
        return Message("all agree: the game ends here")
    pausing = parts[1] == "pause"
    (deadlines.pause if pausing else deadlines.resume)(desk, play)
    announce.deadline(
        desk,
        play,
        f"vote {submission.mail_id}",
        Message("The game is paused") if pausing else Message("The game is resumed"),
        Message("All players voted to pause.") if pausing else Message("All players voted to resume."),
    )
    return Message("all agree: the game is paused") if pausing else Message("all agree: the game goes on")


def _tell_others(submission: Submission, topic: str, choice: str, missing: list[str]) -> None:
    """A vote nobody hears of would never be answered; those who are still to vote read how."""
    desk, play, voter = submission.desk, submission.game, submission.my_seat
    title = _wish(voter.name, topic, yes=choice == "yes")
    needed = Message("Still needed: {names}.", names=Listed(missing, ","))
    how = Message("{needed} Write:  vote {topic} yes   or   vote {topic} no", needed=needed, topic=topic)
    for seat in play.seats:
        if seat.id != voter.id and not (play.running and seat.status == SeatStatus.INVITED):
            told = mails.Notice(title, how if seat.name in missing else needed)
            desk.post_to_seat(seat, f"notice {play.id} vote {submission.mail_id} {topic} {seat.id}", told)


def _wish(seat: str, topic: str, *, yes: bool) -> Message:
    """What somebody wants who votes so."""
    if topic == "pause":
        return (
            Message("{seat} votes to pause the game", seat=seat)
            if yes
            else Message("{seat} votes not to pause the game", seat=seat)
        )
    if topic == "resume":
        return (
            Message("{seat} votes to resume the game", seat=seat)
            if yes
            else Message("{seat} votes not to resume the game", seat=seat)
        )
    return (
        Message("{seat} votes to end the game where it stands", seat=seat)
        if yes
        else Message("{seat} votes not to end the game", seat=seat)
    )
