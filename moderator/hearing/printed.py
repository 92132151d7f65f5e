"""What is printed: paragraphs of the rules, and cards, for whoever asks and for the pages."""

from __future__ import annotations

from collections.abc import Iterable

import engine
from engine import Refused, Rulebook, RuleSection
from engine.message import Listed, Message, Value
from moderator.hearing.submission import Submission
from moderator.store.statuses import GameStatus

# Said to whoever reads another language, on the page as well.
IN_ENGLISH = Message(
    "The rules are in English for everybody: there is one text that decides, whatever language its readers write. "
    "Headings, cards, help and all refusals are in yours."
)

HEADINGS = {
    "privates": Message("Privates"),
    "companies": Message("Companies"),
    "trains": Message("Trains"),
    "phases": Message("Phases"),
    "tiles": Message("Tiles"),
    "options": Message("Options"),
}


def about_cards(topic: str, submission: Submission) -> Iterable[Value]:
    """The cards of that name: of the writer's title, or of any where no game is meant."""
    play = submission.play
    if play is None:
        return [card.text for title in engine.titles() for card in engine.find_cards(title, topic)]
    state = None if play.status == GameStatus.INVITING else play.state
    return [card.text for card in engine.find_cards(play.title, topic, state)]


def headed(section: RuleSection, number: str = "") -> Value:
    return Listed((f"{number or section.number}.", section.said), " ")


def paragraphs_of(book: Rulebook, number: str, title: str) -> list[Value]:
    """The paragraphs asked for, and between which sections theirs stands."""
    found = book.find(number)
    if found is None:
        raise Refused("The rules of {title} have no {number}.", instead=("rules",), title=title, number=number[:20])
    section, paragraphs = found
    lines: list[Value] = [headed(section), ""]
    for each in paragraphs:
        lines += (f"{each.number} {_flowing(each.text)}".strip(), "")
    near = Listed([headed(other) for other in book.around(section)], ",")
    return [*lines, Message("Beside it: {sections}", sections=near), ""]


def _flowing(text: str) -> str:
    """Prose without the line ends of the page; tables keep theirs."""
    parts = text.split("\n\n")
    return "\n".join(part if part.startswith(("|", "```")) else " ".join(part.split()) for part in parts)
