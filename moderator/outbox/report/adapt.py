"""From a row of the outbox to what its mail shows: the payload says which mail it is, the tables the rest."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import engine
from engine import Player, State, begins_order, round_name, worth
from engine import events as e
from engine.message import Message
from moderator.drawing.charts import wealth_svg
from moderator.drawing.cross_table import MOST as MOST_IN_CROSS_TABLE
from moderator.drawing.cross_table import cross_table_svg
from moderator.drawing.picture import png
from moderator.drawing.printed import printed
from moderator.events.cross_table import cross_lines, heads
from moderator.events.overview import Overview
from moderator.language import Words, spoken
from moderator.office.clock import terms_from
from moderator.office.desk import Desk
from moderator.outbox.report import rounds
from moderator.outbox.report.happened import hexes_changed, touched
from moderator.outbox.report.happened import news as told_news
from moderator.outbox.report.parts import asked_words, round_of
from moderator.outbox.report.view import (
    Deadline,
    Detail,
    File,
    Lesson,
    OfferShown,
    PressShown,
    ReportView,
    Today,
)
from moderator.store import chain, mails
from moderator.store.game import Play
from moderator.store.statuses import GameStatus, SeatRole, SeatStatus
from moderator.store.tables import OrderOnFile, Outgoing, Person, Seat
from moderator.table import course, deadlines, filed, minds, noshow, offers, standing
from moderator.table.announce import wish
from moderator.table.conditions import conditions
from moderator.table.result import ranked
from moderator.table.tongues import said

Wealth = tuple[tuple[str, Mapping[str, int]], ...]
# The wealth of games that ended lately, by game, move and digest.
_FORTUNES: dict[tuple[str, int, str], Wealth] = {}
MOST_FORTUNES = 16
# In the mail of a day each game has so many lines; the rest is in its own mails and on its page.
MOST_NEWS = 8


def view_of(
    desk: Desk, row: Outgoing, mail: mails.Payload, play: Play | None, seat: Seat | None, person: Person | None
) -> ReportView:
    """What the mail of this row shows."""
    view = ReportView(
        game=play.id if play is not None else "",
        kind=mail.kind,
        seat=seat.name if seat is not None and seat.role == SeatRole.PLAYER else "",
        state=None,
        now=row.created_at,
        language=person.language if person is not None else "en",
        zone=person.zone if person is not None else "UTC",
        address=desk.office.seat_address(seat) if seat is not None else "",
        page=f"{desk.settings.base_url}/games/{play.id}" if play is not None else "",
        title=play.title if play is not None else "",
        text_only=person is not None and person.text_only,
    )
    match mail:
        case mails.Invitation() | mails.Moderating() | mails.TakingOver():
            view = replace(view, table=_table(play, view.language), conditions=_conditions(desk, play, view.language))
            if isinstance(mail, mails.Invitation) and play is not None:
                view = replace(view, host=str(play.terms.get("host") or ""), opening=printed(play.title))
            if isinstance(mail, mails.TakingOver):
                view = replace(view, notices=mail.notices)
        case mails.StandingIn():
            under = _conditions(desk, play, view.language)
            view = replace(view, table=_table(play, view.language), conditions=under, owner=mail.owner)
        case mails.Confirm():
            language = mail.language or view.language
            view = replace(view, note=str(mail.what), replies=(f"confirm {mail.word}",), language=language)
        case mails.SignIn():
            language = mail.language or view.language
            view = replace(view, note=mail.word, link=mail.link, language=language)
        case mails.Notice():
            view = replace(view, news=str(mail.title), note=str(mail.text), replies=mail.orders)
        case mails.EventReport():
            page = f"{desk.settings.base_url}/events/{mail.event}"
            pictures = () if view.text_only else event_pictures(desk, mail.event)
            view = replace(view, news=str(mail.title), note=str(mail.text), page=page, pictures=pictures)
        case mails.Operator():
            view = replace(view, news=mail.title, note=mail.text)
        case mails.Answered():
            language = mail.language or view.language
            view = replace(view, answer=mail, replies=mail.orders, notices=mail.notices, language=language)
        case mails.Day():
            view = replace(view, day=tuple(_day(desk, mail, person, view)), address="", game="", page="")
        case mails.NewDeadline():
            view = replace(view, news=str(mail.title), note=str(mail.text))
        case mails.PressMail():
            view = replace(view, press=(PressShown(mail.by, mail.text),))
        case mails.OfPosition():
            all_of_it = isinstance(mail, mails.Report) and seat is not None and wish(person, seat) == "full"
            view = replace(view, notices=mail.notices, detail=Detail.FULL if all_of_it else None)
    return view if play is None else _at_the_table(desk, row, mail, play, seat, view)


def event_pictures(desk: Desk, event: str) -> tuple[tuple[File, str], ...]:
    """The cross-table of a tournament, and how wealth grew at the tables of its last round."""
    cup = desk.cups.get(event)
    if cup is None:
        return ()
    overview = Overview.of(desk, cup)
    last = overview.tables_of(overview.last) if overview.last is not None else []
    games = [table.game_id for table in last if table.game_id is not None][:MOST_CURVES]
    plays = [play for play in map(desk.game, games) if play is not None and play.begun]
    # Everybody's report has the same ones, and a league's are a thousand.
    drawn = (event, cup.version, tuple((play.id, play.seq) for play in plays))
    if drawn not in _DRAWN:
        _DRAWN[drawn] = (_cross_table(overview), *(_curves(desk, play, len(plays) > 1) for play in plays))
        while len(_DRAWN) > MOST_DRAWN:
            _DRAWN.pop(next(iter(_DRAWN)), None)
    return _DRAWN[drawn]


# So many tables' curves are sent; the others are on their games' pages. And of so many events pictures are kept.
MOST_CURVES, MOST_DRAWN = 4, 8
_DRAWN: dict[tuple[str, int, tuple[tuple[str, int], ...]], tuple[tuple[File, str], ...]] = {}


def _cross_table(overview: Overview) -> tuple[File, str]:
    lines = cross_lines(overview)
    said = "; ".join(f"{line.rank}. {line.name}: {line.points}" for line in lines[:MOST_IN_CROSS_TABLE])
    drawn = png(cross_table_svg(heads(overview), lines))
    return File("cross-table.png", "image/png", drawn, f"cross-{overview.cup.id}@waybill"), said


def _curves(desk: Desk, play: Play, several: bool) -> tuple[File, str]:
    """How wealth grew at a table, with its game where there are several."""
    points = _wealth(desk, play, play.seq)
    names = [player.name for player in play.players]
    drawn = png(wealth_svg(names, [(where, dict(values)) for where, values in points]))
    said = ", ".join(f"{name} {points[-1][1].get(Player(name), 0)}" for name in names) if points else ""
    file = f"wealth-{play.id}.png" if several else "wealth.png"
    return File(file, "image/png", drawn, f"wealth-{play.id}@waybill"), f"{play.id}: {said}" if several else said


def _at_the_table(
    desk: Desk, row: Outgoing, mail: mails.Payload, play: Play, seat: Seat | None, view: ReportView
) -> ReportView:
    """The same with the position, for mails that show one, once there is one."""
    if not isinstance(mail, mails.OfPosition | mails.PressMail | mails.Answered) or not play.begun:
        return view
    if isinstance(mail, mails.Answered) and seat is not None and seat.status == SeatStatus.DECLINED:
        # Who was asked to take a seat over and said no is nobody in the game.
        return replace(view, seat="")
    if isinstance(mail, mails.Answered) and seat is not None and seat.status == SeatStatus.INVITED:
        # Who has not said yes yet is asked for nothing else: what the seat could order is not theirs to order.
        return view
    if isinstance(mail, mails.Answered):
        asking, detail = bool(mail.asks), _answers_with(row, mail, play, seat)
        view = replace(view, asking=asking, detail=detail, receipt=_receipt(play, row))
        view = _with_tried(view, mail, play)
        follows = (*mail.asks, *mail.tells)
        mail = follows[0] if follows else mail
    # Whoever reads what somebody wrote wants to know whose turn it is now, not when it was written.
    wanted = play.seq if isinstance(mail, mails.Answered | mails.PressMail) else mail.seq
    at = min(play.seq, wanted)
    since = mail.since if isinstance(mail, mails.OfPosition) and mail.since is not None else at
    turn = mail.turn if isinstance(mail, mails.Asking) else play.turn if at == play.seq else at + 1
    state = play.state if at == play.seq else play.state_at(at)
    first = isinstance(mail, mails.YourMove) and _is_first(desk, row)
    log = rounds.of(play, at)
    return replace(
        view,
        state=state,
        turn=turn,
        first=first,
        compass=isinstance(mail, mails.Asking) and _never_laid(desk, state, seat),
        lesson=_lesson(play, mail.turn) if isinstance(mail, mails.Asking) else None,
        happened=rounds.since(play, since, at),
        log=log,
        changed=hexes_changed(log),
        deadline=_deadline(desk, row, mail, play),
        queued=_queued(desk, play, seat, Words(view.language)),
        filed=standing.values_of(desk, seat) if seat is not None else (),
        notices=(*view.notices, *_of_seals(desk, play, seat, since, at, Words(view.language))),
        offers=_offers(desk, play, seat, Words(view.language, state.title.currency)),
        thinking=_thinking(desk, play),
        banks=_banks(desk, play) if play.running else (),
        over=isinstance(mail, mails.Over) or play.over or play.closed or _has_left(seat),
        ranked=ranked(play.result) if isinstance(mail, mails.Over) else (),
        ended=str((play.result or {}).get("ended", "")) if isinstance(mail, mails.Over) else "",
        forfeited=_forfeited(desk, play) if isinstance(mail, mails.Over) else frozenset(),
        fines=(play.result or {}).get("fines", {}) if isinstance(mail, mails.Over) else {},
        points=(play.result or {}).get("points", {}) if isinstance(mail, mails.Over) else {},
        wealth=_wealth(desk, play, at) if isinstance(mail, mails.Over) else (),
        record=_link(play, at),
        whole_record=_whole(desk, play) if isinstance(mail, mails.Over) and play.status == GameStatus.OVER else b"",
    )


def _has_left(seat: Seat | None) -> bool:
    """Whether the reader has given the seat up: whatever it must decide is not asked of them."""
    return seat is not None and seat.status == SeatStatus.RESIGNED


def _with_tried(view: ReportView, mail: mails.Answered, play: Play) -> ReportView:
    """With the position as it would be after what was tried; it was accepted when it was, so it is again."""
    if not mail.tried or mail.tried_after > play.seq:
        return view
    state = play.state_at(mail.tried_after)
    found: list[e.Event] = []
    for order in mail.tried:
        mover = engine.to_act(state)
        try:
            outcome = engine.apply(state, engine.parse_order(state, order), Player(mover or ""), state.players)
        except engine.Refused:
            return view  # the rules were mended in between
        state = outcome.state
        found += outcome.events
    return replace(view, tried=state, would_change=touched(found))


def _day(desk: Desk, mail: mails.Day, person: Person | None, view: ReportView) -> Iterator[Today]:
    """Each game as it stands now; a seat that is somebody else's by then is left out."""
    for one in mail.games:
        seat = desk.seats.get(one.seat)
        play = desk.game(seat.game_id) if seat is not None else None
        if seat is None or play is None or not play.begun or person is None or desk.holder(seat) is not person:
            continue
        words = Words(view.language, play.state.title.currency)
        mine = play.running and play.to_move == seat.name
        # What the mail was to tell of may be decided, and something else asked of the same player meanwhile.
        row = deadlines.open_decision(desk, play.id)
        yield Today(
            game=play.id,
            title=play.state.title.full_name,
            turn=play.turn,
            round=round_of(play.state, words),
            asked=asked_words(play.state, words),
            mine=mine,
            mover=play.to_move,
            due=row.due_at if mine and row is not None and row.seat_id == seat.id else None,
            paused=play.paused_at is not None,
            news=tuple(told_news(rounds.since(play, one.since, min(one.seq, play.seq)), words))[-MOST_NEWS:],
            address=desk.office.seat_address(seat),
            page=f"{desk.settings.base_url}/games/{play.id}",
        )


