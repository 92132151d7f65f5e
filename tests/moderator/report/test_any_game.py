"""Whatever a game comes to, whoever has to move can be asked: random games, one mail for each kind of decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import engine
from engine import Event, Player, State
from moderator.outbox.report import Happening, report
from tests.engine.books.ledger import game
from tests.engine.books.test_books import table
from tests.moderator.report.positions import view
from tests.printed import TITLES

pytestmark = pytest.mark.usefixtures("no_pictures")
QUICK = (2, 3)
LONG = range(4, 24)
# So many mails of one kind are written in a game.
EACH = 2


def kind_of(state: State) -> tuple[object, ...]:
    """What is asked, as far as a mail may differ by it: the round, the demand, the kinds of moves, whose turn it is."""
    moves = frozenset(type(move).__name__ for move in engine.legal_moves(state))
    demand = type(state.demands[0]).__name__ if state.demands else ""
    return state.cursor.round, demand, moves, bool(engine.company_on_turn(state))


def asked(title: str, seed: int) -> Iterator[tuple[tuple[Happening, ...], State]]:
    """The decisions of a random game, a few of each kind, with the last that happened before."""
    players, options = table(title, seed)
    seen: Counter[tuple[object, ...]] = Counter()
    happened: list[Happening] = []
    before: State | None = None
    for number, (state, events) in enumerate(game(title, seed, players, options)):
        happened = [*happened[-12:], *_happening(number, before, events)]
        before = state
        if engine.to_act(state) is not None:
            kind = kind_of(state)
            seen[kind] += 1
            if seen[kind] <= EACH:
                yield tuple(happened), state


def _happening(number: int, before: State | None, events: tuple[Event, ...]) -> Iterator[Happening]:
    if before is not None:
        by = engine.to_act(before) or Player("")
        yield Happening(number, by, "an order", events, before, "mail")


def every_mail(title: str, seed: int) -> None:
    for happened, state in asked(title, seed):
        mail = report(view(happened, state))
        assert f"turn {len(happened) + 1}" in mail.text, mail.text


@pytest.mark.parametrize("seed", QUICK)
@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_decision_of_a_random_game_can_be_asked(title: str, seed: int) -> None:
    every_mail(title, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG)
@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_decision_of_many_random_games_can_be_asked(title: str, seed: int) -> None:
    every_mail(title, seed)
