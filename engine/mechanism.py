"""A mechanism: something a title may have (loans, mergers, an auction …), as one value.

A title lists its mechanisms; whoever must know their moves, words and records asks the title. So a new mechanism is a
folder and a line in the titles that use it, and no file on the shelf changes. What is only one title's is a mechanism
of that title's own folder.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.message import Message
from engine.moves import Move
from engine.names import Player

if TYPE_CHECKING:
    from engine.ahead.facts import Condition
    from engine.ahead.orders import Standing
    from engine.events import Event
    from engine.interop.adapter import Adapter
    from engine.notation.said import Saying
    from engine.notation.scan import Scanner
    from engine.state import Demand, State
    from engine.title import Step, Title

# A row of a record as the next version of its kind would have written it.
Upcaster = Callable[[Mapping[str, Any]], Mapping[str, Any]]
# The move a simple player makes of those that are legal, if the mechanism has anything to say now.
Habit = Callable[["State", Player, Sequence[Move]], Move | None]
# Reads what follows the verb of an order; None leaves the line to the next reader of the same verb.
Reader = Callable[["Scanner"], Move | None]

# What chance decides for a title at a table, each with its possible outcomes.
Draws = Callable[["Title", Collection[Player], Mapping[str, Any]], Mapping[str, tuple[str, ...]]]
# The same from the public site's random numbers, for so many players.
SiteDraws = Callable[["Title", Callable[[], int], int], Mapping[str, str]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Mechanism:
    """What the rest of the engine must know of a mechanism; its steps and reactions are composed by the title."""

    name: str  # also that of its table in title.toml, and of its events in records
    package: str  # beside it lie its words, in words/<language>.toml
    figures: type[Any] | None = None  # the dataclass its table is read into
    options: tuple[str, ...] = ()  # it reads; a title that has the mechanism has them
    own: Callable[[], Any] | None = None  # the facts it remembers, as they are at the start
    events: tuple[type[Event], ...] = ()  # stored under the name of the mechanism
    demands: Mapping[type[Demand], Step] = field(
        default_factory=dict
    )  # and who answers them, if the title says no other
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)  # old rows, by name and version
    moves: tuple[type[Move], ...] = ()  # read by their form, unless a reader knows their verb
    adapter: Adapter | None = None  # for games recorded on the public site
    marks: Callable[[State], Mapping[str, str]] | None = None  # hex -> a few letters to be drawn there
    habit: Habit | None = None  # what a bot would do about it
    readers: Mapping[str, Reader] = field(default_factory=dict)  # verb -> how its orders are read
    draws: Draws | None = None  # what chance must decide before the start
    site_draws: SiteDraws | None = None  # how the public site's random numbers decide it
    # What everybody is told of it, as long as it matters; what is not told here stays secret.
    openly: Callable[[State], Iterable[Message]] = lambda state: ()
    sayings: tuple[Saying, ...] = ()  # how its orders are said in a sentence
    facts: tuple[type[Condition], ...] = ()  # a condition may name, beside those of the shelf
    standing: tuple[type[Standing], ...] = ()  # orders on file it knows, beside those of the shelf
    # Where a company may begin, as orders name it, if whoever opens its auction says where.
    homes: Callable[[State, str], tuple[str, ...]] = lambda state, item: ()
    # Raises Illegal for a move that its rules can't allow any more, of whoever and whenever.
    never: Callable[[State, Move], None] = lambda state, move: None
