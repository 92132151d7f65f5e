"""The composer: orders as text, tried at each change, and what may be ordered next as things to click.

What one composes is the text of a mail. A click only writes a line of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import engine
from engine import Gathering, Hex, Refused, State
from engine.message import Message
from engine.moves import Bid, Buy, BuyTrain, Done, LayTile, Move, Pass, Pay, PlaceStation, Run, Sell, Start
from moderator.drawing.palette import marker
from moderator.hearing.reading import TOO_MUCH
from moderator.hearing.trial import DONE, WRONG, Trial, tried
from moderator.language import Teller, Words, spoken
from moderator.office.desk import Desk
from moderator.outbox.report.choices import Choice, best_lays, choices, said_in, template
from moderator.outbox.report.follows import dividends
from moderator.outbox.report.happened import touched
from moderator.outbox.report.parts import asked_words
from moderator.outbox.report.tables import sides_of
from moderator.store.game import Play
from moderator.store.mails import AnswerLine
from moderator.store.tables import Seat
from moderator.web.handing_in import MOST_TEXT
from moderator.web.table.ahead import asked_ahead, for_later, offered_to, on_file
from moderator.web.table.answering import AtOnce, at_once, beside

# In which order kinds of order are shown, and under which heading.
GROUPS: tuple[tuple[Message, tuple[type[Move], ...]], ...] = (
    (Message("Bids"), (Bid,)),
    (Message("Buy"), (Buy,)),
    (Message("Sell"), (Sell,)),
    (Message("Trains run"), (Run,)),
    (Message("Dividend"), (Pay,)),
    (Message("Trains"), (BuyTrain,)),
)
ENDING = (Pass, Done)
# Where somebody's own figure goes in an order.
PLACE = "{}"
# Track that ends at a number below this ends at a side of its hex, else at a stop.
SIDES = 6


@dataclass(frozen=True)
class Offer:
    """An order one click writes: what it says, what it costs, and what would follow."""

    # In our words, by which the page knows it; what is written are the reader's.
    order: str
    cost: str = ""
    follows: str = ""
    consent: str = ""
    # What the button says, where that is not the order itself.
    said: str = ""
    # What it brings.
    gets: str = ""
    # For a bid: from, to, and step.
    least: int = 0
    most: int = 0
    step: int = 0
    range: str = ""

    writes: str = ""

    @property
    def written(self) -> str:
        return self.writes or self.order

    @property
    def label(self) -> str:
        return self.said or self.written

    @property
    def form(self) -> str:
        """What is written, with a place for another figure."""
        head, _, figure = self.order.rpartition(" ")
        found = [*re.finditer(rf"(?<!\w){re.escape(figure)}(?!\d)", self.written)]
        # Where the figure might be something else as well, it is the last word of the order in our words.
        if len(found) != 1:
            return f"{head} {PLACE}"
        return f"{self.written[: found[0].start()]}{PLACE}{self.written[found[0].end() :]}"

    @property
    def form_said(self) -> str:
        return self.form.replace(PLACE, "…")


@dataclass(frozen=True)
class Lay:
    """A tile as it would lie."""

    order: str
    written: str
    tile: str
    facing: int
    sides: str
    cost: str


def cut(text: str) -> list[str]:
    """The lines somebody has composed."""
    return text.replace("\0", "").splitlines()


def panel(desk: Desk, play: Play, seat: Seat, text: str, words: Words) -> dict[str, Any]:
    """What the composer shows for these lines."""
    lines = cut(text)
    try:
        if len(text) > MOST_TEXT:
            raise Refused(TOO_MUCH)
        trial = tried(desk, play, seat, lines, words.language)
    except Refused as refused:
        trial = Trial((), play.state, play.state, ok=False)
        trouble = str(spoken(refused.message, words))
    else:
        trouble = ""
    mine = play.running and play.to_move == seat.name
    # Behind a line that is refused, what would do in its place is offered.
    open_ = mine and not trial.ended and engine.to_act(trial.state) == seat.name
    may = offered(trial.state, words) if open_ else None
    laying = may is not None and engine.accepts(trial.state, LayTile)
    done_now = at_once(desk, play, seat, trial, words)
    follows, after = beside(desk, play, seat, trial, words)
    return {
        "text": text,
        "turn": play.turn,
        "seq": play.seq,
        "mine": mine,
        "seat": seat.name,
        "trouble": trouble,
        "lines": [
            _line(line, trial.state, words, done_now.said.get(line.number, ""), seat.name) for line in trial.lines
        ],
        "ok": trial.ok,
        "any": any(line.mark in (DONE, WRONG) for line in trial.lines),
        "ended": trial.ended,
        "queued": trial.queued and done_now.kept,
        "at_once": trial.queued and done_now.now,
        "ends": trial.ok and done_now.ends,
        "button": _button(trial, done_now, mine=mine),
        "asked": asked_words(trial.state, words) if open_ else "",
        "money": list(_money(trial.before, after, words)),
        "follows": follows,
        "may": may,
        "laying": laying,
        # Nothing fits anywhere: it is said, or one would look for it hex by hex.
        "barren": str(engine.company_on_turn(trial.state)) if laying and may is not None and not may["lays"] else "",
        "filed": on_file(desk, play, seat, words),
        "ahead": asked_ahead(desk, play, seat, words),
        "offers": offered_to(desk, play, seat, words),
        "later": for_later(desk, play, seat, words) if play.running else [],
        "fleet": _fleet(trial, open_=open_),
        # Whether a run is to be made behind the lines, or the last of them that was made may be painted anew.
        "to_run": open_ and engine.accepts(trial.state, Run),
        "run": engine.form_in_words(play.state.title, "run {routes}", words.language),
        "trial": trial,
        "changed": touched(event for one in trial.played for event in one.events),
    }


def _button(trial: Trial, done_now: AtOnce, *, mine: bool) -> Message:
    """What sending does: only what waits for the writer's next turn is kept."""
    if done_now.ends:
        return Message("Accept, and end the game")
    if done_now.button is not None:
        return done_now.button
    return Message("Send") if mine or done_now.now else Message("Send, to be kept")


