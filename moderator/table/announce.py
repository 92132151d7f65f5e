"""Who is told when a game has moved on: the mover is asked, the others get a report when there is something to tell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from engine import begins_round, decided
from engine.message import Listed, Message
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatRole, SeatStatus
from moderator.store.tables import Decision, Person, Seat
from moderator.table import deadlines


def tell(desk: Desk, play: Play, decision: Decision | None, *, began: bool = False) -> None:
    """Queues the mails that the present position calls for; nothing twice, nothing for half a turn."""
    seq = play.seq
    if play.status == GameStatus.OVER:
        if not play.terms.get("event"):
            over(desk, play)
        # The event tells it, with what it made of the result.
        return
    if not play.running:
        return
    fresh = play.turn == play.seq + 1
    # Most of those at the table will ask what has happened since they were told.
    play.recall(min((seat.told for seat in play.seats if seat.told < seq and seat.role != SeatRole.GM), default=seq))
    told: list[tuple[Seat, str, mails.Payload]] = []
    for seat in play.seats:
        if seat.status == SeatStatus.INVITED:
            # They were asked whether they take the seat over, and know nothing of the game before they have.
            continue
        if seat.name == play.to_move:
            # In the middle of a turn they know what they have done themselves, but not what was done for them.
            if not fresh and seat.told >= seq:
                continue
            asked = mails.YourMove(seq, seat.told, play.turn, decision.id if decision else None)
            if _wants(desk, seat, ("full", "each", "mine", "daily")):
                told.append((seat, f"move {play.id} {seq + 1} {seat.id}{_anew(seat)}", asked))
        elif not fresh:
            continue
        elif (began or _is_news(play, seat) or _wants_all(desk, play, seat)) and _wants(desk, seat, ("full", "each")):
            report = mails.ModeratorsCopy if seat.role == SeatRole.GM else mails.Report
            told.append((seat, f"report {play.id} {seq} {seat.id}", report(seq, seat.told)))
    _send(desk, play, told)


def over(desk: Desk, play: Play) -> None:
    """The last mail of a game, to everybody at its table; not twice."""
    seq = play.seq
    if play.status == GameStatus.OVER:
        _send(desk, play, [(one, f"over {play.id} {seq} {one.id}", mails.Over(seq, one.told)) for one in play.seats])


def _is_news(play: Play, seat: Seat) -> bool:
    """Whether anything was decided since the seat was told.

    A bid, a pass, a share bought or sold in a round in which everybody takes turns is told when it is one's own turn,
    or with what came of it: nobody needs a mail for each.
    """
    if seat.told >= play.seq:
        return False
    if seat.role == SeatRole.GM:
        return True
    moves = play.moves(seat.told, play.seq)
    if moves and moves[-1].by == play.to_move and not any(begins_round(move.happened) for move in moves):
        # The same player goes on, with the next company or because nobody else wants to: told when they are done.
        return False
    return any(decided(move.happened) for move in moves)


def notice(
    desk: Desk, play: Play, key: str, title: Said, text: Said, *, but: Seat | None = None, nor: Seat | None = None
) -> None:
    """The same words to everybody at the table, except who has them otherwise; who is asked to join a game under way is
    not there yet."""
    for seat in play.seats:
        if is_there(play, seat) and seat not in (but, nor):
            desk.post_to_seat(seat, f"notice {play.id} {key} {seat.id}", mails.Notice(title, text))


def is_there(play: Play, seat: Seat) -> bool:
    """Whether a seat is told what the table is told."""
    return not (play.running and seat.status == SeatStatus.INVITED)


def deadline(desk: Desk, play: Play, key: str, title: Said, text: Said, *, but: Seat | None = None) -> None:
    """The open deadline has moved: everybody at the table is told why and what it is now, each once."""
    row = deadlines.open_decision(desk, play.id)
    decision = row.id if row is not None else None
    for seat in play.seats:
        if but is None or seat.id != but.id:
            said = _to_the_mover(text) if seat.name == play.to_move else text
            told = mails.NewDeadline(play.seq, None, play.turn, decision, title, said)
            desk.post_to_seat(seat, f"notice {play.id} {key} {seat.id}", told)


def _to_the_mover(said: Any) -> Any:
    """The same to whom the deadline is: nobody is told of themselves by name."""
    match said:
        case Listed():
            return Listed([_to_the_mover(one) for one in said.items], said.joint)
        case Message(template="{sentence}."):
            return Message("{sentence}.", sentence=_to_the_mover(said.values["sentence"]))
        case Message(template="{player} has until {moment}"):
            return Message("You have until {moment}", moment=said.values["moment"])
        case Message(template="{player} has no deadline while the game is paused"):
            return Message("You have no deadline while the game is paused")
    return said


def moved(old: datetime | None, new: datetime | None) -> bool:
    """Whether a deadline is another one now, as people read it: reckoned anew it may differ by seconds."""
    if old is None or new is None:
        return old is not new
    return abs(new - old) >= timedelta(minutes=1)


def from_to(old: datetime | None, new: datetime | None) -> tuple[Message, ...]:
    """What a deadline was and what it is, where it has moved; nobody has to look it up."""
    if new is None or not moved(old, new):
        return ()
    if old is None:
        return (Message("It is due {new}.", new=Moment(new)),)
    return (Message("It was due {old}; it is now due {new}.", old=Moment(old), new=Moment(new)),)


def hush(desk: Desk, play: Play, seat: Seat) -> None:
    """No more reports of one game. The move is still asked for; the player and the moderator are told."""
    if seat.reports == "mine":
        return
    seat.reports = "mine"
    text = Message(
        "You get no more reports of this game. When it is your move you are still asked. "
        "`reports each` brings the reports back."
    )
    desk.post_to_seat(seat, f"hush {seat.id} {desk.now}", mails.Notice(Message("No more reports"), text))
    text = Message("{seat} gets no more reports of this game, and is still asked to move.", seat=seat.name)
    tell_moderator(desk, play, seat, f"hushed {seat.id} {desk.now}", text)


def silent(desk: Desk, person: Person, key: str) -> None:
    """Somebody wants no mail at all, not even when it is their move: the moderators of their games must know."""
    for seat in desk.seats.taken_by(person.id):
        play = desk.game(seat.game_id)
        if play is not None and play.running:
            text = Message("{seat} wants no email any more, not even when it is their move.", seat=seat.name)
            tell_moderator(desk, play, seat, f"silent {seat.id} {key}", text)


def tell_moderator(desk: Desk, play: Play, about: Seat, key: str, text: Message) -> None:
    for gm in play.seats:
        if gm.role == SeatRole.GM and gm.id != about.id:
            told = mails.Notice(Message("{seat} wants fewer emails", seat=about.name), text)
            desk.post_to_seat(gm, f"{key} {gm.id}", told)


def _anew(seat: Seat) -> str:
    """A new player, or a new address, is asked although the last one was."""
    return f" {seat.key_number}" if seat.key_number > 1 else ""


def wish(person: Person | None, seat: Seat) -> str:
    """Which reports whoever plays a seat gets of its game; who wants no mail at all gets none of any game."""
    usual = person.reports.partition(" ")[0] if person is not None else "none"
    return usual if usual == "none" else seat.reports or usual


def _wants(desk: Desk, seat: Seat, kinds: tuple[str, ...]) -> bool:
    return wish(desk.holder(seat), seat) in kinds


def _wants_all(desk: Desk, play: Play, seat: Seat) -> bool:
    """Whether the seat is to be told of every turn."""
    return seat.told < play.seq and _wants(desk, seat, ("full",))


def _send(desk: Desk, play: Play, told: Sequence[tuple[Seat, str, mails.Payload]]) -> None:
    desk.will_post([key for _, key, _ in told])
    for seat, key, mail in told:
        if desk.post_to_seat(seat, key, mail) is not None:
            seat.told = play.seq
