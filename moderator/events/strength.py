"""How strong and how reliable a person is: ratings by title, for those who want them, and decisions taken in time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engine.message import Message
from moderator.events.ratings import rate, sure
from moderator.events.values import Rated, Rating
from moderator.office.desk import Desk
from moderator.store.cup_tables import RatingStep
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.store.tables import Person, Seat
from moderator.table.reliability import reliability

# By whom the log says that a game was rated.
RATED = "ratings"


@dataclass(frozen=True, slots=True)
class RatedStep:
    """What a game made of somebody's rating."""

    title: str
    rank: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Figures:
    """A person's rating at one title, as it is shown."""

    title: str
    mu: float
    sigma: float
    games: int

    @property
    def shown(self) -> int:
        """The strength they have almost surely."""
        return max(0, round(sure(Rating("", self.mu, self.sigma, self.games))))


def irregular(desk: Desk, play: Play) -> Message | None:
    """Why a finished game is not rated; None if it is."""
    if play.status != GameStatus.OVER or play.result is None or not play.result.get("scores"):
        return Message("it has no result")
    if play.result.get("ended"):
        return Message("it did not come to its own end")
    if any(seat.bot or seat.person_id is None for seat in play.players):
        return Message("bots played")
    if any(seat.status != SeatStatus.JOINED or seat.key_number > 1 for seat in play.players):
        # A seat's key is turned when it changes hands; a new key at its owner's wish can't be told from that.
        return Message("a seat changed hands")
    if desk.endings.taken_back_after_the_end(play.id):
        return Message("its result was taken back once")
    return None


def rated_game(desk: Desk, play: Play) -> Rated | None:
    """A finished game as ratings see it: those at the table who want to be rated, if there are two."""
    if irregular(desk, play) is not None:
        return None
    assert play.result is not None
    mine = {seat.name: seat.person_id for seat in play.players if _rated(desk, seat)}
    scores = {name: int(wealth) for name, wealth in play.result["scores"].items() if name in mine}
    if len(scores) < 2:
        return None
    ranks = {str(mine[name]): 1 + sum(other > wealth for other in scores.values()) for name, wealth in scores.items()}
    return Rated(play.id, play.title, ranks)


def _rated(desk: Desk, seat: Seat) -> bool:
    person = desk.person(seat.person_id)
    return person is not None and person.rated


def rate_game(desk: Desk, play: Play) -> None:
    """Enters what a game makes of its players' ratings, or takes it out if its result is gone. Once is enough.

    All games of the title are rated again: a result that is gone changes what came after it."""
    steps = desk.endings.steps(play.title)
    known = any(step.game_id == play.id for step in steps)
    game = rated_game(desk, play)
    if (game is not None) == known:
        return
    # Whoever works ratings out again finds here which games were rated, and for whom.
    # Not in the game's own log: others may not know yet who sat there.
    desk.note(RATED, "rated", None, game=play.id, ranks=dict(game.ranks) if game is not None else {})
    if game is None:
        desk.endings.drop_steps(play.id)
        steps = [step for step in steps if step.game_id != play.id]
    history = [*_history(steps), *([game] if game is not None else ())]
    rows = {(step.game_id, str(step.person_id)): step for step in steps}
    for made in rate(history).history:
        row = rows.get((made.game, made.after.player))
        if row is not None:
            row.mu, row.sigma = made.after.mu, made.after.sigma
        elif game is not None:
            desk.add(
                RatingStep(
                    person_id=int(made.after.player),
                    title=play.title,
                    game_id=play.id,
                    rank=game.ranks[made.after.player],
                    mu=made.after.mu,
                    sigma=made.after.sigma,
                    at=desk.now,
                )
            )
    desk.write()


def _history(steps: Iterable[RatingStep]) -> list[Rated]:
    """The rated games of a title in their order, as their steps have them."""
    games: dict[str, dict[str, int]] = {}
    titles: dict[str, str] = {}
    for step in steps:
        games.setdefault(step.game_id, {})[str(step.person_id)] = step.rank
        titles[step.game_id] = step.title
    return [Rated(game, titles[game], ranks) for game, ranks in games.items()]


