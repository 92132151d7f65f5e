"""The one door to the engine: every call the moderator makes of the rules goes through here."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from engine.message import Message

State = Any
Move = Any
Event = Any

KINDS = {"AUC": "auction", "SR": "stock", "OR": "operating", "MR": "merger"}


class Rules:
    """The engine, with the few words about a position that mails and clocks need. Tests may give another engine."""

    def __init__(self, engine: Any = None) -> None:
        self._text: Any = None
        if engine is None:
            import engine as ours
            import engine.text as words

            engine, self._text = ours, words
        self._engine = engine
        self.Refused: type[Exception] = engine.Refused
        self.Unreadable: type[Exception] = engine.Unreadable
        self.Ambiguous: type[Exception] = engine.Ambiguous

    def titles(self) -> tuple[str, ...]:
        return tuple(self._engine.titles())

    def draw(
        self, title: str, seats: Sequence[str], options: Mapping[str, Any], chance: random.Random
    ) -> dict[str, str]:
        """Lets chance decide what the title leaves to it."""
        wanted = self._engine.draws(title, list(seats), options)
        return {name: chance.choice(sorted(outcomes)) for name, outcomes in sorted(wanted.items())}

    def start(
        self, title: str, seats: Sequence[str], drawn: Mapping[str, str], options: Mapping[str, Any]
    ) -> tuple[Event, ...]:
        """Raises ValueError, with a sentence, for a table the title can't be played at."""
        return tuple(self._engine.start(title, list(seats), drawn, options))

    def replay(self, events: Iterable[Event]) -> State:
        return self._engine.replay(events)

    def evolve(self, state: State, events: Iterable[Event]) -> State:
        return self._engine.evolve(state, events)

    def mover(self, state: State) -> str | None:
        return self._engine.to_act(state)  # type: ignore[no-any-return]

    def legal(self, state: State) -> Iterator[Move]:
        return iter(self._engine.legal_moves(state))

    def legal_orders(self, state: State) -> list[str]:
        return [self.write(move) for move in self.legal(state)]

    def apply(self, state: State, move: Move, by: str, agreed: Collection[str] = ()) -> tuple[Event, ...]:
        return tuple(self._engine.apply(state, move, by, tuple(agreed)))

    def consents(self, state: State, move: Move) -> tuple[str, ...]:
        return tuple(self._engine.consents(state, move))

    def parse(self, state: State, line: str) -> Move:
        return self._engine.parse_order(state, line)

    def write(self, move: Move) -> str:
        return self._engine.write_order(move)  # type: ignore[no-any-return]

    def encode(self, events: Iterable[Event]) -> list[dict[str, Any]]:
        return [self._engine.encode(event) for event in events]

    def decode(self, kept: Iterable[Mapping[str, Any]]) -> list[Event]:
        return [self._engine.decode(dict(event)) for event in kept]

    def save(self, state: State) -> dict[str, Any]:
        return self._engine.save(state)  # type: ignore[no-any-return]

    def restore(self, kept: Mapping[str, Any]) -> State:
        return self._engine.restore(kept)

    def digest(self, state: State) -> str:
        return str(self._engine.digest(state))

    def explain(self, word: str, state: State = None) -> list[str]:
        """What orders beginning with a word mean, by whatever name people call it: their form and a sentence each."""
        if self._text is None:
            return []
        from moderator.games.explain import explain

        return explain(word, state)

    def compulsory(self, state: State) -> str:
        """The least harmful order where something must be done: a train, a sale, a discard, a station."""
        if self._text is None:
            return ""
        from moderator.games.judgement.duties import duty

        found = duty(state, self.mover(state) or "", list(self.legal(state)))
        return self.write(found) if found is not None else ""

    def bargain(self, state: State, bot: str, company: str, order: str) -> bool:
        """Whether a bot agrees to an order that another gives, or it would give itself, in a company's turn."""
        if self._text is None:
            return False
        from engine.names import Company, Player
        from moderator.games.judgement.bargains import agrees

        try:
            return agrees(state, Player(bot), Company(company), self.parse(state, order))
        except self.Refused:
            return False

    # What clocks and mails want to know of a position.

    def round(self, state: State) -> str:
        """``SR2``, ``OR3.1``, ``MR3.1`` or ``AUC``."""
        own = getattr(state, "round", None)
        if isinstance(own, str):
            return own
        from engine.interop.canonical import round_name

        return str(round_name(state))

    def kind(self, state: State) -> str:
        """Which allowance of time the open decision has."""
        name = self.round(state)
        return next((kind for prefix, kind in KINDS.items() if name.startswith(prefix)), "stock")

    def company(self, state: State) -> str:
        """The company whose turn it is, if it is a company's."""
        if self.kind(state) not in ("operating", "merger"):
            return ""
        try:
            return str(state.operating or "")
        except (AttributeError, IndexError):
            return ""

    def canonical(self, state: State) -> dict[str, Any]:
        """The position in the public site's terms; players are called by their seats' names."""
        from engine.interop.canonical import canonical

        return dict(canonical(state, str))

    def export(
        self, start: Sequence[Event], moves: Iterable[tuple[str, str, Sequence[Event]]], name: str
    ) -> dict[str, Any]:
        """The game in the public site's JSON, from its first events and its moves (by whom, order, events)."""
        from engine.interop.export import Turn, export
        from engine.names import Player

        state, turns = self.replay(start), []
        for by, order, events in moves:
            turns.append(Turn(Player(by), self.parse(state, order), tuple(events)))
            state = self.evolve(state, events)
        return dict(export(tuple(start), turns, name))

    def routes(self, state: State, company: str) -> list[str | Message]:
        """The best routes of a company as the position stands, a line each, and what they are worth together."""
        if self._text is None:
            return [order for order in self.legal_orders(state) if order.startswith("run ")]
        from engine.runs.proposal import routes

        found = routes(state, self.symbol(state, company))  # type: ignore[arg-type]
        lines = [f"{run.train}: {' '.join(run.path)}  {run.value}" for run in found.routes]
        together = Message("together {value}: no routes earn more, this is proved", value=found.value)
        if not found.proved:
            together = Message(
                "together {value}: none better was found; at most {bound}", value=found.value, bound=found.bound
            )
        return [*lines, together, Message("as an order: {order}", order=self.write(found.move))]

    def map(self, state: State) -> list[str]:
        """The map in letters."""
        if self._text is None:
            return [self.position(state)]
        from moderator.drawing.map_text import map_text

        return map_text(state)

    def market(self, state: State) -> list[str]:
        """The stock market in letters."""
        if self._text is None:
            return [self.position(state)]
        from engine.text.market import market

        return list(market(state.market, 78))

    def about_run(self, state: State, line: str) -> tuple[tuple[Message, ...], bool]:
        """What a player should know of the run a line declares, and whether it misses something."""
        if self._text is None or not line.lower().startswith("run"):
            return (), False
        from engine.moves import Run
        from engine.runs.proposal import best_run, shortfall

        move = self.parse(state, line)
        if not isinstance(move, Run):
            return (), False
        if line.lower().split() == ["run", "best"]:
            found = best_run(state)
            if found.proved:
                return (Message("No routes earn more, this is proved."),), False
            return (Message("None better was found; at most {bound}.", bound=found.bound),), False
        missed = shortfall(state, move)
        if missed is None:
            return (), False
        said = Message(
            "You run {declared}, the best is {best} ({order}).",
            declared=missed.declared,
            best=missed.best.value,
            order=self.write(missed.best.move),
        )
        return (said,), True

    def symbol(self, state: State, name: str) -> str:
        """A company's symbol as the title writes it, by whatever name it was called."""
        return self._named(state, name, "company")

    def private(self, state: State, name: str) -> str:
        """A private's symbol as the title writes it, by whatever name it was called."""
        return self._named(state, name, "private")

    def _named(self, state: State, name: str, kind: str) -> str:
        if self._text is None:
            return name
        from engine.notation.clean import key
        from engine.notation.names import register

        found = register(state.title).find(key(name), (kind,))
        # Two meanings are no meaning: then nothing of that name is found further on.
        return found[0][1] if len(found) == 1 else name

    def director(self, state: State, company: str) -> str | None:
        """Who decides for a company."""
        found = dict(getattr(state, "president", None) or {}).get(self.symbol(state, company))
        return str(found) if found else None

    def owner(self, state: State, private: str) -> str | None:
        """Who owns a private."""
        found = dict(getattr(state, "privates", None) or {}).get(self.private(state, private))
        return str(found) if found else None

    def trains(self, state: State, company: str) -> tuple[str, ...]:
        """The trains a company owns."""
        return tuple(dict(getattr(state, "trains", None) or {}).get(self.symbol(state, company), ()))

    def taken(self, state: State, item: str) -> str | None:
        """Who has what was once put up for auction: a private's owner, or a company's director."""
        if self._text is None:
            return None
        from engine.names import BANK

        owner = self.owner(state, item) if self.private(state, item) in state.title.privates else None
        found = owner if owner not in (None, BANK) else None
        return found or self.director(state, item)

    def leads(self, state: State, player: str, item: str) -> bool:
        """Whether a player's own bid on an item is the highest; nobody raises against themselves."""
        bidding = getattr(getattr(state, "facts", None), "bidding", None)
        bids = [(amount, who) for what, who, amount in getattr(bidding, "bids", ()) if what == item]
        return bool(bids) and max(bids)[1] == player

    def place(self, state: State) -> str:
        """Round and company: while this and the mover stay the same it is the same turn."""
        return f"{self.round(state)} {self.company(state)}".strip()

    def position(self, state: State) -> str:
        """The position as readable text."""
        if self._text is not None:
            return str(self._text.position(state))
        return f"Round {self.round(state)}. To act: {self.mover(state) or 'nobody, the game is over'}."

    def sentence(self, event: Event, state: State = None) -> str:
        """What happened, as a sentence for people; ``state`` is the position it happened in, where that is known."""
        if self._text is not None:
            return str(self._text.sentence(event, state))
        name = type(event).__name__
        words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
        if not is_dataclass(event):
            return words
        told = [f"{f.name} {value}" for f in fields(event) if (value := getattr(event, f.name)) not in ("", None, ())]
        return f"{words}: {', '.join(told)}" if told else words

    def sentences(self, events: Iterable[Event], state: State = None, language: str = "en") -> list[str]:
        """One sentence per event that people care about, in their language."""
        told = self._teller(state, language) if language != "en" and self._text is not None else None
        return [said for event in events if (said := told(event) if told else self.sentence(event, state))]

    @staticmethod
    def _teller(state: State, language: str) -> Callable[[Event], str]:
        from moderator.outbox.report.sentences import Teller
        from moderator.outbox.report.words import Words

        return Teller(Words(language, state.title.currency), state).sentence

    def scores(self, state: State) -> dict[str, int]:
        """What each player is worth: cash, shares and privates."""
        if self._text is None:
            return {player: int(cash) for player, cash in dict(state.cash).items()}
        players: Mapping[str, Mapping[str, Any]] = self.canonical(state)["players"]
        return {name: int(holding["value"]) for name, holding in players.items()}
