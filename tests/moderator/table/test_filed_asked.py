"""What is asked where an order on file stands in a mail: beside orders, in other words, beside another on file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from moderator.errands.sweep import end_substitute
from tests.moderator.house import Answered, House, copied, open_house, settings_for
from tests.moderator.table.test_filed import SEATS, at_table, notices, others


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> tuple[House, str]:
    """A table of 1882 in a stock round, brought there once."""
    folder = tmp_path_factory.mktemp("asked")
    shutil.copy(empty_database, folder / "waybill.sqlite")
    house = open_house(settings_for(folder), migrated=True)
    house.eager = False
    game = at_table(house)
    house.office.close()
    return house, game


@pytest.fixture
def table(tmp_path: Path, begun: tuple[House, str]) -> Iterator[tuple[House, str]]:
    made = copied(begun[0], tmp_path)
    made.eager = False
    yield made, begun[1]
    made.office.close()


def offered(answer: Answered) -> str:
    """What one word would do."""
    return "\n".join(block["text"] for block in answer.rows[0].data["blocks"] if "confirm" in block["text"])


@pytest.mark.parametrize(
    ("language", "passing", "filed"),
    [
        ("en", "pass", "standing pass even if someone sells"),
        ("de", "passe", "Dauerauftrag passen, auch wenn jemand verkauft"),
        ("fr", "je passe", "consigne passer même si quelqu'un vend"),
        ("ko", "패스", "예약 패스 누가 팔아도"),
    ],
)
def test_an_order_on_file_already_is_not_offered_away_as_a_remark(
    table: tuple[House, str], language: str, passing: str, filed: str
) -> None:
    house, game = table
    seat = others(house, game)[0]
    house.write(game, seat, f"language {language}")
    assert house.write(game, seat, filed).word == "ACCEPTED"
    answer = house.write(game, seat, f"{passing}\n{filed}")
    assert answer.word == "NOT ACCEPTED"
    assert offered(answer) == ""


def test_an_order_that_contradicts_one_on_file_is_no_remark_either(table: tuple[House, str]) -> None:
    house, game = table
    mover = str(house.row(game).mover)
    house.write(game, mover, "language de\nDauerauftrag passen in der nächsten Aktienrunde")
    answer = house.write(
        game, mover, "passe\nDauerauftrag: kaufe CPR bis 5 Aktien, auch wenn eine Gesellschaft gegründet wird"
    )
    assert answer.word == "NOT ACCEPTED"
    assert "widerspricht" in answer.said
    assert offered(answer) == ""


def test_a_sentence_with_when_and_then_may_still_be_a_remark(table: tuple[House, str]) -> None:
    house, game = table
    mover = str(house.row(game).mover)
    answer = house.write(game, mover, "pass\nwhen you visit then we drink a beer")
    assert answer.word == "NOT ACCEPTED"
    assert "without the line that is talk: pass" in offered(answer)


@pytest.mark.parametrize(
    ("language", "line", "filed"),
    [
        ("en", "pass, whatever happens", "standing pass whatever happens"),
        ("de", "passe, egal was passiert", "Dauerauftrag: passen, was auch geschieht"),
        ("en", "pass, even if someone sells", "standing pass even if someone sells"),
    ],
)
def test_an_exception_behind_a_comma_is_no_remark(
    table: tuple[House, str], language: str, line: str, filed: str
) -> None:
    house, game = table
    mover = str(house.row(game).mover)
    house.write(game, mover, f"language {language}")
    first, second = offered(house.write(game, mover, line)).splitlines()
    assert first.startswith(f"{filed}:  confirm ")
    assert second.startswith("pass")


def test_even_if_it_hurts_is_a_remark(table: tuple[House, str]) -> None:
    house, game = table
    assert "takes a stop away" not in house.write(game, str(house.row(game).mover), "pass even if it hurts").said


@pytest.mark.parametrize(
    ("language", "filed", "passing", "replacing"),
    [
        (
            "en",
            "standing pass",
            "pass for the rest of the round unless someone sells CPR",
            "cancel 1; standing pass unless someone sells CPR",
        ),
        (
            "ko",
            "예약 패스",
            "남은 라운드 동안 패스, 누가 CPR 팔 때만 빼고",
            "명령 취소 1; 예약 패스, 누가 CPR 팔면 중단",
        ),
    ],
)
def test_a_pass_with_an_exception_takes_the_place_of_what_it_contradicts_at_one_word(
    table: tuple[House, str], language: str, filed: str, passing: str, replacing: str
) -> None:
    house, game = table
    seat = others(house, game)[0]
    house.write(game, seat, f"language {language}\n{filed}")
    answer = house.write(game, seat, passing)
    assert answer.word == "NOT ACCEPTED"
    first, second = offered(answer).splitlines()
    assert replacing in first
    assert second.startswith(("pass:", "패스:"))
    assert house.write(game, seat, first.rpartition("  ")[2]).word == "ACCEPTED"
    listed = house.write(game, seat, "orders").rows[0].data["blocks"][0]["text"]
    assert listed.startswith("2: ")
    assert "CPR" in listed.splitlines()[0]
    # As it was proposed, it may be written too.
    assert house.write(game, seat, replacing.replace("1", "2")).word == "ACCEPTED"


def test_what_only_asks_beside_a_line_that_is_refused_waits_for_no_word(table: tuple[House, str]) -> None:
    house, game = table
    seat = others(house, game)[0]
    for mail in ("orders\nwhy 2", "standing pass\norders\nstanding pass"):
        answer = house.write(game, seat, mail)
        assert answer.word == "NOT ACCEPTED"
        assert offered(answer) == "", mail
        assert any(block["title"] == "On file" for block in answer.rows[0].data["blocks"]), mail


def test_what_is_given_in_a_turn_that_has_begun_says_that_it_does_nothing_in_it(table: tuple[House, str]) -> None:
    house, game = table
    mover = str(house.row(game).mover)
    begun = "Your turn has begun already: in this one it does nothing."
    assert begun not in house.write(game, mover, "preview\nstanding buy CPR until 6 shares").said
    assert house.write(game, mover, "sell 1 QL").word == "ACCEPTED"
    assert house.row(game).mover == mover
    assert begun in house.write(game, mover, "standing buy CPR until 6 shares").said
    assert begun not in house.write(game, mover, "standing pass all auctions").said


def test_french_why_shows_the_sealed_form_as_what_was_filed(table: tuple[House, str]) -> None:
    house, game = table
    seat = others(house, game)[0]
    house.write(game, seat, "language fr\nconsigne passer même si quelqu'un vend")
    told = " ".join(house.write(game, seat, "why 1").text.split())
    assert "Déposé sous la forme : `standing pass in stock round 3 even if someone sells`" in told


def test_what_was_over_before_is_not_on_file_again_because_it_was_noticed_later(table: tuple[House, str]) -> None:
    house, game = table
    for seat in (*others(house, game), str(house.row(game).mover)):
        house.write(game, seat, "standing pass whatever happens")
    assert engine.round_kind(house.state(game)) == "operating"
    to = house.row(game).seq
    owner = next(seat for seat in SEATS if seat != house.row(game).mover)
    move = next(iter(engine.legal_moves(house.state(game))))
    assert house.write(game, str(house.row(game).mover), engine.write_order(move)).word == "ACCEPTED"
    assert "1: standing pass in stock round 3 whatever happens has ended." in shown(house, game, owner, "orders")
    house.write(game, "GM", f"gm undo to {to}", sender="boss@example.org")
    house.confirm(game, "GM", sender="boss@example.org")
    assert house.row(game).seq > to + 1
    assert not [one for one in notices(house, owner) if "on file again" in one]
    assert "No orders on file." in shown(house, game, owner, "orders")


def shown(house: House, game: str, seat: str, question: str) -> str:
    return " ".join(house.write(game, seat, question).text.split())


@pytest.mark.parametrize("ending", ["substitute none", "", "substitute other@example.org until 2026-12-20"])
def test_what_a_substitute_had_on_file_is_closed_with_a_word_to_both(table: tuple[House, str], ending: str) -> None:
    house, game = table
    owner = others(house, game)[0]
    house.write(game, owner, "substitute sub@example.org until 2026-12-01")
    house.write(game, owner, "standing pass all auctions", sender="sub@example.org")
    if ending:
        said = house.write(game, owner, ending).said
        assert "What your substitute had on file is closed" in said
        assert "standing pass" not in said, "what it was is the substitute's"
    else:
        house.pass_time(days=17)
        with house.office.reading() as desk:
            seat = next(one for one in desk.game(game).seats if one.name == owner)
        assert end_substitute(house.office, seat.id)
        (told,) = (row for row in house.outbox("notice") if "yours again" in str(row.data["title"]))
        assert "What they had on file is closed." in str(told.data["text"])
    (told,) = (row for row in house.outbox("notice", "sub@example.org") if "no longer" in str(row.data["title"]))
    assert "What you had on file is closed: standing pass all auctions." in str(told.data["text"])