def _line(line: AnswerLine, state: State, words: Words, instead: str, player: str) -> dict[str, Any]:
    return {
        "mark": line.mark,
        "good": line.mark == DONE,
        "bad": line.mark == WRONG,
        "text": line.text,
        "said": instead or str(spoken(line.said, words)),
        "instead": [_written(state, one, words, player) for one in line.instead],
        "rule": line.rule,
    }


def _written(state: State, order: str, words: Words, player: str = "") -> str:
    """An order, one for later, or one that is proposed to others, as the reader would write it."""
    if order.startswith(PROPOSE):
        proposed = engine.in_words(state, order.removeprefix(PROPOSE), words.language)
        return words("write_propose", order=proposed)
    return engine.standing_in_words(state, engine.Player(player), order, words.language)


def _money(before: State, after: State, words: Words) -> Iterator[dict[str, str]]:
    """Who would be richer or poorer."""
    for who in (*before.players, *engine.companies_in_order(after)):
        was, now = before.cash_of(who), after.cash_of(who)
        if was != now:
            sign = "+" if now > was else "−"
            yield {
                "who": str(who),
                "was": words.money(was),
                "now": words.money(now),
                "change": f"{sign}{words.money(abs(now - was))}",
            }


def offered(state: State, words: Words) -> dict[str, Any]:
    """What may be ordered in a position, sorted by how one looks for it."""
    found = choices(state)
    groups: list[dict[str, Any]] = []
    gathered = engine.gathering(state)
    # What is put together here is not listed besides.
    apart = (LayTile, PlaceStation, *((gathered.kind,) if gathered else ()))
    left = [one for one in found if not isinstance(one.move, apart)]
    for name, kinds in GROUPS:
        some = [one for one in left if isinstance(one.move, kinds)]
        left = [one for one in left if one not in some]
        if some:
            groups.append({"name": name, "orders": [_offer(state, one, words) for one in some]})
    ending = [one for one in left if isinstance(one.move, ENDING)]
    begun = [one for one in left if isinstance(one.move, Start)]
    left = [one for one in left if one not in ending and one not in begun]
    if left:
        groups.append({"name": Message("More"), "orders": [_offer(state, one, words) for one in left]})
    lays = {hex_: _lays(state, ways, words) for hex_, ways in best_lays(state, found).items()}
    stations = [one for one in found if isinstance(one.move, PlaceStation)]
    return {
        "title": state.title.name,
        "groups": groups,
        "starts": _starts(state, begun, words),
        "lays": lays,
        "stations": _stations(state, stations, words),
        "gathering": _gathering(state, gathered) if gathered else None,
        "ending": [_ending(state, one.move, words) for one in ending] or _may_end(state, words),
        "over": _stop(state, words),
    }


