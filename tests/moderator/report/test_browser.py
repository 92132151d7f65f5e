"""The HTML part in a real browser: phone, tablet and desk, light and dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from moderator.drawing.map_svg import SMALLEST
from moderator.drawing.mosaic import FINE
from moderator.drawing.near import MOST, PHONE, READABLE
from moderator.outbox.report import Detail, Kind, RenderedMail, report
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
    return page_of(report(view(played, state, Kind(kind), back=12, detail=Detail.FULL)))


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


@pytest.mark.parametrize("name", ["1861-auction-opens", "1861-minor-auction", "1861-run", "1882-late"])
def test_a_phone_shows_no_letter_of_the_map_below_eleven_points(opened: Any, name: str) -> None:
    page = opened(shown(name, "move"), PHONE, "light")
    near = page.evaluate(
        "[...document.querySelectorAll('.near')].filter(i => i.src).map(i => [i.naturalWidth, i.width])"
    )
    assert 1 <= len(near) <= MOST
    # The picture has two points to each of the drawing.
    assert all(SMALLEST * FINE * wide / points >= READABLE for points, wide in near)
    # Where a program heeds no style sheet the same picture comes first, and the whole map after it.
    without = page.evaluate(
        "() => { document.querySelectorAll('style').forEach(s => s.remove());"
        " return [...document.images].filter(i => i.offsetParent && i.className.includes('whole'))"
        ".map(i => [i.className, i.width, i.naturalWidth]) }"
    )
    assert "near" in without[0][0] and any("wide" in kind for kind, _, _ in without)
    assert all(SMALLEST * FINE * wide / points >= READABLE for kind, wide, points in without if "near" in kind)


@pytest.mark.parametrize("name", ["1861-run", "1882-late"])
def test_a_phone_shows_the_market_in_words_and_a_desk_its_picture(opened: Any, name: str) -> None:
    seen = "e => e.filter(one => one.offsetParent).map(one => [one.tagName, one.innerText, one.currentSrc || ''])"
    for width, tag in ((PHONE, "P"), (900, "IMG")):
        page = opened(shown(name, "move"), width, "light")
        ((kind, said, _),) = page.eval_on_selector_all("[data-name=market] img, [data-name=market] p.near", seen)
        assert kind == tag
        # What its colours mean stands beside either.
        ((_, legend, _),) = page.eval_on_selector_all("[data-name=market] p:not(.near)", seen)
        assert "pink: " in legend
        if tag == "P":
            market = game(*PLAYED[name])[1].market
            assert len(said.strip().splitlines()) == sum(map(bool, market.stacks.values()))
            assert all(company in said for company in market.cells)


@pytest.mark.parametrize(("name", "kind"), [("1861-track", "move"), ("1882-late", "report")])
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
    # Each picture is there once and whole, scaled to the page: the map as suits the page, and the market.
    large = "[...document.images].filter(i => i.getAttribute('width') != 66 && i.offsetParent)"
    shown_wide = page.evaluate(f"{large}.map(i => [i.src.length, i.getBoundingClientRect().width])")
    assert len({length for length, _ in shown_wide}) == len(shown_wide)
    # Map and market; on a phone the parts of the map that matter, for it has the market in words.
    assert len(shown_wide) == 2 if width > 620 else 1 <= len(shown_wide) <= MOST
    assert page.evaluate("[...document.querySelectorAll('.wide')].some(i => i.offsetParent)") == (width > 620)
    assert all(0.8 * min(width, 760) < wide <= width for _, wide in shown_wide)
    ground = page.evaluate("getComputedStyle(document.querySelector('.sheet')).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
