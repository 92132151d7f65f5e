"""The one answer a mail gets: a word, and the transcript of what was read and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.message import Listed, Message
from moderator.store.mails import AnswerBlock, AnswerLine, Said

ACCEPTED, NOT_ACCEPTED, PREVIEW = "ACCEPTED", "NOT ACCEPTED", "PREVIEW"
QUEUED, DUPLICATE, CONFIRM = "QUEUED", "DUPLICATE", "CONFIRM"

DONE, WRONG, NOT_TRIED, IGNORED = "✓", "✗", "–", "·"

HEADLINES = {
    ACCEPTED: Message("everything in this email was done."),
    NOT_ACCEPTED: Message("nothing of this email was played."),
    PREVIEW: Message("this was tried, nothing was played."),
    QUEUED: Message("it is not your move; your orders are kept for your next turn and checked again then."),
    DUPLICATE: Message("the same orders were accepted before; nothing was done again."),
    CONFIRM: Message("nothing is done until you confirm."),
}

# So many characters of a mail's orders are shown beside the word that plays them; all of it stands above.
MOST_IN_SHORT = 600


def in_short(lines: Sequence[str]) -> Listed:
    """Orders as they are named beside a word: a mail of many lines is not given back once more for each choice."""
    shown, room = list[str](), MOST_IN_SHORT
    for line in lines:
        room -= len(line)
        if room < 0:
            shown.append("…")
            break
        shown.append(line)
    return Listed(shown, ";")


@dataclass
class Answer:
    """Built line by line while a mail is worked through."""

    word: str = ACCEPTED
    headline: Said = ""
    lines: list[AnswerLine] = field(default_factory=list)
    blocks: list[AnswerBlock] = field(default_factory=list)
    # Nothing in the mail began as an order or a command does: somebody is telling a story, or it is a machine.
    talk: bool = False
    # Orders were played or kept: that is told by mail, wherever they came from.
    played: bool = False
    # What an order can be that was not clear, each with all orders of the mail as they would then be.
    choices: list[tuple[Said, list[str]]] = field(default_factory=list)
    # Orders that were tried and taken back, and after which move of the game.
    tried: tuple[str, ...] = ()
    tried_after: int = 0

    def add(self, mark: str, number: int, text: str, said: Said, instead: tuple[str, ...] = (), rule: str = "") -> None:
        self.lines.append(AnswerLine(mark, number, text, said, instead, rule))

    def refuse(self, headline: Said = "") -> Answer:
        self.word, self.headline = NOT_ACCEPTED, headline
        return self
