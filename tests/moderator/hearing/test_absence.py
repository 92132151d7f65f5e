"""Days of an absence in the words of every language, and days that nobody can be sure of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from moderator.hearing import registry
from moderator.hearing.absence import by_weekdays, read_absence
from moderator.hearing.days import without_courtesy
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
        ("en", "I'm on holiday from Nov 24 to Nov 27, hope that's ok!"),
        ("fr", "Je suis en vacances du 24 au 27 novembre, merci de patienter"),
        ("de", "Ich bin vom 24. bis 27. November auf Dienstreise, sorry"),
        ("ko", "11월 24일부터 27일까지 출장입니다"),
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


# The seventeenth of November 2026 is a Tuesday.
@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I'm away on Friday", ["20 20"]),
        ("I'll be out Thursday", ["19 19"]),
        ("I am away Monday to Wednesday", ["23 25"]),
        ("I'm away from Friday until Monday.", ["20 23"]),
        ("I'm away this weekend", ["21 22"]),
        ("absent vendredi", ["20 20"]),
        ("Je ne suis pas là vendredi", ["20 20"]),
        ("je suis absente de lundi à mercredi", ["23 25"]),
        ("Vendredi, je serai absent", ["20 20"]),
        ("Par contre je ne suis pas là vendredi.", ["20 20"]),
        ("Allerdings bin ich am Freitag nicht da", ["20 20"]),
        ("Montag bis Mittwoch weg", ["23 25"]),
        ("Ich bin am Freitag nicht da", ["20 20"]),
        ("Am Freitag bin ich verreist", ["20 20"]),
        ("bin Do-Sa weg", ["19 21"]),
        ("금요일에 자리를 비워요", ["20 20"]),
        ("저는 월요일부터 수요일까지 자리를 비웁니다", ["23 25"]),
        ("Away all next week, sorry folks.", ["23 29"]),
        ("Ich bin die ganze nächste Woche auf Dienstreise", ["23 29"]),
        ("Je serai en déplacement la semaine prochaine", ["23 29"]),
        ("다음 주에 출장입니다", ["23 29"]),
        ("I'm away this week", ["17 22"]),
        ("Bin nächste Woche von Montag bis Mittwoch auf Dienstreise.", ["23 25", "30 2"]),
        ("다음 주 월요일부터 수요일까지 출장이에요.", ["23 25", "30 2"]),
        # Whether the last day still counts, today or in a week, this week or next: nobody guesses.
        ("I'm away until Monday", ["17 22", "17 23"]),
        ("Ich bin bis Montag weg", ["17 22", "17 23"]),
        ("absent jusqu'à lundi", ["17 22", "17 23"]),
        ("월요일까지 자리를 비웁니다", ["17 22", "17 23"]),
        ("I'm away on Tuesday", ["17 17", "24 24"]),
        ("I'm away next Friday", ["20 20", "27 27"]),
        ("nächsten Freitag bin ich nicht da", ["20 20", "27 27"]),
        ("absent vendredi prochain", ["20 20", "27 27"]),
        ("다음 주 금요일에 자리를 비워요", ["20 20", "27 27"]),
    ],
)
def test_weekdays_are_the_next_or_asked_about(text: str, days: list[str]) -> None:
    found = registry.find(text)
    assert found is not None and found[0].words == "away", found
    told = without_courtesy(found[1])
    assert [f"{first.day} {last.day}" for first, last in by_weekdays(told, "UTC", NOW)] == days


@pytest.mark.parametrize(
    "text",
    [
        "I'm away on Friday night with friends",
        "Friday I'm in love",
        "are you away on Friday?",
        "Bob is away on Friday",
        "Ich bin am Freitag dran",
        "on part vendredi ?",
        "금요일에 만나요",
        "I'm out",
        "I'm out of money on Friday",
    ],
)
def test_what_only_speaks_of_a_day_is_no_absence(text: str) -> None:
    assert registry.find(text) is None


def test_until_a_day_begins_today_and_from_a_day_on_is_asked(tmp_path: Path) -> None:
    for language, text in (
        ("en", "until 9 December"),
        ("de", "bis 9.12."),
        ("fr", "jusqu'au 9 décembre"),
        ("ko", "12월 9일까지"),
    ):
        wanted = datetime(2026, 11, 17, tzinfo=UTC), datetime(2026, 12, 10, tzinfo=UTC)
        assert read_absence(text, "UTC", NOW, language) == wanted
    assert read_absence("until the 9th", "UTC", NOW, "en")[1] == datetime(2026, 12, 10, tzinfo=UTC)
    for language, text in (
        ("en", "from 9 December"),
        ("de", "ab 9.12."),
        ("fr", "à partir du 9 décembre"),
        ("ko", "12월 9일부터"),
    ):
        with pytest.raises(BadTime):
            read_absence(text, "UTC", NOW, language)


def test_an_absence_by_weekday_is_told_with_its_dates_or_asked_with_a_word(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path))
    game = house.game("Ann", "Red", title="1882")
    for line in ("I'm away on {day}", "absent {day}", "{day} weg", "{day}에 자리를 비워요"):
        today = house.office.now().weekday()
        names = {
            "I'm": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
            "absent": "lundi mardi mercredi jeudi vendredi samedi dimanche",
            "{day}": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
            "{day}에": "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
        }
        day = names[line.split()[0]].split()[(today + 2) % 7]
        assert house.write(game, "Red", line.format(day=day)).word == "ACCEPTED", line
    today = names["I'm"].split()[house.office.now().weekday()]
    asked = house.write(game, "Red", f"I'm away on {today}")
    assert asked.word == "NOT ACCEPTED" and asked.text.count(":  confirm ") == 2
    house.office.close()


@pytest.mark.parametrize(
    ("language", "line", "days"),
    [
        ("en", "I'm away on Fridays", "weekdays Sat-Thu"),
        ("en", "I am away every weekend", "weekdays Mon-Fri"),
        ("en", "I'm away Fridays and Saturdays", "weekdays Sun-Thu"),
        ("fr", "absent le vendredi", "jours Sat-Thu"),
        ("fr", "je suis absente tous les vendredis", "jours Sat-Thu"),
        ("de", "Ich bin freitags weg", "wochentage Sat-Thu"),
        ("de", "jeden Freitag weg", "wochentage Sat-Thu"),
        ("ko", "금요일마다 자리를 비워요", "요일 Sat-Thu"),
        ("ko", "매주 금요일에 자리를 비웁니다", "요일 Sat-Thu"),
    ],
)
def test_what_is_so_every_week_is_asked_about_and_no_single_day(
    tmp_path: Path, language: str, line: str, days: str
) -> None:
    house = open_house(settings_for(tmp_path))
    game = house.game("Ann", "Red", title="1882")
    house.write(game, "Ann", f"language {language}", deliver=False)
    asked = house.write(game, "Ann", line, deliver=False)
    assert asked.word == "NOT ACCEPTED", "one Friday would be noted where every Friday was meant"
    every, once = asked.rows[0].data["lines"][0]["instead"]
    assert every == days and once.split()[1].startswith("2026-11-2")
    assert house.write(game, "Ann", every, deliver=False).word == "ACCEPTED"
    # Whoever has those days off already is left with the day.
    again = house.write(game, "Ann", once, deliver=False)
    assert again.word == "ACCEPTED", again.said
    house.office.close()
