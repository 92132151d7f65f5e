"""How to write: made from the commands and the orders themselves, so it can't forget one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from difflib import get_close_matches

import engine
from engine import Refused, key, rulebook
from engine.message import Listed, Message, Value
from moderator.commands.asking.rules import paragraphs_of
from moderator.hearing.called import in_our_arguments, topic_called
from moderator.hearing.reading import Statement
from moderator.hearing.registry import COMMANDS, Command, all_commands, command, find
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus

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
    "events",
    "moderator",
    "director",
)
OPENING: tuple[Said, ...] = (
    Message(
        "Reply to your game's email with your orders above the quoted text, one per line. "
        "Either the whole email is played or none of it."
    ),
    Message("Orders:"),
    "        bid N 105 · pass · sell 2 NW · buy NW from pool · start SW at 100 in E9 · lay 57 on G15 facing 2 ·",
    "        token in M7 · run best · pay · half · withhold · train 3 · discard 2 · convert M-K into NW · done",
    Message("`legal` lists those of your position. `preview` in an email tries it without playing it."),
    Message("`help lay` explains one order, `help away` one command."),
)


# Words of our mails that are neither a command nor an order.
FACING: tuple[Value, ...] = (
    Message(
        "A facing says how far a tile is turned: facing 0 is the tile as it is printed, "
        "each step turns it clockwise by one side."
    ),
    Message("What points south at facing 0 points here at the others: 0 S, 1 SW, 2 NW, 3 N, 4 NE, 5 SE."),
    Message(
        "You need not count: emails draw each tile as it would lie and name the sides it joins, "
        "and `legal` lists every facing that fits."
    ),
)
TIME: tuple[Value, ...] = (
    Message("Each decision has its hours, which pass only during your own: hours, weekdays, zone, away."),
    Message("Where a game has a bank, they are used up first, then your bank. Moving early gives nothing back."),
    Message("In a new game, or after `gm` by its moderator:"),
    "    clock steady   (relaxed, brisk, league)",
    "    clock bank 10 days +24h stock",
    "    clock evening 21:00 Europe/Berlin",
    "    allow 30 days",
    "    penalty points 1",
    "    ladder 2",
)
# Each fits on a telephone, with the words of the reader's language.
STANDING: tuple[Value, ...] = (
    Message("Orders on file act for you when their time comes. They are secret and read back at once."),
    Message("standing pass · standing pass until someone sells NW"),
    Message("standing buy NW until 5 shares · until it floats · up to 120 · then pass"),
    Message("standing operate NW: run best, pay · withhold until 4-train · train 3 if there is money · no track"),
    Message("willing sell TSR to NW from 30 · refuse offers from Blue"),
    Message("Passing and buying stop, and you are asked, when something happens that matters."),
    Message("`unless …` adds a stop, `even if …` takes one away. `orders`, `cancel 3`, `why 3`."),
)
IF: tuple[Value, ...] = (
    Message("if price NW >= 100 then sell 2 NW else pass"),
    Message("when N is sold then … · if 4-train sold before my turn then …"),
    Message("when M-K operates:  (orders, one in a line; `else`)  end when"),
    Message(
        "A condition may name: price, shares, cash, director, phase, trains left, owner, tile, station, what is sold,"
    ),
    Message("who passes, sells, buys, bids or starts something; joined by and, or, not and brackets."),
    Message("price NW >= 100 · Blue has 3 NW · cash M-K >= 300 · director NW = Blue · phase >= 4 · 3-trains left = 0"),
    Message(
        "owner TSR = Blue · tile on H10 · M-K station in H10 · N is sold · NW floats · someone sells NW · Blue passes"
    ),
)
# What is asked about in the readers' own words stands in the catalogues (`[topics]`).
_WORDS: dict[str, tuple[Value, ...]] = {
    "facing": FACING,
    "clock": TIME,
    "standing": STANDING,
    "if": IF,
}
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
# Commands that are of use to few and begin with one word, which lists them.
_ROLES = {"moderator": "gm", "director": "td"}
# A line of names, as narrow as a text mail with its margin.
WIDTH = 72
# So many orders are a hint; all of them are what `legal` is for.
SHOWN = 6
_WELCOME: tuple[Value, ...] = (
    Message("This is Waybill. It moderates 18xx railway games by email: you write the orders, it does the rest."),
    Message("To start a game, write to this address, with a seat for each player; a seat may be a bot:"),
    "    new game 1861",
    "    player Anna: anna@example.org",
    "    bot Boris",
    "    bot Clara",
    "    end game",
    Message("To learn it in three emails, in a practice game against bots, write: tutorial"),
)
_TOURNAMENTS = Message("Tournaments: `events` shows them, `help enter` and `help td` say what can be written.")


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
        *_WORDS.get(topic_called(topic), ()),
        *about_cards(topic, submission),
    ]
    if not lines:
        lines = [*_about_rules(topic, submission)]
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


def about_cards(topic: str, submission: Submission) -> Iterable[Value]:
    """The cards of that name: of the writer's title, or of any where no game is meant."""
    play = submission.play
    if play is None:
        return [card.text for title in engine.titles() for card in engine.find_cards(title, topic)]
    state = None if play.status == GameStatus.INVITING else play.state
    return [card.text for card in engine.find_cards(play.title, topic, state)]


