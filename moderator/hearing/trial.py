"""Orders tried on a position without playing them: what a mail with these lines would do, line by line.

Nothing is written, so it costs no more than the engine's own work. What is sent afterwards goes the way of every mail;
the turn it names sees to it that it is played on the very position it was tried on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import engine
from engine import Ambiguous, BidUpTo, Player, Refused, Standing, State
from engine.message import Listed, Message
from engine.moves import Pass
from moderator.hearing import registry
from moderator.hearing.answering import waiting
from moderator.hearing.heard import Writer, heard, is_asked, joins, not_joined, refuse_doubtful, several_readings
from moderator.hearing.orders import (
    SecondThought,
    asked_or_guessed,
    for_later,
    guessed,
    guessed_whole,
    refuse_announced,
    refuse_half_planned,
    refuse_second_thought,
    said_of_kept,
    within_their_means,
)
from moderator.hearing.reading import MOST_LINE, TOO_MUCH, UNCLOSED, Statement, says_too_much, statements
from moderator.language import Words, sentences
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.mails import AnswerLine, Said
from moderator.store.statuses import GameStatus
from moderator.store.tables import Seat
from moderator.table import filed, offers, standing
from moderator.table.playing import Played, behind_the_end, left_by_pass, refuse_if_closed, says_nothing

# More than anybody composes; whoever asks by which door, no more is looked at.
MOST_TRIED = 20_000
# What answers an offer, or takes it back.
ANSWERS = ("accept", "refuse", "withdraw")
DONE, WRONG, NOT_TRIED, IGNORED = "✓", "✗", "–", "·"


@dataclass(frozen=True)
class Trial:
    """What came of the lines, and the position up to the first that was refused."""

    lines: tuple[AnswerLine, ...]
    before: State
    state: State
    played: tuple[Played, ...] = ()
    # The turn is over with what was tried.
    ended: bool = False
    # Every line would be done.
    ok: bool = True
    # The orders would be kept for the writer's next turn.
    queued: bool = False


class _Trial:
    def __init__(self, desk: Desk, play: Play, seat: Seat, language: str) -> None:
        self.desk, self.play, self.seat, self.language = desk, play, seat, language
        self.state = play.state
        self.lines: list[AnswerLine] = []
        self.played: list[Played] = []
        self.needless: dict[int, Refused] = {}
        self.ended = False
        self.filed: list[Standing | BidUpTo] = []
        self.cancelled: set[int] = set()
        self.queues = False
        self.mine = play.to_move == seat.name
        # Whether they have still to say that they take the seat.
        self.asked = is_asked(play, seat)
        self.words = Words(language, play.state.title.currency)

    def say(self, mark: str, one: Statement, said: Said, instead: tuple[str, ...] = (), rule: str = "") -> None:
        self.lines.append(AnswerLine(mark, one.number, one.text, said, instead, rule))

    def take(self, one: Statement) -> Said:
        """What a line would do. Raises Refused."""
        if one.cut:
            raise Refused("This line is longer than any order ({most} characters).", most=MOST_LINE)
        if one.either:
            raise several_readings(one)
        refuse_doubtful(self.state, one, self.language)
        text = registry.in_our_words(one.text)
        found = registry.find(text)
        if found is not None:
            return self.command(text)
        refuse_if_closed(self.play)
        if not self.play.running:
            raise Refused("The game has not begun." if self.play.status == GameStatus.INVITING else "The game is over.")
        if self.asked:
            raise not_joined(self.seat)
        if (ahead := self.on_file(one, text)) is not None:
            return ahead
        if not self.mine:
            return self.queue(one, for_later(self.state, text, self.language))
        said: list[Said] = []
        begun = self.state
        lines = engine.orders_in(begun, text, self.language)
        refuse_announced(begun, lines, self.language)
        for at, line in enumerate(lines):
            try:
                if at:
                    refuse_second_thought(self.state, line, self.language)
                said += self.order(line)
            except Ambiguous as unclear:
                whole = guessed_whole(begun, unclear, lines, text, self.language)
                raise whole or asked_or_guessed(begun, self.state, unclear, lines, at, text, self.language) from None
            except Refused as refused:
                why = None
                if not self.ended and not isinstance(refused, SecondThought):
                    why = says_nothing(self.state, line, self.language)
                if why is None:
                    raise guessed(begun, refused, text, self.language) from None
                self.needless.setdefault(one.number, Refused(why, instead=refused.instead))
                said.append(why)
        return Listed(said, " ")

    def queue(self, one: Statement, kept: list[str]) -> Said:
        """What is kept for one's next turn, and what the first of it replaces."""
        state, old = self.play.state, standing.queued_before(self.desk, self.seat)
        said = within_their_means(state, self.seat.player, kept, said_of_kept(state, one.text, kept))
        first, self.queues = not self.queues, True
        if first and old is not None and old.number not in self.cancelled:
            said = standing.in_place_of(self.play, said, old)
        return said

    def says_something(self) -> bool:
        """A line about a run that can't be made is only told beside orders; where there are none, it waits for some."""
        if self.played or not self.needless:
            return True
        for at, line in enumerate(self.lines):
            if (refused := self.needless.get(line.number)) is not None:
                self.lines[at] = replace(line, mark=WRONG, said=refused.message, instead=refused.instead)
        return False

    def command(self, text: str) -> Said:
        word, _, rest = text.partition(" ")
        if word.lower() == "turn" and rest.strip().isdecimal() and int(rest) < self.play.turn:
            now = Message("It is now turn {turn}, {mover} to move.", turn=self.play.turn, mover=self.play.to_move)
            raise Refused(Message("Turn {turn} is over. {now}", turn=int(rest), now=now))
        if word.lower() == "cancel":
            open_ones = {row.number for row in standing.open_orders(self.desk, self.seat)}
            named = {int(number) for number in re.findall(r"\d{1,9}", rest)}
            self.cancelled |= named or open_ones
        if word.lower() in ANSWERS and (number := rest.strip().removeprefix("#")).isdecimal():
            # Somebody else may have answered it, and it may have lapsed.
            row = offers.find(self.desk, self.play, self.seat, int(number[:9]))
            if word.lower() == "accept":
                offers.refuse_second_yes(row, self.seat)
        return self.proposal(rest) if word.lower() == "propose" else Message("done when you send it")

    def proposal(self, text: str) -> Said:
        """What others would be asked, and what would follow if they agreed."""
        if self.ended:
            raise Refused("Your turn is over with the line above; propose this in your next one.")
        move, needed = offers.proposed(self.play, self.seat, self.state, text)
        if not (others := [name for name in needed if name != self.seat.name]):
            raise Refused("Nobody else has to agree to this; just order it.", instead=(engine.write_order(move),))
        told, _ = sentences(self.state, engine.apply(self.state, move, self.seat.player, needed).events, self.words)
        if not told:
            return Message("{names} will be asked.", names=Listed(others))
        return Message("{names} will be asked; if they agree: {said}", names=Listed(others), said=Listed(told, " "))

    def on_file(self, one: Statement, text: str) -> Said | None:
        """What an order for later would say; None if the line is none."""
        if engine.looks_standing(text):
            if one.body and one.body[-1] == UNCLOSED:
                raise Refused("The turn has no end; close it with `end when`.", instead=("end when",))
            try:
                order = engine.read_standing(self.state, self.seat.player, text, one.body, self.language)
            except Refused as refused:
                # As in a mail, nothing is proposed that would be refused beside what is on file.
                raise filed.beside_what_there_is(self.desk, self.play, self.seat, refused, self.cancelled) from None
            if order is not None:
                return self.kept(order)
        try:
            refuse_half_planned(self.state, self.seat.player, text, self.language)
        except Refused as refused:
            raise filed.beside_what_there_is(self.desk, self.play, self.seat, refused, self.cancelled) from None
        if (wish := engine.read_ahead(text)) is None:
            return None
        return self.kept(standing.wished(self.play, wish))

    def kept(self, order: Standing | BidUpTo) -> Said:
        """What an order on file would do, if nothing on file and no line above speaks against it."""
        for above in self.filed:
            standing.refuse_line_above(self.play, order, above)
        standing.refuse_contradiction(self.desk, self.play, self.seat, order, but=self.cancelled)
        self.filed.append(order)
        beside = (
            *filed.known_before(self.play, self.seat, order),
            *standing.would_be_heard(self.desk, self.play, self.seat, order, self.cancelled),
            *filed.at_once(self.state, self.seat, order),
        )
        return Listed((order.tell(self.state), *beside), " ")

    def order(self, line: str) -> Sequence[Said]:
        if self.ended:
            if (why := behind_the_end(self.played[-1].before, self.state, line, self.language)) is not None:
                return (why,)
            raise Refused("Your turn ended before this; send this when your next turn comes, or alone to queue it.")
        move = engine.parse_order(self.state, line, self.language)
        order, before = engine.write_order(move), self.state
        needed = [name for name in engine.consents(before, move) if name != self.seat.name]
        agreed = offers.agreed(self.desk, self.play, order, needed)
        missing = [name for name in needed if name not in agreed]
        if missing:
            raise Refused("{players} must agree to this first.", instead=(f"propose {order}",), players=Listed(missing))
        outcome = engine.apply(before, move, self.seat.player, tuple(map(Player, agreed)))
        self.state = outcome.state
        self.played.append(Played(move, order, before, outcome.events))
        self.ended = engine.to_act(self.state) != self.seat.name or engine.ends_turn(before, outcome.events)
        told = sentences(before, outcome.events, self.words)[0]
        # What a pass gives up is what somebody new to this would doubt.
        left = left_by_pass(before) if isinstance(move, Pass) else None
        return [left, *told] if left is not None else told


