"""Of two passes on file for the same auction the later is never unheard without a word."""

from __future__ import annotations

import pytest

import engine
from engine.moves import Buy
from tests.moderator.house import House
from tests.moderator.table.test_filed import others, stock, traded  # noqa: F401
from tests.printed import first_draws

ALL, HERE = "standing pass all auctions", "standing pass in this auction unless Red bids P5"


@pytest.mark.parametrize(("first", "second"), [(ALL, HERE), (HERE, ALL)])
def test_a_pass_in_all_auctions_is_named_beside_one_for_this_auction(house: House, first: str, second: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    assert house.write(game, "Blue", first, deliver=False).word == "ACCEPTED"
    asked = house.write(game, "Blue", second, deliver=False)
    assert asked.word == "NOT ACCEPTED", "whichever is heard, its owner would not know"
    assert f"contradicts what you have on file as 1: {first}" in asked.said
    assert asked.rows[0].data["lines"][0]["instead"][0] == "cancel 1"
    assert house.write(game, "Blue", f"cancel 1\n{second}", deliver=False).word == "ACCEPTED"


@pytest.mark.parametrize("exception_first", [True, False])
def test_what_is_said_for_a_condition_alone_is_heard_before_what_has_an_else(
    stock: tuple[House, str],  # noqa: F811
    exception_first: bool,
) -> None:
    house, game = stock
    mover, (first, _) = str(house.row(game).mover), others(house, game)
    state = house.state(game)
    company = next(move.company for move in engine.legal_moves(state) if isinstance(move, Buy))
    never = max(state.market.grid.prices.values())
    both = [f"if {mover} passes then buy {company}", f"if price {company} >= {never} then sell 1 {company} else pass"]
    for line in both if exception_first else both[::-1]:
        answer = house.write(game, first, line)
        assert answer.word == "ACCEPTED", answer.said
    heard = f"1 is heard first: {both[0]}" if exception_first else f"it is heard before 1: {both[1]}"
    assert heard in answer.said
    house.write(game, mover, "pass")
    moves = [order for order in house.orders(game) if order.startswith(first)]
    assert moves[-1].startswith(f"{first}: buy {company}"), house.orders(game)[-3:]
    listed = house.write(game, first, "orders").text
    assert "else pass" in listed, "it waits for the next turn"


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "pass if Red passes", "if Red passes then pass"),
        ("en", "I bid 260 on P5 when Green bids P5", "if Green bids P5 then bid P5 260"),
        ("fr", "passe si Red passe", "si Red passe alors passe"),
        ("de", "passe, falls Red passt", "wenn Red passt, dann passe"),
    ],
)
def test_a_condition_behind_the_order_is_not_thrown_away(house: House, language: str, line: str, meant: str) -> None:
    """What was proposed for it was the order alone, or another; sent as it stood that was played whatever happened."""
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    house.write(game, "Blue", f"language {language}", deliver=False)
    said = house.write(game, "Blue", line, deliver=False)
    assert said.word == "NOT ACCEPTED"
    assert said.rows[0].data["lines"][0]["instead"] == [meant], said.said
    assert house.write(game, "Blue", meant, deliver=False).word == "ACCEPTED"


@pytest.mark.parametrize("line", ["bid P5 260 if you don't mind", "pass, if I may", "I'll pass when I'm back home"])
def test_what_only_sounds_like_a_condition_is_read_as_before(house: House, line: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    said = house.write(game, "Blue", line, deliver=False)
    assert "A condition stands before" not in said.said
