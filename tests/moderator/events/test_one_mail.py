"""One event, one mail: what ends a table, or offers a seat, is told everybody at once."""

from __future__ import annotations

from moderator.store.tables import Outgoing
from tests.moderator.events.conftest import BOSS, Club

ANNA, BERT, CLEO = "anna@example.org", "bert@example.org", "cleo@example.org"


def begun(club: Club, *more: str) -> str:
    """Two tables, of which Anna and Bert play the first; gives its game."""
    club.announce(*more, people=("Anna", "Bert"), bots=2)
    assert club.write("td pin cup Anna, Bert").word == "ACCEPTED"
    club.close()
    club.move_on()
    (mine,) = [table for table in club.overview().tables if {"Anna", "Bert"} == {one["seat"] for one in table.seats}]
    return str(mine.game_id)


def sent(club: Club, to: str, since: int = 0) -> list[Outgoing]:
    """The mails that really go out."""
    return [row for row in club.house.outbox(to=to)[since:] if row.status not in ("folded", "shown")]


def test_an_agreed_end_is_one_mail_with_the_result_the_vote_and_the_standings(club: Club) -> None:
    game = begun(club)
    club.house.write(game, "Bert", "vote end yes")
    before = {name: len(club.house.outbox(to=name)) for name in (ANNA, BERT, BOSS)}
    assert "all agree: the game ends here" in club.house.write(game, "Anna", "vote end yes").said
    club.house.do("ending", game)
    (last,) = sent(club, BERT, before[BERT])
    text = " ".join(club.house.text_of(last).split())
    assert last.kind == "over"
    assert "All players voted to end the game here." in text
    assert "table 1 is decided" in text or "table 2 is decided" in text
    assert "You are" in text and "Ahead of" in text
    assert [row.kind for row in sent(club, ANNA, before[ANNA])] == ["answer", "over"]
    assert [row.kind for row in sent(club, BOSS, before[BOSS])] == ["over"]


def test_the_end_of_the_last_table_and_of_its_round_is_one_mail(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    club.house.write(game, "Bert", "vote end yes")
    before = {name: len(club.house.outbox(to=name)) for name in (ANNA, BERT, BOSS)}
    club.house.write(game, "Anna", "vote end yes")
    club.house.do("ending", game)
    club.move_on()
    (last,) = sent(club, BOSS, before[BOSS])
    assert last.kind == "over" and "cup: round 1 is over" in " ".join(club.house.text_of(last).split())
    (last,) = sent(club, BERT, before[BERT])
    text = " ".join(club.house.text_of(last).split())
    assert last.kind == "over" and "cup: round 1 is over" in text
    assert [row.kind for row in sent(club, ANNA, before[ANNA])] == ["answer", "over"]


def test_a_ruling_that_ends_a_round_is_one_mail(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    before = len(club.house.outbox(to=ANNA))
    assert club.write('td rule cup 1 Anna > Bert "so be it"').word == "ACCEPTED"
    club.house.do("ending", club.overview().tables[0].game_id)
    club.move_on()
    (told,) = sent(club, ANNA, before)
    text = " ".join(club.house.text_of(told).split())
    assert "so be it" in text and "cup: round 1 is over" in text


def test_a_ruling_on_a_game_under_way_is_one_mail_with_the_result(club: Club) -> None:
    begun(club)
    table = next(one for one in club.overview().tables if "Anna" in [seat["seat"] for seat in one.seats])
    before = len(club.house.outbox(to=ANNA))
    assert club.write(f'td rule cup {table.number} Anna > Bert "so be it"').word == "ACCEPTED"
    club.house.do("ending", str(table.game_id))
    (told,) = sent(club, ANNA, before)
    text = " ".join(club.house.text_of(told).split())
    assert told.kind == "over" and "so be it" in text and "The game is over. Anna wins" in text


def test_who_is_asked_to_take_over_a_seat_gets_one_mail(club: Club) -> None:
    club.announce("places 2", "format swiss 1", people=("Anna", "Bert"), bots=0)
    assert "waiting list" in club.write("enter cup as Cleo", CLEO).said
    club.close()
    club.move_on()
    before = len(club.house.outbox(to=CLEO))
    assert club.write("td replace cup Anna").word == "ACCEPTED"
    (told,) = sent(club, CLEO, before)
    text = " ".join(club.house.text_of(told).split())
    assert "You are on the waiting list of cup" in text and "Reply with a single word" in text
    assert text.count("decline") == text.count("join")


def test_a_vote_asks_those_who_have_not_voted_and_speaks_their_language(club: Club) -> None:
    game = begun(club)
    assert club.write("language de", BERT).word == "ACCEPTED"
    assert club.house.write(game, "Anna", "vote end yes").word == "ACCEPTED"
    told = {row.recipient: row for row in club.house.outbox("notice") if " vote " in row.key}
    assert set(told) == {BERT, BOSS}
    assert "vote end no" not in club.house.text_of(told[BOSS]), "a moderator has no vote"
    text = " ".join(club.house.text_of(told[BERT]).split())
    assert "Anna stimmt dafür, die Partie hier zu beenden" in text
    assert "vote end yes oder vote end no" in text
