"""What sentences about shares bought back need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.redemption.events import SharesRedeemed
from engine.text.telling import Telling

TELLINGS: Mapping[type[Event], Telling] = {
    SharesRedeemed: lambda x, v: (
        "SharesRedeemed",
        {"count": x.count, "company": x.company, "paid": x.count * x.price},
    ),
}
