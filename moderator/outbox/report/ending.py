"""The end of a game: who won, how every player's wealth adds up, and how it grew."""

from __future__ import annotations

from engine.names import Player
from engine.state import State
from moderator.drawing.charts import wealth_svg
from moderator.drawing.picture import png
from moderator.outbox.report.common import Common
from moderator.outbox.report.page import Block, Items, Para, Picture, Section, Table
from moderator.outbox.report.tables import worth
from moderator.outbox.report.view import File, ReportView
from moderator.outbox.report.words import Words, plain


def ranking(state: State) -> list[tuple[Player, int]]:
    """The richest first; those equally rich in the order of the table."""
    return sorted(((player, worth(state, player)) for player in state.players), key=lambda entry: -entry[1])


def entries(state: State, words: Words, player: Player) -> list[tuple[str, int]]:
    """All that makes up a player's wealth. What the title counts besides cash, shares and privates is named other."""
    found = [(words("sheet_cash"), state.cash_of(player))]
    for company, held in state.shares.items():
        count = held.get(player, 0)
        if count and company in state.market:
            price = state.price(company)
            # A minor is one piece of paper, worth its price twice.
            times = count if state.title.companies[company].kind == "public" else 2
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
    ranked = ranking(state)
    rows = tuple((f"{place}.", plain(player), words.money(value)) for place, (player, value) in enumerate(ranked, 1))
    lines = tuple(f"{place} {player}{words('colon')}{value}" for place, player, value in rows)
    sheet: list[Block] = []
    for player, value in ranked:
        sheet.append(Para(plain(player), strong=True))
        sums = [f"{what}{words('colon')}{words.money(amount)}" for what, amount in entries(state, words, player)]
        sheet.append(Items((*sums, f"{words('sheet_sum')}{words('colon')}{words.money(value)}")))
    sections = [
        Section("result", words("result"), (Table((), rows, lines, frozenset({0})),)),
        Section("arithmetic", words("arithmetic"), tuple(sheet)),
    ]
    if view.wealth:
        said = "; ".join(
            f"{where}{words('colon')}"
            + ", ".join(f"{plain(name)} {words.money(amount)}" for name, amount in values.items())
            for where, values in _some(view.wealth)
        )
        chart = Picture(shared.cid("wealth"), words("chart_alt", text=said), 760)
        sections.append(Section("chart", words("chart"), (chart, Items(tuple(said.split("; "))))))
    return tuple(sections)


def _some(points: tuple[tuple[str, object], ...], most: int = 12) -> list[tuple[str, dict[str, int]]]:
    """Some of the points, always with the last."""
    every = max(1, -(-len(points) // most))
    return [point for n, point in enumerate(points) if n % every == 0 or n == len(points) - 1]  # type: ignore[misc]


def chart_file(view: ReportView, shared: Common) -> File:
    names = [plain(player) for player in shared.state.players]
    points = [(where, {plain(name): amount for name, amount in values.items()}) for where, values in view.wealth]
    return File("wealth.png", "image/png", png(wealth_svg(names, points)), shared.cid("wealth"))
