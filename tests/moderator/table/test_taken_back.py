"""What an undo and a redo do to what is on file, and that each is told of it in one mail."""

from __future__ import annotations

import pytest
from sqlalchemy import select

import engine
from moderator.store.tables import OrderOnFile
from tests.moderator.house import House
from tests.moderator.table.test_filed import SEATS, notices, others
from tests.printed import first_draws

GM = "boss@example.org"


def auction(house: House, gm: str = GM) -> tuple[str, str, tuple[str, str], str]:
    """A table of 1861 at its first auction: the game, who is to move, the others, and what is up."""
    house.eager = False
    game = house.game(*SEATS, gm=gm, title="1861", drawn=first_draws("1861"))
    first, second = others(house, game)
    return game, str(house.row(game).mover), (first, second), next(iter(engine.bids(house.state(game))))


def take_back(house: House, game: str, to: int, gm: str = GM) -> list[tuple[str, str]]:
    """Takes the game back, and gives the mails that went out for it: to whom, and what kind."""
    house.write(game, "GM", f"gm undo to {to}", sender=gm)
    before = len(house.outbox())
    assert house.confirm(game, "GM", sender=gm).word == "ACCEPTED"
    return sent(house, before)


def sent(house: House, before: int) -> list[tuple[str, str]]:
    return [(row.recipient.partition("@")[0], row.kind) for row in house.outbox()[before:] if row.status != "folded"]


def least(house: House, game: str) -> int:
    return next(iter(engine.bids(house.state(game)).values())).amount


def contradicting(house: House, language: str = "en") -> tuple[str, str, str]:
    """An undo has brought back a limit that had stopped, beside a later one for the same thing: the game, whose they
    are, and what they are for."""
    game, mover, (first, second), item = auction(house)
    house.write(game, first, f"language {language}\nbid {item} up to {least(house, game) + 5} then ask")
    house.write(game, mover, f"bid {item} {least(house, game) + 10}")
    assert house.row(game).mover == first, "the limit has stopped, and its owner is asked"
    assert house.write(game, first, f"bid {item} up to {least(house, game)} then pass").word == "ACCEPTED"
    assert house.row(game).mover == second
    take_back(house, game, 0)
    assert house.row(game).mover == mover
    return game, first, item


def shown(house: House, game: str, seat: str, question: str) -> str:
    return " ".join(house.write(game, seat, question).text.split())


def test_what_comes_back_beside_its_opposite_is_told_and_is_silent(house: House) -> None:
    game, owner, item = contradicting(house)
    (told,) = (one for one in notices(house, owner) if one.startswith("Moves taken back"))
    assert "Your order is on file again: 1: " in told
    assert "Two of your orders contradict each other: 1: " in told
    assert f"It contradicts 2, which you gave later: bid {item} up to " in told
    assert "2 alone is heard. Cancel one of them." in told
    listed = shown(house, game, owner, "orders")
    assert "It is silent as long as 2 is on file, which contradicts it" in listed
    assert "1 contradicts it and is silent meanwhile" in listed
    assert "It is silent as long as 2 is on file" in shown(house, game, owner, "why 1")
    assert "1 contradicts it and is silent meanwhile" in shown(house, game, owner, "why 2")


@pytest.mark.parametrize(("cancelled", "bids"), [(1, True), (2, False), (None, True)])
def test_of_two_that_contradict_each_other_the_later_is_heard_until_its_owner_chooses(
    house: House, cancelled: int | None, bids: bool
) -> None:
    game, owner, item = contradicting(house)
    if cancelled is not None:
        assert house.write(game, owner, f"cancel {cancelled}").word == "ACCEPTED"
        left = shown(house, game, owner, "orders")
        assert "silent" not in left
    # More than the first limit, no more than the second.
    house.write(game, str(house.row(game).mover), f"bid {item} {least(house, game) + 10}")
    assert (house.orders(game)[-1].startswith(f"{owner}: bid {item} ")) == bids
    assert (house.row(game).mover == owner) == (not bids), "the first asks"


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
def test_that_two_contradict_each_other_is_said_in_its_owners_language(house: House, language: str) -> None:
    game, owner, _ = contradicting(house, language)
    told = str(house.outbox("notice", f"{owner.lower()}@example.org")[-1].data["text"])
    words = {"fr": "se contredisent", "de": "widersprechen sich", "ko": "서로 어긋납니다"}[language]
    assert words in told and "contradict" not in told
    silent = {"fr": "reste muet", "de": "schweigt", "ko": "적용되지 않습니다"}[language]
    assert silent in shown(house, game, owner, "orders")


def test_each_hears_of_an_undo_in_one_mail(house: House) -> None:
    game, mover, (first, second), item = auction(house)
    amount = least(house, game)
    house.write(game, first, f"bid {item} up to {amount + 5} then pass\nstanding pass all auctions")
    house.write(game, second, f"bid {item} up to {amount + 10} then pass")
    house.write(game, mover, f"bid {item} {amount + 15}")
    assert {f"{first}: pass", f"{second}: pass"} <= {*house.orders(game)}
    mails = take_back(house, game, 0)
    assert sorted(mails) == sorted(
        [(mover.lower(), "move"), (first.lower(), "notice"), (second.lower(), "notice"), ("boss", "answer")]
    )


