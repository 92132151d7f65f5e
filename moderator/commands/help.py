"""How to write: made from the commands and the orders themselves, so it can't forget one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from engine.message import Listed, Message, Value
from moderator.commands.registry import COMMANDS, Command, Said, all_commands, command, find
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
_OPENING: tuple[Said, ...] = (
    Message(
        "Reply to your game's mail with orders, one a line, above the quoted text. All of a mail is played or none."
    ),
    Message("Orders:"),
    "        bid N 105 · pass · sell 2 NW · buy NW from pool · start SW at 100 in E9 · lay 57 on G15 facing 2 ·",
    "        token in M7 · run best · pay · half · withhold · train 3 · discard 2 · convert M-K into NW · done",
    Message("`legal` lists those of your position. `preview` in a mail tries it without playing it."),
    Message("`help lay` explains one order, `help away` one command."),
)


# So many orders are a hint; all of them are what `legal` is for.
SHOWN = 6
_WELCOME: tuple[Value, ...] = (
    Message("This is Waybill. It moderates 18xx railway games by mail: you write orders, it does the rest."),
    Message("To start a game, write to this address, with a seat for each player; a seat may be a bot:"),
    "    new game 1861",
    "    player Anna: anna@example.org",
    "    bot Boris",
    "    bot Clara",
    "    end game",
)


@command("help", "help  ·  help lay", "asking", anywhere=True)
def helping(statement: Statement, sitting: Sitting) -> Said:
    """Explains how to write, or one command or order."""
    topic = statement.text.partition(" ")[2].strip()
    if not topic:
        sitting.say(Message("Help"), help_text())
        return Message("see below")
    lines = [*_about_commands(topic), *_about_orders(topic, sitting)]
    if not lines:
        near = get_close_matches(topic.lower(), list(COMMANDS), n=2)
        raise Refusal(
            "{topic} is no command or order I know.",
            instead=(*(f"help {one}" for one in near), "help"),
            topic=topic[:40],
        )
    sitting.say(Message("Help: {topic}", topic=topic[:40]), Listed(lines, "\n"))
    return Message("see below")


def help_text() -> Listed:
    """Every command there is, with its usage."""
    lines: list[Value] = list(_OPENING)
    for group in GROUPS:
        lines += ["", Message(group.upper())]
        lines += (_explained(one, "  ") for one in all_commands() if one.group == group)
    return Listed(lines, "\n")


def first_steps(sitting: Sitting) -> Listed:
    """What somebody may write now who wrote nothing we understand: a few words, not the whole list."""
    play, seat = sitting.play, sitting.seat
    lines: list[Value]
    if play is None or seat is None:
        lines = list(_WELCOME)
    elif seat.role == "gm":
        lines = [Message("You moderate this game; `help gm` lists your commands.")]
    elif play.row.status == "inviting":
        lines = [Message("You are invited. Reply with one word: `join` or `decline`.")]
    elif play.row.mover == seat.name:
        legal = sitting.desk.rules.legal_orders(play.state)
        lines = [Message("It is your move. You may write, for instance:")]
        lines += [f"    {order}" for order in (*legal[:SHOWN], *(one for one in legal[SHOWN:] if one == "pass"))]
    elif play.running:
        mover = play.row.mover or ""
        lines = [Message("{mover} is to move. Orders you send now are kept for your turn.", mover=mover)]
    else:
        lines = [Message("The game is over.")]
    lines += [
        Message("To talk to the others, write `press all`, your text below it, and `end press`.")
        if play is not None and seat is not None
        else Message("If you play already, reply to a mail of your game: its address knows who you are."),
        Message("`status` shows the position, `legal` all orders, `preview` tries a mail; `help` lists everything."),
    ]
    return Listed(lines, "\n")


def _explained(one: Command, margin: str = "") -> Listed:
    """How a command is written, and under it what it does."""
    return Listed((f"{margin}{one.usage}", Listed((f"{margin}   ", Message(in_one_line(one))), " ")), "\n")


def _about_commands(topic: str) -> Iterable[Value]:
    """The command of that name, or all that begin with the word: `help gm`."""
    found = find(topic)
    if found is not None:
        return [_explained(found[0])]
    wanted = [one for one in all_commands() if one.words.split()[0] == topic.lower()]
    return [_explained(one) for one in wanted]


def _about_orders(topic: str, sitting: Sitting) -> Iterable[Value]:
    """What an order of that name means, and those of it that are legal now."""
    play, rules = sitting.play, sitting.desk.rules
    if play is None or play.row.status == "inviting":
        return [_order(one) for one in rules.explain(topic)]
    explained = rules.explain(topic, play.state)
    lines: list[Value] = [_order(one) for one in explained]
    if explained and play.running:
        verb = explained[0].split()[0]
        legal = [order for order in rules.legal_orders(play.state) if order.split()[0] == verb]
        if legal:
            shown = "  ·  ".join(legal[:4])
            lines.append(Message("Legal now for {mover}:  {orders}", mover=play.row.mover or "", orders=shown))
    return lines


def _order(explained: str) -> Listed:
    """An order's form as it is in every language, and under it its sentence."""
    form, _, sentence = explained.partition("\n")
    return Listed((form, Listed(("   ", Message(sentence.strip())), " ")), "\n")


def in_one_line(one: Command) -> str:
    return " ".join(one.help.split())
