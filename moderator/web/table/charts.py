"""How the game went, as lines over its rounds: what everybody is worth, what companies cost and what they earned."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock

from engine import State, companies_in_order, scores
from moderator.drawing.charts import wealth_svg
from moderator.drawing.palette import marker
from moderator.store.game import Play
from moderator.web.table.moments import Moments

Points = list[tuple[str, Mapping[str, int]]]


def _prices(state: State) -> dict[str, int]:
    return {str(one): state.price(one) for one in companies_in_order(state) if one in state.market}


def _revenue(state: State) -> dict[str, int]:
    return {str(one): earned for one, earned in state.last_run.items()}


KINDS: Mapping[str, Callable[[State], dict[str, int]]] = {
    "wealth": lambda state: {str(player): worth for player, worth in scores(state).items()},
    "prices": _prices,
    "revenue": _revenue,
}
MOST_KEPT = 48
# More lines than these can't be told apart.
MOST_LINES = 10


class Charts:
    """Drawn once for each end of a game's record."""

    def __init__(self, moments: Moments) -> None:
        self._moments, self._lock = moments, Lock()
        self._drawn: OrderedDict[tuple[str, str, str], str] = OrderedDict()

    def draw(self, play: Play, kind: str) -> str:
        key = (play.id, play.head, kind)
        with self._lock:
            known = self._drawn.get(key)
        if known is None:
            known = self._draw(play, kind)
            with self._lock:
                self._drawn[key] = known
                while len(self._drawn) > MOST_KEPT:
                    self._drawn.popitem(last=False)
        return known

    def _draw(self, play: Play, kind: str) -> str:
        points: Points = [
            (name, KINDS[kind](self._moments.at(play, seq))) for name, seq in play.rounds() if seq <= play.seq
        ]
        last = points[-1][1] if points else {}
        names = sorted(last, key=lambda one: -last[one])[:MOST_LINES] if kind != "wealth" else list(last)
        if kind == "wealth":
            return wealth_svg(names, points)
        # A company has the colour of its marker in every chart, as on the map and the market.
        title = play.state.title
        return wealth_svg(names, points, {name: marker(title, name) for name in names})
