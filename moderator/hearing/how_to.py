"""How to write, told whole, on one page or in a few words: made from the commands there are, so it can't forget one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import engine
from engine import rulebook
from engine.message import Listed, Message, Value
from moderator.hearing.called import topic_called
from moderator.hearing.registry import Command, all_commands
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatRole
from moderator.table.conditions import HOW_LONG, WHAT_IT_IS

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

MIND: Value = Message(
    "A game started with `mind 15` leaves 15 minutes after each turn in which `undo` takes it back; "
    "nobody is asked and nothing on file acts before they are over."
)
SEALS: Value = Message(
    "Each order on file is sealed: you get a sum over it and a word, and at the end of the game anybody can check what "
    "it said. In a game started with `seals open` the table is told that one was filed, and what it was once it is "
    "used up."
)

# Words that whoever never played a game of this family meets first.
STATION: Value = Message(
    "A station is a company's own place in a city. "
    "Every route must count a city where the company has one; a city whose places "
    "are all taken by others may end a route, but not be run through."
)
PAR: Value = Message(
    "Par is the price a company starts at. "
    "Its first shares cost that; later sales lower the price and dividends raise it."
)
ZONES: Value = Message(
    "Coloured spaces of the stock market, as far as a title has them. "
    "Yellow: these shares don't count for the certificate limit. "
    "Orange: besides, one may hold any part of the company. "
    "Brown: besides, several certificates may be bought in one turn. "
    "Pink, blue and purple: prices at which companies may start. "
    "`market` shows the market with its spaces."
)
DIRECTOR: Value = Message(
    "The director of a company decides for it: track, stations, trains, and what is paid. "
    "It is whoever has most of its shares; a minor belongs to one player, who directs it."
)
CERTIFICATE: Value = Message(
    "A certificate is one piece of paper: a share, a director's several shares, or a private. "
    "You may hold only so many: 5/14 in your position means five of fourteen."
)
RUST: Value = Message(
    "Trains rust: they leave the game, for nothing, when the first train of a later kind is bought. "
    "Which do, and when, stands with the trains in the emails that ask for your move; `trains` shows it too."
)
PRIORITY: Value = Message(
    "Whoever has the priority deal begins the next stock round; emails name it beside the player."
)
PASS: Value = Message(
    "To pass, write only that: `pass`. "
    "Where several bid for one thing, you are out of it; in a stock round you may act again when it "
    "comes back to you; in a company's turn one step is left out, and `done` ends the turn."
)
MODERATOR: Value = Message(
    "To ask the moderator alone, write `press gm`, your question below it, and `end press`. "
    "`status` says who moderates; where nobody does, the service decides by the rules."
)
# What is asked about in the readers' own words stands in the catalogues (`[topics]`).
_WORDS: dict[str, tuple[Value, ...]] = {
    "facing": FACING,
    "clock": TIME,
    "standing": STANDING,
    "if": IF,
    "mind": (MIND,),
    "seals": (SEALS,),
    "station": (STATION,),
    "par": (PAR,),
    "zones": (ZONES,),
    "director": (DIRECTOR,),
    "certificate": (CERTIFICATE,),
    "rust": (RUST,),
    "priority": (PRIORITY,),
    "pass": (PASS,),
    "moderator": (MODERATOR,),
}

# Commands that are of use to few and begin with one word, which lists them.
ROLES = {"moderator": "gm", "director": "td"}
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
TOURNAMENTS = Message("Tournaments: `events` shows them, `help enter` and `help td` say what can be written.")


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
        if group in ROLES:
            lines.append(
                Listed(("     ", Message("`help {word}` lists {count}.", word=ROLES[group], count=len(names))), " ")
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
        lines += (explained(one, "  ") for one in all_commands() if one.group == group)
    return Listed(lines, "\n")


def first_steps(submission: Submission) -> Listed:
    """What somebody may write now who wrote nothing we understand: a few words, not the whole list."""
    play, seat = submission.play, submission.seat
    lines: list[Value]
    if play is None or seat is None:
        lines = [*_WELCOME, TOURNAMENTS]
    elif seat.role == SeatRole.GM:
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


def about_words(topic: str, submission: Submission) -> tuple[Value, ...]:
    """What a word of ours means, that is neither a command nor an order nor a card."""
    called = topic_called(topic)
    return tuple(_about_the_game(submission)) if called == ABOUT else _WORDS.get(called, ())


# What `help` calls the whole of it.
ABOUT = "about"


def _about_the_game(submission: Submission) -> Iterator[Value]:
    """What all this is, what the writer's game is like, how long it takes, and where its rules are."""
    yield WHAT_IT_IS
    play = submission.play
    if play is not None and play.title in engine.titles():
        yield engine.likeness(play.title)
        if rulebook(play.title) is not None:
            page = f"{submission.desk.settings.base_url}/rules/{play.title}"
            yield Message("The rules, in English: {page}", page=page)
    yield HOW_LONG
    if play is None:
        # Whoever asks before there is a game is told how one begins.
        yield first_steps(submission)


def explained(one: Command, margin: str = "") -> Listed:
    """How a command is written, and under it what it does."""
    return Listed((f"{margin}{one.usage}", Listed((f"{margin}   ", Message(in_one_line(one))), " ")), "\n")


def in_one_line(one: Command) -> str:
    return " ".join(one.help.split())
