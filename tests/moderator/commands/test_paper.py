"""The paper on the order language, line by line, as a player meets it: by mail."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

import engine
from moderator.errands.sweep import sweep
from moderator.store.tables import OrderOnFile, Outgoing, Press
from tests.moderator.house import House, open_house, settings_for

GM = "boss@example.org"


def notices(house: House, seat: str) -> list[str]:
    """The notices a seat got, in order."""
    news = [
        row for row in house.outbox(to=f"{seat.lower()}@example.org") if row.kind in ("notice", "press", "deadline")
    ]
    return [house.text_of(row) for row in news]


def tick(house: House, **how_long: float) -> None:
    house.pass_time(**how_long)
    for _ in range(20):
        if not sweep(house.office, house.do):
            return


def word_in(house: House, row: Outgoing) -> str:
    found = re.search(r"confirm ([A-Z2-9]{8})", house.text_of(row))
    assert found is not None
    return found.group(1)


@pytest.fixture(autouse=True)
def unhurried(house: House) -> None:
    house.eager = False


@pytest.fixture
def real(tmp_path: Path, empty_database: Path) -> Iterator[House]:
    (tmp_path / "real").mkdir()
    shutil.copy(empty_database, tmp_path / "real" / "waybill.sqlite")
    made = open_house(settings_for(tmp_path / "real"), migrated=True)
    made.eager = False
    yield made
    made.office.close()


# Ahead of time


def test_queued_orders_are_played_when_the_turn_comes(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Blue", "bid N 10").word == "QUEUED"
    house.write(game, "Red", "bid N 5")
    assert house.orders(game) == ["Red: bid N 5", "Blue: bid N 10"]


def test_queued_orders_that_no_longer_fit_are_asked_about_never_passed(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Blue", "bid N 10").word == "QUEUED"
    house.write(game, "Red", "bid N 50")
    assert house.orders(game) == ["Red: bid N 50"]
    assert house.row(game).mover == "Blue"
    told = notices(house, "Blue")[-1]
    assert "was not played" in told
    assert "bid N 10" in told
    assert "Bid $55 at least" in told
    assert notices(house, "Red") == [], "what is on file is its owner's secret"
    assert "No orders on file" in house.write(game, "Blue", "orders").text


def test_a_later_mail_replaces_what_was_queued_and_cancel_takes_it_back(house: House) -> None:
    game = house.game("Red", "Blue", "Green")
    assert "takes the place" not in house.write(game, "Green", "bid N 10").said
    replaced = house.write(game, "Green", "bid N 15\nbid N 15").said
    assert replaced.count("kept for your next turn. It takes the place of 1: bid N 10.") == 1, "said once, of the first"
    house.write(game, "Green", "bid N 15")
    assert "bid N 15" in house.write(game, "Green", "orders").text
    assert house.write(game, "Green", "cancel 9").word == "NOT ACCEPTED"
    assert house.write(game, "Green", "cancel 3").word == "ACCEPTED"
    assert house.write(game, "Green", "cancel all").word == "NOT ACCEPTED"
    house.write(game, "Red", "bid N 5")
    house.write(game, "Blue", "pass")
    assert house.row(game).mover == "Green"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("standing pass until someone sells Nowhere", "but not “Nowhere”"),
        ("willing merge M-K with N", "but not"),
        ("if price NW >= lots then sell 2 NW", "but not"),
    ],
)
def test_an_order_on_file_that_is_not_understood_is_refused_not_overlooked(house: House, line: str, why: str) -> None:
    game = house.game("Red", "Blue")
    answer = house.write(game, "Red", f"{line}\nbid N 5")
    assert (answer.word, house.orders(game)) == ("NOT ACCEPTED", [])
    assert why in answer.text


def test_a_turn_that_is_over_is_refused_with_the_number_of_the_present_one(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "turn 1\nbid N 5")
    answer = house.write(game, "Blue", "turn 1\nbid N 10")
    assert (answer.word, house.orders(game)) == ("NOT ACCEPTED", ["Red: bid N 5"])
    assert "turn 2" in answer.text
    assert house.write(game, "Blue", "turn 2\nbid N 10").word == "ACCEPTED"


def test_a_preview_shows_everything_and_leaves_no_trace(house: House) -> None:
    game = house.game("Red", "Blue")
    before, rows = house.row(game).digest, len(house.outbox())
    answer = house.write(game, "Red", "bid N 5\nnote remember\npress all\nhello\nend press\npreview")
    assert answer.word == "PREVIEW"
    assert (house.row(game).digest, house.row(game).seq) == (before, 0)
    assert len(house.outbox()) == rows + 1, "only the answer"
    with house.office.reading() as desk:
        assert desk.session.query(Press).count() == 0
    wrong = house.write(game, "Red", "preview\nbid N 3")
    assert wrong.word == "NOT ACCEPTED"


# Bids by proxy


@pytest.mark.parametrize(
    "line",
    [
        "bid N up to 30 then pass",
        "bid N max 30 then pass",
        "proxy N 30 then pass",
        "bid n up to R30, then pass",
        "bid up to 30 then pass",
        "N up to $30 then pass",
        "proxy bid N 30 then pass",
    ],
)
def test_a_proxy_is_read_in_all_its_forms(house: House, line: str) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Blue", line).word == "ACCEPTED"
    with house.office.reading() as desk:
        assert [row.text for row in desk.session.query(OrderOnFile)] == ["bid N up to 30 then pass"]


def test_a_proxy_for_nothing_that_exists_is_refused(real: House) -> None:
    game = real.game("Red", "Blue", "Green", title="1861")
    answer = real.write(game, "Blue", "bid Timbuktu up to 150")
    assert answer.word == "NOT ACCEPTED"
    assert real.write(game, "Blue", "bid tsr up to 25 then pass").word == "ACCEPTED"
    assert "bid TSR up to 25 then pass" in real.write(game, "Blue", "orders").text


def test_a_proxy_that_stops_says_why_to_its_owner_alone(house: House) -> None:
    game = house.game("Red", "Blue", "Green")
    house.write(game, "Blue", "bid N up to 12 then pass")
    house.write(game, "Green", "bid N up to 12 then ask")
    house.write(game, "Red", "bid N 10")
    assert house.orders(game) == ["Red: bid N 10", "Blue: pass"]
    assert "I passed for you" in notices(house, "Blue")[-1]
    assert "your limit was $12" in notices(house, "Green")[-1]
    assert house.row(game).mover == "Green", "asked, not passed"
    assert notices(house, "Red") == []


def test_proxies_of_1861_end_as_the_open_auction_would(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    real.write(game, "Green", "bid TSR up to 50 then pass")
    real.write(game, "Blue", "bid TSR up to 70 then pass")
    real.write(game, "Red", "bid TSR 20")
    # Green 25, Blue 30, and Red is asked; with Red gone the two go on by fives until Green's limit is passed.
    assert real.row(game).mover == "Red"
    real.write(game, "Red", "pass")
    state = real.state(game)
    assert state.privates["TSR"] == "Blue"
    assert state.cash["Blue"] == 420 - 50
    assert "TSR is yours" in notices(real, "Blue")[-1]
    by_hand = real.game("Red", "Green", "Blue", title="1861")
    for seat, order in (one.split(": ") for one in real.orders(game)):
        assert real.write(by_hand, seat, order, deliver=False).word == "ACCEPTED"
    assert real.row(by_hand).digest == real.row(game).digest


def test_that_an_order_was_on_file_is_nobodys_business(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    real.write(game, "Green", "bid TSR up to 30 then pass")
    real.write(game, "Blue", "bid TSR 30")
    real.write(game, "Red", "bid TSR 20")
    assert real.orders(game) == ["Red: bid TSR 20", "Green: bid TSR 25", "Blue: bid TSR 30"]
    for row in real.outbox():
        if row.recipient in ("red@example.org", "blue@example.org") and row.kind in ("move", "report"):
            assert "proxy" not in real.text_of(row)
    with real.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert {move.how for move in play.moves()} == {"mail"}


def test_proxies_of_1882_never_bid_against_themselves(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1882", drawn={"rebellion": "3", "p4_share": "GTP"})
    real.write(game, "Red", "bid P3 up to 120 then pass")
    assert real.orders(game) == ["Red: bid P3 85"]
    real.write(game, "Green", "pass")
    real.write(game, "Blue", "pass")
    assert real.row(game).mover == "Red", "the highest bid is Red's own: the row asks for something else"
    real.write(game, "Red", "pass")
    real.write(game, "Green", "bid P3 90")
    real.write(game, "Blue", "pass")
    assert real.orders(game)[-1] == "Red: bid P3 95"


def test_a_proxy_opens_and_wins_the_auction_of_a_minor(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    sold = "Red: bid TSR 20; Green: pass; Blue: pass; Green: bid BSS 30; Blue: pass; Red: pass; Blue: bid MYR 40; "
    sold += "Red: pass; Green: pass; Red: bid MRR 50; Green: pass; Blue: pass; Green: bid WVR 60; Blue: pass; Red: pass"
    for seat, order in (one.split(": ") for one in sold.split("; ")):
        assert real.write(game, seat, order).word == "ACCEPTED"
    assert real.row(game).mover == "Blue"
    real.write(game, "Red", "bid N up to 120 then pass")
    real.write(game, "Green", "bid M-K up to 200 then ask")
    assert real.write(game, "Blue", "bid N up to 115 then pass").word == "ACCEPTED"
    # Blue opens at 100, Red raises; Green, whose proxy is for another company, is asked.
    assert real.orders(game)[-2:] == ["Blue: bid N 100", "Red: bid N 105"]
    assert real.row(game).mover == "Green"
    real.write(game, "Green", "pass")
    assert real.state(game).directors["N"] == "Red"
    # Green is next in the round, and a bid opens an auction: so does one by proxy.
    assert real.orders(game)[-4:] == ["Blue: bid N 110", "Red: bid N 115", "Blue: pass", "Green: bid M-K 100"]
    assert "N is yours" in notices(real, "Red")[-1]
    assert "your limit was R115" in notices(real, "Blue")[-1]
    assert "M-K up to 200" in real.write(game, "Green", "orders").text, "on file until M-K is sold"


def test_a_proxy_for_what_is_sold_is_refused(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    for seat, order in (("Red", "bid TSR 20"), ("Green", "pass"), ("Blue", "pass")):
        real.write(game, seat, order, deliver=False)
    assert "Red has it" in real.write(game, "Blue", "bid TSR up to 50").text


# Taking back


def test_rescind_is_undo(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    assert house.write(game, "Red", "rescind").word == "ACCEPTED"
    assert house.orders(game) == ["Red: undo to 0"]
    assert any("took back: bid N 5" in text for text in notices(house, "Blue"))


def test_undo_of_a_bid_by_proxy_takes_back_that_bid_alone_and_asks(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N up to 25 then pass")
    house.write(game, "Blue", "bid N 10")
    house.write(game, "Blue", "bid N 20")
    assert house.orders(game)[-1] == "Red: bid N 25"
    undone = house.write(game, "Red", "undo")
    assert undone.word == "ACCEPTED"
    assert house.orders(game)[:4] == ["Red: bid N 5", "Blue: bid N 10", "Red: bid N 15", "Blue: bid N 20"]
    assert house.row(game).mover == "Red", "the proxy must not bid again at once"
    assert "taken back: bid N 25. On file, but held in this turn: 1: bid N up to 25 then pass." in undone.said


def test_the_moderator_takes_back_to_any_move_and_history_keeps_it(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    for seat, order in (("Red", "bid N 5"), ("Blue", "bid N 10"), ("Red", "pass"), ("Red", "count 3")):
        house.write(game, seat, order)
    assert house.write(game, "GM", "gm undo to 9", sender=GM).word == "NOT ACCEPTED"
    assert house.write(game, "GM", "gm undo to 1", sender=GM).word == "CONFIRM"
    assert house.confirm(game, "GM", sender=GM).word == "ACCEPTED"
    assert house.row(game).mover == "Blue"
    history = house.write(game, "Red", "history 20").text
    assert history.count("(taken back)") == 3
    assert "took the game back to move 1" in notices(house, "Blue")[-1]


# Talking


def test_press_goes_to_those_it_names_and_to_nobody_else(house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm=GM)
    assert house.write(game, "Red", "press Blue\nShall we merge?\npass\nend press").word == "ACCEPTED"
    assert "Shall we merge?" in notices(house, "Blue")[-1]
    assert notices(house, "Green") == []
    assert house.orders(game) == [], "what is said is not ordered"
    house.write(game, "Green", "press all\nGood evening.\nend press")
    assert all("Good evening." in notices(house, seat)[-1] for seat in ("Red", "Blue"))
    assert "Good evening." in house.text_of(house.outbox("press", GM)[-1])
    assert house.write(game, "Red", "press gm\nI am ill.\nend press").word == "ACCEPTED"
    assert "I am ill." not in "".join(notices(house, "Blue"))
    unknown = house.write(game, "Red", "press Purple\nhello\nend press")
    assert "there are Red, Blue, Green" in " ".join(unknown.text.split())
    assert house.write(game, "Red", "press all\nhello\nbid N 5").word == "NOT ACCEPTED"


def test_notes_are_kept_for_oneself(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "note buy 3-trains early")
    assert "buy 3-trains early" in house.write(game, "Red", "notes").text
    assert "buy 3-trains early" not in house.write(game, "Blue", "notes").text


# Arranging


def test_text_only_is_text_only(house: House) -> None:
    game = house.game("Red", "Blue")

    def parts() -> set[str]:
        row = house.write(game, "Red", "status").rows[0]
        house.text_of(row)
        raw = next(one.raw for one in house.outbox() if one.id == row.id)
        assert raw is not None
        return {part.get_content_type() for part in message_from_bytes(raw, policy=policy.default).walk()}

    assert "text/html" in parts()
    house.write(game, "Red", "text only")
    assert parts() == {"text/plain"}
    house.write(game, "Red", "text and html")
    assert "text/html" in parts()


@pytest.mark.parametrize(("wish", "count"), [("full", 1), ("each", 0), ("mine", 0), ("none", 0)])
def test_reports_come_as_wished(house: House, wish: str, count: int) -> None:
    game = house.game("Red", "Blue", "Green")
    house.write(game, "Green", f"reports {wish}")
    before = len(house.outbox("report", "green@example.org"))
    house.write(game, "Red", "bid N 5")
    house.write(game, "Blue", "bid N 10")
    asked = house.outbox("move", "green@example.org")
    assert len(asked) == (0 if wish == "none" else 1)
    # One bid of many is no news but to who wants all of it; Blue's bid is in the mail that asks Green.
    assert len(house.outbox("report", "green@example.org")) - before == count


def test_unsubscribe_stops_reports_and_reports_each_brings_them_back(house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm=GM)
    assert house.write(game, "Green", "unsubscribe").word == "ACCEPTED"
    assert "still asked to move" in " ".join(house.text_of(house.outbox("notice", GM)[-1]).split())
    before = len(house.outbox("report", "green@example.org"))
    house.write(game, "Red", "bid N 5")
    house.write(game, "Blue", "bid N 10")
    assert len(house.outbox("report", "green@example.org")) == before
    assert len(house.outbox("move", "green@example.org")) == 1, "the move is still asked for"
    assert house.write(game, "Green", "reports each").word == "ACCEPTED"
    house.write(game, "Green", "pass")
    house.write(game, "Red", "pass")
    assert len(house.outbox("report", "green@example.org")) > before, "N was sold"


def test_who_wants_no_mail_at_all_is_told_what_that_means_and_so_is_the_moderator(house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm=GM)
    answer = house.write(game, "Green", "reports none")
    assert "You will not be told when it is your move" in " ".join(answer.text.split())
    assert "not even when it is their move" in " ".join(house.text_of(house.outbox("notice", GM)[-1]).split())


def test_more_time_asks_the_moderator_who_grants_it_with_one_line(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert house.write(game, "Blue", "more time 6h").word == "NOT ACCEPTED"
    assert house.write(game, "Red", "more time 6h").word == "ACCEPTED"
    asked = house.text_of(house.outbox("notice", GM)[-1])
    order = re.search(r"gm extend \d+h", asked)
    assert order is not None
    assert house.write(game, "GM", order.group(), sender=GM).word == "ACCEPTED"
    assert "Deadline changed" in notices(house, "Blue")[-1]


def test_a_table_without_a_moderator_pauses_by_vote(house: House) -> None:
    game = house.game("Red", "Blue", bots=("Green",))
    assert "vote pause yes" in house.write(game, "Red", "more time 24h").text
    assert "Blue" in house.write(game, "Red", "vote pause yes").text
    assert house.row(game).paused_at is None
    assert "vote pause yes" in notices(house, "Blue")[-1], "a vote nobody hears of would never be answered"
    house.write(game, "Blue", "vote pause yes")
    assert house.row(game).paused_at is not None
    house.write(game, "Red", "vote resume yes")
    house.write(game, "Blue", "vote resume no")
    assert house.row(game).paused_at is not None
    house.write(game, "Blue", "vote resume yes")
    assert house.row(game).paused_at is None


def test_a_substitute_plays_and_the_owner_comes_back(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert house.write(game, "Red", "substitute x@example.org").word == "NOT ACCEPTED"
    assert house.write(game, "Red", "substitute sub@example.org until 2026-11-18").word == "ACCEPTED"
    assert [row.recipient for row in house.outbox("standing in")] == ["sub@example.org"]
    assert house.write(game, "Red", "bid N 5", sender="sub@example.org").word == "ACCEPTED"
    house.write(game, "Blue", "bid N 10")
    assert house.outbox("move", "sub@example.org")
    tick(house, days=3)
    assert any("substitute" in text.lower() for text in notices(house, "Red")), "the owner is told the seat is theirs"
    assert house.write(game, "Red", "bid N 15", sender="sub@example.org").status == "parked"
    assert house.write(game, "Red", "bid N 15").word == "ACCEPTED"


def test_who_has_resigned_orders_nothing_more(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "resign")
    house.write(game, "Blue", f"confirm {word_in(house, house.outbox('confirm')[0])}")
    for order in (
        "bid N 10",
        "undo",
        "press all\nstill here\nend press",
        "vote pause yes",
        "offer private X to Y for 1",
    ):
        answer = house.write(game, "Blue", order)
        assert (answer.word, answer.status) == ("NOT ACCEPTED", "done")
        assert "given up this seat" in answer.text
    assert house.write(game, "Blue", "status").word == "ACCEPTED"
    assert "Blue resigned" in notices(house, "Red")[-1]


def test_an_address_is_dropped_but_never_the_last(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Red", "address drop red@example.org").word == "NOT ACCEPTED"
    house.write(game, "Red", "address add phone@example.net")
    asked = house.outbox("confirm", "phone@example.net")[0]
    house.write(game, "Red", f"confirm {word_in(house, asked)}", sender="phone@example.net")
    assert house.write(game, "Red", "address drop red@example.org", sender="phone@example.net").word == "CONFIRM"
    assert house.confirm(game, "Red").word == "ACCEPTED"
    assert house.write(game, "Red", "bid N 5", sender="red@example.org").status == "parked"
    assert house.write(game, "Red", "bid N 5", sender="phone@example.net").word == "ACCEPTED"
    assert house.write(game, "Red", "address add phone@example.net", sender="phone@example.net").word == "NOT ACCEPTED"


def test_what_is_taken_back_is_said_in_each_readers_words(house: House) -> None:
    game = house.game("Red", "Blue", title="1882")
    red, blue = str(house.row(game).mover), "Blue" if house.row(game).mover == "Red" else "Red"
    house.write(game, red, "language de")
    house.write(game, blue, "language fr")
    state = house.state(game)
    order = next(one for one in engine.legal_orders(state) if one.startswith("bid"))
    assert house.write(game, red, order).word == "ACCEPTED"
    assert f"zurückgenommen: {engine.in_words(state, order, 'de')}" in house.write(game, red, "undo").said
    assert any(engine.in_words(state, order, "fr") in text for text in notices(house, blue))


def test_a_confirmation_word_works_once_and_not_for_ever(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "new key")
    word = word_in(house, house.outbox("confirm")[0])
    house.pass_time(days=4)
    assert house.write(game, "Red", f"confirm {word}").word == "NOT ACCEPTED"
    house.write(game, "Red", "new key")
    word = word_in(house, house.outbox("confirm")[1])
    assert house.write(game, "Blue", f"confirm {word}").word == "NOT ACCEPTED", "another's word"
    assert house.write(game, "Red", f"confirm {word}").word == "ACCEPTED"


def test_join_and_decline(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM, start=False)
    assert "has not begun" in house.write(game, "Red", "bid N 5").text
    assert house.write(game, "Red", "join").word == "ACCEPTED"
    assert house.write(game, "Red", "join").word == "ACCEPTED", "twice does no harm"
    assert house.write(game, "Blue", "decline").word == "ACCEPTED"
    assert "Blue has declined" in house.text_of(house.outbox("notice", GM)[-1])
    assert "Still to answer their invitation: nobody" in house.write(game, "Red", "status").text
    assert house.write(game, "GM", "gm replace Blue by bot", sender=GM).word == "ACCEPTED"
    assert house.row(game).status == "running"
    assert house.write(game, "Red", "join").word == "NOT ACCEPTED"


def test_decline_in_a_game_under_way_is_a_pass(real: House) -> None:
    game = real.game("Red", "Blue", "Green", title="1861")
    assert real.write(game, "Red", "decline").word == "ACCEPTED"
    assert real.orders(game) == ["Red: pass"]


# The moderator's


def test_a_ruling_is_mailed_to_all_and_the_end_ends_everything(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Blue", "bid N up to 50")
    assert house.write(game, "GM", 'gm rule "The tile stays."', sender=GM).word == "ACCEPTED"
    assert all("The tile stays." in notices(house, seat)[-1] for seat in ("Red", "Blue"))
    assert house.write(game, "GM", "gm rule", sender=GM).word == "NOT ACCEPTED"
    assert house.write(game, "GM", "gm end", sender=GM).word == "CONFIRM"
    assert house.confirm(game, "GM", sender=GM).word == "ACCEPTED"
    assert house.row(game).status == "over"
    assert house.outbox("over", "red@example.org")
    assert house.write(game, "Red", "bid N 5").word == "NOT ACCEPTED"
    assert "No orders on file" in house.write(game, "Blue", "orders").text
    tick(house, days=10)
    assert house.outbox("late") == []


def test_the_moderator_has_the_safe_orders_played_for_the_turn_named(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert house.write(game, "GM", "gm process turn 7", sender=GM).word == "NOT ACCEPTED"
    early = house.write(game, "GM", "gm process turn 1", sender=GM)
    assert early.word == "NOT ACCEPTED"
    assert "Red is not late" in early.said
    tick(house, days=2)
    assert house.write(game, "GM", "gm process turn 1", sender=GM).word == "ACCEPTED"
    assert house.orders(game) == ["Red: pass"]
    assert any("default" in text for text in notices(house, "Blue"))


def test_playing_for_a_seat_ends_with_end_as_and_all_are_told(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    answer = house.write(game, "GM", "gm as Red\nbid N 5\nend as\nbid N 10", sender=GM)
    assert (answer.word, house.orders(game)) == ("NOT ACCEPTED", []), "a moderator has no orders of their own"
    assert house.write(game, "GM", "gm as Red\nbid N 5\nend as", sender=GM).word == "ACCEPTED"
    assert "The moderator plays for Red" in notices(house, "Red")[-1]
    assert house.write(game, "GM", "gm as Purple\npass\nend as", sender=GM).word == "NOT ACCEPTED"


@pytest.mark.parametrize(
    "order", ["gm pause", "gm undo to 0", "gm as Blue", "gm end", "gm replace Blue by bot", "gm process turn 1"]
)
def test_a_player_is_no_moderator(house: House, order: str) -> None:
    game = house.game("Red", "Blue", gm=GM)
    before = house.row(game)
    assert house.write(game, "Red", order).word == "NOT ACCEPTED"
    after = house.row(game)
    assert (after.seq, after.status, after.paused_at) == (before.seq, before.status, None)


def test_a_moderator_may_play_too(house: House) -> None:
    game = house.game("Red", "Blue", gm="red@example.org")
    assert house.write(game, "Red", "gm pause").word == "ACCEPTED"
    assert house.write(game, "Red", "bid N 5").word == "ACCEPTED"


def test_no_deadline_is_set_by_hand_while_the_game_is_paused(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "GM", "gm pause", sender=GM)
    assert "gm resume" in house.write(game, "GM", "gm deadline 2026-12-24 18:00", sender=GM).text
    house.write(game, "GM", "gm resume", sender=GM)
    past = f"{(house.time - timedelta(days=1)).date()}"
    assert house.write(game, "GM", f"gm deadline {past}", sender=GM).word == "NOT ACCEPTED"


@pytest.mark.parametrize(("usual", "here", "count"), [("mine", "full", 1), ("full", "mine", 0), ("full", "short", 0)])
def test_one_game_may_have_other_reports_than_the_rest(house: House, usual: str, here: str, count: int) -> None:
    game, other = house.game("Red", "Blue", "Green"), house.game("Red", "Blue", "Green")
    house.write(game, "Green", f"reports {usual}")
    assert f"of this game you get: {here}" in house.write(game, "Green", f"reports {here} here").said

    def reports(of: str) -> int:
        before = len([row for row in house.outbox("report", "green@example.org") if row.game_id == of])
        house.write(of, "Red", "bid N 5")
        house.write(of, "Blue", "bid N 10")
        return len([row for row in house.outbox("report", "green@example.org") if row.game_id == of]) - before

    assert (reports(game), reports(other)) == (count, int(usual == "full"))
    assert house.write(game, "Green", "reports usual here").word == "ACCEPTED"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and {seat.reports for seat in play.seats} == {""}


def test_who_wants_every_report_of_one_game_gets_the_whole_position_there_alone(house: House) -> None:
    games = house.game("Red", "Blue", "Green"), house.game("Red", "Blue", "Green")
    house.write(games[0], "Green", "reports full here")
    shown = []
    for game in games:
        house.write(game, "Red", "bid N 5")
        house.write(game, "Blue", "pass")
        house.write(game, "Green", "pass")
        house.write(game, "Red", "pass")
        last = [row for row in house.outbox("report", "green@example.org") if row.game_id == game][-1]
        shown.append("MARKET" in house.text_of(last))
    assert shown == [True, False]


@pytest.mark.parametrize(
    "line", ["reports mine in this game", "rapports mes coups ici", "보고서 내 차례만 이 게임", "Reports Mine HERE"]
)
def test_reports_of_one_game_are_chosen_in_every_language(house: House, line: str) -> None:
    game = house.game("Red", "Blue", "Green")
    assert house.write(game, "Green", line).word == "ACCEPTED"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat("Green")
        assert seat is not None and seat.reports == "mine"


@pytest.mark.parametrize("line", ["reports none here", "reports daily 07:00 here", "reports here"])
def test_what_is_about_all_games_is_not_chosen_for_one(house: House, line: str) -> None:
    game = house.game("Red", "Blue", "Green")
    answer = house.write(game, "Green", line)
    assert answer.word == "NOT ACCEPTED" and "one game alone" in answer.said
