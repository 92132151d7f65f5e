"""What is on sale by auction: what it is, what it brings, and who has bid how much."""

from __future__ import annotations

from typing import Any

from engine import BANK, State, cards
from moderator.drawing.palette import marker
from moderator.language import Words, plain


def sale(state: State, words: Words) -> list[dict[str, Any]]:
    """What is up first, then what is bid on or comes later; nothing where nothing is auctioned."""
    bidding = state.facts.bidding
    if bidding is None or not (bidding.item or bidding.bids):
        return []
    known = {card.name: card for kind in ("privates", "companies") for card in cards(state.title.name, kind, state)}
    unsold = [private for private, owner in state.privates.items() if owner == BANK]
    private = bidding.item in state.title.privates or any(item in state.title.privates for item, _, _ in bidding.bids)
    items = dict.fromkeys((bidding.item, *(item for item, _, _ in bidding.bids), *(unsold if private else ())))
    found = []
    for item in items:
        card = known.get(item)
        if card is None:
            continue
        bids = sorted(((amount, plain(player)) for one, player, amount in bidding.bids if one == item), reverse=True)
        if item == bidding.item and bidding.leader and bidding.high:
            bids = list(dict.fromkeys(((bidding.high, plain(bidding.leader)), *bids)))
        spec = state.title.privates.get(item)
        company = state.title.companies.get(item)
        back, ink = marker(state.title, item) if company is not None else ("", "")
        found.append(
            {
                "symbol": str(item),
                "name": spec.name if spec is not None else company.name if company is not None else "",
                "up": item == bidding.item,
                "facts": [words("face", amount=spec.face), words("income", amount=spec.income)] if spec else [],
                "power": words.text(card.power) if spec else "",
                "high": words.money(bids[0][0]) if bids else "",
                "by": bids[0][1] if bids else "",
                "others": [f"{name} {words.money(amount)}" for amount, name in bids[1:]],
                "least": words.money(bidding.minimum) if item == bidding.item and not bids else "",
                "back": back,
                "ink": ink,
            }
        )
    return found