def help_for(submission: Submission, everything: bool = False) -> Listed:
    """For who is known; others, in whose name anybody may have asked, get the first steps and a link."""
    if submission.person is not None or submission.seat is not None:
        return help_text() if everything else help_in_short()
    link = f"{submission.desk.settings.base_url}/help"
    return Listed(
        (first_steps(submission), Message("All that can be written is explained here: {link}", link=link)), "\n"
    )


def help_in_short() -> Listed:
    """What a player reads on one page: the orders, and the name of every command under its heading."""
    lines: list[Value] = [
        *OPENING,
        "",
        Message("Commands; `help` and its name explains each of them, `help all` explains all:"),
    ]
    for group in GROUPS:
        names = [one.words for one in all_commands() if one.group == group]
        lines.append(Listed((" ", Message(group.upper())), " "))
        if group in _ROLES:
            lines.append(
                Listed(("     ", Message("`help {word}` lists {count}.", word=_ROLES[group], count=len(names))), " ")
            )
        else:
            # A name of two words stays on its line.
            joined = " · ".join(name.replace(" ", "\u00a0") for name in names)
            lines += (line.replace("\u00a0", " ") for line in _lines(joined))
    return Listed(lines, "\n")


def _lines(names: str) -> list[str]:
    margin = " " * 6
    return textwrap.wrap(names, WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)


def help_text() -> Listed:
    """Every command there is, with its usage."""
    lines: list[Value] = list(OPENING)
    for group in GROUPS:
        lines += ["", Message(group.upper())]
        lines += (_explained(one, "  ") for one in all_commands() if one.group == group)
    return Listed(lines, "\n")


def first_steps(submission: Submission) -> Listed:
    """What somebody may write now who wrote nothing we understand: a few words, not the whole list."""
    play, seat = submission.play, submission.seat
    lines: list[Value]
    if play is None or seat is None:
        lines = [*_WELCOME, _TOURNAMENTS]
    elif seat.role == "gm":
        lines = [Message("You moderate this game; `help gm` lists your commands.")]
    elif play.status == GameStatus.INVITING:
        lines = [Message("You are invited. Reply with one word: `join` or `decline`.")]
    elif play.to_move == seat.name:
        legal = engine.legal_orders(play.state)
        lines = [Message("It is your move. You may write, for instance:")]
        shown = (*legal[:SHOWN], *(one for one in legal[SHOWN:] if one == "pass"))
        lines += [f"    {engine.in_words(play.state, order, submission.language)}" for order in shown]
    elif play.running:
        mover = play.to_move
        lines = [Message("{mover} is to move. Orders you send now are kept for your turn.", mover=mover)]
    else:
        lines = [Message("The game is over.")]
    lines += [
        Message("To talk to the others, write `press all`, your text below it, and `end press`.")
        if play is not None and seat is not None
        else Message("If you play already, reply to an email of your game: its address knows who you are."),
        Message("`status` shows the position, `legal` all orders, `preview` tries an email; `help` lists everything."),
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


def in_one_line(one: Command) -> str:
    return " ".join(one.help.split())