def tried(desk: Desk, play: Play, seat: Seat, lines: Sequence[str], language: str) -> Trial:
    """Tries the lines a player would send for this seat, from the top, on the position as it stands."""
    trial = _Trial(desk, play, seat, language)
    holder = desk.holder(seat)
    if sum(map(len, lines)) > MOST_TRIED:
        raise Refused(TOO_MUCH)
    written = statements(lines)
    if says_too_much(one.text for one in written):
        raise Refused(TOO_MUCH)
    address = desk.main_address(holder) if holder is not None else ""
    said = heard(Writer(play, seat, address, language, waiting(desk, play, seat)), written)
    ok = True
    for one in said:
        trial.asked = trial.asked and not joins(one)
        if not ok:
            trial.say(NOT_TRIED, one, Message("not tried"))
        elif one.prose:
            trial.say(IGNORED, one, Message("read as chat, not played"))
        else:
            try:
                trial.say(DONE, one, trial.take(one))
            except Refused as refused:
                ok = False
                one = replace(one, text=refused.line or one.text)
                trial.say(WRONG, one, refused.message, refused.instead, refused.rule)
    ok = ok and trial.says_something()
    queued = not trial.mine and any(line.mark == DONE for line in trial.lines)
    return Trial(tuple(trial.lines), play.state, trial.state, tuple(trial.played), trial.ended, ok, queued)
