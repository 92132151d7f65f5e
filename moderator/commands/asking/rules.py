"""The rules by paragraph, on request."""

from __future__ import annotations

from engine import Refused, Rulebook, rulebook, titles
from engine.message import Listed, Message, Value
from moderator.hearing.printed import IN_ENGLISH, headed, paragraphs_of
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("rules", "rules 9.4  ·  rules", "asking", also=("rule",))
def rules(statement: Statement, submission: Submission) -> Said:
    """Sends a paragraph of the rules, by the number a refusal cites; without a number, the sections there are."""
    words = statement.text.strip().split()[1:]
    title, number = _asked(submission, words)
    book = rulebook(title)
    if book is None:
        raise Refused("{title} has no page of rules.", title=title)
    page = f"{submission.desk.settings.base_url}/rules/{title}"
    where = (page,) if submission.language == "en" else (IN_ENGLISH, page)
    found = paragraphs_of(book, number, title) if number else [*_contents(book), ""]
    submission.say(Message("Rules of {title}", title=title), Listed((*found, *where), "\n"))
    return Message("see below")


def _asked(submission: Submission, words: list[str]) -> tuple[str, str]:
    """Which title's, and which number."""
    titled = [word for word in words if word in titles()]
    rest = [word.strip("§.,()") for word in words if word not in titles()]
    play = submission.play
    title = titled[0] if titled else play.title if play is not None else ""
    if not title:
        raise Refused("Of which title?", instead=tuple(f"rules {each} {' '.join(words)}".strip() for each in titles()))
    if len(rest) > 1:
        raise Refused("Ask for one paragraph by its number.", instead=(f"rules {rest[0]}", "rules"))
    return title, rest[0] if rest else ""


def _contents(book: Rulebook) -> list[Value]:
    return [headed(section, f"{section.number:>3}") for section in book.sections if section.number]
