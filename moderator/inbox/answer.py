"""The one answer a mail gets: a word, and the transcript of what was read and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.message import Message
from moderator.commands.registry import Said

ACCEPTED, NOT_ACCEPTED, PREVIEW = "ACCEPTED", "NOT ACCEPTED", "PREVIEW"
QUEUED, DUPLICATE, CONFIRM = "QUEUED", "DUPLICATE", "CONFIRM"

DONE, WRONG, NOT_TRIED, IGNORED = "✓", "✗", "–", "·"

HEADLINES = {
    ACCEPTED: Message("everything in this mail was done."),
    NOT_ACCEPTED: Message("nothing of this mail was played."),
    PREVIEW: Message("this was tried, nothing was played."),
    QUEUED: Message("it is not your move; your orders are kept for your next turn and checked again then."),
    DUPLICATE: Message("the same orders were accepted before; nothing was done again."),
    CONFIRM: Message("nothing is done until you confirm."),
}


@dataclass
class Answer:
    """Built line by line while a mail is worked through."""

    word: str = ACCEPTED
    headline: Said = ""
    lines: list[dict[str, Any]] = field(default_factory=list)
    blocks: list[tuple[Said, Said]] = field(default_factory=list)

    def add(self, mark: str, number: int, text: str, said: Said, instead: tuple[str, ...] = (), rule: str = "") -> None:
        entry = {"mark": mark, "number": number, "text": text, "said": said, "instead": list(instead), "rule": rule}
        self.lines.append(entry)

    def refuse(self, headline: Said = "") -> Answer:
        self.word, self.headline = NOT_ACCEPTED, headline
        return self

    def data(self) -> dict[str, Any]:
        return {
            "word": self.word,
            "headline": self.headline or HEADLINES[self.word],
            "lines": self.lines,
            "blocks": [{"title": title, "text": text} for title, text in self.blocks],
        }
