"""Confirming what a mail asked one to confirm."""

from __future__ import annotations

from moderator.commands import confirming
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("confirm", "confirm 7F3KQ2MN", "coming and going", anywhere=True)
def confirm(statement: Statement, sitting: Sitting) -> Said:
    """Confirms what a mail from us asked you to confirm."""
    word = statement.text.split()[-1]
    kept = sitting.desk.use("confirm", word)
    if kept is None:
        raise Refusal("That word is not known, was used already, or is too old.")
    if kept.get("seat") is not None and (sitting.seat is None or sitting.seat.id != kept["seat"]):
        raise Refusal("That word was mailed for another seat. Reply to the mail it came in.")
    doing = confirming.DOING.get(str(kept["do"]))
    if doing is None:
        raise Refusal("There is nothing to confirm.")
    return doing(sitting, kept)
