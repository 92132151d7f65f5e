"""Takes the pictures of our pages: sample games served for real, opened in Chromium.

Run from the project's root:  .venv/bin/python -m docs.gallery.pages
With a folder, every page at every width by day and by night is laid down there, to be looked at:
.venv/bin/python -m docs.gallery.pages /tmp/pages [part of a name]
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

import engine
from moderator.outbox.compose import unsubscribe_link
from moderator.table.onward import go_on
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from moderator.web import create_app
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.report.positions import GAMES, PLAYED, SEATS
from tests.moderator.web.visiting import signed_in
from tests.services import free_port

HERE = Path(__file__).resolve().parent
FONTS = HERE.parent.parent / "moderator" / "drawing" / "fonts"
WIDTHS = (360, 800, 1280, 1600)
LANGUAGES = ("en", "fr", "de", "ko")
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# A screenful of a desk and of a phone.
HEIGHTS = {360: 780, 800: 1100, 1280: 860, 1600: 1000}


@dataclass(frozen=True)
class Shot:
    """A picture of the gallery."""

    page: str
    width: int
    look: Literal["light", "dark"]
    language: str = "en"
    # What is scrolled to, and what is done before the picture is taken.
    to: str = ""
    doing: str = ""


SHOTS: dict[str, Shot] = {
    "web-front-desk": Shot("front", 1280, "light"),
    "web-front-phone": Shot("front", 360, "dark"),
    "web-table-desk": Shot("track", 1600, "light", doing="lay"),
    "web-table-dark": Shot("late", 1280, "dark"),
    "web-table-phone": Shot("track", 360, "light", doing="lay"),
    "web-dividend-desk": Shot("dividend", 1280, "light"),
    "web-market-desk": Shot("late", 1280, "light", to="#market", doing="path"),
    "web-sheet-french": Shot("looking-on", 1280, "light", language="fr", to="#sheet"),
    "web-help-desk": Shot("help", 1280, "light", language="fr"),
    "web-me-desk": Shot("me", 1280, "light"),
    "web-moderator-desk": Shot("moderate", 1280, "light"),
    "web-console-dark": Shot("console", 1280, "dark"),
}


# Sample games, brought to a point each; the name of the page is that of the point.
TABLES = (
    *("1861-late", "1861-track", "1861-dividend", "1861-stock", "1861-auction-opens", "1861-run", "1861-merger"),
    *("1882-run", "1882-stock", "1882-late", "1882-power", "1867-track", "1867-stock", "1867-late"),
)


class Scene:
    """Sample games at a table of people, with their pages served."""

    def __init__(self, house: House) -> None:
        self.house, self.games = house, {}
        with house.office.desk() as desk:
            for name in ("red", "green", "blue"):
                desk.meet(f"{name}@example.org").name = name.title()
            desk.meet("red@example.org").operator = True
        self._event(Club(house, "spring-cup"))
        # The game moved last is the one on the front page.
        for name in sorted(TABLES, key=lambda name: name == "1861-late"):
            self.games[name.removeprefix("1861-")] = self._played(*PLAYED[name])
        self.games["over"] = self._played("1882-1", 500, end=True)
        with house.office.desk() as desk:
            wishes = [Wish("Red", "ann@example.org"), Wish("Blue", open=True), Wish("Green", open=True)]
            late = desk.game(self.games["late"])
            assert late is not None
            seat = late.players[0]
            assert seat.person_id is not None
            self.unsubscribe = unsubscribe_link(desk, seat, seat.person_id).removeprefix(desk.settings.base_url)
            self.waiting = new_game(desk, GamePlan("1867", wishes, gm="red@example.org"), "gallery").id

    def _event(self, club: Club) -> None:
        """A round is under way, and one of its tables waits for a ruling; somebody waits for a place."""
        terms = ("called Spring Cup", "about A cup for everybody.", "titles 1882", "tables 4", "places 8", "playouts 2")
        club.announce(*terms, people=("Red", "Anna", "Bert", "Cleo"), bots=4)
        club.write("enter spring-cup as Emil", "emil@example.org")
        club.write("td ban spring-cup Red, Anna")
        # Only whoever wishes to be rated has a page.
        club.write("rated yes", "anna@example.org")
        club.close()
        club.move_on()
        mine = club.overview().table_of(club.overview().entry_named("Anna"))
        assert mine is not None
        club.write(f"td at spring-cup {mine.number} gm end")
        club.house.do("ending", mine.game_id)
        club.write('appeal spring-cup "it was not over"', "anna@example.org")
        with self.house.office.reading() as desk:
            anna, game = desk.person_at("anna@example.org"), desk.game(mine.game_id or "")
            assert anna is not None and game is not None
            self.mail, self.anna = desk.incoming.latest(1)[0].id, anna.id

    def _played(self, name: str, moves: int, *, end: bool = False) -> str:
        """A kept game of ours, brought to a point without a mail for every order."""
        first, *lines = (GAMES / f"{name}.txt").read_text("utf-8").splitlines()
        drawn = dict(pair.split("=") for pair in first.partition("Drawn: ")[2].split() if "=" in pair)
        wishes = [Wish(str(seat), f"{seat.lower()}@example.org") for seat in SEATS]
        plan = GamePlan(name[:4], wishes, gm="red@example.org", as_seated=True, start=True, drawn=drawn)
        with self.house.office.desk() as desk:
            play = desk.lock(new_game(desk, plan, "gallery").id)
            assert play is not None
            for line in (*lines[:moves], *([f"{play.to_move}: end the game"] if end else ())):
                move = engine.parse_order(play.state, line.partition(": ")[2])
                mover = engine.Player(play.to_move)
                outcome = engine.apply(play.state, move, mover, play.state.players, advise=False)
                play.record(mover, engine.write_order(move), outcome, "gallery", None, desk.now)
            go_on(desk, play)
            return play.id

    def mover(self, game: str) -> str:
        return f"{(self.house.row(game).mover or 'Red').lower()}@example.org"

    def pages(self) -> dict[str, tuple[str, str]]:
        """Every page: its place, and who looks at it."""
        red = "red@example.org"
        tables = {name: (f"/games/{game}", self.mover(game)) for name, game in self.games.items()}
        return tables | {
            "front": ("/", ""),
            "help": ("/help", ""),
            "signin": ("/signin", ""),
            "new": ("/new", red),
            "me": ("/me/", red),
            "hooks": ("/me/hooks", red),
            "import": ("/import", red),
            "moderate": (f"/games/{self.games['late']}/moderate", red),
            "console": ("/console/?who=red", red),
            "verify": ("/verify", ""),
            "mailbox": ("/mailbox/", red),
            "mail": ("/mailbox/?to=anna@example.org", red),
            "write": ("/mailbox/write", red),
            "set-aside": (f"/console/mails/{self.mail}", red),
            "cards": ("/cards/1861", ""),
            "rules": ("/rules/1861", ""),
            "looking-on": (f"/games/{self.games['late']}", ""),
            "past": (f"/games/{self.games['late']}?at=400&show=last", red),
            "waiting": (f"/games/{self.waiting}", red),
            "invited": (f"/games/{self.waiting}", "ann@example.org"),
            "unsubscribe": (self.unsubscribe, ""),
            "wrong-link": ("/signin/nothing", ""),
            "nowhere": ("/nowhere", ""),
            "events": ("/events", red),
            "event": ("/events/spring-cup", "anna@example.org"),
            "event-desk": ("/events/spring-cup/desk", BOSS),
            "event-new": ("/events/new", red),
            "standings": ("/events/spring-cup/standings", ""),
            "cross-table": ("/events/spring-cup/cross-table", ""),
            "person": (f"/people/{self.anna}", ""),
            "ratings": ("/ratings", ""),
            "records": ("/records", ""),
        }


@contextmanager
def served() -> Iterator[tuple[Scene, str]]:
    with tempfile.TemporaryDirectory() as home:
        house = open_house(settings_for(Path(home)))
        house.office.bell = house.do
        port = free_port()
        server = make_server("127.0.0.1", port, create_app(house.office), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Scene(house), f"http://127.0.0.1:{port}"
        server.shutdown()
        house.office.close()


def with_our_fonts(folder: Path) -> dict[str, str | float | bool]:
    """Surroundings in which Chromium finds the fonts of the drawings too: not every machine has one with Hangul."""
    told = folder / "fonts.conf"
    told.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
        f"<dir>{FONTS}</dir><cachedir>{folder / 'fonts'}</cachedir></fontconfig>"
    )
    return {**os.environ, "FONTCONFIG_FILE": str(told)}


# What is an error on purpose, and with which status.
ERRORS = {"nowhere": 404, "wrong-link": 403}


def opened(browser: Browser, scene: Scene, base: str, name: str, shot: Shot) -> Page:
    place, who = scene.pages()[name]
    context = browser.new_context(
        viewport={"width": shot.width, "height": HEIGHTS[shot.width]}, color_scheme=shot.look, locale=shot.language
    )
    page = context.new_page()
    if who:
        signed_in(page, who, scene.house, base)
    answer = page.goto(base + place)
    if answer is None or answer.status != ERRORS.get(name, 200):
        raise RuntimeError(f"{name} ({place}) is no page: {answer.status if answer else 'no answer'}")
    # Whoever is signed in reads the language of their mails, whatever their browser asks for.
    if page.get_attribute("html", "lang") != shot.language:
        page.locator(f'footer button[value="{shot.language}"]').click()
        page.wait_for_load_state()
    page.wait_for_timeout(250)
    return page


def _do(page: Any, what: str) -> None:
    """A click or two, as a person does before there is something to see."""
    if what == "lay":
        hex_ = page.locator(".lays .at").first.get_attribute("data-hex")
        page.locator(f'.hex[data-hex="{hex_}"]').click()
        page.locator("#at-hex button.tile").first.click()
        page.locator(".lines li.good").first.wait_for()
    elif what == "path":
        page.locator("#market .space").nth(2).hover()
    page.wait_for_timeout(250)


def gallery(browser: Browser, scene: Scene, base: str) -> None:
    for name, shot in SHOTS.items():
        page = opened(browser, scene, base, shot.page, shot)
        _do(page, shot.doing)
        if shot.to:
            page.evaluate("to => document.querySelector(to).scrollIntoView({ block: 'center' })", shot.to)
            page.wait_for_timeout(150)
        file = HERE / f"{name}.png"
        page.screenshot(path=file)
        # A picture for a page of text: few colours are enough, if the small marks of companies keep theirs.
        seen = Image.open(file).convert("RGB")
        few = seen.quantize(192, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
        few.save(file, optimize=True)
        page.context.close()


def matrix(browser: Browser, scene: Scene, base: str, folder: Path, wanted: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, width, look, language in product(scene.pages(), WIDTHS, LOOKS, LANGUAGES):
        label = f"{name}-{width}-{look}" + (f"-{language}" if language != "en" else "")
        # Every page in English; in the other languages on a desk and on a phone.
        if wanted in label and (language == "en" or (width in (360, 1280) and look == "light")):
            page = opened(browser, scene, base, name, Shot(name, width, look, language))
            page.screenshot(path=folder / f"{label}.png", full_page=True)
            page.context.close()


def main() -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as home, served() as (scene, base), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, env=with_our_fonts(Path(home)))
        if len(sys.argv) > 1:
            matrix(browser, scene, base, Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
        else:
            gallery(browser, scene, base)
        browser.close()


if __name__ == "__main__":
    main()
