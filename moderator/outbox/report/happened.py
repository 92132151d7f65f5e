"""What happened since the reader's last mail: money and directors first, then move by move, passes folded into one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine import events as e
from engine.state import State
from moderator.outbox.report.sentences import Teller
from moderator.outbox.report.view import Happening
from moderator.outbox.report.words import Words, plain

# That an order was on file is its owner's secret.
HOW = ("bot", "default", "gm", "offer")
# That a turn begins and ends is seen from what is done in it.
UNSAID = (e.TurnBegan, e.TurnEnded)


def money_and_directors(happened: Sequence[Happening], state: State, words: Words) -> Iterator[str]:
    """Who is richer or poorer than at the last mail, and who directs what now."""
    if not happened:
        return
    before = happened[0].before
    for player in state.players:
        was, now = before.cash_of(player), state.cash_of(player)
        if was != now:
            change = f"{'+' if now > was else '−'}{words.money(abs(now - was))}"
            yield f"{plain(player)}{words('colon')}{words.money(was)} → {words.money(now)} ({change})"
    for one in happened:
        teller = Teller(words, one.before)
        yield from (teller.sentence(event) for event in one.events if isinstance(event, e.DirectorChanged))


def moves(happened: Sequence[Happening], words: Words) -> Iterator[str]:
    """One text for each move; passes in a row are one text."""
    passed: list[str] = []
    for one in happened:
        if not one.events:
            if passed:
                yield _passes(passed, words)
                passed = []
            yield words("taken_back", by=plain(one.by), order=plain(one.order))
            continue
        said, silent = _move(one, words)
        passed += silent
        if said:
            if passed:
                yield _passes(passed, words)
                passed = []
            yield said
    if passed:
        yield _passes(passed, words)


def _move(one: Happening, words: Words) -> tuple[str, list[str]]:
    """The sentences of a move, and who passed without anything else to say."""
    said: list[str] = []
    passed: list[str] = []
    state = one.before
    for event in one.events:
        if isinstance(event, e.Passed):
            passed.append(plain(event.player))
        elif not isinstance(event, UNSAID) and not event.silent:
            said.append(Teller(words, state).sentence(event))
        state = event.apply(state)
    if not said:
        return "", passed
    if one.how in HOW:
        # Behind what was ordered itself, before what followed from it.
        said[0] += f" ({words(f'how_{one.how}')})"
    if passed:
        said.insert(0, _passes(passed, words))
    return " ".join(said), []


def _passes(players: list[str], words: Words) -> str:
    names = list(dict.fromkeys(players))
    return words("passes", count=len(names), players=names)


def hexes_changed(happened: Sequence[Happening]) -> frozenset[str]:
    """The hexes on which anything was laid, placed or taken away."""
    return touched(event for one in happened for event in one.events)


def touched(events: Iterable[e.Event]) -> frozenset[str]:
    """The hexes these events changed."""
    found: set[str] = set()
    for event in events:
        found.update(h for name in ("hex", "origin") if (h := getattr(event, name, "")) and isinstance(h, str))
        found.update(getattr(event, "hexes", ()))
    return frozenset(found)
