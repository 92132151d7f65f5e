"""What is printed on privates, companies, trains, phases, tiles and options, on request."""

from __future__ import annotations

from engine import Refused, State, card_kinds, cards, title_named, titles
from engine.message import Listed, Message
from moderator.hearing.printed import HEADINGS
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus


@command(
    "cards",
    "companies  ·  privates  ·  trains  ·  phases  ·  tiles  ·  options  ·  cards",
    "asking",
    also=card_kinds(),
)
def listing(statement: Statement, submission: Submission) -> Said:
    """Explains every company of your title, or its privates, trains, phases, tiles or options, one card each."""
    kind, _, rest = statement.text.strip().rstrip(".?!").partition(" ")
    kind = kind.casefold().rstrip(":,")
    title, state = _subject(submission, rest.strip(), kind)
    # All of them would be a long mail: tiles and options are sent when they are asked for.
    for each in ("privates", "companies", "trains", "phases") if kind == "cards" else (kind,):
        submission.say(HEADINGS[each], Listed((card.text for card in cards(title, each, state)), "\n"))
    return Message("see below")


def _subject(submission: Submission, named: str, asked: str) -> tuple[str, State | None]:
    """The title asked about, and the position where there is one: the game's, or the one that is named."""
    play = submission.play
    if named and named not in titles():
        # It may have been meant as an order; what is not understood is never passed over.
        raise Refused(
            "“{word}” asks for all cards; name nothing behind it but a title.",
            instead=(asked, f"help {named[:20]}"),
            word=asked,
        )
    if play is not None and named in ("", play.title):
        return play.title, None if play.status == GameStatus.INVITING else play.state
    if not named:
        raise Refused("Of which title?", instead=tuple(f"{asked} {each}" for each in titles()))
    return title_named(named).name, None