def _link(play: Play, at: int) -> tuple[int, str] | None:
    """The mark that binds the reader's copy of the game up to this move."""
    whole = play.link_at(at)
    return (at, whole) if whole else None


def _receipt(play: Play, row: Outgoing) -> tuple[tuple[int, str], ...]:
    """What became of the mail that is answered."""
    return tuple((move.seq, move.link) for move in play.moves_of_mail(row.mail_id)) if row.mail_id is not None else ()


def _whole(desk: Desk, play: Play) -> bytes:
    # The same record gives the same bytes, whenever it is written.
    record = play.record_told()
    sealed = list(filed.told_at_the_end(desk, play))
    return gzip.compress(chain.canonical(record | {"sealed": sealed} if sealed else record).encode(), mtime=0)


def _of_seals(
    desk: Desk, play: Play, seat: Seat | None, since: int, upto: int, words: Words
) -> tuple[mails.Notice, ...]:
    """What the table is told of sealed orders, where the game tells it."""
    told = [str(spoken(one, words)) for one in filed.seals_between(desk, play, seat, since, upto)]
    title = str(spoken(Message("Sealed orders"), words))
    return (mails.Notice(title, "\n".join(told)),) if told else ()


def _is_first(desk: Desk, row: Outgoing) -> bool:
    if row.id is None or row.person_id is None:
        # A sample, or nobody we know.
        return False
    return not desk.outbox.asked_before(row.person_id, row.id)


