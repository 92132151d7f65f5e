"""Strength at a title, by the Plackett-Luce model of Weng and Lin (openskill), from finished regular games.

Who has not asked to be rated is not there: a game is rated among those who have, if there are two of them. Games are
taken in the order they are given (the order in which they ended); the same games give the same ratings. What a game
brings is rounded to millionths, so that the last digit of a machine's logarithm can't add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from openskill.models import PlackettLuce

from moderator.events.values import Rated, Rating

PLACES = 6
# Somebody is as strong as this with a certainty of 99.7 %.
SURE = 3


@dataclass(frozen=True, slots=True)
class Step:
    """What one game made of one player's rating at its title."""

    game: str
    title: str
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings by title and player, and how they came about, oldest first."""

    now: dict[tuple[str, str], Rating]
    history: tuple[Step, ...]

    def at(self, title: str) -> tuple[Rating, ...]:
        """Everybody rated at a title, the surest of their strength first."""
        found = [rating for (of, _), rating in self.now.items() if of == title]
        return tuple(sorted(found, key=lambda one: (-sure(one), one.player)))

    def of(self, player: str) -> tuple[Step, ...]:
        return tuple(step for step in self.history if step.after.player == player)


def sure(rating: Rating) -> float:
    """The strength somebody has almost surely: what tables of ratings are sorted by."""
    return round(rating.mu - SURE * rating.sigma, PLACES)


def rate(games: Iterable[Rated], opted_in: Set[str] | None = None) -> Ratings:
    """Ratings after these games, of those who asked to be rated (None: everybody did). A game counts once."""
    model = PlackettLuce()
    now: dict[tuple[str, str], Rating] = {}
    history: list[Step] = []
    seen: set[str] = set()
    for game in games:
        players = sorted(one for one in game.ranks if opted_in is None or one in opted_in)
        if game.game in seen or len(players) < 2:
            continue
        seen.add(game.game)
        new = Rating("", round(model.mu, PLACES), round(model.sigma, PLACES), 0)
        before = [now.get((game.title, one), new) for one in players]
        teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        after = model.rate(teams, ranks=[float(game.ranks[one]) for one in players])
        for one, old, (team,) in zip(players, before, after, strict=True):
            old = Rating(one, old.mu, old.sigma, old.games)
            rated = Rating(one, round(team.mu, PLACES), round(team.sigma, PLACES), old.games + 1)
            now[game.title, one] = rated
            history.append(Step(game.game, game.title, old, rated))
    return Ratings(now, tuple(history))
