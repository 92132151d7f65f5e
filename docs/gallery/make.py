"""Takes the pictures of this folder: real mails of our own sample games, opened in Chromium.

Run from the project's root:  .venv/bin/python -m docs.gallery.make          the set that is kept here
                              .venv/bin/python -m docs.gallery.make FOLDER   all of them in every look
"""

from __future__ import annotations

import shutil
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from engine.events import RoundBegan
from engine.interop.canonical import round_name
from engine.message import Message
from moderator.drawing.picture import HANGUL
from moderator.drawing.printed import printed
from moderator.language import Words, spoken
from moderator.outbox.report import Answered, AnswerLine, Happening, Kind, PressShown, ReportView, report
from moderator.outbox.report.happened import hexes_changed
from moderator.outbox.report.tables import worth
from moderator.outbox.report.view import Lesson, Today
from tests.moderator.report.positions import NOW, PLAYED, ended, game, view
from tests.moderator.report.test_browser import page_of
from tests.moderator.report.test_programs import gmail, outlook

HERE = Path(__file__).resolve().parent
PHONE, DESK = 360, 900
# So much of a mail is seen, and with so many colours a picture of it is still true.
HEIGHT = {PHONE: 1300, DESK: 1300}
COLOURS = 160
PROGRAMS: Mapping[str, Callable[[str], str]] = {
    "": lambda html: html,
    "gmail": lambda html: gmail(html, own_account=False),
    "outlook": outlook,
}


# The machine that takes the pictures need not have a Korean font: ours stands in for that part of the alphabet.
_FONT = b64encode(Path(HANGUL[-1]).read_bytes()).decode()
HANGUL_SHOWN = (
    "".join(
        f'@font-face {{font-family: "{family}"; unicode-range: U+1100-11FF, U+3130-318F, U+AC00-D7A3;'
        f" src: url(data:font/ttf;base64,{_FONT})}}"
        for family in ("Georgia", "DejaVu Sans Mono")
    )
    + 'a.order, code {font-family: "DejaVu Sans Mono", monospace !important}'
)


def ending() -> ReportView:
    """The last mail of a game, with the wealth of every round."""
    played, state = ended("1882-1", 500)
    wealth = []
    for one in played:
        now = one.before
        for event in one.events:
            now = event.apply(now)
            if isinstance(event, RoundBegan):
                wealth.append((str(round_name(now)), {p: worth(now, p) for p in now.players}))
    return view(
        played, state, Kind.OVER, back=2, wealth=(*wealth, ("end", {p: worth(state, p) for p in state.players}))
    )


def at(name: str, kind: Kind = Kind.MOVE, **more: Any) -> ReportView:
    return view(*game(*PLAYED[name]), kind, **more)


def bare(kind: Kind, **more: Any) -> ReportView:
    """A mail without a position."""
    return replace(at("1861-stock", kind, **more), state=None, happened=(), log=(), deadline=None)


def invitation() -> ReportView:
    words = Words("en")
    said = (
        Message("Arranged by {host}.", host="Anna"),
        Message("Moderated by {names}.", names="Anna"),
        Message("{hours} hours for each decision.", hours=36),
        Message(
            "Whoever is late has {grace} hours of grace, {then}.", grace=24, then=Message("then the moderator decides")
        ),
        Message("Options of {title}: all as usual; `options` lists them.", title="1861"),
    )
    under = tuple(str(spoken(one, words)) for one in said)
    table = ("Anna", "Red", "Blue (bot)")
    return bare(Kind.INVITATION, title="1861", table=table, conditions=under, host="Anna", opening=printed("1861"))


def refused() -> ReportView:
    line = AnswerLine(
        "✗", 1, "lay 57 on B8 facing 9", "57 can't lie on B8 like that.", ("lay 57 on B8 facing 1",), "10.2"
    )
    return at(
        "1861-track", Kind.ANSWER, answer=Answered("NOT ACCEPTED", "nothing of this email was done.", lines=(line,))
    )


def tried() -> ReportView:
    played, state = game("1861-3", 76)
    before = played[:-1], played[-1].before
    lines = (AnswerLine("✓", 1, played[-1].order, ""), AnswerLine("✓", 2, "preview", ""))
    answer = Answered("PREVIEW", "this was tried and not played.", lines=lines)
    made: tuple[Happening, ...] = played[-1:]
    return view(*before, Kind.ANSWER, answer=answer, tried=state, would_change=hexes_changed(made))


def day() -> ReportView:
    due = NOW + timedelta(hours=9)
    games = (
        Today(
            "1861-7",
            "1861",
            77,
            "OR 1.1",
            "StP-W: lay or upgrade track.",
            True,
            "Red",
            due,
            ("Green pays R40.",),
            "",
            "",
        ),
        Today(
            "1882-4",
            "1882",
            31,
            "SR 2",
            "Buy, sell or pass.",
            False,
            "Blue",
            None,
            ("Blue starts CPR at $67.",),
            "",
            "",
        ),
    )
    return replace(bare(Kind.DAY, day=games), game="", seat="", page="", address="")


