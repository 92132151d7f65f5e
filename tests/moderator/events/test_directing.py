"""What a director meets on the way: bars, quotes of the shell, the waiting list, appeals, the log."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from moderator import command_line
from moderator.events.terms import EventTerms, decode
from moderator.events.terms_read import said
from moderator.hearing.directing import quoted_again
from moderator.store.statuses import EntryStatus, TableStatus
from tests.moderator.events.conftest import BOSS, PROVED, Club


@pytest.mark.parametrize("line", ["bar rating 0", "bar rating none", "bar rating no", "bar none"])
def test_a_bar_is_lifted(line: str) -> None:
    terms = said(EventTerms(), ("bar rating 20", "bar reliability 80", line))
    assert terms.bar_rating is None
    assert terms.bar_reliability == (None if line == "bar none" else 80)


def test_bars_hold_for_who_enters_alone_and_not_for_bots_and_whom_the_director_enters(club: Club) -> None:
    club.announce("bar rating 20", bots=0)
    assert "a rating of 20" in club.write("enter cup as Anna", "anna@example.org").said
    assert club.write("td enter cup bot Boris").word == "ACCEPTED"
    assert club.write("td enter cup Anna: anna@example.org").word == "ACCEPTED"
    assert club.write("td change cup bar none").word == "ACCEPTED"
    assert club.write("enter cup as Bert", "bert@example.org").word == "ACCEPTED"
    assert decode(club.row().terms).bar_rating is None


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("td extend cup 7 days|more", 'td extend cup 7 days "more"'),
        ("td extend cup 7 days|two tables need longer", 'td extend cup 7 days "two tables need longer"'),
        ("td extend cup 7 days", "td extend cup 7 days"),
        ("td expel cup Anna|late", 'td expel cup Anna "late"'),
        ("td expel cup Anna", "td expel cup Anna"),
        ("td rule cup 3 A > B|so be it", 'td rule cup 3 A > B "so be it"'),
        ("td rule cup 3|A > B|fine", 'td rule cup 3 A > B "fine"'),
        ("td rule cup 3 A > B", "td rule cup 3 A > B"),
        ("td rule cup 3|A > B", "td rule cup 3 A > B"),
        ("td dismiss cup 3|no", 'td dismiss cup 3 "no"'),
        ("td dismiss cup 3", "td dismiss cup 3"),
        ("td cancel cup|too few", 'td cancel cup "too few"'),
        ("td cancel cup too few", 'td cancel cup "too few"'),
        ("td cancel cup", "td cancel cup"),
        ("td cancel cup because of rain", "td cancel cup because of rain"),
        ('td expel cup Anna|"late"', 'td expel cup Anna "late"'),
        ("td pin cup Anna, Boris", "td pin cup Anna, Boris"),
    ],
)
def test_a_shell_takes_no_reason_away(words: str, line: str) -> None:
    parts = words.split("|")
    assert quoted_again([*parts[0].split(), *parts[1:]]) == line


def test_a_round_is_extended_on_the_command_line(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    before = club.overview().rounds[0].ends_at
    monkeypatch.setattr(command_line, "open_office", lambda: club.house.office)
    done = CliRunner().invoke(command_line.main, ["td", "extend", "cup", "7", "days", "more"])
    assert done.exit_code == 0, done.output
    after = club.overview().rounds[0].ends_at
    assert before is not None and after is not None and (after - before).days == 7
    helped = CliRunner().invoke(command_line.main, ["td", "help"])
    assert helped.exit_code == 0 and "td extend" in helped.output and "td rule" in helped.output


def test_who_withdrew_and_entered_again_waits_behind_those_who_waited_before(club: Club) -> None:
    club.announce("places 2", "next round on my word", people=("Anna", "Bert", "Cleo"), bots=0)
    club.close()
    club.next_round()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    club.move_on()
    assert club.write("withdraw from cup", "anna@example.org").word == "ACCEPTED"
    assert "waiting list" in club.write("enter cup as Anna", "anna@example.org").said
    club.house.pass_time(days=2)
    with club.house.office.reading() as desk:
        first = desk.cups.first_waiting("cup")
        assert first is not None and first.name == "Cleo"


def test_who_is_asked_to_take_over_a_seat_can_answer_that_mail(club: Club) -> None:
    club.announce("places 2", "format swiss 1", people=("Anna", "Bert"), bots=0)
    assert "waiting list" in club.write("enter cup as Cleo", "cleo@example.org").said
    club.close()
    club.move_on()
    (game,) = club.games()
    club.write("td replace cup Anna")
    mail = club.house.outbox("notice", "cleo@example.org")[-1]
    assert mail.data["title"] == "cup: a seat at table 1"
    club.house.text_of(mail)
    (sent,) = [row for row in club.house.outbox("notice", "cleo@example.org") if row.id == mail.id]
    assert sent.raw is not None and club.house.address(game, "Anna") in sent.raw.decode()
    assert club.house.write(game, "Anna", "join", sender="cleo@example.org").word == "ACCEPTED"


def test_who_can_not_leave_is_told_what_can_be_done_where_they_write(club: Club) -> None:
    club.announce(people=("Anna",), bots=3)
    club.close()
    club.move_on()
    mine = club.write("withdraw from cup", "anna@example.org")
    assert "by answering a mail of that game with `resign`" in mine.said
    # Not as an order to be sent back here: it would be one for no game.
    assert not any("resign" in str(line.get("instead")) for line in mine.rows[0].data["lines"])
    hers = club.write("td withdraw cup Anna")
    assert "have somebody else play the seat" in hers.said
    assert "td replace cup Anna" in str(hers.rows[0].data)


def asked(club: Club, line: str) -> str:
    """What is shown before a director's word."""
    answer = club._sent(line, BOSS, PROVED)
    assert answer.word == "CONFIRM"
    return answer.said


