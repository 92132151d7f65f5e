"""Tables that end with a set of operating rounds, as the terms of the event say."""

from __future__ import annotations

import json

import pytest

import engine
from engine import Refused
from moderator.errands.audit import audit as audit_of_games
from moderator.errands.audit import played
from moderator.events.auditing import audit
from moderator.events.results import sample
from moderator.events.terms import EventTerms, decode
from moderator.events.terms_read import from_toml, said
from moderator.events.values import Ending
from moderator.store import chain
from moderator.store.statuses import CupStatus, GameStatus, RoundStatus
from moderator.table.result import result_of
from tests.moderator.events.conftest import Club


@pytest.mark.parametrize(
    "line",
    ["early end after OR 6", "early end OR6", "early end 6", "unfinished early after or 6", "early end after set 6"],
)
def test_the_line_is_read_in_many_forms_and_written_in_one(line: str) -> None:
    terms = said(EventTerms(titles=("1861",)), [line])
    assert terms.early_end == 6 and "early end after OR 6" in terms.lines()
    assert said(EventTerms(), terms.lines()[1:]).early_end == 6
    assert decode(terms.encode()).early_end == 6
    assert from_toml("early_end = 6") == ["early end 6"]
    assert said(terms, ["early end none"]).early_end == 0


@pytest.mark.parametrize("line", ["early end", "early end soon", "early end 0", "early end after SR 3", "early end 99"])
def test_anything_else_is_refused_with_the_form(line: str) -> None:
    with pytest.raises(Refused, match="After which set of operating rounds") as refused:
        said(EventTerms(), [line])
    assert "early end after OR 6" in refused.value.instead


def test_terms_of_before_have_none() -> None:
    kept = EventTerms(titles=("1861",)).encode()
    del kept["early_end"]
    assert decode(kept).early_end == 0


def test_every_table_ends_there_with_what_everybody_is_worth(club: Club) -> None:
    club.announce("format swiss 1", "early end after OR 1")
    assert "Every table ends after set 1 of operating rounds" in " ".join(club.write("terms cup").text.split())
    club.close()
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    for table in overview.tables:
        with club.house.office.reading() as desk:
            play = desk.game(table.game_id or "")
            assert play is not None and play.status == GameStatus.OVER and play.result is not None
            assert engine.to_act(play.state) is not None, "the rules would have it go on"
            assert (play.state.cursor.number, play.state_at(play.seq - 1).cursor.number) == (2, 1)
            assert play.result == {**result_of(play), "ended": "set"}
            # The record that is handed out tells no terms, and agrees with itself.
            record = chain.read(json.loads(json.dumps(play.record_told())))
            assert [one.what for one in played(*record, handed_out=True)] == []
        assert table.result is not None and table.result["how"] == Ending.SET
    with club.house.office.reading() as desk:
        assert audit(desk, overview.cup) == []
    assert audit_of_games(club.house.office) == [], "that nobody is asked any more is no finding"


def test_nothing_is_played_beyond_it(club: Club) -> None:
    """Orders below the last one of the set, and those on file, move nothing any more."""
    club.announce("format swiss 1", "early end after OR 1", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    for _ in range(200):
        with club.house.office.reading() as desk:
            play = desk.game(game)
            assert play is not None
            if play.over:
                break
            state, mover = play.state, str(play.to_move)
        order = engine.write_order(next(iter(engine.alone(state, engine.Player(mover)))))
        again = "\n".join((order, "pass", "pass"))
        address = f"{mover.lower()}@example.org"
        if club.house.write(game, mover, again, sender=address).word == "NOT ACCEPTED":
            assert club.house.write(game, mover, order, sender=address).word in ("ACCEPTED", "DUPLICATE")
    with club.house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and play.over and play.result is not None and play.result["ended"] == "set"
        assert play.state.cursor.number == 2 and play.state_at(play.seq - 1).cursor.number == 1
    refused = club.house.write(game, "Anna", "pass", sender="anna@example.org")
    assert refused.word == "NOT ACCEPTED" and "The game is over." in refused.text
    club.house.do("ending", game)
    assert "The terms of the event end the game" in " ".join(club.house.text_of(club.house.outbox("over")[0]).split())


def test_without_the_line_tables_go_on(club: Club) -> None:
    club.announce("format swiss 1")
    club.close()
    club.run()
    assert all((table.result or {})["how"] == Ending.PLAYED for table in club.overview().tables)


def test_play_outs_go_no_further(club: Club) -> None:
    club.announce("format swiss 1", "early end after OR 1", "playouts 2", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.house.pass_time(days=31)
    for _ in range(8):
        club.move_on()
    (table,) = club.overview().tables
    assert table.estimate is not None and club.overview().rounds[0].status == RoundStatus.CLOSING
    with club.house.office.reading() as desk:
        play = desk.game(table.game_id or "")
        assert play is not None
        for seed, kept in table.estimate["samples"].items():
            assert kept["finished"] and sample(play, 0, seed) == kept
        assert len(table.estimate["samples"]) == 2