MAILS: Mapping[str, Callable[[], ReportView]] = {
    "invitation": invitation,
    "first-move": lambda: at("1882-auction-opens", first=True),
    "lesson": lambda: at("1882-home", compass=True, lesson=Lesson("operating", 3, 3), deadline=None),
    "auction": lambda: at("1882-par"),
    "stock": lambda: at("1882-stock"),
    "minor-auction": lambda: at("1861-minor-auction"),
    "operating": lambda: at("1861-track", back=12, compass=True),
    "run": lambda: at("1861-run"),
    "dividend": lambda: at("1861-dividend"),
    "merger": lambda: at("1861-merger"),
    "late-game": lambda: at("1861-late"),
    "report": lambda: at("1861-track", Kind.REPORT, seat="Red", back=12),
    "refused": refused,
    "tried": tried,
    "reminder": lambda: at("1882-station", Kind.REMINDER),
    "overdue": lambda: at("1882-station", Kind.LATE),
    "new-deadline": lambda: at(
        "1882-run", Kind.DEADLINE, news="The game is paused", note="All players voted to pause."
    ),
    "press": lambda: at(
        "1882-run", Kind.PRESS, press=(PressShown("Blue", "Shall we end it here?\nI am out of trains."),)
    ),
    "notice": lambda: bare(Kind.NOTICE, news="A place is free", note="Blue has declined."),
    "confirm": lambda: bare(Kind.CONFIRM, note="end the game", replies=("confirm ABCDEFGH",)),
    "day": day,
    "end": ending,
}
Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Shot:
    """One picture: a mail, how wide, in which colours, in which program and language, and from where on."""

    mail: str
    width: int
    scheme: Scheme = "light"
    program: str = ""
    language: str = "en"
    section: str = ""

    @property
    def name(self) -> str:
        looks = (self.scheme, self.program, "" if self.language == "en" else self.language, self.section)
        return "-".join((self.mail, "phone" if self.width == PHONE else "desk", *filter(None, looks)))


KEPT = (
    Shot("invitation", PHONE),
    Shot("invitation", DESK),
    Shot("first-move", DESK),
    Shot("lesson", DESK, section="lesson"),
    Shot("lesson", PHONE, language="ko", section="lesson"),
    Shot("auction", DESK),
    Shot("stock", PHONE),
    Shot("stock", DESK, "dark"),
    Shot("stock", PHONE, language="de", section="market"),
    Shot("operating", DESK),
    Shot("operating", DESK, program="gmail"),
    Shot("operating", DESK, program="outlook"),
    Shot("operating", PHONE, section="choices"),
    Shot("operating", PHONE, "dark"),
    Shot("operating", PHONE, program="gmail", language="fr"),
    Shot("operating", DESK, language="de"),
    Shot("run", PHONE, language="fr", section="map"),
    Shot("dividend", PHONE, section="follows"),
    Shot("merger", DESK, language="fr"),
    Shot("late-game", DESK, section="map"),
    Shot("late-game", DESK, "dark", section="matrix"),
    Shot("report", PHONE),
    Shot("refused", PHONE, "dark"),
    Shot("tried", DESK),
    Shot("tried", PHONE),
    Shot("day", PHONE),
    Shot("end", DESK, language="ko"),
    Shot("end", PHONE, "dark", section="chart"),
)


def every_look() -> Iterator[Shot]:
    for mail in MAILS:
        for width in (PHONE, DESK):
            yield from (Shot(mail, width, scheme) for scheme in ("light", "dark"))
            yield from (Shot(mail, width, program=program) for program in PROGRAMS if program)
        yield from (Shot(mail, PHONE, language=language) for language in ("fr", "de", "ko"))


def take(browser: Browser, shot: Shot, folder: Path) -> None:
    page = browser.new_context(
        viewport={"width": shot.width, "height": HEIGHT[shot.width]}, color_scheme=shot.scheme
    ).new_page()
    html = page_of(report(replace(MAILS[shot.mail](), language=shot.language)))
    page.set_content(PROGRAMS[shot.program](html))
    page.add_style_tag(content=HANGUL_SHOWN)
    if shot.section:
        page.evaluate(f"document.querySelector('[data-name={shot.section}]')?.scrollIntoView()")
    page.wait_for_timeout(150)
    with Image.open(BytesIO(page.screenshot())) as seen:
        # What is below the end of a short mail is nothing to look at.
        high = page.evaluate("Math.ceil(document.body.getBoundingClientRect().bottom)")
        cut = seen.convert("RGB").crop((0, 0, seen.width, max(120, min(seen.height, high + 8))))
        cut.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
            folder / f"{shot.name}.png", optimize=True
        )
    page.context.close()


def main(folder: Path | None) -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=program)
        for shot in every_look() if folder is not None else KEPT:
            take(chromium, shot, folder or HERE)
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