def figures(desk: Desk, person: Person, untold: Collection[str] = ()) -> list[Figures]:
    """A person's ratings by title; for others without the games of which nobody may know yet who sat there."""
    return _figures(one for one in desk.endings.steps_of(person.id) if one.game_id not in untold)


def figures_of_all(desk: Desk) -> dict[int, list[Figures]]:
    """Everybody's ratings by title as everybody may read them, in two questions however many there are."""
    steps: dict[int, list[RatingStep]] = {}
    untold = desk.endings.untold()
    for step in desk.endings.steps():
        if step.game_id not in untold:
            steps.setdefault(step.person_id, []).append(step)
    return {person: _figures(mine) for person, mine in steps.items()}


def _figures(steps: Iterable[RatingStep]) -> list[Figures]:
    """What somebody's games have made of their ratings, the first game first."""
    found: dict[str, Figures] = {}
    for step in steps:
        games = found[step.title].games + 1 if step.title in found else 1
        found[step.title] = Figures(step.title, step.mu, step.sigma, games)
    return [found[title] for title in sorted(found)]


def best_rating(desk: Desk, person: Person, titles: Iterable[str]) -> int | None:
    """The best of a person's ratings at these titles."""
    wanted = set(titles)
    return max((one.shown for one in figures(desk, person) if one.title in wanted), default=None)


def reliability_of(desk: Desk, person: Person) -> int | None:
    """How many of a hundred decisions were taken in time; None as long as too little is known."""
    return reliability(desk, person).percent


def told(desk: Desk, person: Person, *, to: Person | None = None) -> list[Said]:
    """Ratings and reliability of a person, for themselves or for others."""
    lines: list[Said] = []
    if not person.rated:
        lines.append(Message("Not rated. `rated yes` has finished regular games counted from then on."))
    for one in figures(desk, person, () if person == to else desk.endings.untold()):
        lines.append(
            Message(
                "{title}: {rating} (expected {mu}, give or take {sigma}; games: {games})",
                title=one.title,
                rating=one.shown,
                mu=f"{one.mu:.1f}",
                sigma=f"{2 * one.sigma:.1f}",
                games=one.games,
            )
        )
    mine = reliability_of(desk, person)
    if mine is None:
        lines.append(Message("Reliability: too little is known yet."))
    else:
        lines.append(Message("Reliability: {percent} % of decisions in time.", percent=mine))
    return lines


def recomputed(desk: Desk) -> dict[tuple[str, int], RatedStep]:
    """Ratings worked out again from the records of the games that were rated, in their order: by game and person."""
    order = dict.fromkeys(step.game_id for step in desk.endings.steps())
    rated = {(step.game_id, str(step.person_id)) for step in desk.endings.steps()}
    games = {}
    for game_id in order:
        play = desk.game(game_id)
        scores = (play.result or {}).get("scores", {}) if play is not None else {}
        if play is None or irregular(desk, play) is not None:
            continue
        mine = {str(seat.person_id): int(scores[seat.name]) for seat in play.players}
        mine = {who: wealth for who, wealth in mine.items() if (game_id, who) in rated}
        ranks = {who: 1 + sum(other > wealth for other in mine.values()) for who, wealth in mine.items()}
        games[game_id] = Rated(game_id, play.title, ranks)
    return {
        (one.game, int(one.after.player)): RatedStep(
            games[one.game].title, games[one.game].ranks[one.after.player], one.after.mu, one.after.sigma
        )
        for one in rate(games.values()).history
    }


def missing(desk: Desk, games: Collection[str]) -> list[tuple[str, int]]:
    """Games that were rated for somebody, as the log has it, who has no step of them: by game and person. Who was
    forgotten, or is another person by now, has none any more; of games from before this was written down the log says
    nothing."""
    said = {str(one.detail["game"]): one.detail["ranks"] for one in desk.service.deeds_by(RATED)}
    there = {(step.game_id, step.person_id) for step in desk.endings.steps()}
    gone = [(game, int(who)) for game in games for who in said.get(game, ()) if (game, int(who)) not in there]
    return [(game, who) for game, who in gone if desk.person(who) is not None and desk.people.addresses(who)]