def test_a_moderator_who_plays_reads_in_the_answer_what_became_of_their_orders(house: House) -> None:
    game, mover, _, item = auction(house, gm="blue@example.org")
    assert mover != "Blue"
    amount = least(house, game)
    house.write(game, "Blue", f"bid {item} up to {amount + 5} then pass")
    for _ in range(2):
        if house.row(game).mover != "Blue" and "Blue: pass" not in house.orders(game):
            house.write(game, str(house.row(game).mover), f"bid {item} {least(house, game) + 10}")
    assert "Blue: pass" in house.orders(game)
    mails = take_back(house, game, 0, "blue@example.org")
    assert [kind for to, kind in mails if to == "blue"] == ["answer"]
    answer = house.text_of(house.outbox("answer", "blue@example.org")[-1])
    assert "Your order is on file again" in answer


def rows(house: House, game: str, seat: str) -> list[OrderOnFile]:
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        found = play.seat(seat)
        assert found is not None
        return desk.filed.all_of(found.id)


def test_what_a_redo_brings_back_has_seen_no_more_than_before(house: House) -> None:
    game, mover, (first, second), item = auction(house)
    house.write(game, mover, f"bid {item} {least(house, game)}")
    house.write(game, first, "pass")
    # Given after that pass, so it waits for another.
    assert house.write(game, mover, f"if {first} passes then pass").word == "ACCEPTED"
    before = [(row.status, row.text, row.data.get("since")) for row in rows(house, game, mover)]
    take_back(house, game, 0)
    assert house.write(game, "GM", "gm redo", sender=GM).word == "ACCEPTED"
    assert [(row.status, row.text, row.data.get("since")) for row in rows(house, game, mover)] == before
    house.write(game, second, f"bid {item} {least(house, game)}")
    assert house.orders(game)[-1].startswith(f"{second}: bid "), "nobody has passed since it was given"
    assert house.row(game).mover == mover


def test_what_an_order_did_is_known_again_after_a_redo(house: House) -> None:
    game, mover, (first, _), item = auction(house)
    amount = least(house, game)
    house.write(game, first, f"bid {item} up to {amount + 5} then pass")
    house.write(game, mover, f"bid {item} {amount}")
    (row,) = rows(house, game, first)
    acts, to = row.data["acts"], house.row(game).seq
    assert acts, "the limit has bid"
    take_back(house, game, 0)
    assert rows(house, game, first)[0].data["acts"] == []
    house.write(game, "GM", "gm redo", sender=GM)
    (row,) = rows(house, game, first)
    assert [one[1:] for one in row.data["acts"]] == [one[1:] for one in acts]
    assert row.data["acts"][0][0] == acts[0][0] + to + 1, "by the number the move has now"


def test_a_moderator_who_plays_is_told_of_an_undo_once(house: House) -> None:
    game, mover, _, _ = auction(house, gm="red@example.org")
    while mover == "Red":
        house.write(game, mover, "pass")
        mover = str(house.row(game).mover)
    assert house.write(game, mover, "pass").word == "ACCEPTED"
    before = len(house.outbox())
    assert house.write(game, mover, "undo").word == "ACCEPTED"
    assert sent(house, before).count(("red", "notice")) == 1


def test_what_the_table_was_told_is_no_secret_when_it_comes_back(house: House) -> None:
    game, mover, (first, second), item = auction(house)
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.row.terms = {**play.row.terms, "seals": "open"}
    house.write(game, first, f"if {mover} passes then pass\nstanding pass all auctions")
    house.write(game, mover, "pass")
    assert house.row(game).mover == second, "who is told that the order is used up"
    take_back(house, game, 0)
    (told,) = (one for one in notices(house, first) if one.startswith("Moves taken back"))
    assert told.count("It is no secret any more: the table was told what it says.") == 1, item
    for asked in ("orders", "why 1"):
        assert "It is no secret any more" in shown(house, game, first, asked)
    assert "It is no secret any more" not in shown(house, game, first, "why 2")


def test_what_ended_long_before_an_undo_in_a_chain_of_moves_is_not_told_again(house: House) -> None:
    game, mover, (first, second), item = auction(house)
    limit = least(house, game) + 5
    house.write(game, first, f"bid {item} up to {limit} then pass")
    house.write(game, second, "standing pass all auctions")
    house.write(game, mover, "standing pass all auctions")
    state = house.state(game)
    assert engine.taken(state, item) == first
    won = limit_of(house).ended_seq
    assert won is not None
    assert house.row(game).seq > won, "others went on in the same mail"
    take_back(house, game, won)
    assert not [one for one in notices(house, first) if one.startswith("Moves taken back") and "1: bid" in one]
    assert (limit_of(house).status, limit_of(house).ended_seq) == ("done", won)


def limit_of(house: House) -> OrderOnFile:
    with house.office.reading() as desk:
        return desk.session.scalars(select(OrderOnFile).where(OrderOnFile.kind == "proxy")).one()


def test_an_undo_is_offered_for_an_order_that_acted_only_where_nobody_has_acted_since(house: House) -> None:
    game, mover, (first, second), item = auction(house)
    house.write(game, first, f"if {mover} passes then bid {item} {least(house, game)}")
    house.write(game, second, "standing pass all auctions")
    house.write(game, mover, "pass")
    (told,) = (one for one in notices(house, first) if "is done" in one and "if " in one)
    assert "It was played as move 2" in told
    assert "`undo`" not in told
