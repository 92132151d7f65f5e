"""The pictures of an event's final report: its cross-table, and how wealth grew at the tables of its last round."""

from __future__ import annotations

import pytest

from engine import Player
from moderator.outbox.report import adapt
from moderator.outbox.report.adapt import MOST_CURVES, event_pictures
from moderator.store.statuses import CupStatus
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.events.test_tables import decided

PNG = b"\x89PNG"


def over(club: Club, *lines: str, bots: int) -> None:
    club.announce(*lines, bots=bots)
    club.close()
    club.run()
    assert club.row().status == CupStatus.OVER


def test_the_cross_table_and_the_curves_of_the_final(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    svgs: list[str] = []
    monkeypatch.setattr(adapt, "png", lambda svg: svgs.append(svg) or PNG)
    over(club, "format swiss 1 then final", bots=4)
    overview = club.overview()
    (final,) = overview.tables_of(overview.last)  # type: ignore[arg-type]
    with club.house.office.reading() as desk:
        (cross, said), (wealth, came) = event_pictures(desk, "cup")
        play = desk.game(str(final.game_id))
        assert play is not None
        scores = {str(name): worth for name, worth in (play.result or {})["scores"].items()}
    assert (cross.name, wealth.name) == ("cross-table.png", "wealth.png")
    assert said.startswith(f"1. {overview.by_key[overview.lines[0].entrant].name}: ")
    # Everybody who played stands in the one, the finalists with what they came to in the other.
    assert all(entry.name in svgs[0] for entry in overview.entries)
    assert came == ", ".join(f"{name} {scores[name]}" for name in (seat["seat"] for seat in final.seats))
    assert all(seat["seat"] in svgs[1] for seat in final.seats)


def test_the_curves_of_every_table_of_the_last_round_up_to_some(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapt, "png", lambda svg: PNG + svg.encode())
    club.announce("format swiss 1", bots=12)
    club.close()
    club.move_on()
    decided(club)
    club.move_on()
    with club.house.office.reading() as desk:
        found = event_pictures(desk, "cup")
        games = [table.game_id for table in club.overview().tables]
        assert len(games) == 6
        assert [file.name for file, _ in found] == ["cross-table.png", *(f"wealth-{one}.png" for one in games[:4])]
        assert len({file.cid for file, _ in found}) == 1 + MOST_CURVES
        for (_, said), game in zip(found[1:], games, strict=False):
            play = desk.game(str(game))
            assert play is not None
            assert said.startswith(f"{game}: ") and all(str(Player(seat.name)) in said for seat in play.players)
        # The next report has the same ones, and nothing is drawn for it.
        monkeypatch.setattr(adapt, "png", None)
        assert event_pictures(desk, "cup") == found


def test_they_are_in_the_mail(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapt, "png", lambda svg: PNG)
    over(club, "format swiss 1 then final", bots=4)
    club.house.deliver()
    raw = club.house.outbox("event", BOSS)[-1].raw
    assert raw is not None and b"cross-table.png" in raw and b"wealth.png" in raw
