"""Orders: played now if it is one's turn, kept for one's next turn otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import engine
from engine import Ambiguous, BidUpTo, Doubted, ForLater, Needless, Refused, Standing, State, Unreadable
from engine.message import Listed, Message, Money
from engine.moves import Run
from moderator.hearing.answering import begins_answer, waiting
from moderator.hearing.reading import UNCLOSED, Statement
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.store.tables import OrderOnFile
from moderator.table import filed, ladder, seating, standing
from moderator.table.playing import Played, behind_the_end, play_order, refuse_if_closed, says_nothing


def take_order(statement: Statement, submission: Submission) -> Said:
    """Plays your orders from the top: all of them, or none."""
    play, seat = submission.game, submission.acting or submission.my_seat
    if play.status == GameStatus.OVER:
        raise Refused("The game is over.", instead=("history",))
    refuse_if_closed(play)
    if play.running and seat.status == SeatStatus.INVITED and submission.acting is None:
        # Whoever was asked to take a seat over and sends orders has said yes.
        seating.join(submission.desk, play, seat)
        submission.changed = True
    if submission.acting is None and ladder.come_back(submission.desk, play, seat):
        submission.changed = True
    if not play.running:
        raise Refused("The game has not begun.", instead=("join", "decline"))
    if seat.role != "player":
        raise Refused("A moderator has no orders of their own.", instead=(f"gm as {play.to_move}",))
    if engine.looks_standing(statement.text):
        kept = keep_ahead(statement, submission)
        if kept is not None:
            return kept
    ahead = engine.read_ahead(statement.text)
    if ahead is not None:
        return _keep_proxy(statement, submission, ahead)
    if submission.ended:
        last = submission.played[-1].before
        if (why := behind_the_end(last, play.state, statement.text, submission.language)) is not None:
            return why
        raise Refused("Your turn ended before this; send this when your next turn comes, or alone to queue it.")
    if play.to_move == seat.name:
        return _play(statement, submission)
    return _queue(statement, submission)


def keep_ahead(statement: Statement, submission: Submission) -> Said | None:
    """Puts an order on file and reads it back in plain words; None if the line is none."""
    play, seat = submission.begun, submission.acting or submission.my_seat
    if statement.body and statement.body[-1] == UNCLOSED:
        raise Refused("The turn has no end; close it with `end when`.", instead=("end when",))
    try:
        order = engine.read_standing(play.state, seat.player, statement.text, statement.body, submission.language)
    except Refused as refused:
        refused.instead = tuple(filed.not_contradicting(submission.desk, play, seat, refused.instead))
        raise
    if order is None:
        return None
    if play.status == GameStatus.OVER:
        raise Refused("The game is over.", instead=("history",))
    _only_their_own(submission)
    row = filed.keep(submission.desk, play, seat, order, submission.mail_id)
    return _read_back(statement, submission, row, order)


def _read_back(statement: Statement, submission: Submission, row: OrderOnFile, order: Standing | BidUpTo) -> Said:
    """What was put on file, in plain words, and what it means for what was there already."""
    desk, play, seat = submission.desk, submission.begun, submission.acting or submission.my_seat
    submission.changed = True
    told = order.tell(play.state)
    beside = (*filed.known_before(play, seat, order), *standing.heard_beside(desk, play, seat, row))
    submission.filed[statement.number] = Listed((told, *beside), " ")
    if submission.preview:
        # Nothing is kept, so nothing is sealed and nothing acts.
        return Listed((told, *beside, *filed.at_once(play.state, seat, order)), " ")
    kept = Message(
        "on file as {number}, secret: {order}. {told} (sealed as {seal})",
        number=row.number,
        order=standing.in_a_line(row.text),
        told=told,
        seal=row.data["seal"],
    )
    return Listed((kept, *beside), " ")


def _play(statement: Statement, submission: Submission) -> Listed:
    """The orders of a line, one after the other."""
    said: list[Said] = []
    lines = engine.orders_in(submission.game.state, statement.text, submission.language)
    for at, line in enumerate(lines):
        if at:
            refuse_second_thought(submission.game.state, line, submission.language)
        try:
            said += _play_one(line, submission)
        except Ambiguous as unclear:
            raise asked_of(submission.game.state, unclear, lines, at) from None
        except Refused as refused:
            if submission.ended:
                raise
            why = says_nothing(submission.game.state, line, submission.language)
            if why is None:
                raise guessed(submission.game.state, refused, lines, at, submission.language) from None
            submission.needless.setdefault(statement.number, Refused(why, instead=refused.instead))
            said.append(why)
    return Listed(said, " ")


def refuse_second_thought(state: State, line: str, language: str) -> None:
    """A bare no behind an order of the same line is said of that order. Raises Refused."""
    if engine.bare_no(state, line, language):
        raise Refused(
            "“{text}” may take back what stands before it. Write what is to be done, and only that.", text=line
        )


def asked_of(state: State, unclear: Ambiguous, lines: Sequence[str], at: int) -> Refused:
    """What is asked of the mover about an order of a line: its readings as the whole line would be, for one of them
    alone might not be possible yet. Where none is possible the answer is why."""
    actor = engine.to_act(state)
    if unclear.impossible and actor is not None:
        try:
            engine.apply(state, engine.parse_order(state, unclear.impossible.partition("; ")[0]), actor, state.players)
        except Ambiguous:
            pass
        except Refused as why:
            return why
    unclear.instead = tuple("; ".join((*lines[:at], one, *lines[at + 1 :])) for one in unclear.instead)
    return unclear


def guessed(state: State, refused: Refused, lines: Sequence[str], at: int, language: str) -> Refused:
    """What is asked about an order of which not every word is known; where there is no guess, why it is refused."""
    if not isinstance(refused, Unreadable) or isinstance(refused, ForLater | Needless):
        return refused
    guess = engine.guess(state, lines[at], language)
    return refused if guess is None else asked_of(state, guess, lines, at)


def _play_one(line: str, submission: Submission) -> tuple[Said, ...]:
    seat = submission.acting or submission.my_seat
    if submission.ended:
        last = submission.played[-1].before
        if (why := behind_the_end(last, submission.game.state, line, submission.language)) is not None:
            return (why,)
        _refuse_talk(last, line, submission)
        raise Refused("Your turn ended before this; send this when your next turn comes, or alone to queue it.")
    played = play_order(
        submission.desk, submission.game, seat, line, submission.how, submission.mail_id, submission.language
    )
    submission.played.append(played)
    # The next company may be the same player's: what follows was not written for it.
    submission.ended = submission.game.to_move != seat.name or engine.ends_turn(played.before, played.events)
    submission.changed = True
    return (*submission.sentences(played.events), *_about_run(played), *_left_out(played, submission.game.state))


def _left_out(played: Played, after: State) -> tuple[Message, ...]:
    """Who buys a train and says nothing of track and stations may have forgotten them."""
    given_up = engine.left_out(played.before, played.move, after)
    if not given_up:
        return ()
    said = Message("Left out in this turn: {steps}.", steps=Listed(given_up, ";"))
    return said, Message("To change it, reply `undo` before anybody else has acted.")


def _refuse_talk(before: State, line: str, submission: Submission) -> None:
    """What can't be read at all is not put off to the next turn: it is what the line would be without it."""
    try:
        engine.parse_order(before, line, submission.language)
    except Ambiguous:
        pass
    except Refused:
        order = engine.in_words(before, submission.played[-1].order, submission.language)
        raise Refused("I don't understand “{text}” behind the order.", instead=(order,), text=line) from None


