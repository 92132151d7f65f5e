"""Running trains: the best routes known are offered; whether less may be declared is the title's, and an option's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from engine.board.network import has_run, leads_to_a_stop, network
from engine.errors import Illegal
from engine.events import RouteRun, TrainsRan
from engine.game import Book
from engine.message import money
from engine.moves import Move, Run
from engine.names import Company, Player
from engine.runs.declared import Bonus, RunRules, read_run
from engine.state import State
from engine.title import Plain


def announced_by_the_moderator(state: State) -> bool:
    """The highest earnings anybody announces must be declared; a moderator who knows the best run announces it."""
    # So the option was called in games begun before it had this name.
    enforced = state.options.get("enforce_best_routes", False)
    return bool(enforced or state.option("announced_runs") == "moderator")


@dataclass(frozen=True)
class RunTrains(Plain):
    """The operating company runs its trains."""

    accepts: ClassVar = (Run,)
    explains: ClassVar[bool] = True
    rules: RunRules
    bonuses: Callable[[State, Company], tuple[Bonus, ...]]
    name: str = "run"
    # Who declares the routes; by default the company's director.
    runner: Callable[[State, Company], Player | None] = lambda state, company: state.directors[company]
    # Whether a run that earns less than it could is refused.
    best_only: Callable[[State], bool] = lambda state: False
    # Whether it is asked also where only cities of one hex are joined, which is no route.
    asks_in_one_hex: Callable[[State], bool] = lambda state: False

    def ruled(self, state: State) -> RunRules:
        """How trains run in this game."""
        match state.options.get("hexes_on_a_route"):
            case "separate_stops":
                return replace(self.rules, one_stop_per_hex=False)
            case "once":
                return replace(self.rules, hex_once=True)
        return self.rules

    def actor(self, state: State) -> Player | None:
        company = state.operating
        if state.turn.ran or not state.trains_of(company) or not self.can_run(state, company):
            return None
        return self.runner(state, company)

    def can_run(self, state: State, company: Company) -> bool:
        """Whether any train could run. A stop in another hex settles it."""
        stations = state.board.stations(company)
        if any(leads_to_a_stop(state.board, station) for station in stations):
            return True
        here = {hex_ for hex_, _ in stations}
        reached = network(state.board, company).stops
        if any(hex_ not in here for hex_, _ in reached):
            return True
        strict = self.ruled(state).one_stop_per_hex and not self.asks_in_one_hex(state)
        return len(reached) > 1 and has_run(state.board, company, one_stop_per_hex=strict)

    def candidates(self, state: State) -> Iterator[Move]:
        from engine.runs.proposal import best_run

        yield best_run(state).move
        yield Run(())

    # The same declaration is read when it is checked and when it is played: positions are values, so once is enough.
    @lru_cache(maxsize=32)  # noqa: B019
    def read(self, state: State, move: Run) -> tuple[RouteRun, ...]:
        """What the declared routes are worth. Raises Illegal."""
        title, company = state.title, state.operating
        left = list(state.trains_of(company))
        used = 0
        routes = []
        colour = title.phases[state.phase].offboard
        bonuses, rules = self.bonuses(state, company), self.ruled(state)
        for route in move.routes:
            if route.train not in left:
                raise Illegal(
                    "{company} has no {train}-train (left) to run.",
                    rule=self.rules.paragraph("one-route"),
                    company=company,
                    train=route.train,
                )
            left.remove(route.train)
            reading = read_run(state.board, company, title.trains[route.train], route.path, colour, rules, bonuses)
            if reading.sides & used:
                raise Illegal("Two routes use the same track.", rule=self.rules.paragraph("shared-track"))
            used |= reading.sides
            stops = tuple(f"{hex_}:{stop}" for hex_, stop in reading.counted)
            routes.append(RouteRun(route.train, route.path, stops, reading.value))
        return tuple(routes)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, Run):
            if state.turn.ran:
                raise Illegal(
                    "{company} has already run its trains this turn.",
                    rule=self.rules.paragraph("one-route"),
                    company=state.operating,
                )
            earned = sum(route.value for route in self.read(state, move))
            if self.best_only(state):
                self._check_best(state, earned)

    def _check_best(self, state: State, earned: int) -> None:
        """Refuses what earns less than the best run known, and names that one.

        The search is bounded by its effort, so a run nobody can prove to be the best is the best known; a declaration
        that earns more than it is as good as any.
        """
        from engine.runs.proposal import best_run

        best = best_run(state, self)
        if earned < best.value:
            order = best.move.write()
            raise Illegal(
                "These routes earn {earned}, and {company} can earn {most}: {order}.",
                rule=self.rules.paragraph("best-run"),
                instead=(order,),
                earned=money(state, earned),
                company=state.operating,
                most=money(state, best.value),
                order=order,
            )

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, Run):
            routes = self.read(book.state, move)
            book.enter(TrainsRan(book.state.operating, routes, sum(route.value for route in routes)))
        return True
