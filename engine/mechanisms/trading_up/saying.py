"""How people say that a train is handed in for another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.notation.said import Said, Saying

# "the bank pool", "은행 풀에서": in Korean a link goes before what it hangs on.
_BANKS_POOL = re.compile(r"\bbank (?:(?:from|of|in) )?pool\b")


def _trade(said: Said, words: Sequence[str]) -> str:
    """ "trade in our 4 for a new 8": what is given is said first, what is had for it second."""
    trains = [at for at, one in enumerate(said.items) if one.text in said.state.title.trains]
    if len(trains) == 1 and "more" in words:
        trains *= 2  # "our 4 for a new one"
    if len(trains) != 2 or said.before(trains[0]) in ("for", "to"):
        return ""
    bought = next((at for at, one in enumerate(words) if one in ("buy", "take")), None)
    if "exchange" in words and bought is not None:
        if bought < words.index("exchange"):
            trains.reverse()  # "buy an 8 and trade in the 6"
        elif said.before(trains[1]) in ("for", "with"):
            return ""
    elif "exchange" not in words:
        if said.before(trains[1]) not in ("for", "with"):
            return ""
        trains.reverse()  # "buy the 8 for our 4"
    said.used.update(trains)
    said.skip("train", "more", "in")
    places = [place for place in ("pool", "bank") if said.skip(place)]
    if len(places) > 1 and _BANKS_POOL.search(" ".join(words)):
        places = ["pool"]  # one place, not one and the other
    if said.left() or len(places) > 1:
        return ""
    given, had = (said.items[at].text for at in trains)
    return f"train {had} from {places[0]} trading {given}" if places == ["pool"] else f"train {had} trading {given}"


SAYINGS = (
    Saying(
        shape=_trade,
        verbs=("exchange", "buy", "take"),
        things=frozenset(("train",)),
        sign="exchange",
        # "kaufe einen 8er und gib den 6er in Zahlung"
        beside=frozenset(("exchange", "buy", "take", "train", "discard")),
    ),
)