def _about_run(played: Played) -> tuple[Message, ...]:
    """A run that earns less than it could is played, but not without a word while it can still be taken back."""
    if not isinstance(played.move, Run):
        return ()
    missed = engine.shortfall(played.before, played.move)
    if missed is not None:
        said = Message(
            "You run {declared}, the best is {best} ({order}).",
            declared=Money(missed.declared, played.before.title.currency),
            best=Money(missed.best.value, played.before.title.currency),
            order=engine.write_order(missed.best.move),
        )
        return said, Message("To change it, reply `undo` before anybody else has acted.")
    best = engine.best_run(played.before)
    if played.move != best.move or not best.value:
        return ()
    if best.proved:
        return (Message("No routes earn more (proved)."),)
    return (
        Message(
            "Nothing better was found; the maximum is {bound}.", bound=Money(best.bound, played.before.title.currency)
        ),
    )


def for_later(state: State, text: str, language: str) -> list[str]:
    """A line as it is kept for its writer's next turn. Only what can never be done is refused now, with the reason;
    whether it is legal is asked when the turn comes. Raises Refused."""
    kept = []
    if engine.only_says_no(state, text, language):
        # Said to what was asked before, or to somebody; it must not skip a step of a turn to come.
        raise Refused(
            "Nothing waits for your answer now, so I don't know what this says no to. "
            "To pass when your turn comes, write `pass`.",
            instead=("pass",),
        )
    for at, line in enumerate(engine.orders_in(state, text, language)):
        if at:
            refuse_second_thought(state, line, language)
        if engine.asks_for_best(state, line, language):
            # What is best now is another company's, or this one's of another day.
            kept.append("run best")
            continue
        try:
            move = engine.parse_order(state, line, language)
        except Doubted:
            raise
        except Ambiguous:
            kept.append(line)
        except ForLater:
            raise
        except Refused as refused:
            # What could be ordered now is another's to order.
            refused.instead = ()
            raise
        else:
            engine.refuse_what_can_never_be(state, move)
            kept.append(engine.write_order(move))
    return kept