def log_of(club: Club) -> list[str]:
    return [f"{deed.what} {deed.old} {deed.new} {deed.reason}" for deed in club.deeds()]


def test_the_log_tells_what_was_done_at_a_table_when_it_was(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    mover = str(club.house.row(game).mover)
    assert club.house.write(game, mover, "bid N 5").word == "ACCEPTED"
    asked(club, "td at cup 1 gm undo to 0")
    assert not any("gm undo" in line for line in log_of(club)), "nothing is done yet"
    other = str(club.house.row(game).mover)
    assert club.house.write(game, other, "pass").word == "ACCEPTED"
    word = club.house.outbox("confirm", BOSS)[-1].data["word"]
    assert club._sent(f"confirm {word}", BOSS).word == "NOT ACCEPTED"
    assert not any("gm undo" in line for line in log_of(club)), "it was refused"
    assert club.write("td at cup 1 gm undo to 0").word == "ACCEPTED"
    assert any("table 1: gm undo to 0" in line for line in log_of(club))
    assert club.house.orders(game) == [": undo to 0"]


def test_the_log_tells_who_moved_up_and_whom_the_director_replaced(club: Club) -> None:
    club.announce("places 2", "format swiss 2", people=("Anna", "Bert", "Cleo"), bots=0)
    club.write("withdraw from cup", "anna@example.org")
    assert any(line.startswith("moved up Cleo: waiting entered") for line in log_of(club))
    club.close()
    club.move_on()
    club.write("td replace cup Bert by bot")
    club.write('td rule cup 1 Bert > Cleo "so be it"')
    club.after_a_day()
    assert club.overview().entry_named("Bert").status == EntryStatus.WITHDRAWN
    assert "withdrawn Bert  the director replaced them" in log_of(club)


def waits(club: Club) -> set[str]:
    return {one.name for one in club.overview().entries if one.status == EntryStatus.WAITING}


def test_after_entry_has_closed_as_many_move_up_as_places_become_free(club: Club) -> None:
    club.announce("places 100", "next round on my word", people=("Anna", "Bert", "Cleo", "Dora"), bots=0)
    club.close()
    for name in ("Emil", "Fay", "Gil"):
        assert "waiting list" in club.write(f"enter cup as {name}", f"{name.lower()}@example.org").said
    assert club.write("td change cup round 40 days because of the holidays").word == "ACCEPTED"
    assert waits(club) == {"Emil", "Fay", "Gil"}, "no place became free"
    club.write("td draw cup")
    club.move_on()
    club.write("withdraw from cup", "anna@example.org")
    assert waits(club) == {"Fay", "Gil"}
    told = club.house.outbox("notice", BOSS)[-1].data["text"]
    assert "Anna has left; the round is drawn again." in told
    assert "Emil moves up from the waiting list." in told
    club.write("withdraw from cup", "gil@example.org")
    assert waits(club) == {"Fay"}, "who waited has left no place"
    assert "moves up" not in club.house.outbox("notice", BOSS)[-1].data["text"]
    assert "Fay moves up" in club.write("td change cup places 101 because we have room").said
    assert waits(club) == set()


def test_an_appeal_about_a_game_under_way_speaks_of_no_result(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    answer = club.write('appeal cup "my opponent has two seats"', "anna@example.org")
    assert "its game goes on" in answer.said and "result" not in answer.said
    told = club.house.outbox("notice", BOSS)[-1].data["text"]
    assert "has no result yet; a ruling would end it" in told and "waits for your ruling" not in told
    for name in ("Anna", "Bert"):
        assert club.house.write(game, name, "vote end yes").word == "ACCEPTED"
    club.house.do("ending", game)
    assert club.overview().tables[0].status == TableStatus.APPEALED, "the appeal holds the result that came"


def test_a_ruling_on_a_game_under_way_says_that_it_ends_it(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    line = 'td rule cup 1 Anna > Bert "so be it"'
    assert "its game is under way, and this ends it for good" in asked(club, line)
    club.write("td at cup 1 gm end")
    club.house.do("ending", game)
    assert "under way" not in asked(club, line)


def test_an_event_that_could_not_go_on_tries_again_when_the_wish_in_its_way_is_taken_back(club: Club) -> None:
    club.announce("format swiss 1", "tables 2 from 2 to 2", bots=2)
    club.write("td ban cup Bot A, Bot B")
    club.close()
    club.move_on()
    assert "No draw gives the director" in club.row().trouble
    club.house.bells.clear()
    club.write("td ban cup Bot A, Bot B")
    assert ("cup", "cup") in club.house.bells
    assert club.row().due_at is not None
    club.move_on()
    assert [row.status for row in club.overview().rounds] != [] and not club.row().trouble


def test_an_event_that_could_not_go_on_tries_again_when_somebody_leaves(club: Club) -> None:
    club.announce("format swiss 1", "tables 2 from 2 to 3", bots=2, people=("Anna", "Bert"))
    club.write("td ban cup Anna, Bert, Bot A, Bot B")
    club.close()
    club.move_on()
    assert club.row().trouble
    club.house.bells.clear()
    club.write("withdraw from cup", "anna@example.org")
    # Whether it can go on now or not, it is looked at again.
    assert ("cup", "cup") in club.house.bells


@pytest.mark.parametrize(
    ("line", "said"), [("td ban cup {0}, {1}", "are kept apart"), ("td club cup {0}: Lyon", "belongs to Lyon")]
)
def test_what_is_wished_after_a_draw_has_it_drawn_again(club: Club, line: str, said: str) -> None:
    club.announce("next round on my word", "tables 2 from 2 to 2")
    club.close()
    club.write("td draw cup")
    club.move_on()
    before = club.overview()
    together = [before.by_key[seat["entry"]].name for seat in before.tables[0].seats]
    if "club" in line:
        club.write(f"td club cup {together[1]}: Lyon")
        club.move_on()
    answer = club.write(line.format(*together))
    assert said in answer.said and "the round is drawn again" in answer.said
    club.move_on()
    after = club.overview()
    assert after.rounds and all(
        sorted(after.by_key[seat["entry"]].name for seat in table.seats) != sorted(together) for table in after.tables
    )


def test_a_wish_before_any_draw_says_nothing_of_one(club: Club) -> None:
    club.announce()
    assert "drawn again" not in club.write("td pin cup Bot A, Bot B").said


def test_a_word_to_everybody_that_goes_on_in_another_line_is_not_sent_by_half(club: Club) -> None:
    club.announce(people=("Anna",), bots=1)
    before = len(club.house.outbox(to="anna@example.org"))
    answer = club.write('td tell cup "The final begins on Sunday.\nBring your maps."')
    assert "The quotes are not closed" in answer.said
    assert len(club.house.outbox(to="anna@example.org")) == before
    assert club.write('td tell cup "It begins on Sunday, in the "old" hall."').word == "ACCEPTED"
    assert club.write("td tell cup It begins on Sunday.").word == "ACCEPTED"


AT = (
    "gm status",
    "gm log",
    "gm process turn 1",
    "gm remind",
    "gm extend 24h",
    "gm deadline 2027-01-01 12:00",
    "gm pause",
    "gm hours 12",
    "gm second x@example.org",
    "gm hand over to y@example.org",
)


@pytest.mark.parametrize("said", AT)
def test_what_a_moderator_does_at_a_table_is_done_on_the_command_line(
    club: Club, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    monkeypatch.setattr(command_line, "open_office", lambda: club.house.office)
    done = CliRunner().invoke(command_line.main, ["td", "at", "cup", "1", *said.split()])
    assert (done.exit_code == 0) == ("process" not in said), done.output
    assert ("is not late" in done.output) == ("process" in said)


def test_a_game_is_ended_on_the_command_line_when_it_is_meant(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    monkeypatch.setattr(command_line, "open_office", lambda: club.house.office)
    asked = CliRunner().invoke(command_line.main, ["td", "at", "cup", "1", "gm", "end"])
    assert asked.exit_code == 1 and "add --yes" in asked.output
    assert "This would end the game for good after 0 moves: " in asked.output
    assert club.house.row(game).status == "running"
    done = CliRunner().invoke(command_line.main, ["td", "at", "cup", "1", "gm", "end", "--yes"])
    assert done.exit_code == 0, done.output
    assert club.house.row(game).status == "over"
    assert [deed.new for deed in club.deeds() if deed.what == "at a table"] == ["table 1: gm end"]


@pytest.mark.parametrize("who", [BOSS, "deputy@example.org", "command line"])
@pytest.mark.parametrize("line", ["gm second x@example.org", "gm hand over to x@example.org"])
def test_whoever_is_asked_to_moderate_a_table_does_so_when_they_say_yes(
    club: Club, monkeypatch: pytest.MonkeyPatch, who: str, line: str
) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    club.write("td deputy cup deputy@example.org")
    club.close()
    club.move_on()
    (game,) = club.games()
    if who == "command line":
        monkeypatch.setattr(command_line, "open_office", lambda: club.house.office)
        assert CliRunner().invoke(command_line.main, ["td", "at", "cup", "1", *line.split()]).exit_code == 0
    else:
        assert "x@example.org was asked" in club.write(f"td at cup 1 {line}", who).said
    assert [deed.new for deed in club.deeds() if deed.what == "at a table"] == [f"table 1: {line}"]
    word = club.house.outbox("confirm", "x@example.org")[-1].data["word"]
    assert f"you moderate the game {game} now" in club._sent(f"confirm {word}", "x@example.org").said
    with club.house.office.reading() as desk:
        play, asked = desk.game(game), desk.person_at("x@example.org")
        assert play is not None and asked is not None and play.moderated_by(asked.id)
