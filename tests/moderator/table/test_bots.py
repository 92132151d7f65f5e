"""Bots play by the rules, sensibly, to the end, and leave people their turn."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import engine
from engine import State, restore, save
from moderator.bots.choose import choose
from moderator.errands.audit import audit
from moderator.table import robots as bot
from moderator.table.robots import play_bots
from moderator.table.seating import draw
from tests.moderator.house import House, open_house, settings_for
from tests.printed import TITLES

SEATS = ["Red", "Green", "Blue", "Yellow", "White", "Black"]
# No table of bots has needed half of this.
FOR_EVER = 2500
BY_THE_RULES = {"1861": {"8-train", "bank"}, "1867": {"8-train", "bank"}, "1882": {"bank", "market"}}


@pytest.fixture
def real(tmp_path: Path, empty_database: Path) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    house = open_house(settings_for(tmp_path), migrated=True)
    house.eager = False
    yield house
    house.office.close()


def table_of_bots(title: str, players: int, enough: Callable[[State], bool]) -> tuple[State, list[tuple[State, str]]]:
    """A game of bots alone up to where it is enough: the last position, and each position with the order given."""
    seats = SEATS[:players]
    drawn = draw(title, seats, {}, random.Random(players))
    state = engine.replay(engine.start(title, seats, drawn, {}))
    played: list[tuple[State, str]] = []
    while not enough(state) and len(played) < FOR_EVER:
        mover = engine.to_act(state)
        assert mover is not None
        order = engine.write_order(choose(state, mover))
        played.append((state, order))
        state = engine.apply(state, engine.parse_order(state, order), mover).state
    return state, played


def test_bots_play_until_a_person_must_decide(real: House) -> None:
    game = real.game("Red", bots=("Green", "Blue"), title="1861")
    for _ in range(12):
        assert real.row(game).mover == "Red"
        orders = engine.legal_orders(real.state(game))
        answer = real.write(game, "Red", "pass" if "pass" in orders else orders[0])
        assert answer.word == "ACCEPTED", answer.text
        real.bots(game)
    assert real.row(game).bot_due_at is None
    assert any(order.startswith("Green: bid") for order in real.orders(game))
    assert audit(real.office, game) == []
    # One question per turn, and the bots' moves are told in it.
    assert len(real.outbox("move")) >= 12


@pytest.mark.parametrize(("title", "phase"), [("1861", "3"), ("1882", "4")])
def test_bots_bring_companies_into_play_and_buy_their_way_through_the_phases(title: str, phase: str) -> None:
    state, played = table_of_bots(title, 3, lambda state: state.phase == phase)
    assert state.phase == phase
    assert len({state.directors[company] for company in state.operated if company in state.directors}) > 1
    orders = [order for _, order in played]
    for verb in ("bid", "lay", "run", "train"):
        assert any(order.startswith(verb) for order in orders), verb
    assert sum(state.last_run.get(company, 0) for company in state.operated) > 0


def test_a_bot_gives_the_same_order_whenever_it_is_asked() -> None:
    _, played = table_of_bots("1882", 4, lambda state: state.phase != "2")
    for state, order in played[::7]:
        again = restore(save(state))
        assert engine.write_order(choose(again, engine.to_act(again) or "")) == order


def test_a_bot_never_gives_an_order_that_needs_another_players_consent() -> None:
    _, played = table_of_bots("1882", 3, lambda state: state.phase not in ("2", "3"))
    for state, order in played:
        assert set(engine.consents(state, engine.parse_order(state, order))) <= {engine.to_act(state)}


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "players"),
    [(title, n) for title in ("1861", "1867") for n in (3, 4, 5, 6)] + [("1882", n) for n in (2, 3, 4, 5, 6)],
)
def test_a_table_of_bots_of_any_size_ends_by_the_rules(title: str, players: int) -> None:
    state, _ = table_of_bots(title, players, lambda state: state.over)
    assert state.over
    assert state.ending in BY_THE_RULES[title]
    assert state.bankrupt == ()
    assert sum(state.last_run.get(company, 0) > 0 for company in state.market.cells) >= 4
    worth = engine.scores(state)
    # Everybody has made something of what they began with.
    assert min(worth.values()) > state.title.capital[players]


def wild(state: State, chance: random.Random) -> str:
    """Anything at all that is legal and needs nobody's consent."""
    mover = engine.to_act(state)
    moves = [move for move in engine.legal_moves(state) if set(engine.consents(state, move)) <= {mover}]
    return engine.write_order(chance.choice(moves))


def beside_a_madman(title: str, seed: int, most: int) -> State:
    """A game of bots and one player who does anything; every order a bot gives is played as it stands."""
    chance = random.Random(seed)
    seats = SEATS[: chance.choice([3, 4, 5])]
    madman = chance.choice(seats)
    state = engine.replay(engine.start(title, seats, draw(title, seats, {}, chance), {}))
    for _ in range(most):
        mover = engine.to_act(state)
        if mover is None:
            break
        order = wild(state, chance) if mover == madman else engine.write_order(choose(state, mover))
        state = engine.apply(state, engine.parse_order(state, order), mover).state
    assert set(state.bankrupt) <= {madman}
    return state


@pytest.mark.parametrize("title", TITLES)
def test_bots_keep_their_heads_beside_a_player_who_does_anything(title: str) -> None:
    beside_a_madman(title, 5, 150)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("title", TITLES)
def test_a_game_with_a_player_who_does_anything_comes_to_its_end(title: str, seed: int) -> None:
    assert beside_a_madman(title, seed, FOR_EVER).over


def test_a_table_of_bots_gives_its_worker_back_after_a_few_moves(real: House) -> None:
    game = real.game(bots=("Red", "Green", "Blue"), title="1861")
    real.bells.clear()
    assert play_bots(real.office, game) == len(real.orders(game)) == bot.MOST_MOVES <= 10
    # Whoever rang meanwhile comes first: the table is at the end of the queue.
    assert real.bells[-1] == ("bots", game)


def test_a_bot_that_cannot_think_plays_the_safe_order(real: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = real.game("Red", bots=("Green", "Blue"), title="1861")
    real.write(game, "Red", "bid TSR 20")

    def confused(*_: object) -> str:
        raise ValueError("nobody foresaw this")

    monkeypatch.setattr(bot, "choose", confused)
    assert play_bots(real.office, game) >= 2
    assert real.orders(game)[1:3] == ["Green: pass", "Blue: pass"]


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_a_table_of_bots_plays_a_whole_game_of_the_service(real: House, title: str) -> None:
    game = real.game(bots=("Red", "Green", "Blue"), title=title)
    while real.row(game).status == "running":
        assert play_bots(real.office, game)
    assert real.row(game).result
    assert audit(real.office, game) == []
