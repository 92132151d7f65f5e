"""Whether who passes speaks of this once or of the round: "passing for the round", "Ich bin raus für diese Runde".

A pass is one pass. In a stock round a turn comes back to everybody who has passed as long as somebody acts, so whoever
names the round may mean all the turns that are left in it; which of the two is asked, never guessed.
"""

from __future__ import annotations

from engine.errors import WholeRound
from engine.moves import Done, Move, Pass
from engine.notation.clean import key
from engine.notation.numbered import is_said
from engine.notation.tongue import languages, round_words
from engine.notation.vocabulary import words_in
from engine.notation.write import write_order
from engine.state import State

# The round in which passing now says nothing of the next turn.
STOCK = "stock"


def of_the_round(state: State, line: str, move: Move | None) -> WholeRound | None:
    """What is asked about a pass whose line speaks of the round; None for any other order, and where nobody is asked
    again: in an auction a pass is for good, and a company's turn comes once."""
    if not isinstance(move, Pass | Done) or state.cursor.round != STOCK or state.demands or state.facts.bidding:
        return None
    if not names_a_round(line):
        return None
    return WholeRound(
        "Is this one pass, or one for the rest of the round? Say which.", instead=(write_order(move), "standing pass")
    )


def names_a_round(line: str) -> bool:
    """Whether a line speaks of a round, in any language."""
    said = [key(word) for word in words_in(line)]
    return any(is_said(said, word) for each in languages() for word in round_words(each))
