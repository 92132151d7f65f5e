"""Random games with random orders on file: what they do is what the same moves by hand do, and nothing twice."""

from __future__ import annotations

import json
import random

import pytest

import engine
from engine import Deed, Go, Player, Refused, Standing, State, Stop
from tests.engine.books.ledger import choose
from tests.printed import TITLES

QUICK = [("1861", 3), ("1882", 4), ("1861", 5), ("1882", 2)]
LONG = [(title, seed) for title in TITLES for seed in range(20, 45)]
MOVES = 260


def wishes(chance: random.Random, state: State, player: Player) -> str:
    """Something a player might leave on file; much of it is refused, as it is in life."""
    company = chance.choice(list(state.directors) or list(state.title.companies))
    mine = [one for one, director in state.directors.items() if director == player] or [company]
    own, other = chance.choice(mine), chance.choice(state.players)
    price = chance.choice((50, 80, 100, 150))
    fact = chance.choice(
        (f"price {company} >= {price}", f"cash {other} <= {price}", f"{other} has 2 {company}", f"{other} passes",
         f"director {company} = {other}", f"phase >= {chance.choice(list(state.title.phases))}", "someone sells",
         f"not (price {company} <= {price}) or someone buys {company}")
    )  # fmt: skip
    return chance.choice(
        ("standing pass", "standing pass all auctions", f"standing pass unless {fact}",
         f"standing buy {company} until {chance.randint(2, 6)} shares then {chance.choice(('pass', 'ask'))}",
         f"standing buy {company} up to {price} even if someone sells",
         f"standing operate {own}: no track, no station, run best, {chance.choice(('pay', 'withhold'))}, no train",
         f"standing operate {own}: run best, pay until {fact}", "standing no merger",
         f"if {fact} then pass", f"if {fact} then sell 1 {company} else pass",
         f"if {fact} then buy {company} else pass",
         f"when {own} operates then run best; pay; done else run best; withhold; done")
    )  # fmt: skip


def play(title: str, seed: int) -> tuple[list[tuple[Player, str]], State, int]:
    """A game in which players leave orders on file: every move, the last position, how many moves orders made."""
    chance = random.Random(seed)
    seats = tuple(Player(name) for name in ("Red", "Blue", "Green", "Gold"))
    drawn = {name: chance.choice(outcomes) for name, outcomes in engine.draws(title, seats).items()}
    state = engine.replay(engine.start(title, seats, drawn))
    made: list[tuple[Player, str]] = []
    filed: dict[Player, list[tuple[Standing, set[Deed]]]] = {seat: [] for seat in seats}
    by_order = 0
    while (player := engine.to_act(state)) is not None and len(made) < MOVES:
        if chance.random() < 0.3:
            owner = chance.choice(seats)
            _file(chance, state, owner, filed[owner])
        moves, on_file = _decided(state, player, filed[player]), True
        if not moves:
            moves, on_file = (choose(chance, state, "even"),), False
        for number, move in enumerate(moves):
            if number:
                # Only what belongs to the same decision may follow from one verdict.
                assert engine.to_act(state) == player
            outcome = engine.apply(state, move, player, () if on_file else seats)
            made.append((player, engine.write_order(move)))
            state = outcome.state
            by_order += on_file
            for kept in filed.values():
                for _, deeds in kept:
                    deeds |= engine.deeds(outcome.events)
    return made, state, by_order


def _file(chance: random.Random, state: State, owner: Player, kept: list[tuple[Standing, set[Deed]]]) -> None:
    try:
        order = engine.read_standing(state, owner, wishes(chance, state, owner))
    except Refused:
        return
    assert order is not None
    # What is kept is what was read, in writing and in storage.
    assert engine.read_standing(state, owner, order.write()) == order
    assert engine.restore_order(json.loads(json.dumps(engine.store(order)))) == order
    assert str(order.tell(state))
    if not any(engine.clash(order, other, state.title) for other, _ in kept):
        kept.append((order, set()))


def _decided(state: State, player: Player, kept: list[tuple[Standing, set[Deed]]]) -> tuple[engine.Move, ...]:
    for entry in sorted(kept, key=lambda one: one[0].rank):
        order, deeds = entry
        verdict = engine.evaluate(order, state, deeds, player)
        if isinstance(verdict, Go):
            again = engine.evaluate(order, state, deeds, player)
            assert isinstance(again, Go) and again.moves == verdict.moves
            assert verdict.moves and str(verdict.because)
            at = kept.index(entry)
            kept[at : at + 1] = [] if verdict.left is None else [(verdict.left, deeds)]
            return verdict.moves
        if isinstance(verdict, Stop | engine.Finished):
            assert str(verdict.because)
            kept.remove(entry)
    return ()


def by_hand(title: str, seed: int, made: list[tuple[Player, str]]) -> State:
    """The same orders, each written and read as a mail would bring it."""
    chance = random.Random(seed)
    seats = tuple(Player(name) for name in ("Red", "Blue", "Green", "Gold"))
    drawn = {name: chance.choice(outcomes) for name, outcomes in engine.draws(title, seats).items()}
    state = engine.replay(engine.start(title, seats, drawn))
    for player, order in made:
        state = engine.apply(state, engine.parse_order(state, order), player, seats).state
    return state


def check(title: str, seed: int) -> None:
    made, state, by_order = play(title, seed)
    assert by_order > 10, "orders on file had something to do"
    assert engine.digest(by_hand(title, seed, made)) == engine.digest(state)


@pytest.mark.parametrize(("title", "seed"), QUICK)
def test_orders_on_file_do_what_the_same_moves_by_hand_do(title: str, seed: int) -> None:
    check(title, seed)


@pytest.mark.long
@pytest.mark.parametrize(("title", "seed"), LONG)
def test_orders_on_file_do_what_the_same_moves_by_hand_do_in_many_games(title: str, seed: int) -> None:
    check(title, seed)