def said_of_kept(text: str, kept: list[str], player: str = "") -> Message:
    """How it is told that a line is kept, to its writer or to who writes it for a player."""
    if player:
        return Message("kept for {player}'s next turn: {orders}", player=player, orders=Listed(kept, ";"))
    if kept == [text]:
        return Message("kept for your next turn")
    return Message("kept for your next turn as: {orders}", orders=Listed(kept, ";"))


def _queue(statement: Statement, submission: Submission) -> Said:
    seat = submission.acting or submission.my_seat
    try:
        kept = for_later(submission.game.state, statement.text, submission.language)
    except Refused:
        offered = waiting(submission.desk, submission.game, seat) if begins_answer(statement.text) else ()
        if not offered:
            raise
        raise Refused(
            "An offer waits for your answer. A yes or no counts where nothing else is written; another price is an "
            "offer of its own (`help offer`).",
            instead=tuple(f"{verb} {one.number}" for one in offered for verb in ("accept", "refuse")),
        ) from None
    first = seat.id not in submission.queued
    submission.queued.setdefault(seat.id, []).extend(kept)
    if submission.acting is not None:
        # What the player has on file is theirs alone to know.
        return said_of_kept(statement.text, kept, submission.acting.name)
    said = said_of_kept(statement.text, kept)
    old = standing.queued_before(submission.desk, seat) if first else None
    return said if old is None else standing.in_place_of(said, old)


def _only_their_own(submission: Submission) -> None:
    """Whoever acts for a player plays moves: what is on file is secret, and any answer would tell of it."""
    if submission.acting is not None:
        raise Refused(
            "What {player} keeps on file is theirs alone to write; order the move itself when it is due.",
            player=submission.acting.name,
        )
    substitute = submission.desk.person(submission.my_seat.substitute_id)
    if substitute is not None and submission.person is not None and submission.person.id != substitute.id:
        # Who plays the seat sees what the seat has on file.
        raise Refused(
            "While somebody plays for you, orders on file are theirs to give, and they would see yours.",
            instead=("substitute none",),
        )


def _keep_proxy(statement: Statement, submission: Submission, wish: BidUpTo) -> Said:
    _only_their_own(submission)
    seat = submission.my_seat
    row = standing.keep_proxy(submission.desk, submission.game, seat, wish, submission.mail_id)
    return _read_back(statement, submission, row, standing.bid_of(row))
