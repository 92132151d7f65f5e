"""A game around one keyboard: orders in, sentences and the position out. Everybody at the table hears everything,
so consent is taken as given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.game import apply, draws, legal_moves, replay, start, to_act
from engine.names import Player
from engine.notation import parse_order, split_orders, write_order
from engine.state import State
from engine.text import position, sentence
from engine.text.position import asked, folded

HELP = """\
Write one order on a line, or several with ; between them. Lines that begin
with # are comments. The position ends with examples of what may be ordered.
  legal    all orders that would be accepted now
  status   the position again
  undo     takes the last order back
  help     this
  quit     leaves the game"""

Out = Callable[[str], None]
# A list of legal orders longer than this tells nobody anything.
MOST_LEGAL = 200


def play(
    title: str,
    players: Sequence[str],
    lines: Iterable[str],
    out: Out,
    choose: Callable[[Sequence[str]], str],
    options: Mapping[str, Any] | None = None,
) -> int:
    """Plays until the game is over, the lines end, or somebody quits. Returns how many orders were refused.

    ``choose`` is chance: it draws one of the outcomes it is given. Raises ValueError for a table the title can't be
    played at.
    """
    seats = tuple(Player(name) for name in players)
    drawn = {name: choose(outcomes) for name, outcomes in draws(title, seats, options).items()}
    begun = start(title, seats, drawn, options)
    table = OneKeyboard(replay(begun), out)
    table.tell(begun, replay(begun[:1]))
    table.show()
    for line in lines:
        for order in split_orders(line):
            if not table.take(order):
                return table.refused
        if table.state.over:
            break
    return table.refused


class OneKeyboard:
    """The game as it stands, how it came there, and where it is told."""

    def __init__(self, state: State, out: Out) -> None:
        self.state = state
        self.before: list[State] = []
        self.out = out
        self.refused = 0

    def take(self, order: str) -> bool:
        """Plays an order or answers a question; False when somebody leaves."""
        match order.casefold().strip(" ."):
            case "quit" | "exit" | "bye":
                return False
            case "help" | "?":
                self.out(HELP)
            case "status":
                self.show()
            case "legal":
                self.legal()
            case "undo":
                self.undo()
            case _:
                self.play(order)
        return True

    def play(self, order: str) -> None:
        actor = to_act(self.state)
        if actor is None:
            self.out("The game is over.")
            return
        try:
            move = parse_order(self.state, order)
            outcome = apply(self.state, move, actor, self.state.players)
        except Refused as refused:
            self.refused += 1
            self.refuse(order, refused)
            return
        self.out(f"> {actor}: {write_order(move)}")
        self.before.append(self.state)
        self.tell(outcome.events, self.state)
        self.state = outcome.state
        self.show()

    def tell(self, events: Iterable[Event], state: State) -> None:
        """Says what happened, one sentence for each event."""
        for event in events:
            if said := sentence(event, state):
                self.out("\n".join(folded(said)))
            state = event.apply(state)

    def refuse(self, order: str, refused: Refused) -> None:
        rule = f" ({self.state.title.name}, {refused.rule})" if refused.rule else ""
        self.out("\n".join(folded(f"NOT PLAYED: {order[:60]}")))
        self.out("\n".join(folded(f"{refused.why}{rule}")))
        for number, instead in enumerate(refused.instead):
            self.out("\n".join(folded(f"{'Write instead:' if not number else 'or'} {instead}")))

    def show(self) -> None:
        self.out("")
        self.out(position(self.state))

    def legal(self) -> None:
        found = dict.fromkeys(write_order(move) for move in legal_moves(self.state))
        for order in list(found)[:MOST_LEGAL]:
            self.out("\n".join(folded(order)))
        if len(found) > MOST_LEGAL:
            self.out(f"… and {len(found) - MOST_LEGAL} more")

    def undo(self) -> None:
        if not self.before:
            self.out("There is nothing to take back.")
            return
        self.state = self.before.pop()
        self.out("The last order is taken back.")
        self.out("\n".join(folded(asked(self.state))))
