"""A bid with a limit as people put it: kept on file, never made at once; nobody is told to bid outright instead."""

from __future__ import annotations

import pytest

import engine
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.printed import first_draws

LIMITS = {
    "en": {
        "bid up to 260 for P5, after that pass": "pass",
        "bid on P5 up to 260 then pass": "pass",
        "bid P5 up to $260 otherwise pass": "pass",
        "bid at most 260 for P5": "ask",
        "bid P5 260 max, above that ask me": "ask",
        "I want P5, up to 260": "ask",
    },
    "fr": {
        "enchérir 260 maximum sur P5": "ask",
        "enchérir sur P5 jusqu'à 260, après passer": "pass",
        "miser au plus 260 pour P5 et passer ensuite": "pass",
        "je mise 260 $ au maximum sur P5, puis me demander": "ask",
    },
    "de": {
        "biete maximal 260 auf P5 und passe dann": "pass",
        "ich biete bis 260 für P5, darüber passe ich": "pass",
        "biete 260 höchstens auf P5": "ask",
    },
    "ko": {
        "P5에 260까지 입찰하고 그 이상이면 패스": "pass",
        "P5에 260 한도로 입찰": "ask",
        "P5에 최대 260 입찰": "ask",
        "P5에 260달러까지만 입찰합니다": "ask",
    },
}


