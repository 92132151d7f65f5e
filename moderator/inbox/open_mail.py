"""Mail to the mailboxes that are open to everybody: help, new games, the postmaster."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands import confirming, registry
from moderator.commands.help import help_text
from moderator.commands.sitting import Sitting
from moderator.desk import Desk
from moderator.games.store import Mail
from moderator.gateway.addresses import Mailbox
from moderator.inbox import letter as letters
from moderator.inbox.answer import (
    CONFIRM,
    IGNORED,
    NOT_ACCEPTED,
    Answer,
)
from moderator.inbox.case import Case, confirming_word, envelope_of, said_in, without_blanks
from moderator.inbox.conduct import conduct
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.inbox.reading import Statement, statements
from moderator.inbox.replying import refuse, reply


def to_everybody(desk: Desk, row: Mail, case: Case, box: Mailbox) -> str:
    letter = case.letter
    if box.name in ("postmaster", "abuse"):
        text = f"Mail {row.id} came for {box.name}. Read it with:  ./waybill mail show {row.id}"
        data = {"title": f"Mail for {box.name}", "text": text}
        desk.post(f"operator {row.id}", "notice", desk.settings.admin_email, data)
        # People answer this mail, not we: a complaint is often about somebody who never wrote to us.
        return "parked:operator"
    if box.name == "help":
        answer = Answer(headline=Message("here is how to write to us."), blocks=[(Message("Help"), help_text())])
        return reply(desk, row, letter, None, answer, to=letter.sender)
    if letter.incomplete:
        return refuse(desk, row, letter, None, Listed((Message(PROBLEMS[one]) for one in letter.problems), " "))
    word = confirming_word(letter)
    if word is not None:
        return _confirm_stranger(desk, row, letter, word)
    person = desk.person_at(letter.sender)
    said = said_in(letter, letter.lines)
    starts = any((found := registry.find(one.text)) and found[0].words == "new game" for one in said if not one.prose)
    if starts and (person is None or not case.proved):
        return _ask_stranger(desk, row, letter)
    sitting = Sitting(desk, row.id, person, letter.sender, letter.subject)
    return reply(desk, row, letter, None, conduct(sitting, said), to=letter.sender)


def _ask_stranger(desk: Desk, row: Mail, letter: Letter) -> str:
    """Nobody can be made an organiser by somebody else's mail: the address must answer first."""
    # What could not be begun is said at once, not after a confirmation.
    sitting = Sitting(desk, row.id, None, letter.sender, letter.subject)
    answer = conduct(sitting, [*said_in(letter, letter.lines), Statement(0, "preview")])
    if answer.word == NOT_ACCEPTED:
        return reply(desk, row, letter, None, answer, to=letter.sender)
    word = confirming.new_word()
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, {"do": "parked", "mail": row.id, "seat": None})
    answer.word, answer.lines = CONFIRM, [line for line in answer.lines if line["number"]]
    answer.headline = Message("to start this game, reply:  confirm {word}", word=word)
    for line in answer.lines:
        line["mark"], line["said"] = IGNORED, Message("waiting")
    reply(desk, row, letter, None, answer, to=letter.sender, word=word)
    return "parked"


def _confirm_stranger(desk: Desk, row: Mail, letter: Letter, word: str) -> str:
    data = desk.use("confirm", word)
    parked = desk.mail(int(data["mail"])) if data is not None and data.get("do") == "parked" else None
    if parked is None or parked.status != "parked":
        return refuse(desk, row, letter, None, Message("That word is not known, was used already, or is too old."))
    parked.status, parked.verdict, parked.handled_at = "done", "confirmed", desk.now
    original = letters.read(parked.id, parked.raw, envelope_of(parked))
    person = desk.meet(original.sender, original.display_name)
    sitting = Sitting(desk, row.id, person, original.sender, original.subject)
    return reply(
        desk, row, letter, None, conduct(sitting, statements(without_blanks(original.lines))), to=letter.sender
    )
