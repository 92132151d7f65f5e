"""Days of an absence in the words of every language, and days that nobody can be sure of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from moderator.hearing import registry
from moderator.hearing.absence import read_absence
from moderator.office.clock import BadTime
from tests.moderator.house import open_house, settings_for

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "2026-12-03 to 2026-12-09"),
        ("en", "from 3 to 9 December"),
        ("en", "December 3 until December 9"),
        ("en", "3 Dec - 9 Dec"),
        ("de", "vom 3.12. bis 9.12."),
        ("de", "3.12. bis 9.12.2026"),
        ("de", "vom 3. bis zum 9. Dezember"),
        ("de", "2026-12-03 bis 2026-12-09"),
        ("fr", "du 3 au 9 décembre"),
        ("fr", "du 3 au 9"),
        ("fr", "3/12 au 9/12"),
        ("fr", "du 3 décembre jusqu'au 9 décembre 2026"),
        ("ko", "12월 3일부터 12월 9일까지"),
        ("ko", "12월 3일부터 9일까지"),
        ("ko", "2026-12-03부터 2026-12-09까지"),
        ("ko", "12/3 ~ 12/9"),
    ],
)
def test_the_same_days_in_many_words(language: str, text: str) -> None:
    wanted = datetime(2026, 12, 3, tzinfo=UTC), datetime(2026, 12, 10, tzinfo=UTC)
    assert read_absence(text, "UTC", NOW, language) == wanted


def test_days_without_a_year_are_the_next_and_may_go_over_it() -> None:
    begins, ends = read_absence("20. Dezember bis 3. Januar", "Europe/Berlin", NOW, "de")
    assert (begins.isoformat(), ends.isoformat()) == ("2026-12-19T23:00:00+00:00", "2027-01-03T23:00:00+00:00")
    assert read_absence("vom 10. bis 20.", "UTC", NOW, "de")[0] == datetime(2026, 11, 10, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "tomorrow", "3/12 to 9/12", "32.13. bis 4.4.", "1 to 2 to 3", "31.2."])
def test_days_nobody_can_be_sure_of_are_refused(text: str) -> None:
    with pytest.raises(BadTime):
        read_absence(text, "UTC", NOW, "en")


def test_an_absence_by_mail_in_four_languages_names_both_days(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path))
    game = house.game("Ann", "Red", title="1882")
    for language, line, told in (
        ("de", "abwesend vom 3.12. bis 4.12.", "abwesend von Do., 3. Dez."),
        ("fr", "absent du 5 au 6 décembre", "absence notée du samedi 5 décembre"),
        ("ko", "부재 12월 7일부터 8일까지", "12월 7일"),
        ("en", "away from 9 to 10 December", "away from Wed 9 Dec"),
    ):
        house.write(game, "Ann", f"language {language}")
        answered = house.write(game, "Ann", line)
        assert answered.word == "ACCEPTED", answered.text
        assert told in " ".join(answered.text.replace("\u00a0", " ").split())
    house.office.close()


def test_help_is_given_about_topics_in_the_readers_words(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path))
    game = house.game("Ann", "Red", title="1882")
    for line in ("help if", "hilfe wenn", "aide si", "aide conditions", "도움말 만약", "도움말 조건"):
        answered = house.write(game, "Ann", line)
        assert answered.word == "ACCEPTED" and "price NW >= 100" in " ".join(answered.text.split()), line
    for line in ("help facing", "hilfe Richtung", "aide côté", "도움말 방향"):
        assert "0 S, 1 SW, 2 NW" in " ".join(house.write(game, "Ann", line).text.split()), line
    house.office.close()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "Je suis absente du 24 au 27 novembre"),
        ("fr", "Je serai absent du 24 au 27 novembre."),
        ("fr", "Du 24 au 27 novembre, je suis en vacances"),
        ("ko", "11월 24일부터 27일까지 자리를 비웁니다"),
        ("de", "Ich bin vom 24. bis 27. November abwesend"),
        ("de", "Ich bin vom 24.11. bis 27.11. im Urlaub."),
        ("de", "Vom 24. bis zum 27. November bin ich verreist."),
        ("en", "I'm away from 24 to 27 November"),
        ("en", "I will be on holiday from 24 to 27 November"),
    ],
)
def test_an_absence_is_announced_in_a_sentence_and_for_the_days_it_lasts(
    tmp_path: Path, language: str, line: str
) -> None:
    house = open_house(settings_for(tmp_path))
    game = house.game("Ann", "Red", title="1882")
    house.eager = False
    house.write(game, "Ann", f"language {language}")
    answered = house.write(game, "Ann", line)
    assert answered.word == "ACCEPTED", answered.said
    with house.office.reading() as desk:
        person = desk.person_at("ann@example.org")
        assert person is not None
        [absence] = desk.people.absences(person.id)
        assert (absence.begins.isoformat()[:10], absence.ends.isoformat()[:10]) == ("2026-11-24", "2026-11-28")
    [told] = house.outbox("notice", "red@example.org")
    # It is the 16th: nobody is away yet.
    assert told.data["title"] == "Ann announces an absence"
    assert "is away from Tue 24 Nov" in told.data["text"]
    house.office.close()


@pytest.mark.parametrize("line", ["I'm out at 100", "ich bin bei 100 weg", "je suis à 100", "100 없습니다"])
def test_a_sentence_with_a_number_may_be_about_something_else(line: str) -> None:
    assert registry.find(line) is None
