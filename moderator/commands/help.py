"""How to write: made from the commands and the orders themselves, so it can't forget one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from moderator.commands.registry import COMMANDS, Command, all_commands, command, find
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement

# In the order in which a player comes to need them.
GROUPS = (
    "orders",
    "asking",
    "ahead",
    "agreements",
    "talking",
    "arranging",
    "coming and going",
    "starting",
    "moderator",
)
_OPENING = (
    "Reply to your game's mail with orders, one a line, above the quoted text. All of a mail is played or none.",
    "Orders: bid N 105 · pass · sell 2 NW · buy NW from pool · start SW at 100 in E9 · lay 57 on G15 facing 2 ·",
    "        token in M7 · run best · pay · half · withhold · train 3 · discard 2 · convert M-K into NW · done",
    "`legal` lists those of your position. `preview` in a mail tries it without playing it.",
    "`help lay` explains one order, `help away` one command.",
)


@command("help", "help  ·  help lay", "asking", anywhere=True)
def helping(statement: Statement, sitting: Sitting) -> str:
    """Explains how to write, or one command or order."""
    topic = statement.text.partition(" ")[2].strip()
    if not topic:
        sitting.say("Help", help_text())
        return "see below"
    lines = [*_about_commands(topic), *_about_orders(topic, sitting)]
    if not lines:
        near = get_close_matches(topic.lower(), list(COMMANDS), n=2)
        raise Refusal(
            f"{topic[:40]} is no command or order I know.", instead=(*(f"help {one}" for one in near), "help")
        )
    sitting.say(f"Help: {topic[:40]}", "\n".join(lines))
    return "see below"


def help_text() -> str:
    """Every command there is, with its usage."""
    lines = list(_OPENING)
    for group in GROUPS:
        lines += ["", group.upper()]
        lines += (f"  {one.usage}\n      {_in_one_line(one)}" for one in all_commands() if one.group == group)
    return "\n".join(lines)


def _about_commands(topic: str) -> Iterable[str]:
    """The command of that name, or all that begin with the word: `help gm`."""
    found = find(topic)
    if found is not None:
        return [f"{found[0].usage}\n    {_in_one_line(found[0])}"]
    wanted = [one for one in all_commands() if one.words.split()[0] == topic.lower()]
    return [f"{one.usage}\n    {_in_one_line(one)}" for one in wanted]


def _about_orders(topic: str, sitting: Sitting) -> Iterable[str]:
    """What an order of that name means, and those of it that are legal now."""
    play, rules = sitting.play, sitting.desk.rules
    if play is None or play.row.status == "inviting":
        return rules.explain(topic)
    lines = rules.explain(topic, play.state)
    if lines and play.running:
        verb = lines[0].split()[0]
        legal = [order for order in rules.legal_orders(play.state) if order.split()[0] == verb]
        lines += [f"Legal now for {play.row.mover}:  {'  ·  '.join(legal[:4])}"] if legal else []
    return lines


def _in_one_line(one: Command) -> str:
    return " ".join(one.help.split())