def _never_laid(desk: Desk, state: State, seat: Seat | None) -> bool:
    """Whether whoever plays the seat has yet to lay their first tile, where tiles are laid."""
    person = desk.holder(seat) if seat is not None and state.cursor.round == "operating" else None
    return person is not None and not desk.games.laid_by(person.id)


def _lesson(play: Play, turn: int) -> Lesson | None:
    found = course.lesson(play, turn)
    return Lesson(*found, course.LESSONS) if found is not None else None


def _answers_with(row: Outgoing, mail: mails.Answered, play: Play, seat: Seat | None) -> Detail:
    """What an answer shows of the position: all of it to whoever must decide anew, little to who arranges things."""
    if mail.asks:
        return Detail.FULL
    if seat is None or play.to_move != seat.name:
        return Detail.SHORT if mail.tells else Detail.LINE
    orders = row.mail_id is not None and bool(play.moves_of_mail(row.mail_id))
    if orders:
        return Detail.FULL
    refused = any(line.mark == "✗" and begins_order(line.text.partition(" ")[0]) for line in mail.lines)
    return Detail.DECISION if refused else Detail.LINE


def _table(play: Play | None, language: str) -> tuple[str, ...]:
    bot = Words(language)("how_bot")
    return tuple(f"{one.name} ({bot})" if one.bot else one.name for one in (play.players if play is not None else ()))