@pytest.mark.parametrize("language", LIMITS)
def test_a_limit_is_kept_on_file_however_it_is_put(house: House, language: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    house.write(game, "Blue", f"language {language}", deliver=False)
    for line, then in LIMITS[language].items():
        kept = house.write(game, "Blue", line, deliver=False)
        assert kept.word == "ACCEPTED", f"{line}: {kept.said}"
        assert f"bid P5 up to 260 then {then}" in kept.said, line
    assert house.orders(game) == []


@pytest.mark.parametrize("line", ["bid up to 260 on P5 but no more", "enchérir jusqu'à 260 sur P5 et basta"])
def test_a_limit_with_an_end_nobody_knows_is_asked_about(house: House, line: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    for seat in ("Red", "Blue"):
        said = house.write(game, seat, line, deliver=False)
        assert said.word == "NOT ACCEPTED" and "just the bid" not in said.said, said.said
        assert said.rows[0].data["lines"][0]["instead"] == ["bid P5 up to 260 then pass", "bid P5 up to 260 then ask"]
        assert "`bid P5 up to 260 then pass`" in said.said and "`bid P5 up to 260 then ask`" in said.said
    assert house.orders(game) == []


def opening(state: engine.State) -> bool:
    return engine.round_kind(state) == "stock" and state.facts.bidding is None and not state.demands


@pytest.mark.parametrize(
    "line",
    [
        "bid {item} up to 150 in {home} then pass",
        "miser jusqu'à 150 sur {item} à {home} puis passer",
        "biete bis 150 auf {item} in {home}, dann passen",
        "{item}에 {home}에서 150까지 입찰 후 패스",
    ],
)
def test_a_limit_that_may_open_an_auction_says_where_the_company_begins(house: House, line: str) -> None:
    house.eager = False
    game = house.game("Red", "Green", "Blue", title="1867", drawn=first_draws("1867"))
    bring(house, game, opening)
    state, mover = house.state(game), str(house.row(game).mover)
    item = next(iter(engine.bids(state)))
    after = state.players[(state.players.index(engine.Player(mover)) + 1) % 3]
    for unsaid in (f"bid {item} up to 150 then pass", f"bid {item} in Z9 up to 150 then pass"):
        asked = house.write(game, after, unsaid)
        (shown,) = asked.rows[0].data["lines"]
        assert asked.word == "NOT ACCEPTED" and len(shown["instead"]) == 3
        assert shown["instead"][0] == f"bid {item} in {engine.homes_to_name(state, item)[0]} up to 150 then pass"
    home = engine.homes_to_name(state, item)[2]
    kept = house.write(game, after, line.format(item=item, home=home))
    assert kept.word == "ACCEPTED", kept.said
    assert f"bid {item} in {home} up to 150 then pass" in kept.said
    assert f"If you open it, {item} begins in {home}." in kept.said
    house.write(game, mover, "pass")
    assert house.orders(game)[-1] == f"{after}: bid {item} {engine.bids(state)[item].amount} in {home}"
    assert house.row(game).mover not in (mover, after), "nobody waits for the place"
    settled = house.write(game, mover, f"bid {item} in {home} up to 150 then pass")
    (shown,) = settled.rows[0].data["lines"]
    assert "is settled; bid without a place" in shown["said"]
    assert shown["instead"] == [f"bid {item} up to 150 then pass"]


def test_a_home_that_is_taken_meanwhile_is_asked_about(house: House) -> None:
    house.eager = False
    game = house.game("Red", "Green", "Blue", title="1867", drawn=first_draws("1867"))
    bring(house, game, opening)
    state, mover = house.state(game), str(house.row(game).mover)
    first, second = list(engine.bids(state))[:2]
    home = engine.homes_to_name(state, first)[0]
    after = state.players[(state.players.index(engine.Player(mover)) + 1) % 3]
    assert "on file as 1" in house.write(game, after, f"bid {second} in {home} up to 150 then pass").said
    house.write(game, mover, f"bid {first} {engine.bids(state)[first].amount} in {home}")
    for _ in range(2):
        house.write(game, str(house.row(game).mover), "pass")
    for _ in range(6):
        if house.state(game).facts.bidding is None and house.row(game).mover == after:
            break
        house.write(game, str(house.row(game).mover), "pass")
    assert house.row(game).mover == after
    told = [str(row.data["text"]) for row in house.outbox("notice", f"{after.lower()}@example.org")]
    assert any("Your orders no longer fit" in one and f"{second} can't begin in" in one for one in told), told


def test_who_gives_a_limit_is_told_where_the_bidding_stands_and_what_they_have(house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861", drawn=first_draws("1861"))
    state, mover = house.state(game), str(house.row(game).mover)
    other = next(name for name in ("Red", "Green", "Blue") if name != mover)
    item, least = next(iter(engine.bids(state).items()))
    cash = state.cash_of(engine.Player(other))
    rich = house.write(game, other, f"bid {item} up to {cash + 5} then pass", deliver=False).said
    assert f"The next bid for {item} is R{least.amount}." in rich
    assert f"You have R{cash} in cash: as long as that is so, no more is bid." in rich
    assert "in cash" not in house.write(game, other, f"bid {item} up to {cash} then pass", deliver=False).said
    poor = house.write(game, other, f"bid {item} up to {least.amount - 5} then pass", deliver=False).said
    assert f"The next bid for {item} is R{least.amount} already: you only pass." in poor


def test_a_limit_that_is_tried_says_what_it_would_do_at_once(house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861", drawn=first_draws("1861"))
    state, mover = house.state(game), str(house.row(game).mover)
    other = next(name for name in ("Red", "Green", "Blue") if name != mover)
    item, least = next(iter(engine.bids(state).items()))
    for most, acts in ((least.amount + 50, f"bid {item} {least.amount}"), (least.amount - 5, "pass")):
        tried = house.write(game, mover, f"preview\nbid {item} up to {most} then pass", deliver=False)
        assert tried.word == "PREVIEW" and f"It would act at once: {acts}" in tried.said, tried.said
    waiting = house.write(game, other, f"preview\nbid {item} up to 60 then pass", deliver=False).said
    assert "at once" not in waiting and f"The next bid for {item} is R{least.amount}." in waiting
    assert house.orders(game) == []
    house.write(game, mover, f"bid {item} {least.amount}", deliver=False)
    leading = house.write(game, mover, f"preview\nbid {item} up to 60 then pass", deliver=False).said
    assert f"The highest bid for {item} is yours." in leading and "at once" not in leading
    after = str(house.row(game).mover)
    house.write(game, after, "pass", deliver=False)
    out = house.write(game, after, f"preview\nbid {item} up to 60 then pass", deliver=False).said
    assert f"You have passed on {item}: in this auction you bid no more." in out, out


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bid NW up to 200 then pass", "NW is not put up for auction."),
        ("bid TSR up to 15005 then pass", "There is R15,000 in the whole game."),
        ("bid NW 200", "NW is not put up for auction."),
    ],
)
def test_nobody_keeps_a_bid_for_what_is_never_put_up_or_that_nobody_can_pay(house: House, line: str, why: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1861", drawn=first_draws("1861"))
    other = next(name for name in ("Red", "Green", "Blue") if name != house.row(game).mover)
    said = house.write(game, other, line, deliver=False)
    assert said.word == "NOT ACCEPTED" and why in said.said, said.said
