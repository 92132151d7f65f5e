"""A program that plays a seat: the smallest one that is of any use.

    python docs/api-client.py https://waybill.example.org wbk_…

The key is made on your own page ("Programs and channels"), or by a mail that says `program key`. The program asks now
and then whether it is its move, takes one of the legal orders, and hands it in. It plays badly and politely: it never
asks more often than every few seconds, it binds its orders to the turn, and it gives each request a word of its own, so
that one sent twice is played once. Needs nothing but Python.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any

PAUSE = 10


class Table:
    """One seat, seen through the API."""

    def __init__(self, base: str, key: str) -> None:
        self.base, self.key = base.rstrip("/"), key

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """GET, or POST where there is something to hand in. What is refused comes back as {"error": …}."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.base}/api/v1{path}", data, headers)  # noqa: S310  (whoever runs this names the service)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                return json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            return json.loads(refused.read() or b'{"error": "no answer"}')

    def play(self, order: str, game: str, turn: int) -> dict[str, Any]:
        """Hands one order in for this turn; sent again it is the same request."""
        body = {"orders": [order], "turn": turn, "once": secrets.token_hex(12)}
        told = self.ask(f"/games/{game}/orders", body)
        while told.get("result") == "WAITING":
            time.sleep(1)
            told = self.ask(f"/games/{game}/orders/{told['id']}")
        return told


def choose(orders: list[str]) -> str:
    """Put your own ideas here. This one does as little as may be done."""
    for quiet in ("pass", "done", "withhold"):
        if quiet in orders:
            return quiet
    return orders[0]


def step(table: Table) -> bool:
    """Plays one order if the seat is asked to; False when the game is over."""
    seat = table.ask("/seat")
    if "error" in seat:
        raise SystemExit(seat["error"])
    if seat["to_move"]:
        may = table.ask(f"/games/{seat['game']}/legal")
        order = choose(may["orders"])
        told = table.play(order, seat["game"], may["turn"])
        print(f"{seat['game']} turn {may['turn']}: {order} - {told.get('result', told.get('error'))}")  # noqa: T201
    return seat["status"] != "over"


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit("python api-client.py BASE_URL KEY")
    table = Table(sys.argv[1], sys.argv[2])
    while step(table):
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