def _gathering(state: State, gathered: Gathering) -> dict[str, Any]:
    mover = engine.to_act(state)
    owners = {one: state.directors.get(one, "") for one in gathered.others}
    return {
        "first": str(gathered.first),
        "others": [{"name": str(one), "owner": "" if owner == mover else str(owner)} for one, owner in owners.items()],
        "into": list(map(str, gathered.into)),
    }


def best_run(desk: Desk, play: Play, seat: Seat, text: str, words: Words) -> str:
    """What the best run behind these lines earns; nothing where none is to be made. It may take a while to find."""
    try:
        state = tried(desk, play, seat, cut(text), words.language).state
    except Refused:
        return ""
    mine = play.running and engine.to_act(state) == seat.name and engine.accepts(state, Run)
    best = engine.run_to_come(state) if mine else None
    return words("choice_gets", amount=best.value) if best is not None else ""


def gathered_order(
    desk: Desk, play: Play, seat: Seat, text: str, chosen: Sequence[str], into: str, words: Words
) -> str:
    """The line for what was put together behind these lines; nothing where that is not asked."""
    try:
        state = tried(desk, play, seat, cut(text), words.language).state
    except Refused:
        return ""
    found = engine.gathering(state) if play.running and engine.to_act(state) == seat.name else None
    others = [one for one in found.others if one in chosen] if found else []
    if found is None or into not in found.into or not others:
        return ""
    move = found.make(others, engine.Company(into))
    asked = any(name != seat.name for name in engine.consents(state, move))
    order = engine.write_order(move)
    return _written(state, f"{PROPOSE}{order}" if asked else order, words)


PROPOSE = "propose "
# The order by which all players together stop before the rules do.
BY_AGREEMENT = "end the game"


def _stop(state: State, words: Words) -> list[Offer]:
    """Ending the game early, where the title lets players agree to it. Nobody is led to it, so it stands apart."""
    try:
        move = engine.parse_order(state, BY_AGREEMENT)
        asked = [name for name in engine.consents(state, move) if name != engine.to_act(state)]
        engine.apply(state, move, engine.Player(engine.to_act(state) or ""), state.players, advise=False)
    except Refused:
        return []
    order = f"{PROPOSE}{BY_AGREEMENT}" if asked else BY_AGREEMENT
    return [Offer(order, consent=words.listed(asked) if asked else "", writes=_written(state, order, words))]


def _fleet(trial: Trial, *, open_: bool) -> list[str]:
    """The trains to which routes can be given: those about to run, or those of a run that is being painted."""
    if open_ and engine.accepts(trial.state, Run):
        at = trial.state
    else:
        ran = next((one for one in reversed(trial.played) if isinstance(one.move, Run)), None)
        if ran is None:
            return []
        at = ran.before
    return list(at.trains_of(engine.company_on_turn(at)))


def _may_end(state: State, words: Words) -> list[Offer]:
    """Ending the turn is said even where it is no decision of the open step."""
    may = state.cursor.round == "operating" and engine.may_pass(state)
    return [_ending(state, Done(), words)] if may else []


# What is left out with a `pass`, by the step that is open.
PASSES: Mapping[str, Message] = {
    "auction": Message("Pass: no bid"),
    "trade": Message("Pass: buy nothing"),
    "trade-auction": Message("Pass: buy nothing"),
    "trade-auction-start": Message("Pass: buy nothing"),
    "minor-auction": Message("Pass: no bid"),
    "merge": Message("Pass: merge nothing"),
    "redeem": Message("Buy back nothing"),
    "power": Message("Lay no tile"),
    "track": Message("Lay no more track"),
    "station": Message("Place no station"),
    "trains": Message("Buy no train"),
    "privates": Message("Buy no private"),
    "privates-before-interest": Message("Buy no private"),
}


def _ending(state: State, move: Move, words: Words) -> Offer:
    """A pass says what it leaves out; what is written stays the one word."""
    order = engine.write_order(move)
    said = Message("End the turn") if isinstance(move, Done) else PASSES.get(engine.asked_for(state)[0])
    return Offer(order, said=words.say(said) if said is not None else "", writes=_written(state, order, words))


