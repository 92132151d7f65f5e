"""Random games to their end: the books balance after every move, and nothing raises but Refused."""

from __future__ import annotations

import random

import pytest

import engine
from engine.moves import Bid, BuyTrain, LayTile, Move, PlaceStation, Sell
from tests.engine.books.ledger import books, choose, game, stored, style_of
from tests.printed import TITLES

# The few that have every number of players, every option and every style.
QUICK = (1, 2, 3, 5, 7, 9)
LONG = (4, 6, 8, *range(10, 161))


def table(title: str, seed: int) -> tuple[int, dict[str, object]]:
    """How many play, and by which options, changes from game to game."""
    players = 2 + seed % 5
    options: dict[str, object] = {}
    if title == "1861":
        if players == 2:
            options["two_player"] = True
        if seed % 3 == 0:
            options["second_edition"] = True
        if seed % 7 == 0:
            options["column_market"] = True
    elif title == "1867":
        if players == 2:
            options["two_player"] = True
        if seed % 3 == 0:
            options["grid_market"] = True
        if seed % 7 == 0:
            options |= {"traded_trains": "removed", "cn_private_income": False}
    elif seed % 3 == 0:
        options["recorded"] = True
    return players, options


def kinds(title: str, seeds: tuple[int, ...]) -> set[tuple[str, object]]:
    """What there is among these games."""
    tables = [table(title, seed) for seed in seeds]
    options = {item for _, options in tables for item in options.items()}
    styles = {("style", style_of(random.Random(seed))) for seed in seeds}
    return {("players", players) for players, _ in tables} | options | styles


@pytest.mark.parametrize("title", TITLES)
def test_the_few_games_are_of_every_kind_there_is_among_the_many(title: str) -> None:
    assert kinds(title, QUICK) == kinds(title, (*QUICK, *LONG))
    assert len({*QUICK, *LONG}) == len(QUICK) + len(LONG) == 160


def balance(title: str, seed: int) -> None:
    players, options = table(title, seed)
    record: list[engine.Event] = []
    state = None
    for number, (state, events) in enumerate(game(title, seed, players, options)):
        record += events
        books(state)
        if number % 25 == 0:
            stored(state, events)
    assert state is not None and state.over
    assert engine.digest(engine.replay(record)) == engine.digest(state)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", QUICK)
def test_the_books_of_a_random_game_balance(title: str, seed: int) -> None:
    balance(title, seed)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", LONG)
def test_the_books_of_many_random_games_balance(title: str, seed: int) -> None:
    balance(title, seed)


def spoiled(move: Move) -> list[Move]:
    """Moves near a legal one that no position allows."""
    match move:
        case Bid(item=item, amount=amount):
            return [Bid(item, amount + 1), Bid(item, -5), Bid(item, 10**6), Bid("nothing", amount)]
        case LayTile(hex=hex_, tile=tile, facing=facing):
            return [LayTile("Z99", tile, facing), LayTile(hex_, "0", facing), LayTile(hex_, tile, 7)]
        case Sell(company=company):
            return [Sell(company, 0), Sell(company, -1), Sell(company, 11)]
        case PlaceStation():
            return [PlaceStation("Z99"), PlaceStation(move.hex, 9)]
        case BuyTrain(train=train, seller=seller, price=price):
            return [BuyTrain("99", seller, price), BuyTrain(train, seller, 0), BuyTrain(train, seller, 10**6)]
        case _:
            return []


@pytest.mark.parametrize("title", TITLES)
def test_legal_moves_are_accepted_and_spoiled_ones_refused_with_a_reason(title: str) -> None:
    chance = random.Random(11)
    asked = 0
    for number, (state, _) in enumerate(game(title, 4, 4, {})):
        player = engine.to_act(state)
        if player is None or number % 29:
            continue
        legal = list(engine.legal_moves(state))
        assert legal
        for move in chance.sample(legal, min(4, len(legal))):
            assert engine.apply(state, move, player, state.players).events
            for bad in spoiled(move):
                with pytest.raises(engine.Refused) as refused:
                    engine.apply(state, bad, player, state.players, advise=False)
                assert refused.value.why.endswith(".") and "\n" not in refused.value.why
                asked += 1
        others = [p for p in state.players if p != player]
        with pytest.raises(engine.Illegal, match=f"It is {player}'s decision"):
            engine.apply(state, legal[0], others[0])
    assert asked > 20


@pytest.mark.parametrize("title", TITLES)
def test_the_same_choices_give_the_same_game(title: str) -> None:
    digests = []
    for _ in range(2):
        for number, (state, _events) in enumerate(game(title, 9, 3, {})):
            if number == 150:
                digests.append(engine.digest(state))
                break
    assert digests[0] == digests[1]


def test_a_move_is_chosen_from_the_legal_ones() -> None:
    """The player of the random games must not cheat, or the tests above prove nothing."""
    chance = random.Random(1)
    for number, (state, _) in enumerate(game("1861", 2, 3, {})):
        if state.over or number > 40:
            break
        move = choose(chance, state, "even")
        assert any(type(move) is type(legal) for legal in engine.legal_moves(state))