def _conditions(desk: Desk, play: Play | None, language: str) -> tuple[str, ...]:
    words = Words(language)
    return tuple(words.say(each) for each in conditions(desk, play)) if play is not None else ()


def _deadline(desk: Desk, row: Outgoing, mail: mails.Payload, play: Play) -> Deadline | None:
    if isinstance(mail, mails.Asking):
        found = desk.decisions.get(mail.decision)
    else:
        # Whatever the mail is about, the clock is running; who only reads is not told by when others must move.
        found = deadlines.open_decision(desk, play.id) if isinstance(mail, mails.PressMail | mails.Answered) else None
    if found is None:
        return None
    terms = terms_from(play.terms)
    # Later mails about one decision have a higher number, whatever was changed in between.
    sequence = max(0, int((row.created_at - found.opened_at).total_seconds() // 60))
    # While a game is paused the clock stands still, also for whoever was late already.
    due = None if play.paused_at is not None else found.due_at
    seat = desk.seats.get(found.seat_id) if terms.bank else None
    if seat is None or not found.open:
        return Deadline(due, terms.grace, noshow.rule_of(play), sequence)
    free, left = deadlines.free_until(desk, play, seat, found), deadlines.bank_now(desk, play, seat, found)
    return Deadline(due, terms.grace, noshow.rule_of(play), sequence, free, left)


def _thinking(desk: Desk, play: Play) -> tuple[str, datetime] | None:
    until = minds.open_until(desk, play)
    return (play.moves(since=play.seq - 1)[-1].by, until) if until is not None else None


def _banks(desk: Desk, play: Play) -> tuple[tuple[str, timedelta], ...]:
    if not terms_from(play.terms).bank:
        return ()
    row = deadlines.open_decision(desk, play.id)
    return tuple((seat.name, deadlines.bank_now(desk, play, seat, row)) for seat in play.players if not seat.bot)


def _queued(desk: Desk, play: Play, seat: Seat | None, words: Words) -> tuple[str, ...]:
    if seat is None:
        return ()
    return tuple(_on_file(desk, play, seat, row, words) for row in standing.open_orders(desk, seat))


def _on_file(desk: Desk, play: Play, seat: Seat, row: OrderOnFile, words: Words) -> str:
    """An order on file, with the last thing it did."""
    text = f"{row.number}: {spoken(standing.planned(play, row), words)}"
    last = row.data.get("acts", ())[-1:]
    return f"{text} (#{last[0][0]} {said(desk, seat, last[0][1])}: {said(desk, seat, last[0][2])})" if last else text


def _offers(desk: Desk, play: Play, seat: Seat | None, words: Words) -> tuple[OfferShown, ...]:
    if seat is None:
        return ()
    return tuple(
        OfferShown(
            offers.number_for(row, seat.name),
            row.by,
            str(spoken(offers.describe(row), words)),
            row.lapses_at,
            seat.name not in (row.by, *row.agreed),
        )
        for row in offers.offers_for(desk, play, seat)
    )


def _wealth(desk: Desk, play: Play, upto: int) -> Wealth:
    """What each player was worth when each round began, and at the end. Worked out once for all seats of a game."""
    key = (play.id, upto, play.digest)
    if key not in _FORTUNES:
        while len(_FORTUNES) >= MOST_FORTUNES:
            _FORTUNES.pop(next(iter(_FORTUNES)))
        _FORTUNES[key] = _fortunes(desk, play, upto)
    return _FORTUNES[key]


def _fortunes(desk: Desk, play: Play, upto: int) -> Wealth:
    points: list[tuple[str, Mapping[str, int]]] = []
    state: State | None = None
    for row in play.moves(-1, upto):
        for event in row.happened:
            state = engine.replay((event,)) if state is None else event.apply(state)
            assert state is not None
            if isinstance(event, e.RoundBegan):
                points.append((str(round_name(state)), {p: worth(state, p) for p in state.players}))
    if state is not None:
        points.append(("", {p: worth(state, p) for p in state.players}))
    return tuple(points)


def _forfeited(desk: Desk, play: Play) -> frozenset[str]:
    """Seats of an event's table that were somebody's and are a bot's at the end: the event counts them as forfeited."""
    table = desk.cups.table_of_game(play.id) if play.terms.get("event") else None
    if table is None:
        return frozenset()
    people = {
        entry.key
        for entry in desk.cups.entries_keyed(table.cup_id, [seat["entry"] for seat in table.seats])
        if entry.person_id is not None
    }
    bots = {seat.name for seat in play.players if seat.bot}
    return frozenset(kept["seat"] for kept in table.seats if kept["entry"] in people and kept["seat"] in bots)
