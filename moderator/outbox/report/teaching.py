"""What a mail explains to whoever is new: how orders are written, what a facing is, and the lessons of the tutorial."""

from __future__ import annotations

from engine import for_sale
from moderator.drawing.tile_svg import COMPASS_WIDTH, compass_png
from moderator.language import Words
from moderator.outbox.report.common import Common
from moderator.outbox.report.page import Block, Order, Orders, Para, Picture, Section
from moderator.outbox.report.view import File, ReportView

# The picture that shows which side is which; answers name it too.
COMPASS = "compass"


def first_steps(view: ReportView, words: Words, common: Common) -> Section | None:
    """How orders are written, with an order of this very position; only in the first mail that asks somebody."""
    if not view.first or not common.template or view.lesson is not None:
        return None
    said = (words("first_how", order=common.template_said(words.language)[0]), words("first_safe"), words("first_ask"))
    return Section("first", words("first_steps"), tuple(Para(one) for one in said))


def lesson(view: ReportView, words: Words, common: Common) -> Section | None:
    """The lesson of the tutorial that this decision is the example of."""
    given = view.lesson
    if given is None or not common.template:
        return None
    kind = f"{given.kind}_row" if given.kind == "bid" and _bought_at_once(common) else given.kind
    blocks: list[Block] = [Para(words(f"lesson_{kind}")), *_example(words, common)]
    blocks.append(Para(words("lesson_last" if given.number == given.count else "lesson_next")))
    title = words("lesson", number=given.number, count=given.count)
    return Section("lesson", f"{title}{words('colon')}{words(f'lesson_{given.kind}_title')}", tuple(blocks))


def _example(words: Words, common: Common) -> list[Block]:
    """Orders of this very position, and what each of them means."""
    told: set[str] = set()
    orders = []
    for order, said in zip(common.template, common.template_said(words.language), strict=True):
        verb, *rest = order.split()
        what = f"lesson_order_{verb}"
        if verb == "bid" and rest and for_sale(common.state, rest[0]):
            # Nobody is asked to raise: it is simply bought.
            what = "lesson_order_bid_sale"
        known = verb not in told and words.knows("labels", what)
        orders.append(Order(said, words(what) if known else ""))
        told.add(verb)
    return [Para(words("lesson_here")), Orders(tuple(orders))]


def _bought_at_once(common: Common) -> bool:
    """Whether what is up is sold at its price, and bids are for what comes later."""
    bidding = common.state.facts.bidding
    return bidding is not None and bool(bidding.item) and for_sale(common.state, bidding.item)


def sides(words: Words) -> tuple[str, ...]:
    return tuple(words(f"side_{side}") for side in range(6))


def compass(words: Words) -> Picture:
    """Which way each facing points, as a picture; in the text part words say it."""
    said = ", ".join(f"{number} {name}" for number, name in enumerate(sides(words)))
    return Picture(f"{COMPASS}.{words.language}@waybill", said, COMPASS_WIDTH)


def compass_file(words: Words) -> File:
    return File("compass.png", "image/png", compass_png(sides(words)), compass(words).cid)


def facing(view: ReportView, words: Words) -> tuple[Block, ...]:
    """What a facing is, for somebody who has never laid a tile."""
    return (Para(words("compass_how", text=compass(words).alt)), compass(words)) if view.compass else ()
