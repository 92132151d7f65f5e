"""What a report contains, in which order, and how heavy it is."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from email import policy
from email.message import EmailMessage

import pytest
from icalendar import Calendar

from engine.game import to_act
from moderator.drawing.mosaic import MOSAIC
from moderator.outbox.compose import _filled, as_bytes
from moderator.outbox.report import (
    Answered,
    AnswerLine,
    Deadline,
    Detail,
    Kind,
    OfferShown,
    PressShown,
    ReportView,
    report,
)
from moderator.outbox.report.common import forget
from tests.moderator.report.positions import ADDRESS, NOW, PLAYED, ended, game, view

ORDER = (
    "=-=-=", "SINCE YOUR LAST EMAIL", "YOUR DECISION", "ORDERS", "WHAT YOU CAN DO", "BEST RUNS", "WHAT FOLLOWS",
    "YOUR POSITION", "WHO HOLDS WHAT",
    "PLAYERS", "COMPANIES", "STOCK MARKET", "BANK AND TRAINS", "PRIVATES", "MAP", "TILES AND STATIONS",
    "LOG OF THE ROUND", "-- ",
)  # fmt: skip


def test_the_parts_stand_in_the_order_a_mover_needs_them() -> None:
    text = report(view(*game(*PLAYED["1861-run"]), text_only=True)).text
    places = [
        text.index(heading if heading == "=-=-=" else f"\n{heading}") if heading != "=-=-=" else 0 for heading in ORDER
    ]
    assert places == sorted(places)
    assert text.startswith("=-=-= Reply above this line =-=-=\n")


def test_the_html_goes_from_the_headline_to_the_map_the_news_and_the_decision() -> None:
    names = re.findall(r'data-name="([\w-]+)"', report(view(*game(*PLAYED["1861-run"]))).html)
    assert names.index("map") < names.index("since") < names.index("asked") < names.index("matrix"), names


HEAVY = [(*PLAYED[name], "en") for name in ("1861-late", "1861-track", "1882-late")]
# Dozens of lays on a full map, and the language that takes most room.
HEAVY += [("1861-3", 1312, "fr"), ("1861-3", 1404, "fr"), ("1861-3", 1404, "ko")]


@pytest.mark.parametrize(("name", "moves", "language"), HEAVY)
def test_no_mail_is_too_heavy(name: str, moves: int, language: str) -> None:
    mail = report(view(*game(name, moves), back=60, language=language))
    assert len(mail.text.encode()) <= 24_000
    # Gmail shows about 102 kB of an HTML part and hides the rest behind a link.
    assert len(mail.html.encode()) <= 95_000
    assert len(as_bytes(_filled(EmailMessage(policy=policy.SMTP), mail))) < 400_000
    assert "mailto:" in mail.html and 'data-name="map"' in mail.html
    assert all(len(file.data) < 150_000 for file in mail.related)
    assert all(len(line) <= 78 for line in mail.text.split("\n"))


def test_a_text_that_would_be_too_long_loses_its_history_first() -> None:
    played, state = game("1861-3", 1420)
    asked = view(played, state, back=400, log=played[-300:], text_only=True)
    text = report(asked).text
    assert len(text.encode()) <= 24_000
    assert "earlier moves not shown" in text
    assert "TILES AND STATIONS" in text and "\nWHAT YOU CAN DO" in text


def test_the_deadline_is_told_in_both_times_with_what_happens_otherwise() -> None:
    played, state = game(*PLAYED["1861-stock"])
    text = " ".join(report(view(played, state, text_only=True)).text.split())
    assert "Due Tue 17 November 2026, 20:00 (Europe/Paris), i.e. 2026-11-17 19:00 UTC; 31 hours left." in text
    assert "the moderator decides" in text
    default = Deadline(NOW + timedelta(hours=2), otherwise="default")
    assert "a safe order is played" in " ".join(
        report(view(played, state, deadline=default, text_only=True)).text.split()
    )
    assert "clock is stopped" in report(view(played, state, deadline=Deadline(None), text_only=True)).text


def entry(asked: ReportView) -> dict[str, object]:
    file = next(file for file in report(asked).attachments if file.name == "deadline.ics")
    (event,) = Calendar.from_ical(file.data).walk("VEVENT")
    return {"uid": str(event["UID"]), "sequence": int(event["SEQUENCE"]), "start": event["DTSTART"].dt}


def test_a_new_deadline_replaces_the_old_one_in_the_calendar() -> None:
    asked = view(*game(*PLAYED["1882-stock"]))
    assert asked.deadline is not None and asked.deadline.due is not None
    before = entry(asked)
    later = Deadline(asked.deadline.due + timedelta(hours=24), sequence=1)
    after = entry(replace(asked, deadline=later))
    assert before["uid"] == after["uid"]
    assert before["sequence"] == 0 and after["sequence"] == 1
    assert after["start"] == later.due
    assert entry(replace(asked, turn=asked.turn + 1))["uid"] != before["uid"]


def test_the_position_file_holds_the_public_facts_and_no_secret() -> None:
    played, state = game(*PLAYED["1882-stock"])
    file = next(f for f in report(view(played, state)).attachments if f.name == "position.json")
    facts = json.loads(file.data)
    assert facts["to_act"] == to_act(state)
    assert facts["position"]["players"]["Red"]["cash"] == state.cash_of(state.players[0])
    # Which train raises the North-West is known to nobody yet.
    assert "rebellion" not in file.data.decode()


def test_the_pictures_are_drawn_once_for_all_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    drawn = []
    drawing = {"map": MOSAIC.map, "market": MOSAIC.market}
    for what, draw in drawing.items():
        monkeypatch.setattr(MOSAIC, what, lambda *about, draw=draw: drawn.append(1) or draw(*about))
    played, state = game(*PLAYED["1861-track"])
    mails = [report(view(played, state, Kind.REPORT, seat, detail=Detail.FULL)) for seat in state.players]
    assert len(drawn) == 2
    assert len({mail.related[:2] for mail in mails}) == 1


def test_orders_on_file_offers_and_press_are_in_the_mail() -> None:
    played, state = game(*PLAYED["1861-stock"])
    offer = OfferShown(7, "Green", "buy private TSR for 30", NOW + timedelta(hours=5), mine=True)
    asked = view(
        played, state, queued=("3: pass",), offers=(offer,), press=(PressShown("Blue", "Hello\nturn 9\npass"),)
    )
    mail = report(asked)
    assert "- 3: pass" in mail.text
    assert "7: Green offers buy private TSR for 30; lapses Mon 16 November 2026, 18:00" in " ".join(mail.text.split())
    assert "accept%207" in mail.html and "    accept 7" in mail.text
    assert "  | turn 9" in mail.text and "\nturn 9" not in mail.text


def test_an_answer_shows_every_line_and_what_to_write_instead() -> None:
    played, state = game(*PLAYED["1861-stock"])
    lines = (
        AnswerLine("✓", 1, "sell 1 NW"),
        AnswerLine("✗", 2, "train 3", "The bank sells 2-trains.", ("train 2", "done"), "15.2"),
    )
    answer = Answered("NOT ACCEPTED", "", "orders", lines)
    mail = report(view(played, state, Kind.ANSWER, answer=answer))
    assert mail.subject.startswith("NOT ACCEPTED [1861-7]")
    text = " ".join(mail.text.split())
    assert "nothing in this email was played." in text
    assert "✗ 2 train 3 — The bank sells 2-trains. (15.2) — Write instead: train 2 or done" in text
    french = report(view(played, state, Kind.ANSWER, answer=answer, language="fr", text_only=True)).text
    assert "rien de ce courriel n'a été joué" in french and "Écrivez plutôt" in french


def test_an_invitation_needs_no_position() -> None:
    asked = ReportView(
        "1861-9", Kind.INVITATION, "Anna", None, address=ADDRESS, title="1861", table=("Red", "Anna (bot)")
    )
    mail = report(asked)
    assert mail.subject == "[1861-9] You are invited to a game of 1861"
    assert "    join" in mail.text and "body=join" in mail.html
    assert not mail.related and not mail.attachments


def test_the_end_adds_up() -> None:
    played, state = ended("1882-1", 500)
    wealth = tuple((f"OR{n}.1", {p: 100 * n + k for k, p in enumerate(state.players)}) for n in range(1, 6))
    mail = report(view(played, state, Kind.OVER, wealth=wealth))
    sheets = mail.text.partition("THE ARITHMETIC\n")[2].partition("\n\n")[0].split("\n")
    sums: list[int] = []
    for line in sheets:
        if line.startswith("- in all"):
            assert sum(sums) == int(line.rpartition("$")[2].replace(",", ""))
            sums = []
        elif line.startswith("- "):
            sums.append(int(line.rpartition("$")[2].replace(",", "")))
    names = [file.name for file in mail.related]
    assert [name for name in names if not name.startswith("map-")] == ["map.png", "market.png", "wealth.png"]
    assert "WHAT YOU CAN DO" not in mail.text


def test_who_lives_by_utc_is_told_the_hour_once() -> None:
    played, state = game("1861-3", 0)
    here = " ".join(report(view(played, state, zone="UTC", text_only=True)).text.split())
    assert "Due Tue 17 November 2026, 19:00 UTC; 31 hours left." in here
    there = " ".join(report(view(played, state, zone="Europe/Paris", text_only=True)).text.split())
    assert "20:00 (Europe/Paris), i.e. 2026-11-17 19:00 UTC" in there
