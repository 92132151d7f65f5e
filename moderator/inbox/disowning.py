"""A mail that sends a word back and says beside it that it is none of its writer's: such a word confirms nothing."""

from __future__ import annotations

import engine
from engine.message import Message
from moderator.hearing import registry
from moderator.hearing.answering import says_no
from moderator.hearing.called import agrees, only_owns
from moderator.hearing.signing import is_signed, own_words
from moderator.inbox.answer import Answer
from moderator.inbox.arrival import word_in
from moderator.inbox.letter import Letter
from moderator.inbox.replying import reply
from moderator.office.desk import Desk
from moderator.store.tables import Mail, Seat

# So much of what was said is shown.
SHOWN = 80


def disowned(desk: Desk, row: Mail, letter: Letter, seat: Seat | None) -> str:
    """What a mail ends with that sends a word back and may say that it is not meant: "that was not me". Its writer is
    asked for the word alone; what the word stands for waits on. Empty for every other mail."""
    said = list(letter.said)
    words = [(one, word) for one in said if not one.prose and (word := word_in(one))]
    beside = [one for one in said if all(one is not other for other, _ in words)]
    if len(words) != 1 or any(not one.prose and (one.order or registry.find(one.text)) for one in beside):
        return ""
    own = own_words(letter.display_name, letter.sender, seat.name if seat is not None else "")
    denies = next((one.text for one in beside if may_disown(one.text, own)), "")
    kept = desk.kept_with("confirm", words[0][1]) if denies else None
    if kept is None:
        return ""
    headline = Message(
        "nothing was confirmed, because this email says as well: {said}. If you mean it all the same, reply with the "
        "word alone:  confirm {word}   If it was not you, do nothing.",
        said=denies[:SHOWN],
        word=words[0][1],
    )
    # Whoever reads the registered address is told, whatever the mail says of its sender.
    reader = desk.person(kept.get("person"))
    to = desk.main_address(reader) if reader is not None else letter.sender
    mine = seat if seat is not None and kept.get("seat") == seat.id and reader is not None else None
    return reply(desk, row, letter, mine, Answer().refuse(headline), to=to)


def may_disown(text: str, own: frozenset[str]) -> bool:
    """Whether a line beside a word may say that it is not meant. Who only says that it was they says nothing against
    it."""
    if engine.is_greeting(text) or is_signed(text, own) or agrees(text) or only_owns(text):
        return False
    return "?" in text or says_no(text) or engine.changes_orders(text)
