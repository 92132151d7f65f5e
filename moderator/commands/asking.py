"""Questions: they never move the game."""

from __future__ import annotations

from moderator.commands.registry import all_commands, command, find
from moderator.commands.sitting import Sitting
from moderator.games.game import Play
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement
from moderator.outbox import views


@command("status", "status", "asking", also=("report",))
def status(statement: Statement, sitting: Sitting) -> str:
    """Sends you the position: players, companies, market, map, and whose move it is."""
    play = sitting.game
    if play.row.status == "inviting":
        waiting = ", ".join(seat.name for seat in play.players if seat.status == "invited")
        sitting.say("Position", f"The game has not begun. Invited and not yet answered: {waiting or 'nobody'}.")
    else:
        sitting.say("Position", views.position(sitting.desk, play, sitting.seat).parts.text)
    return "see below"


@command("legal", "legal", "asking")
def legal(statement: Statement, sitting: Sitting) -> str:
    """Lists every order that is legal now, with numbers you may change where a range is free."""
    play = sitting.game
    if not play.running:
        raise Refusal("Nothing can be ordered: the game is not running.")
    orders = sitting.desk.rules.legal_orders(play.state)
    sitting.say(f"Legal orders for {play.row.mover}", "\n".join(orders))
    return f"{len(orders)} orders"


@command("map", "map", "asking")
def board(statement: Statement, sitting: Sitting) -> str:
    """Sends you the map as text."""
    sitting.say("Map", "\n".join(sitting.desk.rules.map(_running(sitting).state)))
    return "see below"


@command("market", "market", "asking", also=("stock market",))
def market(statement: Statement, sitting: Sitting) -> str:
    """Sends you the stock market with every company's place on it."""
    sitting.say("Market", "\n".join(sitting.desk.rules.market(_running(sitting).state)))
    return "see below"


@command("routes", "routes M-K", "asking")
def routes(statement: Statement, sitting: Sitting) -> str:
    """Shows the best run of a company as the position stands; without a name, of the company on turn."""
    play, rules = _running(sitting), sitting.desk.rules
    wanted = statement.text.partition(" ")[2].strip() or rules.company(play.state)
    if rules.director(play.state, wanted) is None:
        why = f"No company called {wanted} is in play." if wanted else "No company is on turn; name one."
        raise Refusal(why, instead=("routes M-K", "status"))
    name = rules.symbol(play.state, wanted)
    sitting.say(f"Best run of {name}", "\n".join(rules.routes(play.state, name)))
    return "see below"


def _running(sitting: Sitting) -> Play:
    if sitting.game.row.status == "inviting":
        raise Refusal("The game has not begun.", instead=("status",))
    return sitting.game


@command("history", "history 20", "asking")
def history(statement: Statement, sitting: Sitting) -> str:
    """Lists the last moves (20 unless you say how many), also those that were taken back."""
    play, count = sitting.game, _number(statement.text, 20)
    rows = play.moves(since=max(-1, play.row.seq - count), undone=True)
    lines = [f"{row.seq:>4}  {row.by or '-'}: {row.order}{'  (taken back)' if row.undone else ''}" for row in rows]
    sitting.say("History", "\n".join(lines))
    return f"{len(rows)} moves"


@command("since", "since 41", "asking")
def since(statement: Statement, sitting: Sitting) -> str:
    """Tells everything that happened after the move you name."""
    play = sitting.game
    told = views.happened(sitting.desk, play, _number(statement.text, play.row.seq - 10), play.row.seq)
    lines = [f"{one['seq']:>4}  {one['by']}: {one['order']}. {' '.join(one['sentences'])}" for one in told]
    sitting.say("What happened", "\n".join(lines) or "Nothing.")
    return "see below"


@command("preview", "preview", "asking", also=("try", "dry run"))
def preview(statement: Statement, sitting: Sitting) -> str:
    """Anywhere in a mail: everything in it is tried and shown, nothing is played."""
    sitting.preview = True
    return "nothing of this mail is played"


@command("turn", "turn 41", "orders")
def turn(statement: Statement, sitting: Sitting) -> str:
    """Guards your orders: if turn 41 is over when your mail arrives, nothing of it is played."""
    play, number = sitting.game, _number(statement.text, -1)
    if not play.row.turn <= number <= play.row.seq + 1:
        now = f"It is now turn {play.row.turn}, {play.row.mover} to move."
        if not play.running:
            now = "The game is not running."
        gone = "is over" if number < play.row.turn else "has not come yet"
        raise Refusal(f"Turn {number} {gone}. {now}", instead=(f"turn {play.row.turn}",))
    return "that is the present turn"


@command("help", "help  ·  help lay", "asking", anywhere=True)
def helping(statement: Statement, sitting: Sitting) -> str:
    """Explains how to write, or one command or order."""
    topic = statement.text.partition(" ")[2].strip()
    sitting.say(f"Help: {topic}" if topic else "Help", help_text(topic))
    return "see below"


def help_text(topic: str = "") -> str:
    """Made from the commands themselves, so it can't forget one."""
    found = find(topic) if topic else None
    if found is not None:
        return f"{found[0].usage}\n    {found[0].help}"
    lines = [
        "Reply to your game's mail with orders, one a line, above the quoted text. All of a mail is played or none.",
        "Orders: bid N 105 · pass · sell 2 NW · buy NW from pool · start SW at 100 in E9 · lay 57 on G15 facing 2 ·",
        "        token in M7 · run best · pay · half · withhold · train 3 · discard 2 · convert M-K into NW · done",
        "`legal` lists those of your position. `preview` in a mail tries it without playing it.",
    ]
    for group in dict.fromkeys(one.group for one in all_commands()):
        lines += ["", group.upper()]
        for one in all_commands():
            if one.group == group:
                lines.append(f"  {one.usage}\n      {' '.join(one.help.split())}")
    return "\n".join(lines)


def _number(text: str, default: int) -> int:
    digits = "".join(ch for ch in text.split()[-1] if ch.isascii() and ch.isdigit())[:9]
    return int(digits) if digits else default
