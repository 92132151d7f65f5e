"""Orders: played now if it is one's turn, kept for one's next turn otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import engine
from engine import (
    Ambiguous,
    BidUpTo,
    Doubted,
    ForLater,
    Guessed,
    Illegal,
    Needless,
    Player,
    Refused,
    Standing,
    State,
    Unreadable,
    WholeRound,
)
from engine.message import Listed, Message, Money, money
from engine.moves import Bid, Pass, Run
from moderator.hearing.answering import waiting
from moderator.hearing.heard import is_asked, not_joined
from moderator.hearing.questions import is_question
from moderator.hearing.reading import UNCLOSED, Statement
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatRole
from moderator.store.tables import OrderOnFile, Seat
from moderator.table import filed, ladder, standing
from moderator.table.playing import Played, behind_the_end, left_by_pass, play_order, refuse_if_closed, says_nothing


class SecondThought(Unreadable):
    """What may take back an order that stands before it in its line."""


class BehindTheEnd(Unreadable):
    """What stands behind the end of a turn and is no order: the mail is the same without it."""


def take_order(statement: Statement, submission: Submission) -> Said:
    """Plays your orders from the top: all of them, or none."""
    play, seat = submission.game, submission.acting or submission.my_seat
    if play.status == GameStatus.OVER:
        raise Refused("The game is over.", instead=("history",))
    refuse_if_closed(play)
    if is_asked(play, seat) and submission.acting is None:
        raise not_joined(seat)
    if submission.acting is None and ladder.come_back(submission.desk, play, seat):
        submission.changed = True
    if not play.running:
        raise Refused("The game has not begun.", instead=("join", "decline"))
    if seat.role != SeatRole.PLAYER:
        raise Refused("A moderator has no orders of their own.", instead=(f"gm as {play.to_move}",))
    if engine.looks_standing(statement.text):
        try:
            kept = keep_ahead(statement, submission)
        except Refused:
            _refuse_beside_offer(submission, seat)
            raise
        if kept is not None:
            return kept
    try:
        refuse_half_planned(play.state, seat.player, statement.text, submission.language)
    except Refused as refused:
        raise filed.beside_what_there_is(submission.desk, play, seat, refused) from None
    ahead = engine.read_ahead(statement.text)
    if ahead is not None:
        return _keep_proxy(statement, submission, ahead)
    if submission.ended:
        return _behind_the_end(statement.text, submission)
    if play.to_move == seat.name:
        return _play(statement, submission)
    return _queue(statement, submission)


def refuse_half_planned(state: State, player: Player, line: str, language: str) -> None:
    """Where the order begins behind a condition is not guessed, nor for how many turns somebody passes with an
    exception. Raises Refused."""
    if (why := engine.exception_to_a_pass(state, player, line, language)) is not None:
        raise why
    if (meant := engine.without_then(state, player, line, language)) is not None:
        raise Ambiguous(
            "Between a condition and what you do then stands a `then`. Do you mean this?", instead=(meant.write(),)
        )
    if (meant := engine.condition_behind(state, player, line, language)) is not None:
        # Without its condition it would be played whatever happens.
        raise Ambiguous("A condition stands before what you do then. Do you mean this?", instead=(meant.write(),))


def keep_ahead(statement: Statement, submission: Submission) -> Said | None:
    """Puts an order on file and reads it back in plain words; None if the line is none."""
    play, seat = submission.begun, submission.acting or submission.my_seat
    if statement.body and statement.body[-1] == UNCLOSED:
        raise Refused("The turn has no end; close it with `end when`.", instead=("end when",))
    try:
        order = engine.read_standing(play.state, seat.player, statement.text, statement.body, submission.language)
    except Refused as refused:
        raise filed.beside_what_there_is(submission.desk, play, seat, refused) from None
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
    begun = submission.game.state
    lines = engine.orders_in(begun, statement.text, submission.language)
    refuse_announced(begun, lines, submission.language)
    for at, line in enumerate(lines):
        try:
            if at:
                refuse_second_thought(submission.game.state, line, submission.language)
            said += _play_one(line, submission)
        except Ambiguous as unclear:
            whole = guessed_whole(begun, unclear, lines, statement.text, submission.language)
            raise whole or asked_or_guessed(
                begun, submission.game.state, unclear, lines, at, statement.text, submission.language
            ) from None
        except Refused as refused:
            why = None
            if not submission.ended and not isinstance(refused, SecondThought):
                why = says_nothing(submission.game.state, line, submission.language)
            if why is None:
                raise guessed(begun, refused, statement.text, submission.language) from None
            submission.needless.setdefault(statement.number, Refused(why, instead=refused.instead))
            said.append(why)
    return Listed(said, " ")


def refuse_announced(state: State, lines: Sequence[str], language: str) -> None:
    """What may only say beforehand what the next words of its line order is not done beside it. Raises Ambiguous."""
    if len(lines) > 1 and (at := engine.announced(state, lines, language)) is not None:
        once, both = "; ".join((*lines[:at], *lines[at + 1 :])), "; ".join(lines)
        raise Ambiguous("This may order one thing or two; say which.", instead=(once, both))


def refuse_second_thought(state: State, line: str, language: str) -> None:
    """A bare no behind an order of the same line is said of that order. Raises SecondThought."""
    if engine.bare_no(state, line, language):
        raise SecondThought(
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


def asked_or_guessed(
    begun: State, state: State, unclear: Ambiguous, lines: Sequence[str], at: int, line: str, language: str
) -> Refused:
    """What is asked about an order of a line; where none of its readings is possible, what the line would be without
    it: "I stay as I am, pass"."""
    asked = asked_of(state, unclear, lines, at)
    return asked if isinstance(asked, Ambiguous) else guessed(begun, asked, line, language)


def guessed_whole(state: State, unclear: Ambiguous, lines: Sequence[str], line: str, language: str) -> Guessed | None:
    """What is asked about a line that may be a remark in one of its parts, for the others may be talk."""
    found = engine.guess(state, line, language) if isinstance(unclear, Doubted) and len(lines) > 1 else None
    return found if isinstance(found, Guessed) else None


def guessed(state: State, refused: Refused, line: str, language: str) -> Refused:
    """What is asked about a line of which not every word is known; where there is no guess, why it is refused."""
    if not isinstance(refused, Unreadable | Illegal) or isinstance(refused, ForLater | Needless):
        return refused
    # Who asks something is told how to ask, not what to order; who asks for something is asked about it.
    told = engine.requested(line) or ("" if is_question(line) else line)
    if (guess := engine.guess(state, told, language) if told else None) is not None:
        return guess
    if len(refused.instead) and (last := engine.corrected(state, refused.instead[0], line)):
        # "bid 20, no, 25": the sum that was taken back is not what its writer wants.
        refused.instead = (last,)
    return refused


def _play_one(line: str, submission: Submission) -> tuple[Said, ...]:
    seat = submission.acting or submission.my_seat
    if submission.ended:
        return (_behind_the_end(line, submission),)
    played = play_order(
        submission.desk, submission.game, seat, line, submission.how, submission.mail_id, submission.language
    )
    submission.played.append(played)
    # The next company may be the same player's: what follows was not written for it.
    submission.ended = submission.game.to_move != seat.name or engine.ends_turn(played.before, played.events)
    submission.changed = True
    left = left_by_pass(played.before) if isinstance(played.move, Pass) else None
    said: tuple[Said, ...] = (
        *submission.sentences(played.events),
        *_about_run(played),
        *_left_out(played, submission.game.state),
    )
    return said if left is None else (left, *said)


def _left_out(played: Played, after: State) -> tuple[Message, ...]:
    """Who buys a train and says nothing of track and stations may have forgotten them."""
    given_up = engine.left_out(played.before, played.move, after)
    if not given_up:
        return ()
    said = Message("Left out in this turn: {steps}.", steps=Listed(given_up, ";"))
    return said, Message("To change it, reply `undo` before anybody else has acted.")


def _behind_the_end(line: str, submission: Submission) -> Said:
    """Why a line may stand behind the end of its writer's turn. Raises Refused where it is an order for another turn;
    what is none is not put off: it is what the mail would be without it."""
    last = submission.played[-1]
    if (why := behind_the_end(last.before, submission.game.state, line, submission.language)) is not None:
        return why
    try:
        engine.parse_order(last.before, line, submission.language)
    except Ambiguous:
        pass
    except Refused:
        order = engine.corrected(last.before, last.order, line) or last.order
        order = engine.in_words(last.before, order, submission.language)
        raise BehindTheEnd("I don't understand “{text}” behind the order.", instead=(order,), text=line) from None
    raise Refused("Your turn ended before this; send this when your next turn comes, or alone to queue it.")


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
    lines = engine.orders_in(state, text, language)
    refuse_announced(state, lines, language)
    for at, line in enumerate(lines):
        if at:
            refuse_second_thought(state, line, language)
        if engine.asks_for_best(state, line, language):
            # What is best now is another company's, or this one's of another day.
            kept.append("run best")
            continue
        if no := engine.leaves_out(state, Player(""), line, language):
            # Which step it is said of is known by its words; a pass would leave out whatever comes first.
            kept.append(no)
            continue
        try:
            move = engine.parse_order(state, line, language)
        except (Doubted, WholeRound):
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
            if engine.names_nothing(state, line, language):
                # "I'll take one": what that is now is another's to take.
                raise Unreadable("This does not say what you want to have; name it.")
            engine.refuse_what_can_never_be(state, move)
            kept.append(engine.write_order(move))
    return kept


def said_of_kept(state: State, text: str, kept: list[str], player: str = "") -> Message:
    """How it is told that a line is kept, to its writer or to who writes it for a player."""
    orders = Listed((engine.Ordered(one, state.title) for one in kept), ";")
    if player:
        return Message("kept for {player}'s next turn: {orders}", player=player, orders=orders)
    if kept == [text]:
        return Message("kept for your next turn")
    return Message("kept for your next turn as: {orders}", orders=orders)


def within_their_means(state: State, player: Player, kept: Sequence[str], said: Message) -> Message:
    """What is said of orders that are kept, and that a bid among them is more than who gives it has: as long as that is
    so it is asked about when its turn comes."""
    for line in kept:
        try:
            move = engine.parse_order(state, line)
        except Refused:
            continue
        if isinstance(move, Bid):
            _refuse_who_has_passed(state, player, move)
        if isinstance(move, Bid) and move.amount > (cash := state.cash_of(player)):
            return Message(
                "{kept}. You have {amount} in cash: as long as that is so, it can't be bid",
                kept=said,
                amount=money(state, cash),
            )
    return said


def _refuse_who_has_passed(state: State, player: Player, bid: Bid) -> None:
    """Who has passed in an auction that somebody leads never bids in it again. Raises Illegal."""
    bidding = state.facts.bidding
    if bidding is not None and bidding.item == bid.item and bidding.high and player in bidding.out:
        raise Illegal("You have passed on {item}, so you can't bid for it any more.", item=bid.item)


def _queue(statement: Statement, submission: Submission) -> Said:
    seat = submission.acting or submission.my_seat
    try:
        kept = for_later(submission.game.state, statement.text, submission.language)
    except Refused:
        _refuse_beside_offer(submission, seat)
        raise
    first = seat.id not in submission.queued
    submission.queued.setdefault(seat.id, []).extend(kept)
    if submission.acting is not None:
        # What the player has on file is theirs alone to know.
        return said_of_kept(submission.game.state, statement.text, kept, submission.acting.name)
    state = submission.game.state
    said = within_their_means(state, seat.player, kept, said_of_kept(state, statement.text, kept))
    old = standing.queued_before(submission.desk, seat) if first else None
    said = standing.before_limits(submission.desk, submission.begun, seat, kept, said)
    return said if old is None else standing.in_place_of(submission.game, said, old)


def _refuse_beside_offer(submission: Submission, seat: Seat) -> None:
    """A sentence that can't be read may answer an offer that waits: one word says which way. Raises Ambiguous."""
    if offered := waiting(submission.desk, submission.game, seat):
        raise Ambiguous(
            "An offer waits for your answer. A yes or no counts where nothing else is written; another price is an "
            "offer of its own (`help offer`).",
            instead=tuple(f"{verb} {one.number}" for one in offered for verb in ("accept", "refuse")),
        )


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
