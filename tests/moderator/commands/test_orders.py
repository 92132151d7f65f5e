"""Orders by mail: played now, kept for later, refused with the reason, never twice."""

from __future__ import annotations

from moderator.inbox.aside import retry
from moderator.inbox.handle import handle
from tests.moderator.house import House, text_of


def purses(house: House, game: str) -> tuple[int, ...]:
    """What each player has, in the order of their seats."""
    state = house.state(game)
    return tuple(state.cash_of(player) for player in state.players)


def test_an_order_in_turn_is_played_and_the_next_player_is_asked(house: House) -> None:
    game = house.game("Red", "Blue")
    answer = house.write(game, "Red", "bid N 5")
    assert answer.word == "ACCEPTED"
    assert "✓ 1  bid N 5" in answer.text
    assert house.orders(game) == ["Red: bid N 5"]
    asked = house.outbox("move", "blue@example.org")
    assert len(asked) == 1
    assert "turn 2" in text_of(asked[0])


def test_all_of_a_mail_is_played_or_none(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    answer = house.write(game, "Red", "count 3\ncount 4\nbid N 10\ndone")
    assert answer.word == "NOT ACCEPTED"
    assert "✓ 1  count 3" in answer.text
    assert "✗ 3  bid N 10" in answer.text
    assert "Write instead: count 1" in " ".join(answer.text.split())
    assert "– 4  done" in answer.text
    assert house.orders(game) == ["Red: pass"]
    assert purses(house, game) == (500, 501)


def test_a_preview_shows_what_would_happen_and_plays_nothing(house: House) -> None:
    game = house.game("Red", "Blue")
    answer = house.write(game, "Red", "bid N 5\npreview")
    assert answer.word == "PREVIEW"
    assert house.orders(game) == []
    assert house.row(game).seq == 0


def test_orders_out_of_turn_are_queued_and_played_when_the_turn_comes(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Blue", "bid N 10").word == "QUEUED"
    house.write(game, "Red", "bid N 5")
    assert house.orders(game) == ["Red: bid N 5", "Blue: bid N 10"]


def test_who_had_orders_in_the_queue_is_told_that_they_were_played(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "bid N 10")
    house.write(game, "Red", "bid N 5")
    told = " ".join(house.text_of(row) for row in house.outbox() if row.recipient == "blue@example.org")
    assert "It was played as move 2: bid N 10." in " ".join(told.split())


def test_queued_orders_that_no_longer_fit_are_asked_about_and_never_become_a_pass(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "bid N 10")
    house.write(game, "Red", "bid N 50")
    assert house.orders(game) == ["Red: bid N 50"]
    assert house.row(game).mover == "Blue"


def test_a_mail_for_a_turn_that_is_over_is_refused(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "turn 1\nbid N 5")
    house.write(game, "Blue", "bid N 10")
    answer = house.write(game, "Red", "turn 1\nbid N 15")
    assert answer.word == "NOT ACCEPTED"
    assert "turn 3" in answer.text
    assert house.orders(game) == ["Red: bid N 5", "Blue: bid N 10"]


def test_the_same_orders_for_the_same_turn_sent_twice_are_played_once(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    assert house.write(game, "Red", "turn 2\ncount 3").word == "ACCEPTED"
    assert house.write(game, "Red", "turn 2\ncount 3").word == "DUPLICATE"
    assert house.write(game, "Red", "turn 3\ncount 3").word == "ACCEPTED"
    assert purses(house, game)[0] == 506


def test_the_same_words_out_of_turn_are_a_second_press_unless_one_says_that_they_are_for_later(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    again = house.write(game, "Red", "bid N 5")
    assert again.word == "DUPLICATE"
    word = again.text.partition("reply:  confirm ")[2].split()[0]
    assert house.write(game, "Red", f"confirm {word}").word == "QUEUED"
    assert house.orders(game) == ["Red: bid N 5"]
    assert "bid N 5" in house.write(game, "Red", "orders").text


def test_the_same_mail_delivered_twice_is_one_mail(house: House) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    raw = house.raw("red@example.org", to, "bid N 5")
    first = house.take_in(raw, "red@example.org", to)
    again = house.take_in(raw, "red@example.org", to)
    assert (again.mail_id, again.duplicate) == (first.mail_id, True)
    # As long as nobody has read it, another road's copy is kept: this one may be taken for a machine's.
    other = house.take_in(b"Received: by another road\r\n" + raw, "red@example.org", to)
    assert not other.duplicate
    handle(house.office, first.mail_id)
    handle(house.office, other.mail_id)
    assert house.orders(game) == ["Red: bid N 5"]
    later = house.take_in(b"Received: by a third road\r\n" + raw, "red@example.org", to)
    assert later.duplicate


def test_prose_is_left_alone_and_a_mistyped_order_is_an_error(house: House) -> None:
    game = house.game("Red", "Blue")
    chat = "Hello all,\nwhat lovely weather today.\n"
    assert house.write(game, "Red", "I pass on that idea of yours.\nbid N 5").word == "NOT ACCEPTED"
    assert house.write(game, "Red", chat + "bid N 5\nThanks").word == "ACCEPTED"
    assert house.write(game, "Blue", "psas").word == "NOT ACCEPTED"
    assert house.orders(game) == ["Red: bid N 5"]


def test_a_mail_without_orders_is_answered_with_help(house: House) -> None:
    answer = house.write(house.game("Red", "Blue"), "Red", "Good morning everybody!")
    assert answer.word == "NOT ACCEPTED"
    assert "preview" in answer.text


def test_done_after_a_turn_that_ended_by_itself_is_no_error(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Red", "bid N 5\ndone").word == "ACCEPTED"


def test_a_proxy_bids_the_least_needed_and_keeps_its_secret(house: House) -> None:
    game = house.game("Red", "Blue", "Green")
    assert house.write(game, "Blue", "bid N up to 30 then pass").word == "ACCEPTED"
    assert house.write(game, "Green", "proxy N 50 then ask").word == "ACCEPTED"
    house.write(game, "Red", "bid N 5")
    # Blue 10, Green 15; Red is asked again.
    assert house.orders(game)[1:] == ["Blue: bid N 10", "Green: bid N 15"]
    assert house.row(game).mover == "Red"
    house.write(game, "Red", "pass")
    # Blue 20, Green 25, Blue 30, Green 35, Blue is out: exactly as the open auction would go.
    assert house.orders(game)[-1] == "Blue: pass"
    assert house.state(game).cash["Green"] == 501 - 35
    for row in house.outbox("report") + house.outbox("move"):
        assert "up to" not in text_of(row) or row.recipient in ("blue@example.org", "green@example.org")


def test_undo_takes_back_ones_last_mail_until_another_player_has_acted(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "count 3\ncount 4\ndone")
    assert house.write(game, "Red", "undo").word == "ACCEPTED"
    assert purses(house, game)[0] == 500
    assert house.row(game).mover == "Red"
    assert any("count 3" in order for order in house.orders(game, undone=True))
    house.write(game, "Red", "done")
    house.write(game, "Blue", "count 1")
    answer = house.write(game, "Red", "undo")
    assert answer.word == "NOT ACCEPTED"
    assert "Blue has acted since" in answer.text
    assert answer.rows[0].data["lines"][0]["instead"] == ["press gm"]
    house.write(game, "Red", "refuse all offers")
    answer = house.write(game, "Red", "undo")
    assert answer.rows[0].data["lines"][0]["instead"] == ["cancel 1", "press gm"], "what was filed since may be meant"


def test_a_mail_written_before_an_undo_is_stale(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "undo")
    assert house.row(game).mover == "Red"
    assert house.write(game, "Red", "turn 2\npass").word == "NOT ACCEPTED"


def test_what_needs_anothers_consent_waits_for_it(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    refused = house.write(game, "Red", "give 1 to Blue")
    assert "propose give 1 to Blue" in refused.text
    proposed = house.write(game, "Red", "propose give 1 to Blue")
    assert proposed.word == "ACCEPTED", proposed.text
    assert "accept 1" in text_of(house.outbox("notice", "blue@example.org")[0])
    assert house.write(game, "Blue", "accept 1").word == "ACCEPTED"
    assert purses(house, game) == (499, 502)


def test_an_unforeseen_failure_keeps_the_mail_and_tells_everybody(house: House) -> None:
    game = house.game("Red", "Blue")
    answer = house.write(game, "Red", "explode")
    assert (answer.status, answer.verdict) == ("aside", "aside")
    assert "kept" in answer.text
    assert "set aside" in text_of(house.outbox("operator")[0])
    assert house.row(game).seq == 0
    assert retry(house.office, answer.mail_id)
    assert ("receive", answer.mail_id) in house.bells[-2:]
