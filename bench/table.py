"""The table on the web, late in a recorded game: what the first view and a step of the slider cost and weigh, and how
long another browser takes to show a move.

The recorded games lie beside the repository; without them there is nothing to measure.
"""

from __future__ import annotations

import gzip
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from flask.testing import FlaskClient
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

import engine
from moderator.table.seating import new_game
from moderator.web import create_app
from moderator.web.table import page
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.table.test_recorded import CORPUS, recorded
from tests.moderator.web.visiting import signed_in
from tests.services import free_port

GAMES = (("1861", "29683"), ("1882", "10526"))
MAP = re.compile(rb'<svg class="map".*?</svg>', re.DOTALL)


def late(house: House, title: str, name: str) -> tuple[str, str]:
    """A game near its end, and the address of whoever has to move."""
    plan, orders, _ = recorded(title, name)
    with house.office.desk() as desk:
        game = new_game(desk, plan, "bench").id
        play = desk.lock(game)
        assert play is not None
        for one in orders[: int(len(orders) * 0.9)]:
            move = engine.parse_order(play.state, one["order"])
            mover = engine.Player(play.to_move)
            outcome = engine.apply(play.state, move, mover, play.state.players, advise=False)
            play.record(mover, engine.write_order(move), outcome, "bench", None, desk.now)
        address = {wish.name: wish.address for wish in plan.seats}[play.to_move]
    return game, address


def cost(client: FlaskClient, place: str, times: int) -> float:
    """Processor time in milliseconds; the quickest of several."""
    found = []
    for _ in range(times):
        begin = time.process_time()
        client.get(place)
        found.append(time.process_time() - begin)
    return min(found) * 1000


def seen_by_others(times: int = 12) -> Iterator[dict[str, object]]:
    """On the wall: from a move's being committed until a browser elsewhere says that it is its player's turn."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as home, sync_playwright() as play:
        house = open_house(settings_for(Path(home)))
        game = house.game("Red", "Blue")
        port = free_port()
        server = make_server("127.0.0.1", port, create_app(house.office), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = play.chromium.launch(executable_path=program)
        looking = browser.new_page()
        signed_in(looking, "blue@example.org", house, f"http://127.0.0.1:{port}")
        looking.goto(f"http://127.0.0.1:{port}/games/{game}")
        took = []
        for number in range(times):
            house.write(game, "Red", f"bid N {10 * number + 5}", deliver=False)
            begin = time.monotonic()
            looking.locator(".turn .mine").wait_for()
            took.append(time.monotonic() - begin)
            house.write(game, "Blue", f"bid N {10 * number + 10}", deliver=False)
            looking.locator(".turn .mine").wait_for(state="detached")
        browser.close()
        server.shutdown()
        house.office.close()
    for what, value in (("middle", sorted(took)[times // 2]), ("worst", max(took))):
        yield {"title": "toy", "what": f"a move seen elsewhere ({what})", "ms": value * 1000}


def rows() -> Iterator[dict[str, object]]:
    yield from seen_by_others()
    if not CORPUS.exists():
        return
    for title, name in GAMES:
        with tempfile.TemporaryDirectory() as home:
            house = open_house(settings_for(Path(home)))
            game, address = late(house, title, name)
            client = create_app(house.office).test_client()
            for who in ("looks on", "moves"):
                if who == "moves":
                    signed_in(client, address, house)
                seen = client.get(f"/games/{game}").data
                bare = MAP.sub(b"", seen)
                yield {
                    "title": title,
                    "what": f"first view, {who}",
                    "ms": cost(client, f"/games/{game}", 8),
                    "kB without map": len(bare) / 1000,
                    "kB packed, all": len(gzip.compress(seen)) / 1000,
                }
            last = house.row(game).seq
            page.MOMENTS._games.clear()
            begin = time.process_time()
            client.get(f"/games/{game}/moment?at={last // 2}")
            yield {"title": title, "what": "slider, first touch", "ms": (time.process_time() - begin) * 1000}
            steps = [cost(client, f"/games/{game}/moment?at={at}", 2) for at in range(20, last, last // 12)]
            yield {"title": title, "what": "slider, a step (middle)", "ms": sorted(steps)[len(steps) // 2]}
            yield {"title": title, "what": "slider, a step (worst)", "ms": max(steps)}
            yield {"title": title, "what": "live", "ms": cost(client, f"/games/{game}/live", 20)}
            house.office.close()
