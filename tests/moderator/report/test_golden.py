"""Reports of our own games as they are meant to read; rewritten only by ``pytest --golden``."""

from __future__ import annotations

from pathlib import Path

import pytest

from moderator.language import languages
from moderator.outbox.report import Kind, RenderedMail, report
from tests.moderator.report.positions import PLAYED, ended, game, view, whole

FOLDER = Path(__file__).with_name("golden")


def compare(name: str, mail: RenderedMail, golden: bool) -> None:
    file = FOLDER / f"{name}.txt"
    said = f"Subject: {mail.subject}\n\n{mail.text}"
    if golden:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text("utf-8"), f"{name} reads otherwise now; look at it, then run pytest --golden"


@pytest.mark.parametrize("name", PLAYED)
def test_the_mail_to_the_mover_reads_as_it_did(name: str, golden: bool) -> None:
    compare(name, report(view(*game(*PLAYED[name]), text_only=True)), golden)


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("name", ["1861-merger", "1882-station"])
def test_the_mail_reads_as_it_did_in_other_languages(name: str, language: str, golden: bool) -> None:
    compare(f"{name}-{language}", report(view(*game(*PLAYED[name]), language=language, text_only=True)), golden)


def test_the_sheet_at_the_end_reads_as_it_did(golden: bool) -> None:
    played, state = ended("1882-1", 500)
    wealth = tuple((f"OR{n}.1", {p: 100 * n + k for k, p in enumerate(state.players)}) for n in range(1, 4))
    compare("1882-end", report(view(played, state, Kind.OVER, wealth=wealth, text_only=True)), golden)


def test_the_end_of_a_whole_game_reads_as_it_did(golden: bool) -> None:
    played, state = whole("1861-3")
    assert state.over
    compare("1861-end", report(view(played, state, Kind.OVER, back=2, text_only=True)), golden)


def test_the_summary_for_the_others_reads_as_it_did(golden: bool) -> None:
    played, state = game(*PLAYED["1861-track"])
    other = next(p for p in state.players if p != view(played, state).seat)
    compare("1861-summary", report(view(played, state, Kind.REPORT, other, back=20, text_only=True)), golden)
