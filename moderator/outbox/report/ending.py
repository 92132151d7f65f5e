"""The end of a game: who won, how every player's wealth adds up, and how it grew."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Player, State, round_named, worth
from engine.message import Message
from moderator.drawing.charts import wealth_svg
from moderator.drawing.picture import png
from moderator.language import Words, plain
from moderator.outbox.report.common import Common
from moderator.outbox.report.page import Block, Items, Para, Picture, Section, Table
from moderator.outbox.report.view import File, ReportView
from moderator.table.result import ranked

# What is said of a result that is not what the rules give.
ENDED = {
    "ruled": Message("The director has ruled who came where."),
    "adjudicated": Message(
        "The game was not over in time: bots have played it on, and this is an estimate of what it would have come to."
    ),
}
# How a game was ended that counts as it stood.
STOPPED = {
    "agreed": Message("All players voted to end the game here."),
    "set": Message("The terms of the event end the game after these operating rounds."),
}


def ranking(view: ReportView, state: State) -> Sequence[tuple[int, str, int]]:
    """Place, player and wealth as the result has them; of a position alone the richest first."""
    worths = {player: worth(state, player) - view.fines.get(player, 0) for player in state.players}
    return view.ranked or ranked({"scores": worths})


def called(view: ReportView, words: Words, player: str) -> str:
    """A player by name; that a bot has played on for somebody who is gone is said."""
    if player not in view.forfeited:
        return plain(player)
    return words.say(Message("{name} (forfeited, played on by a bot)", name=plain(player)))


def entries(state: State, words: Words, player: Player) -> list[tuple[str, int]]:
    """All that makes up a player's wealth. What the title counts besides cash, shares and privates is named other."""
    found = [(words("sheet_cash"), state.cash_of(player))]
    for company, held in state.shares.items():
        count = held.get(player, 0)
        if count and company in state.market:
            price = state.price(company)
            # A minor is one piece of paper, worth its price twice.
            times = count if state.title.companies[company].kind.traded else 2
            found.append((words("sheet_shares", count=times, company=company, price=price), times * price))
    for private in state.privates_of(player):
        face = state.title.privates[private].face
        found.append((words("sheet_private", private=private), face))
    other = worth(state, player) - sum(amount for _, amount in found)
    if other:
        found.append((words("sheet_other"), other))
    return found


def result(view: ReportView, words: Words, shared: Common) -> tuple[Section, ...]:
    state = shared.state
    came = ranking(view, state)
    rows = tuple((f"{place}.", called(view, words, player), words.money(value)) for place, player, value in came)
    lines = tuple(f"{place} {player}{words('colon')}{value}" for place, player, value in rows)
    sheet: list[Block] = []
    for _, name, _ in came:
        player = Player(name)
        sheet.append(Para(plain(player), strong=True))
        adding = entries(state, words, player)
        if fine := view.fines.get(player, 0):
            adding.append((words("sheet_fine"), -fine))
        value = sum(amount for _, amount in adding)
        sums = [f"{what}{words('colon')}{words.money(amount)}" for what, amount in adding]
        sheet.append(Items((*sums, f"{words('sheet_sum')}{words('colon')}{words.money(value)}")))
    table = Table((), rows, lines, frozenset(range(sum(place == came[0][0] for place, _, _ in came))))
    why = (Para(words.say(ENDED[view.ended])),) if view.ended in ENDED else ()
    stopped = (Para(words.say(STOPPED[view.ended])),) if view.ended in STOPPED else ()
    as_it_stood = (Para(words.say(Message("As the game stood when it was stopped:"))),) if why else ()
    sections = [
        Section("result", words("result"), (table, *why, *stopped)),
        Section("arithmetic", words("arithmetic"), (*as_it_stood, *sheet)),
    ]
    if view.points:
        lost = tuple(f"{plain(name)}{words('colon')}−{points}" for name, points in view.points.items())
        sections.append(Section("points", words("points_off"), (Items(lost),)))
    if view.wealth:
        said = [
            f"{_when(where, words)}{words('colon')}"
            + ", ".join(f"{plain(name)} {words.money(amount)}" for name, amount in values.items())
            for where, values in _some(view.wealth)
        ]
        chart = Picture(shared.cid("wealth"), words("chart_alt", text=words("semicolon").join(said)), 760)
        sections.append(Section("chart", words("chart"), (*_as_played(view, words), chart, Items(tuple(said)))))
    return tuple(sections)


def _as_played(view: ReportView, words: Words) -> tuple[Block, ...]:
    """Wealth is drawn as far as it was played; where something else has decided, that is said with it."""
    if view.ended not in ENDED:
        return ()
    said = Message("It ends as the game stood when it was stopped; the result above came about otherwise.")
    return (Para(words.say(said)),)


def _when(where: str, words: Words) -> str:
    """A round in the reader's language; what is no round's name is the end."""
    named = round_named(where)
    return words("wealth_end") if named is None else words.say(named)


def _some(points: tuple[tuple[str, object], ...], most: int = 12) -> list[tuple[str, dict[str, int]]]:
    """Some of the points, always with the last."""
    every = max(1, -(-len(points) // most))
    return [point for n, point in enumerate(points) if n % every == 0 or n == len(points) - 1]  # type: ignore[misc]


def chart_file(view: ReportView, shared: Common) -> File:
    names = [plain(player) for player in shared.state.players]
    points = [(where, {plain(name): amount for name, amount in values.items()}) for where, values in view.wealth]
    return File("wealth.png", "image/png", png(wealth_svg(names, points)), shared.cid("wealth"))
