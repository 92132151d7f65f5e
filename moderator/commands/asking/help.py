"""How to write: made from the commands and the orders themselves, so it can't forget one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import engine
from engine import Refused, key, rulebook
from engine.message import Listed, Message, Value
from moderator.hearing.called import in_our_arguments, topic_called
from moderator.hearing.facts_help import about_facts
from moderator.hearing.how_to import about_words, explained, help_for
from moderator.hearing.printed import about_cards, paragraphs_of
from moderator.hearing.reading import Statement
from moderator.hearing.registry import COMMANDS, all_commands, command, find
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus

# What the rules say under another heading.
_SECTIONS = {
    "conversion": "merger",
    "conversions": "merger",
    "dividend": "dividends",
    "nationalization": "nationalisation",
    "trade in": "trade-in",
    "exports": "export",
}
# A shorter word is in too many headings.
SHORTEST = 4


@command("help", "help  ·  help lay  ·  help P5  ·  help all", "asking")
def helping(statement: Statement, submission: Submission) -> Said:
    """Explains how to write, one command or order, or what a card says: a private, a company, a train, a tile."""
    topic = statement.text.partition(" ")[2].strip()
    everything = topic_called(topic) == "all"
    if not topic or everything:
        submission.say(Message("Help"), help_for(submission, everything))
        return Message("see below")
    lines = [
        *_about_commands(topic),
        *_about_orders(topic, submission),
        *about_words(topic, submission),
        *about_cards(topic, submission),
    ]
    if not lines:
        lines = [*_about_rules(topic, submission)]
    lines += about_facts(topic, submission)
    if not lines:
        near = get_close_matches(topic.lower(), list(COMMANDS), n=2)
        raise Refused(
            "{topic} is no command, order or card I know.",
            instead=(*(f"help {one}" for one in near), "help"),
            topic=topic[:40],
        )
    drawn = "compass" if topic_called(topic) == "facing" else ""
    submission.say(Message("Help: {topic}", topic=topic[:40]), Listed(lines, "\n"), drawn)
    return Message("see below")


def _about_rules(topic: str, submission: Submission) -> Iterable[Value]:
    """The section of the title's rules whose heading has the word in it: loans, mergers, nationalisation."""
    book = rulebook(submission.play.title) if submission.play is not None else None
    asked = in_our_arguments(topic)
    stem = _SECTIONS.get(asked, asked).rstrip("s")
    if book is None or submission.play is None or len(stem) < SHORTEST:
        return []
    for section in book.sections:
        if section.number and any(word.startswith(stem) for word in key(section.heading).split()):
            return paragraphs_of(book, str(section.number), submission.play.title)
    number = book.defined(stem)
    return paragraphs_of(book, number, submission.play.title) if number else []


def _about_commands(topic: str) -> Iterable[Value]:
    """The command of that name, or all that begin with the word: `help gm`."""
    found = find(topic)
    if found is not None:
        return [explained(found[0])]
    wanted = [one for one in all_commands() if one.words.split()[0] == topic.lower()]
    return [explained(one) for one in wanted]


def _about_orders(topic: str, submission: Submission) -> Iterable[Value]:
    """What an order of that name means, and those of it that are legal now."""
    play = submission.play
    if play is None or play.status == GameStatus.INVITING:
        return [_order(one) for one in engine.explain(topic)]
    explained = engine.explain(topic, play.state)
    lines: list[Value] = [_order(one) for one in explained]
    if explained and play.running:
        verb = explained[0].split()[0]
        legal = [order for order in engine.legal_orders(play.state) if order.split()[0] == verb]
        if legal:
            shown = "  ·  ".join(engine.in_words(play.state, one, submission.language) for one in legal[:4])
            lines.append(Message("Legal now for {mover}:  {orders}", mover=play.to_move, orders=shown))
    return lines


def _order(explained: str) -> Listed:
    """An order's form as it is in every language, and under it its sentence."""
    form, _, sentence = explained.partition("\n")
    return Listed((form, Listed(("   ", Message(sentence.strip())), " ")), "\n")
