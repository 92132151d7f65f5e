"""What can go wrong, and whose it is.

Refused                  the player's: an order that is answered, never played
├── Unreadable           the line is no order
├── Ambiguous            the line has more than one meaning; ``instead`` lists them
└── Illegal              the order is clear, and the rules forbid it
Unplayable               the organiser's: a game that can't be begun like this
TitleError               ours: a title's data contradict themselves (raised at import)
Inconsistent             ours: a bug in the books; never caught in the engine, never shown to a player
Outdated                 nobody's: a stored position of a form that is read no more; the game is replayed instead
"""

from __future__ import annotations

from engine.message import Message, Value


class Refused(Exception):
    """An order that can't be played: why, by which rule, and what would work now.

    The reason is a message, an English template with named places and the values that fill them:
    ``Illegal("{company} has no station in {hex}.", company=..., hex=...)``.
    """

    def __init__(self, why: str | Message, /, rule: str = "", instead: tuple[str, ...] = (), **values: Value) -> None:
        self.message = why if isinstance(why, Message) else Message(why, **values)
        self.rule = rule
        self.instead = instead
        # The line of a block that holds the fault.
        self.line = ""
        super().__init__(self.message)

    @property
    def why(self) -> str:
        """The reason as one English sentence."""
        return str(self.message)


class Unreadable(Refused):
    """The line is no order of this game."""


class Needless(Unreadable):
    """What a line asks for comes by itself: it need not cost its writer the mail."""


class ForLater(Unreadable):
    """A line of the kind that is kept on file: so is what it proposes, which no position is asked about."""


class Ambiguous(Refused):
    """The line can be read in more than one way; ``instead`` holds the readings."""

    # A reading, where none of them could be done now: why not says more than a question would.
    impossible: str = ""


class Doubted(Ambiguous):
    """A sentence that may be no order at all; its only reading is asked about."""


class Guessed(Doubted):
    """An order in a sentence of which some words are not known; only who wrote it can say whether it is one."""


class WholeRound(Ambiguous):
    """A pass that is said of a round: it may be this one pass, or be kept on file for the rest of the round."""


class Illegal(Refused):
    """The order is understood, and the rules forbid it."""


class Unplayable(ValueError):
    """A table at which a title can't be played; the reason is a message like a refusal's."""

    def __init__(self, why: str, /, **values: Value) -> None:
        self.message = Message(why, **values)
        super().__init__(self.message)


class TitleError(Exception):
    """A title's data contradict themselves."""


class Inconsistent(Exception):
    """The books do not balance: a bug of ours."""


class Outdated(Exception):
    """A stored position of another form than today's: it is not read, the game is replayed."""
