"""Results that were not simply played are told as what they are; standings say how far everybody came."""

from __future__ import annotations

import csv
import io
from itertools import groupby

import pytest
from flask.testing import FlaskClient

from moderator.events import playouts, results
from moderator.events.auditing import audit
from moderator.events.explained import own_line, top_told
from moderator.events.results import how_far
from moderator.store.statuses import CupStatus, TableStatus
from tests.moderator.events.conftest import BOSS, Club


def test_groups_then_a_knock_out_rank_everybody_once_and_say_how_far_they_came(club: Club) -> None:
    club.announce("format groups 1 of 4 then knockout top 4", bots=11)
    club.close()
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    lines = overview.lines
    assert len(lines) == 11
    ranks = [line.rank for line in lines]
    assert ranks == sorted(ranks)
    for rank, shared in groupby(ranks):
        assert rank == 1 + ranks.index(rank), "a place is one more than how many stand before it"
        assert len(list(shared)) >= 1
    behind = lines[4:]
    assert {line.pool for line in behind} == {""}, "those left behind are ranked together"
    told = [str(one) for one in top_told(overview, 50)]
    heads = [one for one in told if one.startswith(("Round", "Stage", "Pool"))]
    assert heads == ["Round 2.2 (final)", "Round 2.1", "Round 1.1"]
    assert told.index("Round 2.1") == 1 + 2, "the final's name stands above those who played it alone"
    assert "Who came further stands before who did not, whatever the points." in told


def test_who_did_not_come_into_a_group_is_ranked_behind_all_groups(club: Club) -> None:
    club.announce("format swiss 1 then groups 1 of 2 top 4", bots=8)
    club.close()
    club.run()
    overview = club.overview()
    left = [line for line in overview.lines if line.stage == 1]
    assert [line.rank for line in left] == [5, 6, 7, 8]
    assert [str(own_line(overview, line.entrant)).partition(".")[0] for line in left] == [
        f"You are {rank} of 8" for rank in (5, 6, 7, 8)
    ]


@pytest.mark.parametrize("who", [0, 4, 6])
def test_who_is_excluded_stands_behind_all_others_whatever_they_came_to(club: Club, who: int) -> None:
    club.announce("format swiss 1 then groups 2 of 2 top 4", "next round on my word", bots=8)
    club.close()
    for _ in range(2):
        club.next_round()
        club.run()
    before = club.overview()
    assert [line.stage for line in before.lines] == [2, 2, 2, 2, 1, 1, 1, 1]
    gone = before.lines[who].entrant
    assert club.write(f'td expel cup {before.by_key[gone].name} "for nothing"').word == "ACCEPTED"
    lines = club.overview().lines
    # In a group they are behind the others of it; what the groups came to stands beside each other.
    assert (lines[-1].entrant, lines[-1].rank) == (gone, 2 if who == 0 else 8)
    behind = [line.rank for line in lines if line.stage == 1 and line.entrant != gone]
    assert behind == ([4, 5, 6, 7] if who == 0 else [5, 6, 7])


def test_a_program_reads_how_every_result_came_about(club: Club, client: FlaskClient) -> None:
    club.announce("format swiss 1", "unfinished stands", people=("Anna", "Bert", "Cleo", "Dora", "Emil"), bots=0)
    club.close()
    club.move_on()
    overview = club.overview()
    agreed, early = overview.tables
    (bye,) = [who for _, drawing in overview.drawings(overview.rounds[0]) for who in drawing.byes]
    for seat in agreed.seats:
        club.house.write(str(agreed.game_id), seat["seat"], "vote end yes")
    club.house.do("ending", agreed.game_id)
    gone = early.seats[0]["seat"]
    club.write(f"td replace cup {gone} by bot")
    club.house.pass_time(days=31)
    club.after_a_day()
    rows = {row["entrant"]: row for row in csv.DictReader(io.StringIO(client.get("/events/cup/standings.csv").text))}
    marks = {who: row["marks"] for who, row in rows.items()}
    assert marks == {
        bye: "1 bye",
        **{seat["entry"]: "1 agreed" for seat in agreed.seats},
        early.seats[0]["entry"]: "1 forfeit early",
        early.seats[1]["entry"]: "1 early",
    }


