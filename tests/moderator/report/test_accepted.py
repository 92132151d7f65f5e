"""What a report offers can be sent back as it is: the template, every link, every tile of the list."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.game import apply, to_act
from engine.notation import parse_order
from engine.state import State
from moderator.inbox.quoting import cut, edits
from moderator.outbox.report import ReportView, report
from moderator.outbox.report.choices import choices, template
from tests.moderator.report.positions import ADDRESS, PLAYED, game, view

RECORDINGS = Path(__file__).resolve().parents[4] / "shared" / "corpus"


def accepted(state: State, orders: list[str]) -> None:
    """Plays the orders as the mover's; consent is given to what is proposed, and to nothing else."""
    mover = to_act(state)
    assert mover is not None
    for order in orders:
        written = order.removeprefix("propose ")
        agreed = state.players if written != order else ()
        state = apply(state, parse_order(state, written), mover, agreed, advise=False).state


def links(html: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'href="(mailto:[^"]+)"', html)]


def bodies(view: ReportView, html: str) -> list[list[str]]:
    found = []
    for link in links(html):
        parts = urlsplit(link)
        assert parts.path == ADDRESS
        asked = parse_qs(parts.query, strict_parsing=True)
        assert view.game in asked["subject"][0]
        turn, *orders = asked["body"][0].split("\r\n")
        assert turn == f"turn {view.turn}"
        found.append(orders)
    return found


def template_of(text: str) -> list[str]:
    lines = text.split("\n")
    first = next(n for n, line in enumerate(lines) if re.fullmatch(r"turn \d+", line))
    last = lines.index("end", first)
    return [line.removeprefix("# ") for line in lines[first + 1 : last]]


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("name", PLAYED)
def test_the_template_and_every_link_are_accepted_as_they_stand(name: str) -> None:
    played, state = game(*PLAYED[name])
    asked = view(played, state)
    mail = report(asked)
    accepted(state, template_of(mail.text))
    found = bodies(asked, mail.html)
    assert len(found) > 1
    for orders in found:
        accepted(state, orders)


@pytest.mark.parametrize("name", ["1861-track", "1882-track"])
def test_every_tile_of_the_list_may_be_laid(name: str) -> None:
    played, state = game(*PLAYED[name])
    text = report(view(played, state, text_only=True)).text
    part = re.sub(r"\n {10}", " ", text.partition("WHAT YOU CAN DO")[2])
    listed = re.findall(r"^    (\w\d+)[^:\n]*?  (.*)$", part, re.MULTILINE)
    orders = [
        f"lay {tile} on {hex_} facing {facing}"
        for hex_, tiles in listed
        for tile, facings in re.findall(r"(\w+) facing ((?:\d \([^)]*\)(?:, )?)+)", tiles)
        for facing in re.findall(r"(\d) \(", facings)
    ]
    assert len(orders) > 3
    for order in orders:
        accepted(state, [order])


def test_a_report_quoted_below_a_reply_changes_nothing() -> None:
    played, state = game(*PLAYED["1861-track"])
    text = report(view(played, state, text_only=True)).text
    quoted = [
        "done",
        "",
        "On Mon, Nov 16, 2026 at 8:01 PM Waybill wrote:",
        *(f"> {line}" for line in text.splitlines()),
    ]
    found = cut(quoted)
    assert found.new == ("done",)
    assert edits(found) == ()


@pytest.mark.long
@pytest.mark.parametrize("name", ["1861/real/29683", "1882/real/10526"])
def test_in_every_position_of_a_recorded_game_all_we_offer_is_accepted(name: str) -> None:
    file = RECORDINGS / f"{name}.json.gz"
    if not file.exists():
        pytest.skip("the recorded games are not here")
    from engine.__main__ import read_json
    from engine.interop.record import read_record
    from engine.interop.site18xx import positions

    for done in positions(read_record(read_json(str(file)))):
        if done.state.over:
            continue
        orders = template(done.state)
        assert orders
        accepted(done.state, list(orders))
        for choice in choices(done.state):
            accepted(done.state, [f"propose {choice.order}" if choice.consent else choice.order])
