"""Offers between owners, on positions of the real engine: made, accepted, refused, withdrawn, lapsed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from moderator.games.offers import lapse, open_offers
from moderator.games.onward import go_on
from moderator.games.rules import Rules, State
from moderator.games.seating import new_game
from tests.moderator.games.test_recorded import recorded
from tests.moderator.house import Answered, House, open_house, settings_for
from tests.moderator.positions import bring


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> tuple[Path, str]:
    """1882, phase 3: Red's CNoR buys trains, Green's CPR has a 2, Blue owns the private P3."""
    home = tmp_path_factory.mktemp("offers")
    shutil.copy(empty_database, home / "waybill.sqlite")
    house = open_house(settings_for(home), engine=None, migrated=True)
    game = house.game("Red", "Green", "Blue", title="1882", drawn={"rebellion": "3", "p4_share": "GTP"})
    rules = house.office.rules

    def there(state: object) -> bool:
        orders = rules.legal_orders(state)
        mover = rules.mover(state)
        foreign = [one for one in orders if one.startswith("train ") and " from " in one]
        return bool(foreign) and any(
            one.startswith("buy private") and rules.owner(state, one.split()[2]) != mover for one in orders
        )

    bring(house, game, there)
    house.office.close()
    return home, game


class Table:
    """The position, and who is who in it."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game, rules = house, game, house.office.rules
        state = house.state(game)
        self.buyer, self.company = rules.mover(state) or "", rules.company(state)
        orders = rules.legal_orders(state)
        self.private, self.price = next(
            (order.split()[2], order.split()[4])
            for order in orders
            if order.startswith("buy private") and rules.owner(state, order.split()[2]) != self.buyer
        )
        self.owner = rules.owner(state, self.private) or ""
        self.train, self.seller = next(
            (order.split()[1], order.split()[3]) for order in orders if order.startswith("train ") and " from " in order
        )
        self.director = rules.director(state, self.seller) or ""
        self.third = next(name for name in ("Red", "Green", "Blue") if name not in (self.buyer, self.owner))

    def write(self, seat: str, body: str) -> Answered:
        return self.house.write(self.game, seat, body, deliver=False)

    def said(self, answer: Answered) -> str:
        return " ".join(f"{line['said']} {' '.join(line['instead'])}" for line in answer.rows[0].data["lines"])

    def private_owner(self) -> str | None:
        return self.house.office.rules.owner(self.house.state(self.game), self.private)

    def notices(self, seat: str) -> list[str]:
        rows = self.house.outbox("notice", f"{seat.lower()}@example.org")
        return [row.data["title"] for row in rows if row.data["title"].startswith("Offer")]


@pytest.fixture
def table(position: tuple[Path, str], tmp_path: Path) -> Iterator[Table]:
    shutil.copytree(position[0], tmp_path, dirs_exist_ok=True)
    house = open_house(settings_for(tmp_path), engine=None, migrated=True)
    yield Table(house, position[1])
    house.office.close()


def test_an_accepted_offer_of_a_private_is_played_in_the_companys_turn(table: Table) -> None:
    offered = table.write(table.owner, f"offer private {table.private.lower()} to {table.company} for {table.price}")
    assert offered.word == "ACCEPTED", table.said(offered)
    assert table.notices(table.buyer) == ["Offer 1 made"]
    assert table.private_owner() == table.owner
    assert table.write(table.buyer, "accept 1").word == "ACCEPTED"
    assert table.private_owner() == table.company
    assert table.house.orders(table.game)[-1] == f"{table.buyer}: buy private {table.private} for {table.price}"
    assert table.house.row(table.game).mover == table.buyer, "the turn goes on"


def test_an_accepted_offer_of_a_train_is_played_too(table: Table) -> None:
    offered = table.write(table.director, f"offer train {table.train} of {table.seller} to {table.company} for 1")
    assert offered.word == "ACCEPTED", table.said(offered)
    assert table.write(table.buyer, "accept 1").word == "ACCEPTED"
    assert table.house.orders(table.game)[-1] == f"{table.buyer}: train {table.train} from {table.seller} for 1"