def adjudicated(club: Club, monkeypatch: pytest.MonkeyPatch, moves: int) -> str:
    """A table that play-outs of so many moves decide; gives its game."""
    monkeypatch.setattr(results, "play_out", lambda state, seed, **_: playouts.play_out(state, seed, moves))
    monkeypatch.setattr(results, "unclear", lambda estimates: [])
    club.announce("format swiss 1", "playouts 2", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    club.house.pass_time(days=31)
    club.move_on()
    assert club.overview().tables[0].status == TableStatus.DECIDED
    return game


def test_the_director_is_told_how_many_play_outs_did_not_come_to_an_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    adjudicated(club, monkeypatch, 3)
    assert any(
        "Of 2 play-outs 2 did not come to the end of the game: they were stopped after 3 moves" in row.data["text"]
        for row in club.house.outbox("notice", BOSS)
    )
    assert any("stopped after 3 moves" in deed.new for deed in club.deeds())
    assert how_far({"samples": {"a": {"finished": True, "moves": 9}}}) == ""


def test_an_adjudicated_game_s_last_mail_calls_its_figures_an_estimate(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    adjudicated(club, monkeypatch, 40)
    (over,) = club.house.outbox("over", "anna@example.org")
    text = " ".join(club.house.text_of(over).split())
    assert "First by estimate:" in text and "wins with" not in text
    assert "this is an estimate of what it would have come to" in text
    assert "As the game stood when it was stopped:" in text


def test_estimates_that_overlap_are_what_leaves_a_table_open(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.announce("format swiss 1", "playouts 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.house.pass_time(days=31)
    monkeypatch.setattr(results, "unclear", lambda estimates: [("Anna", "Bert")])
    club.move_on()
    told = [row.data["text"] for row in club.house.outbox("notice", BOSS)]
    (text,) = [text for text in told if "Table 1 is not over and the estimates overlap:" in text]
    assert {line.partition(":")[0] for line in text.splitlines()[1:3]} == {"Anna", "Bert"}, "each on a line of its own"


def test_who_won_with_a_forfeited_seat_is_told_as_forfeited(club: Club) -> None:
    club.announce("format swiss 1", "replacement bot", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.write("td replace cup Anna by bot")
    club.write('td rule cup 1 Anna > Bert "as it stood"')
    (over,) = club.house.outbox("over", "bert@example.org")
    text = " ".join(club.house.text_of(over).split())
    assert "Anna (forfeited, played on by a bot) wins" in text


def test_a_ruling_s_figures_have_their_unit(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    (told,) = [
        row.data["text"] for row in club.house.outbox("notice", "bert@example.org") if "ruled" in row.data["text"]
    ]
    money = next(line for line in told.splitlines() if line.startswith("1. Anna"))
    assert money.startswith("1. Anna  $"), money


def test_who_is_replaced_is_told_by_whom_and_in_which_event(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.write("td replace cup Anna by bot")
    told = [row.data["text"] for row in club.house.outbox("notice", "anna@example.org")]
    assert any("cup: the director has taken you out of your game. A bot plays Anna until" in text for text in told)
    assert not any("has given Anna to somebody else" in text for text in told)
    club.write('td expel cup Bert "rude"')
    told = [row.data["text"] for row in club.house.outbox("notice", "bert@example.org")]
    assert any("cup: the director has excluded you (rude). A bot plays Bert" in text for text in told)


@pytest.mark.parametrize("old", [True, False])
def test_an_event_of_the_rule_before_is_audited_by_that_rule(club: Club, old: bool) -> None:
    """Standings are for ever: a rule that came later does not make those of an old event wrong."""
    club.announce("format groups 1 of 4 then knockout top 4", bots=11)
    club.close()
    club.run()
    with club.house.office.desk() as desk:
        cup = desk.cups.get(club.cup)
        assert cup is not None
        # As it was stored then: nothing was said of the rule, and those left behind stood group by group.
        cup.terms = {name: value for name, value in cup.terms.items() if name != "pools_together"}
        pools = {
            who: pool for pool, all_ in club.overview().pools_drawn(club.overview().rounds[:1]).items() for who in all_
        }
        for row in desk.cups.rounds(club.cup)[1:] if old else ():
            above = [one for one in row.standings if one["stage"] == 2]
            left = [{**one, "pool": pools[one["entry"]]} for one in row.standings if one["stage"] == 1]
            first = [
                one for one in desk.cups.rounds(club.cup)[0].standings if one["entry"] in {x["entry"] for x in left}
            ]
            places = {one["entry"]: one["rank"] for one in first}
            for one in left:
                mine = [places[each["entry"]] for each in left if each["pool"] == one["pool"]]
                one["rank"] = len(above) + 1 + sum(place < places[one["entry"]] for place in mine)
            order = [one["entry"] for one in first]
            row.standings = [*above, *sorted(left, key=lambda one: order.index(one["entry"]))]
    with club.house.office.reading() as desk:
        found = desk.cups.get(club.cup)
        assert found is not None
        assert audit(desk, found) == []
    if old:
        assert len({line.pool for line in club.overview().lines[4:]}) > 1, "and its pages show what was told then"
