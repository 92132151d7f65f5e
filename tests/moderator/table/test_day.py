"""One mail a day over all of a person's games: those that wait first, the shortest time on top."""

from __future__ import annotations

from moderator.errands.sweep import send_digest, sweep
from moderator.table.deadlines import open_decision
from tests.moderator.house import House


def three_games(house: House) -> list[str]:
    """Red is to move in the first two, with 40 and 10 hours, and has news of the third."""
    house.eager = False
    games = [house.game("Red", "Blue", terms={"hours": {"auction": hours}}) for hours in (40, 10, 24)]
    house.write(games[0], "Red", "reports daily 07:00")
    house.write(games[2], "Red", "bid N 5")
    house.write(games[2], "Blue", "bid N 10")
    house.write(games[2], "Red", "bid N 15")
    house.write(games[2], "Blue", "pass")
    return games


def test_three_games_are_one_mail_and_the_shortest_comes_first(house: House) -> None:
    games = three_games(house)
    house.pass_time(hours=19)
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None
        number = person.id
    assert send_digest(house.office, number) >= 2
    assert send_digest(house.office, number) == 0, "once a day, however often the sweep runs"
    day = house.outbox("day", "red@example.org")
    assert len(day) == 1 and house.outbox("digest") == []
    text = house.text_of(day[0])
    assert text.index(games[1]) < text.index(games[0])
    assert "games wait for you" in text
    with house.office.reading() as desk:
        for game in games[:2]:
            row = open_decision(desk, game)
            assert row is not None and row.due_at is not None
            assert f"{row.due_at:%H:%M}" in text


def test_who_plays_in_one_language_reads_the_day_in_it(house: House) -> None:
    games = three_games(house)
    house.write(games[0], "Red", "language fr")
    house.pass_time(hours=19)
    sweep(house.office, house.do)
    text = house.text_of(house.outbox("day", "red@example.org")[0])
    assert "parties vous attendent" in text


def test_a_day_without_news_and_without_a_move_to_make_is_no_mail(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "reports daily 07:00")
    house.pass_time(hours=20)
    sweep(house.office, house.do)
    assert house.outbox("day", "blue@example.org") == []


def test_a_seat_given_to_somebody_else_is_left_out_of_a_mail_that_waited(house: House) -> None:
    games = three_games(house)
    house.pass_time(hours=19)
    sweep(house.office, lambda task, key: house.do(task, key) if task == "digest" else None)
    with house.office.desk() as desk:
        play = desk.lock(games[0])
        assert play is not None
        play.players[0].person_id = desk.meet("new@example.org").id
    text = house.text_of(house.outbox("day", "red@example.org")[0])
    assert games[0] not in text and games[1] in text


def test_who_is_asked_something_else_meanwhile_reads_by_when_and_not_that_the_game_is_paused(house: House) -> None:
    games = three_games(house)
    house.pass_time(hours=19)
    sweep(house.office, lambda task, key: house.do(task, key) if task == "digest" else None)
    house.write(games[0], "Red", "bid N 5")
    house.write(games[0], "Blue", "bid N 10")
    with house.office.desk() as desk:
        play = desk.lock(games[1])
        assert play is not None
        play.row.paused_at = desk.now
    text = " ".join(house.text_of(house.outbox("day", "red@example.org")[0]).split())
    with house.office.reading() as desk:
        row = open_decision(desk, games[0])
        assert row is not None and row.due_at is not None
        assert f"{row.due_at:%H:%M}" in text
    assert text.count("The game is paused") == 1
    assert text.index(games[1].upper()) < text.index("The game is paused") < text.index(games[0].upper())
