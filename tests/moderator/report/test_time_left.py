"""How much time is left, by whose clock, and until when whoever is late may still move."""

from __future__ import annotations

from datetime import timedelta

import pytest

from moderator.language import languages
from moderator.outbox.report import Deadline, Kind, report
from tests.moderator.report.positions import NOW, PLAYED, game, view

SAID = {"en": "{} {} left", "fr": "il reste {} {}", "de": "noch {} {}", "ko": "{}{} 남음"}
HOURS = {"en": ("hour", "hours"), "fr": ("heure", "heures"), "de": ("Stunde", "Stunden"), "ko": ("시간", "시간")}
MINUTES = {"en": ("minute", "minutes"), "fr": ("minute", "minutes"), "de": ("Minute", "Minuten"), "ko": ("분", "분")}


def mail(language: str, left: timedelta, kind: Kind = Kind.MOVE, zone: str = "Europe/Paris", **more: object) -> str:
    due = Deadline(NOW + left, **more)  # type: ignore[arg-type]
    at = view(*game(*PLAYED["1861-stock"]), kind, language=language, zone=zone, text_only=True, deadline=due)
    sent = report(at)
    return " ".join(f"{sent.subject}\n{sent.text}".replace("\u00a0", " ").replace("\u202f", " ").split())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("left", "count", "unit"),
    [
        (timedelta(seconds=20), 1, MINUTES),
        (timedelta(minutes=3), 3, MINUTES),
        (timedelta(minutes=119), 119, MINUTES),
        (timedelta(hours=2), 2, HOURS),
        (timedelta(hours=48, seconds=-7), 48, HOURS),
        (timedelta(hours=31, minutes=20), 31, HOURS),
    ],
)
def test_time_is_told_in_minutes_where_there_is_little_of_it(
    language: str, left: timedelta, count: int, unit: dict[str, tuple[str, str]]
) -> None:
    assert SAID[language].format(count, unit[language][count > 1]) in mail(language, left)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("otherwise", ["wait", "default", "standing"])
def test_whoever_is_late_reads_until_when_they_may_still_move(language: str, otherwise: str) -> None:
    said = mail(language, timedelta(minutes=-1), Kind.LATE, grace=1, otherwise=otherwise)
    still = {"en": "You can still move until", "fr": "Vous pouvez encore jouer jusqu'au", "de": "Du kannst noch bis"}
    assert still.get(language, "까지는 아직 명령을 낼 수 있습니다") in said
    assert "13 h 59 CET" in said if language == "fr" else "13:59" in said
    # Neither as if there were time, nor hours of one hour.
    for wrong in ("À faire avant", "À faire le", "1 hours", "1 Stunden", "1 heures", "Due Mon", "Frist: Mo"):
        assert wrong not in said


@pytest.mark.parametrize("language", languages())
def test_after_the_grace_no_moment_is_promised(language: str) -> None:
    said = mail(language, timedelta(hours=-5), Kind.LATE, grace=1)
    after = {"en": "The grace period is over too", "fr": "Le délai de grâce est passé lui aussi"}
    after |= {"de": "Auch die Nachfrist ist abgelaufen", "ko": "유예 시간도 지났습니다"}
    assert after[language] in said


@pytest.mark.parametrize(("zone", "written"), [("Asia/Seoul", "KST"), ("America/Sao_Paulo", "UTC-03"), ("UTC", "UTC")])
@pytest.mark.parametrize("language", languages())
def test_a_deadline_carries_its_zone_in_subject_and_headline(language: str, zone: str, written: str) -> None:
    due = view(*game(*PLAYED["1861-stock"]), language=language, zone=zone, text_only=True)
    sent = report(due)
    headline = " ".join(sent.text.split("\n\n")[1].split())
    assert written in sent.subject and written in headline