def _starts(state: State, some: Sequence[Choice], words: Words) -> list[dict[str, Any]]:
    """The companies that may be started, each with its prices and places."""
    found: dict[str, dict[str, Any]] = {}
    for one in some:
        assert isinstance(one.move, Start)
        company = one.move.company
        if company not in found:
            back, ink = marker(state.title, company)
            name = state.title.companies[company].name
            found[company] = {"company": str(company), "name": name, "back": back, "ink": ink, "orders": []}
        offer = _offer(state, one, words)
        short = words.money(one.move.price) + (f" ({offer.cost})" if offer.cost else "")
        place = f" {_place(state, Hex(one.move.hex))}" if one.move.hex else ""
        found[company]["orders"].append(replace(offer, said=short + place))
    return list(found.values())


def _place(state: State, hex_: Hex) -> str:
    """A hex by its name too, where it has one."""
    place = state.board.plan.hexes.get(hex_)
    return f"{place.name} ({hex_})" if place is not None and place.name else str(hex_)


def _stations(state: State, some: Sequence[Choice], words: Words) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for one in some:
        assert isinstance(one.move, PlaceStation)
        found.setdefault(one.move.hex, []).append(_offer(state, one, words))
    return found


def _offer(state: State, one: Choice, words: Words) -> Offer:
    follows = " ".join(said for event in one.effects if (said := Teller(words, state).sentence(event)))
    if isinstance(one.move, Pay):
        follows = _dividend(state, one.order, words) or follows
    bounds = one.bounds
    # What others must agree to is proposed to them first.
    order = f"{PROPOSE}{one.order}" if one.consent else one.order
    written, said = _written(state, order, words), ""
    if isinstance(one.move, PlaceStation) and (name := state.board.plan.hexes[Hex(one.move.hex)].name):
        said = f"{written} · {name}"
    gets = -one.cost if one.cost < 0 and not isinstance(one.move, Pay) else 0
    return Offer(
        order,
        words.money(one.cost) if one.cost > 0 else "",
        follows,
        words.listed(list(one.consent)) if one.consent else "",
        said,
        words("choice_gets", amount=gets) if gets > 0 else "",
        bounds.start if bounds else 0,
        bounds[-1] if bounds else 0,
        bounds.step if bounds else 0,
        f"{words.money(bounds.start)}–{words.money(bounds[-1])}" if bounds else "",
        written,
    )


def _dividend(state: State, order: str, words: Words) -> str:
    """What a way of paying does to the price, the purse and the next train."""
    ways, _ = dividends(state)
    for one in ways:
        if one.order == order:
            facts = [words("dividend_gets", amount=one.gets), words("dividend_price", amount=one.price)]
            facts.append(words("dividend_cash", amount=one.cash))
            if one.train:
                facts.append(
                    words("dividend_short" if one.short else "dividend_train", train=one.train, amount=one.short)
                )
            return ", ".join(facts)
    return ""


def _lays(state: State, ways: Sequence[Choice], words: Words) -> list[Lay]:
    """The lays of a hex, each look once: towns have no names, so two that change places are the same."""
    found: dict[object, Lay] = {}
    for one in ways:
        assert isinstance(one.move, LayTile)
        face = state.board.plan.tiles[one.move.tile].turns[one.move.facing % 6]
        joined = frozenset(frozenset(face.exits_of(stop)) for stop in range(len(face.stops)))
        plain = frozenset(frozenset(piece) for piece in face.track if max(piece) < SIDES)
        towns = all(stop.kind == "town" for stop in face.stops)
        found.setdefault((one.move.tile, joined, plain) if towns else one.order, _lay(state, one, words))
    return list(found.values())


def _lay(state: State, one: Choice, words: Words) -> Lay:
    move = one.move
    assert isinstance(move, LayTile)
    face = state.board.plan.tiles[move.tile].turns[move.facing % 6]
    cost = words.money(one.cost) if one.cost > 0 else ""
    written = engine.in_words(state, one.order, words.language)
    return Lay(one.order, written, move.tile, move.facing, sides_of(words, face), cost)


def advice(state: State, language: str) -> str:
    """A whole turn as a bot would play it, to begin from."""
    return "\n".join(said_in(state, template(state), language))
