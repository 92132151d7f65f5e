"""An event's terms told to people, in their own language."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import engine
from engine.message import Listed, Message
from moderator.events.terms import (
    EventTerms,
    Format,
    Replacing,
    StagePlan,
    Unfinished,
)
from moderator.events.values import Points, Tie
from moderator.language import Moment, Words
from moderator.office.clock import terms_from
from moderator.store.mails import Said
from moderator.table.conditions import time_said
from moderator.table.pace import read_term


def told(terms: EventTerms) -> list[Said]:
    """For people, in their own language."""
    return list(parts(terms).values())


def parts(terms: EventTerms) -> dict[str, Said]:
    """The terms sentence by sentence, each by what it is about: those of two terms can be compared."""
    return dict(_parts(terms))


def change_told(old: EventTerms, new: EventTerms) -> Message:
    """What was and what is, in sentences of the terms."""
    was, now = _named(old), _named(new)
    changed = [about for about in dict.fromkeys((*was, *now)) if not _same(was.get(about), now.get(about))]
    gone = Listed([was[about] for about in changed if about in was], " ")
    come = Listed([now[about] for about in changed if about in now], " ")
    if not changed:
        # What no sentence tells yet, since it does not matter under the other terms: how often a table is played out.
        before, after = old.lines(), new.lines()
        gone = Listed([f"{line}." for line in before if line not in after], " ")
        come = Listed([f"{line}." for line in after if line not in before], " ")
    if not gone.items:
        return Message("New: {new}", new=come)
    if not come.items:
        return Message("No longer: {old}", old=gone)
    return Message("It was: {old} It is now: {new}", old=gone, new=come)


def _named(terms: EventTerms) -> dict[str, Said]:
    """With the name, which stands above the terms wherever they are shown."""
    return {"called": Message("The event is called {name}.", name=terms.called), **parts(terms)}


def _same(one: Said | None, other: Said | None) -> bool:
    """Two messages are the same if they say the same."""
    words = Words("en")
    return (one and words.text(one)) == (other and words.text(other))


def _parts(terms: EventTerms) -> Iterator[tuple[str, Said]]:
    if terms.about:
        yield "about", terms.about
    yield "titles", Message("Titles: {titles}; round after round.", titles=Listed(terms.titles, ","))
    stages = Listed((stage_told(one, terms.wanted) for one in terms.stages), ";")
    yield "format", Message("Format: {stages}.", stages=stages)
    yield "tables", _tables_told(terms)
    ties = Listed((tie_told(one) for one in terms.ties), ",")
    yield "points", Message("Points: {points}. Ties: {ties}.", points=points_told(terms.points), ties=ties)
    for size, row in sorted(terms.own.items()):
        yield f"own {size}", f"    {size}: {' – '.join(map(str, row))}"
    yield "bye", bye_told(terms)
    yield (
        "forfeit",
        Message(
            "A forfeited seat counts {forfeit}; a seat taken over counts {replaced} of its result.",
            forfeit=str(terms.forfeit),
            replaced=part_told(terms.replaced),
        ),
    )
    if terms.entry_until is not None:
        yield "entry", Message("Entry until {moment}.", moment=Moment(terms.entry_until))
    if terms.starts is not None:
        yield "starts", Message("The first round starts {moment}.", moment=Moment(terms.starts))
    if terms.ends is not None:
        yield "ends", Message("Everything ends at the latest {moment}.", moment=Moment(terms.ends))
    yield (
        "round",
        Message(
            "A round lasts at most {days} days; {rest} days between rounds.",
            days=terms.round_days,
            rest=terms.rest_days,
        ),
    )
    yield (
        "next",
        Message("Rounds are drawn and published by themselves.")
        if terms.by_itself
        else Message("Each round is published on the director's word."),
    )
    if terms.early_end:
        yield (
            "early end",
            Message(
                "Every table ends after set {number} of operating rounds, with what everybody is worth then, if its "
                "rules have not ended it before.",
                number=terms.early_end,
            ),
        )
    yield "unfinished", unfinished_told(terms)
    yield (
        "appeals",
        Message(
            "A result can be appealed against until the next round is published or the event is over; where people "
            "played, neither comes by itself before a day has passed since the round's end."
        ),
    )
    if terms.points is Points.SHARE and len(terms.sizes) > 1:
        yield "share", Message("Where tables are of different sizes, a share at a smaller one is worth more.")
    yield "replacement", _replacing_told(terms)
    yield "excluded", Message("Who is excluded loses all points; what others won against them stays.")
    if terms.anonymous:
        yield "anonymous", Message("Tables are anonymous: seats are colours until the round is over.")
    if terms.duplicate:
        yield (
            "duplicate",
            Message("Duplicate: every table has the same draw, and results are compared seat by seat."),
        )
    if not terms.press:
        yield "press", Message("No table talk: press between players is not forwarded.")
    yield (
        "directors",
        Message(
            "The director and deputies may play; what is decided about a table they sit at is left to those of them "
            "who don't, or to whoever runs the service."
        )
        if terms.directors_play
        else Message("The director and deputies don't play."),
    )
    if terms.bar_reliability is not None:
        yield (
            "bar reliability",
            Message("Open to players with a reliability of {bar} % or more.", bar=terms.bar_reliability),
        )
    if terms.bar_rating is not None:
        yield (
            "bar rating",
            Message("Open to players with a rating of {bar} or more at one of the titles.", bar=terms.bar_rating),
        )
    yield (
        "places",
        Message("{places} places, then a waiting list. No fee.", places=terms.places)
        if terms.waiting_list
        else Message("{places} places. No fee.", places=terms.places),
    )
    # The title with the most kinds of round names all hours there are.
    title = max(terms.titles, key=lambda one: len(engine.title_named(one).rounds))
    clock = terms_from(terms.plan(title).terms)
    for number, line in enumerate(time_said(clock, title, clock.noshow)):
        yield f"clock {number}", line
    more = [line for line in terms.game if read_term(line, {}) is None]
    if more:
        yield "game", Message("Every game: {lines}.", lines=Listed(more, ";"))


def _tables_told(terms: EventTerms) -> Message:
    if len(terms.sizes) == 1:
        return Message("Tables of {wanted}.", wanted=terms.wanted)
    return Message(
        "Tables of {wanted}; of {low} to {high} where they must be.",
        wanted=terms.wanted,
        low=terms.sizes[0],
        high=terms.sizes[-1],
    )


def _replacing_told(terms: EventTerms) -> Message:
    # Without a waiting list nobody is on it.
    bot_instead = terms.replacing is Replacing.WAITING and not terms.waiting_list
    return {
        Replacing.WAITING: Message("Who goes is replaced from the waiting list, with consent; a bot plays until then."),
        Replacing.BOT: Message("Who goes is replaced by a bot."),
        Replacing.NOBODY: Message("Who goes is not replaced; a bot plays the seat to its end."),
    }[Replacing.BOT if bot_instead else terms.replacing]


def stage_told(stage: StagePlan, table: int) -> Said:
    match stage.format:
        case Format.KNOCKOUT if stage.top and stage.top <= table:
            return Message("a final of the best {top}", top=stage.top)
        case Format.HEATS if stage.best:
            said: Said = Message("heats, the best {best} of {rounds}", best=stage.best, rounds=stage.rounds)
        case Format.HEATS:
            said = Message("heats, {rounds} rounds", rounds=stage.rounds)
        case Format.SWISS if stage.rounds == 1:
            said = Message("Swiss system, one round")
        case Format.SWISS:
            said = Message("Swiss system, {rounds} rounds", rounds=stage.rounds)
        case Format.GROUPS:
            said = Message("groups of {of}, {rounds} rounds", of=stage.of or 8, rounds=stage.rounds)
        case Format.LEAGUE if stage.divisions == 1:
            said = Message("league, {rounds} rounds", rounds=stage.rounds)
        case Format.LEAGUE:
            said = Message(
                "league, {rounds} rounds, {divisions} divisions, {promote} go up and down",
                rounds=stage.rounds,
                divisions=stage.divisions,
                promote=stage.promote,
            )
        case _:
            said = Message("knock-out: winners and the best seconds go on")
    return Message("{stage} (the best {top})", stage=said, top=stage.top) if stage.top else said


def bye_told(terms: EventTerms) -> Message:
    if terms.bye is None:
        return Message("A bye counts as one's own average.")
    return Message("A bye is worth {part} of the most a table can bring.", part=str(terms.bye))


def part_told(part: Fraction) -> str:
    """A part of a result, as people say it in every language."""
    return f"{float(part * 100):.4g} %"


def points_told(points: Points) -> Message:
    return {
        Points.SHARE: Message("one's share of the table's wealth"),
        Points.RANK: Message("places, ties split"),
        Points.WINS: Message("wins, then the share of wealth"),
        Points.MARGIN: Message("the winner's margin"),
        Points.OWN: Message("the event's own table"),
    }[points]


def tie_told(tie: Tie) -> Message:
    return {
        Tie.WINS: Message("wins", "ties"),
        Tie.DIRECT: Message("direct meeting", "ties"),
        Tie.STRENGTH: Message("strength of opponents", "ties"),
        Tie.SHARE: Message("share of wealth", "ties"),
        Tie.LOT: Message("lot from the seed", "ties"),
    }[tie]


def unfinished_told(terms: EventTerms) -> Message:
    if terms.unfinished is Unfinished.ADJUDICATE:
        return Message(
            "A table that is not over at the end of its round is played out {count} times by bots; where the intervals "
            "overlap the director decides.",
            count=terms.playouts,
        )
    if terms.unfinished is Unfinished.STANDS:
        return Message("A table that is not over at the end of its round counts as it stands.")
    return Message("A table that is not over at the end of its round is ruled on by the director.")