def test_what_needs_another_owner_is_proposed_and_played_when_they_accept(table: Table) -> None:
    order = f"buy private {table.private} for {table.price}"
    refused = table.write(table.buyer, order)
    assert refused.word == "NOT ACCEPTED"
    assert f"propose {order}" in table.said(refused)
    assert table.write(table.buyer, f"propose {order}").word == "ACCEPTED"
    assert table.write(table.owner, "accept 1").word == "ACCEPTED"
    assert table.private_owner() == table.company


@pytest.mark.parametrize(("who", "word", "ended"), [("owner", "refuse", "refused"), ("buyer", "withdraw", "withdrawn")])
def test_a_no_from_either_side_ends_an_offer(table: Table, who: str, word: str, ended: str) -> None:
    table.write(table.buyer, f"propose buy private {table.private} for {table.price}")
    answer = table.write(getattr(table, who), f"{word} 1")
    assert (answer.word, ended in table.said(answer)) == ("ACCEPTED", True)
    other = table.buyer if who == "owner" else table.owner
    assert f"Offer 1 {ended}" in table.notices(other)
    late = table.write(table.owner, "accept 1")
    assert late.word == "NOT ACCEPTED"
    assert table.private_owner() == table.owner


def test_what_could_not_be_played_is_not_proposed(table: Table) -> None:
    answer = table.write(table.buyer, f"propose buy private {table.private} for 9000")
    assert answer.word == "NOT ACCEPTED"
    assert table.notices(table.owner) == []


def test_an_offer_nobody_answers_lapses(table: Table) -> None:
    table.write(table.buyer, f"propose buy private {table.private} for {table.price}")
    table.house.pass_time(days=30)
    with table.house.office.desk() as desk:
        assert lapse(desk, desk.lock(table.game)) == 1
    assert table.write(table.owner, "accept 1").word == "NOT ACCEPTED"
    assert "Offer 1 lapsed" in table.notices(table.owner)


def test_nobody_offers_what_is_not_theirs_or_answers_for_others(table: Table) -> None:
    theirs = table.write(table.third, f"offer private {table.private} to {table.company} for {table.price}")
    assert theirs.word == "NOT ACCEPTED"
    table.write(table.buyer, f"propose buy private {table.private} for {table.price}")
    if table.third not in (table.owner, table.buyer):
        assert table.write(table.third, "accept 1").word == "NOT ACCEPTED"
    assert table.write(table.buyer, "accept 1").word == "NOT ACCEPTED", "whoever proposed has agreed already"
    assert table.private_owner() == table.owner


def foreign_merger(rules: Rules, state: State) -> str:
    """A merger the mover may order, with a minor of somebody else."""
    moves = (move for move in rules.legal(state) if rules.write(move).startswith("merge "))
    return next((rules.write(move) for move in moves if rules.consents(state, move)), "")


def test_minors_of_two_owners_merge_when_both_agree(tmp_path: Path, empty_database: Path) -> None:
    plan, orders, _ = recorded("1861", "29683")
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    house = open_house(settings_for(tmp_path), engine=None, migrated=True)
    with house.office.desk() as desk:
        game = new_game(desk, plan, "test").id
    rules, wanted = house.office.rules, ""
    with house.office.desk() as desk:
        play = desk.lock(game)
        for one in orders:
            if rules.kind(play.state) == "merger" and (wanted := foreign_merger(rules, play.state)):
                break
            move = rules.parse(play.state, one["order"])
            events = rules.apply(play.state, move, one["player"], rules.consents(play.state, move))
            play.record(one["player"], rules.write(move), events, "test", None, desk.now)
        go_on(desk, play)
    mover = house.row(game).mover or ""
    assert wanted, "no position of the game allowed a merger of two owners"
    addresses = {wish.name: wish.address for wish in plan.seats}

    def write(seat: str, body: str) -> Answered:
        return house.write(game, seat, body, sender=addresses[seat], deliver=False)

    assert write(mover, wanted).word == "NOT ACCEPTED"
    assert write(mover, f"propose {wanted}").word == "ACCEPTED"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        (offer,) = open_offers(desk, play)
    before = house.row(game).seq
    for name in offer.parties:
        assert house.row(game).seq == before, "not before the last of them has agreed"
        assert write(name, f"accept {offer.number}").word == "ACCEPTED"
    assert house.orders(game)[before].startswith(f"{mover}: merge ")
    house.office.close()
