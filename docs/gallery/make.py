"""Takes the pictures of this folder: real reports of our own sample games, opened in Chromium.

Run from the project's root:  .venv/bin/python -m docs.gallery.make
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import sync_playwright

from engine.events import RoundBegan
from engine.interop.canonical import round_name
from moderator.outbox.report import Kind, ReportView, report
from moderator.outbox.report.tables import worth
from tests.moderator.report.positions import PLAYED, ended, game, view
from tests.moderator.report.test_browser import page_of

HERE = Path(__file__).resolve().parent
HEIGHT = 1500


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


SHOTS: dict[str, tuple[Callable[[], ReportView], int, Literal["light", "dark"], str]] = {
    "auction-light-desk": (lambda: view(*game(*PLAYED["1882-par"])), 800, "light", ""),
    "stock-light-phone": (lambda: view(*game(*PLAYED["1861-minor-auction"])), 360, "light", ""),
    "stock-dark-desk": (lambda: view(*game(*PLAYED["1882-stock"])), 800, "dark", ""),
    "operating-light-desk": (lambda: view(*game(*PLAYED["1861-track"])), 800, "light", ""),
    "operating-dark-desk": (lambda: view(*game(*PLAYED["1861-late"])), 800, "dark", "matrix"),
    "operating-dark-phone": (lambda: view(*game(*PLAYED["1882-station"])), 360, "dark", "since"),
    "map-light-desk": (lambda: view(*game(*PLAYED["1861-late"])), 800, "light", "map"),
    "map-light-phone": (lambda: view(*game(*PLAYED["1882-late"])), 360, "light", "map"),
    "run-french-phone": (lambda: view(*game(*PLAYED["1861-run"]), language="fr"), 360, "light", "map"),
    "merger-light-desk": (lambda: view(*game(*PLAYED["1861-merger"])), 800, "light", ""),
    "merger-french-desk": (lambda: view(*game(*PLAYED["1861-merger"]), language="fr"), 800, "light", ""),
    "end-light-desk": (ending, 800, "light", ""),
    "end-dark-phone": (ending, 360, "dark", "chart"),
}


def main() -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=program)
        for name, (made, width, scheme, section) in SHOTS.items():
            context = chromium.new_context(viewport={"width": width, "height": HEIGHT}, color_scheme=scheme)
            page = context.new_page()
            page.set_content(page_of(report(made())))
            if section:
                page.evaluate(f"document.querySelector('[data-name={section}]').scrollIntoView()")
            page.wait_for_timeout(150)
            page.screenshot(path=HERE / f"{name}.png")
            context.close()
        chromium.close()


if __name__ == "__main__":
    main()
