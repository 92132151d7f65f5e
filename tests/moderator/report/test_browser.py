"""The HTML part in a real browser: phone, tablet and desk, light and dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from moderator.outbox.report import Kind, RenderedMail, report
from tests.moderator.report.positions import PLAYED, game, view


def page_of(mail: RenderedMail) -> str:
    """The HTML with its pictures inside, as a mail program shows it."""
    html = mail.html
    for file in mail.related:
        html = html.replace(f"cid:{file.cid}", f"data:{file.type};base64,{b64encode(file.data).decode()}")
    return html


@cache
def shown(name: str, kind: str) -> str:
    played, state = game(*PLAYED[name])
    return page_of(report(view(played, state, Kind(kind), back=12)))


# For every text on the page: its colour, the colour behind it, and whether it is large.
CONTRAST = """() => {
  const rgb = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const back = element => {
    for (let e = element; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0.99) return c.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const light = c => c.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const poor = [];
  let count = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !element.offsetParent) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(rgb(style.color).slice(0, 3)), light(back(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    count += 1;
    if (ratio < 4.5) poor.push([ratio.toFixed(2), element.tagName, walker.currentNode.textContent.slice(0, 40)]);
  }
  return [count, poor];
}"""


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    made = []

    def open_at(html: str, width: int, scheme: str) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        made.append(context)
        page = context.new_page()
        page.set_content(html)
        return page

    yield open_at
    for context in made:
        context.close()


@pytest.mark.parametrize(("name", "kind"), [("1861-track", "move"), ("1882-late", "summary")])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1200])
def test_a_report_fits_and_can_be_read(opened: Any, name: str, kind: str, width: int, scheme: str) -> None:
    page = opened(shown(name, kind), width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    count, poor = page.evaluate(CONTRAST)
    assert count > 100
    assert not poor
    pictures = page.evaluate("[...document.images].map(i => [i.alt, i.complete && i.naturalWidth > 0])")
    assert pictures and all(alt.strip() and loaded for alt, loaded in pictures)
    # On a phone the pictures come in strips, each as large as it was drawn.
    strips = page.evaluate("[...document.querySelectorAll('.strip')].filter(s => s.offsetParent).length")
    assert strips == ((5 if name.startswith("1861") else 4) if width == 360 else 0)
    ground = page.evaluate("getComputedStyle(document.querySelector('.sheet')).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
