"""Works through the statements of one mail: all of it, or nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import engine
from engine import Ambiguous, Company, Doubted, Guessed, Illegal, Player, Refused, State, Unreadable
from engine.message import Listed, Message, Money
from moderator.events import consent
from moderator.hearing import directing, permissions, registry
from moderator.hearing.answering import waiting
from moderator.hearing.confirming import mail_words
from moderator.hearing.entering import about_events, answers_to_entry, not_plain
from moderator.hearing.heard import Writer, heard, plans_ahead, refuse_doubtful, several_readings
from moderator.hearing.how_to import first_steps
from moderator.hearing.orders import BehindTheEnd, take_order
from moderator.hearing.pointing import pointed_at
from moderator.hearing.questions import NotUnderstood, how_to_ask, is_question
from moderator.hearing.reading import MOST_LINE, TOO_MUCH, Statement, says_too_much
from moderator.hearing.submission import Submission
from moderator.inbox.answer import (
    ACCEPTED,
    CONFIRM,
    DONE,
    DUPLICATE,
    IGNORED,
    NOT_TRIED,
    PREVIEW,
    QUEUED,
    WRONG,
    Answer,
    in_short,
)
from moderator.inbox.attached import attached
from moderator.language import Words, sentences
from moderator.store.game import Play
from moderator.store.mails import AnswerBlock, AnswerLine, Said
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.table import filed, seating, standing
from moderator.table.onward import go_on
from moderator.table.playing import AS_AGREED

# So many lines of talk are shown in the answer; all of them are read.
MOST_PROSE = 10
# So many bytes of answers to questions go into one mail, once as text and once as HTML.
MOST_ANSWER = 12_000
# What the heading of an answer weighs in a mail.
HEADING = 300
# So many things somebody may do within an hour that others get a mail about, besides playing.
MOST_TOLD = 60
# So many orders for later one mail may bring: each is tried in every form there is, which takes ten milliseconds.
# A line of many facts counts for several.
MOST_ON_FILE, LONG = 25, 120
# How long the same orders for the same turn are recognised.
REMEMBERED = timedelta(days=90)


def conduct(submission: Submission, statements: Sequence[Statement]) -> Answer:
    """Does everything the mail says, or takes it all back; the answer says which, line by line."""
    answer = Answer()
    submission.attached = lambda: attached(submission)
    if says_too_much(one.text for one in statements):
        answer.talk = True
        return answer.refuse(TOO_MUCH)
    if sum(1 + len(one.text) // LONG for one in statements if engine.looks_standing(one.text)) > MOST_ON_FILE:
        return answer.refuse(Message(TOO_MUCH.template, most=MOST_ON_FILE))
    asked = waiting(submission.desk, submission.play, submission.seat)
    writer = Writer(submission.play, submission.seat, submission.sender, submission.language, asked)
    statements = heard(writer, in_events(submission, statements))
    answer.talk = not any(one.order for one in statements)
    if all(statement.prose for statement in statements):
        for one in statements[:MOST_PROSE]:
            _show_talk(submission, answer, one, alone=True)
        answer.blocks.append(AnswerBlock(Message("How to write"), first_steps(submission)))
        return answer.refuse(
            Message("there is no order or command in what you wrote.")
            if statements
            else Message("this email is empty.")
        )
    if _was_accepted(submission, statements):
        answer.word = DUPLICATE
        return answer
    if _went_on(submission):
        answer.talk = True
        return answer.refuse(WENT_ON)
    savepoint = submission.desk.attempt()
    before = submission.play.seq if submission.play is not None else 0
    if not _try(submission, statements, answer):
        savepoint.rollback()
        _forget(submission)
        _tell_what_is_undone(submission, statements, answer)
        _answer_questions(submission, statements, answer)
        return answer.refuse()
    if not any(line.mark == DONE for line in answer.lines):
        savepoint.rollback()
        _forget(submission)
        answer.talk = True
        answer.blocks.append(AnswerBlock(Message("How to write"), first_steps(submission)))
        return answer.refuse(Message("there is no order or command in what you wrote."))
    if all(_is(one, "turn") for one in statements if not one.prose):
        savepoint.rollback()
        _forget(submission)
        return answer.refuse(ONLY_THE_TURN)
    answer.blocks += _as_many_as_fit(submission.blocks)
    if submission.preview:
        answer.tried, answer.tried_after = tuple(one.order for one in submission.played), before
        answer.blocks += _afterwards(submission)
        submission.would_ask = list(submission.asked)
        savepoint.rollback()
        _forget(submission)
        answer.word = PREVIEW
        if not answer.tried and not any(one.order and not _is_preview(one) for one in statements):
            answer.headline = Message("there is no order to try in this email.")
        return answer
    answer.played = bool(submission.played or submission.queued)
    answer.blocks += _of_seals(submission)
    waits = len(submission.asked)
    answer.word = _keep(submission, statements)
    if answer.word == CONFIRM and sum(line.mark == DONE for line in answer.lines) > waits:
        answer.headline = Message("a part of this is done, the rest waits for your confirmation; each line says which.")
    if answer.word == ACCEPTED:
        answer.headline = _told(answer)
    if answer.word == QUEUED and (submission.seat is None or submission.seat.id not in submission.queued):
        answer.headline = Message("it is not their turn yet; the orders are kept, and checked again when it is.")
    savepoint.commit()
    play, seat = submission.play, submission.seat
    if submission.changed and play is not None:
        since = play.seq
        go_on(submission.desk, play)
        # Who acts for a player is told of moves, and not of what is on file.
        own = seat is not None and submission.acting is None and play.seq > since
        if seat is not None and own and (acted := standing.acted(submission.desk, seat, since)):
            answer.blocks.append(AnswerBlock(Message("On file"), Listed(acted, "\n")))
        if own and (agreed := _as_agreed(play, since, submission.language)):
            answer.blocks.append(AnswerBlock(Message("As agreed"), Listed(agreed, "\n")))
    return answer


def _as_agreed(play: Play, since: int, language: str) -> list[str]:
    """What was played behind a mail because all had agreed to it: its writer has not written that."""
    words, told = Words(language, play.state.title.currency), []
    for row in play.moves(since=since):
        if row.how == AS_AGREED:
            told += sentences(play.state_at(row.seq - 1), row.happened, words)[0]
    return told


# Whoever sends only this believes that orders stand below it.
ONLY_THE_TURN = Message(
    "only the turn was read, and no order. What stands behind a `#` is a comment: write it without."
)

WENT_ON = Message(
    "your turn has gone on since these orders were tried, so they might do something else now. Nothing of them was "
    "played; look at the position as it is, and send them again if you still mean them."
)


def _went_on(submission: Submission) -> bool:
    """Whether moves were made within the writer's turn since they tried what they send: another tab of theirs, a mail.
    Orders for a turn that is over are refused by the turn that they name."""
    play, seat, tried = submission.play, submission.seat, submission.tried_on
    if play is None or seat is None or tried is None or not play.running or play.to_move != seat.name:
        return False
    # A program that names a move means that position; on a page orders may have been written before one's turn.
    return tried != play.seq if submission.program else play.turn - 1 <= tried != play.seq


def in_events(submission: Submission, statements: Sequence[Statement]) -> list[Statement]:
    """The statements with what is said about events in people's own words as our commands."""
    desk = submission.desk
    if says_too_much(one.text for one in statements):
        return list(statements)  # it is refused as it is
    if submission.play is None:
        # At a table a yes is for the table.
        statements = answers_to_entry(
            statements,
            lambda: consent.asks(desk, submission.person, submission.answers),
            replying=bool(submission.answers),
        )
    return about_events(statements, desk.cups.named)


def _tell_what_is_undone(submission: Submission, statements: Sequence[Statement], answer: Answer) -> None:
    """Of a mail that is refused, orders say what they would have done; what commands did is not told as done."""
    commands = {one.number for one in statements if _found(one) is not None and not _is_preview(one)}
    for at, line in enumerate(answer.lines):
        if line.mark != DONE:
            continue
        if line.number in submission.filed:
            answer.lines[at] = replace(line, said=submission.filed[line.number])
        elif line.number in commands:
            answer.lines[at] = replace(line, mark=NOT_TRIED, said=Message("not done"))


def _answer_questions(submission: Submission, statements: Sequence[Statement], answer: Answer) -> None:
    """Whoever asks something in a mail that is refused is answered all the same, from the position as it is."""
    submission.blocks.clear()
    said: dict[int, Said] = {}
    for one in statements:
        found = _found(one)
        if one.cut or found is None or not found.asks or _is_preview(one):
            continue
        with suppress(Refused):
            said[one.number] = _run(submission, one)
    answer.blocks += _as_many_as_fit(submission.blocks)
    answer.lines = [
        replace(line, mark=DONE, said=said[line.number])
        if line.mark in (DONE, NOT_TRIED) and line.number in said
        else line
        for line in answer.lines
    ]


def _of_seals(submission: Submission) -> list[AnswerBlock]:
    """What others have sealed and opened up to the writer's own moves: with these they count as told."""
    play, seat = submission.play, submission.seat
    if play is None or seat is None or not submission.played:
        return []
    told = list(filed.seals_between(submission.desk, play, seat, seat.told, play.seq))
    return [AnswerBlock(Message("Sealed orders"), Listed(told, "\n"))] if told else []


def _afterwards(submission: Submission) -> list[AnswerBlock]:
    """What orders that were tried would change: who would have how much, and what shares would be worth."""
    if not submission.played:
        return []
    was, would = submission.played[0].before, submission.game.state
    said: list[Said] = [
        Message(
            "{who}: cash {was} → {would}",
            who=who,
            was=Money(was.cash_of(who), was.title.currency),
            would=Money(would.cash_of(who), would.title.currency),
        )
        for who in dict.fromkeys((*would.players, *would.title.companies))
        if was.cash_of(who) != would.cash_of(who)
    ]
    said += [
        Message("{who}: price {was} → {would}", who=who, was=_price(was, who), would=_price(would, who))
        for who in would.title.companies
        if _price(was, who) != _price(would, who)
    ]
    if not said:
        said.append(Message("No cash and no price changes."))
    return [AnswerBlock(Message("After these orders"), Listed(said, "\n"))]


def _price(state: State, company: Company) -> Said | Money:
    return Money(state.price(company), state.title.currency) if company in state.market else "–"


def _try(submission: Submission, statements: Sequence[Statement], answer: Answer) -> bool:
    """Runs the statements in order; False at the first that can't be done."""
    prose = 0
    # Preview may stand anywhere; it must be known before the first line is tried.
    submission.preview = any(_is_preview(statement) for statement in statements)
    if submission.person is not None and any(_is(statement, "language") for statement in statements):
        # Who names their language need not be told which they seem to write.
        submission.hint = ""
    asked: set[str] = set()
    for index, statement in enumerate(statements):
        if statement.prose:
            prose += 1
            if submission.program:
                # A program doesn't talk: what it takes for an order and we don't must not pass for done.
                _refuse_line(answer, statements, index, AnswerLine(WRONG, statement.number, statement.text, NO_ORDER))
                return False
            if prose <= MOST_PROSE:
                beside = any(not one.prose for one in statements)
                _show_talk(submission, answer, statement, alone=not beside)
            continue
        before = len(submission.played)
        question = " ".join(statement.text.casefold().split())
        if question in asked:
            answer.add(DONE, statement.number, statement.text, Message("answered above"))
            continue
        begun = submission.play.state if submission.play is not None and submission.play.running else None
        try:
            blocks = len(submission.blocks)
            said = _run(submission, statement)
            if len(submission.blocks) > blocks:
                asked.add(question)
        except Refused as refused:
            talk = isinstance(refused, NotUnderstood) and not submission.program
            if talk and not _names_something(submission, statement.text):
                # "What is the matter with you?" is talk as often as a question, so the rest of the mail goes on.
                answer.add(IGNORED, statement.number, statement.text, Listed((refused.message, _HOW_TO_ASK), " "))
                continue
            _refuse_line(answer, statements, index, _refusal(submission, statement, refused))
            given_up = isinstance(refused, Guessed) and _pointed_instead(submission, statement, refused)
            if not given_up and not any(one.body for one in statements):
                answer.choices = _choices(submission, refused, statement, statements, begun)
            return False
        answer.add(DONE, statement.number, _canonical(submission, statement, before), said)
    return _says_something(submission, answer)


NO_ORDER = Message("This is no order and no command; every line of a program is read as one.")


def _refuse_line(answer: Answer, statements: Sequence[Statement], index: int, line: AnswerLine) -> None:
    """One line can't be done, so none behind it is tried."""
    answer.lines.append(line)
    for rest in (one for one in statements[index + 1 :] if one.number):
        answer.add(NOT_TRIED, rest.number, rest.text, Message("not tried"))


_HOW_TO_ASK = Message("Ask like this: `help P2`, `status`, `trains`, `facts me`.")


def _names_something(submission: Submission, text: str) -> bool:
    players = [seat.name for seat in submission.play.players] if submission.play is not None else []
    return engine.names_something(text, players)


_WRITTEN_SO = Message("This is no order; what you may mean is written like this.")


def _pointed_instead(submission: Submission, statement: Statement, refused: Refused) -> tuple[str, ...]:
    """The commands that a line that is refused may mean, where no order of the game is nearer."""
    if isinstance(refused, BehindTheEnd):
        return ()
    pointed = _pointed(submission, statement.text)
    if isinstance(refused, Guessed):
        # "I must give up the game": a pass is not what its writer wants.
        return pointed if any(registry.find(one) == registry.find("resign") for one in pointed) else ()
    return pointed if isinstance(refused, Unreadable | NotUnderstood) or statement.doubtful else ()


def _refusal(submission: Submission, statement: Statement, refused: Refused) -> AnswerLine:
    """What is said to a line that can't be done. Who asks something is told how to ask, not what to order."""
    if pointed := _pointed_instead(submission, statement, refused):
        said = _WRITTEN_SO if isinstance(refused, Unreadable | NotUnderstood | Guessed) else refused.message
        return AnswerLine(WRONG, statement.number, statement.text, said, pointed)
    if is_question(statement.text) and isinstance(refused, Unreadable | NotUnderstood):
        play = submission.play
        state = play.state if play is not None and play.status != GameStatus.INVITING else None
        title = play.title if play is not None else ""
        instead = how_to_ask(statement.text, state, title, submission.language)
        why: Said = Message("This looks like a question that I don't understand, so nothing was played.")
        if isinstance(refused, NotUnderstood):
            why = Listed((refused.message, Message("Nothing was played.")), " ")
        return AnswerLine(WRONG, statement.number, statement.text, why, instead)
    instead = _in_words(submission, refused.instead)
    return AnswerLine(WRONG, statement.number, refused.line or statement.text, refused.message, instead, refused.rule)


def _says_something(submission: Submission, answer: Answer) -> bool:
    """A line about a run that can't be made is only told beside orders; where there are none, it waits for some."""
    if submission.played or not submission.needless:
        return True
    for at, line in enumerate(answer.lines):
        if (refused := submission.needless.get(line.number)) is not None:
            instead = _in_words(submission, refused.instead)
            answer.lines[at] = replace(line, mark=WRONG, said=refused.message, instead=instead)
    return False


def _in_words(submission: Submission, orders: Sequence[str]) -> tuple[str, ...]:
    """Orders and commands as the reader would write them; they are read back as the same."""
    # What cancels something and puts something else on file is two lines in one.
    lines = [[registry.in_words(one, submission.language) for one in _lines_of(order)] for order in orders]
    if submission.play is None or not submission.play.running:
        return tuple(map("; ".join, lines))
    state, player = submission.play.state, Player(submission.seat.name if submission.seat is not None else "")
    return tuple(
        "; ".join(engine.standing_in_words(state, player, one, submission.language) for one in each) for each in lines
    )


def _lines_of(order: str) -> list[str]:
    """A proposal as lines of a mail: what is cancelled first is a line of its own."""
    first, _, rest = order.partition("; ")
    found = registry.find(first) if rest else None
    return [first, rest] if found is not None and found[0].words == "cancel" else [order]


def _choices(
    submission: Submission,
    refused: Refused,
    statement: Statement,
    statements: Sequence[Statement],
    begun: State | None,
) -> list[tuple[Said, list[str]]]:
    """What the mail can mean: each reading of a line that has several, or all but a line that may be talk."""
    said = [one for one in statements if not one.prose]
    if isinstance(refused, Ambiguous):
        at = next(at for at, one in enumerate(said) if one is statement)
        before, behind = [one.text for one in said[:at]], [one.text for one in said[at + 1 :]]
        meant = [_as_chosen(submission, begun, before, reading, behind) for reading in refused.instead]
        talk = isinstance(refused, Doubted) and (
            _may_be_talk(submission, statement)
            if isinstance(refused, Guessed)
            else not _is_for_later(submission, statement)
        )
        return meant + (_without(submission, begun, statement, said) if talk else [])
    if begun is not None and isinstance(refused, Unreadable) and not statement.doubtful:
        behind = [one.text for one in said[said.index(statement) :]]
        heard = _gist(submission, begun, behind) if len(behind) > 1 else None
        if heard is not None and any(heard):
            rest = ["; ".join(_in_words(submission, orders)) for orders in heard if orders]
            return [("; ".join(rest), [*(one.text for one in said[: said.index(statement)]), *rest])]
    # Whoever is only spoken to orders nothing of a turn that is over.
    spoken = isinstance(refused, BehindTheEnd) and not engine.names_something(statement.text)
    if spoken or (not isinstance(refused, Illegal) and _may_be_talk(submission, statement)):
        return _without(submission, begun, statement, said)
    return []


def _gist(submission: Submission, begun: State | None, lines: list[str]) -> tuple[tuple[str, ...], ...] | None:
    """What lines would order; commands and orders for later are no orders of this turn, and are kept as they stand."""
    if begun is None or any(
        registry.find(one) is not None or engine.looks_standing(one) or engine.looks_ahead(one) for one in lines
    ):
        return None
    return engine.gist(begun, lines, submission.language)


def _as_chosen(
    submission: Submission, begun: State | None, before: list[str], reading: str, behind: list[str]
) -> tuple[Said, list[str]]:
    """A reading of a line with the rest of the mail. What stands below it is heard as well as it can be, and shown: who
    says yes says it to all that will be played, and is asked once."""
    shown = _in_words(submission, (reading,))
    heard = _gist(submission, begun, [reading, *behind]) if behind else None
    if heard is None:
        return shown[0], [*before, *_lines_of(shown[0]), *behind]
    rest = ["; ".join(_in_words(submission, orders)) for orders in heard[1:] if orders]
    return "; ".join((*shown, *rest)), [*before, *shown, *rest]


def _may_be_talk(submission: Submission, statement: Statement) -> bool:
    """Whether a line may be left out at one word. What names something of the game was to do something, unless it is
    like talk: "that should scare off Green". An order for later is none, whatever it is like."""
    if _is_for_later(submission, statement):
        return False
    players = [seat.name for seat in submission.play.players] if submission.play is not None else []
    named = statement.order or engine.names_something(statement.text, players)
    return not named or not engine.changes_orders(statement.text)


def _is_for_later(submission: Submission, statement: Statement) -> bool:
    play, seat = submission.play, submission.acting or submission.seat
    if play is None or seat is None or not play.running:
        return False
    return plans_ahead(play, seat, statement, submission.language)


def _without(
    submission: Submission, begun: State | None, statement: Statement, said: Sequence[Statement]
) -> list[tuple[Said, list[str]]]:
    """The mail without a line that is talk, or a command that can't be done, if anything is left that could be done:
    of "QL looks nice, I take one" nothing is without what it names."""
    left = [one for one in said if one is not statement and not one.doubtful]
    rest = [one.text for one in left]
    # What only asks was answered already, and chat is not sent again.
    if all((found := _found(one)) is not None and found.asks for one in left):
        return []
    if not any(_may_order(submission, one.text) for one in left) or not _could_be_done(submission, begun, rest):
        return []
    shown = in_short(rest)
    if _found(statement) is not None:
        return [(Message("without the line that can't be done: {orders}", orders=shown), rest)]
    return [(Message("without the line that is talk: {orders}", orders=shown), rest)]


def _meant_seat(submission: Submission) -> str:
    """Whose move a moderator gives who writes what is a player's: their own where they play too, or the mover's."""
    play, seat = submission.play, submission.seat
    if play is None or seat is None:
        return ""
    own = next((one.name for one in play.players if one.person_id == seat.person_id), "")
    return own or str(play.to_move or "")


def _may_order(submission: Submission, text: str) -> bool:
    """Whether a line does anything by itself: "kidding!" and "What would you do?" leave nothing to be confirmed."""
    if is_question(text) and not engine.requested(text):
        return False
    if registry.find(text) is not None or engine.looks_standing(text) or engine.looks_ahead(text):
        return True
    play = submission.play
    # On turn more is heard than is read: that is looked at next.
    mine = play is not None and submission.seat is not None and play.to_move == submission.seat.name
    if play is None or not play.running or mine or submission.played:
        return True
    return engine.can_be_read(play.state, text, submission.language)


def _could_be_done(submission: Submission, begun: State | None, lines: list[str]) -> bool:
    """Whether lines that are all orders of this turn can be read one behind the other; of any others nobody can tell
    before they are tried."""
    play, seat = submission.play, submission.acting or submission.seat
    if submission.played:
        begun = submission.played[0].before
    if begun is None or play is None or seat is None or engine.to_act(begun) != seat.name:
        return True
    if any(registry.find(one) is not None or engine.looks_standing(one) or engine.looks_ahead(one) for one in lines):
        return True
    doing = [one for one in lines if not engine.only_passes(begun, one, submission.language)]
    heard = engine.gist(begun, doing, submission.language) if doing else ((),)
    return heard is not None and (not doing or any(heard))


def _run(submission: Submission, statement: Statement) -> Said:
    if statement.cut:
        raise Refused("This line is longer than any order ({most} characters).", most=MOST_LINE)
    if statement.either:
        raise several_readings(statement)
    if statement.meant:
        raise not_plain(statement)
    if submission.play is not None and submission.play.running:
        refuse_doubtful(submission.play.state, statement, submission.language)
    statement = replace(statement, text=registry.in_our_words(statement.text))
    found = registry.find(statement.text)
    if found is None:
        if directing.orders_something(statement.text):
            raise directing.misspelt(statement.text)
        if submission.acting is None and (submission.play is not None or not submission.roles):
            permissions.check(permissions.ORDER, submission.roles, _meant_seat(submission))
        return take_order(statement, submission)
    command = found[0]
    directs = directing.roles(submission, command, found[1])
    if submission.acting is not None and not permissions.RULES[command.words].may & (submission.roles | directs):
        raise Refused(
            "With `gm as` a moderator gives orders for {seat}. What {seat} has on file, is offered and asks is theirs "
            "alone.",
            instead=("help gm",),
            seat=submission.acting.name,
        )
    permissions.check(command.words, submission.roles | directs, _meant_seat(submission))
    most = MOST_TOLD * 5 if submission.is_gm or directs else MOST_TOLD
    if permissions.RULES[command.words].told and not _may_tell(submission, most):
        raise Refused("You have told others {most} things within an hour; go on later.", most=most)
    try:
        return command.run(statement, submission)
    except Refused as refused:
        refused.instead = directing.of_this_event(submission.desk, found[1], refused.instead)
        raise


def _may_tell(submission: Submission, most: int) -> bool:
    """Whether the writer may do one more thing that is mailed to others. Orders are never counted, and nobody proved
    to be at a table can be kept from playing; whoever moderates or directs has more to say."""
    who = submission.person.id if submission.person is not None else submission.sender
    return submission.desk.within("told", str(who), most, timedelta(hours=1))


def _canonical(submission: Submission, statement: Statement, before: int) -> str:
    """The order as we write it, where the line was one and was played; a sentence with the command it was taken for."""
    if len(submission.played) > before:
        return "; ".join(one.order for one in submission.played[before:])
    return f"{statement.written} → {statement.text}" if statement.written else statement.text


def _keep(submission: Submission, statements: Sequence[Statement]) -> str:
    """What is left to write down when all went well; gives the answer's word."""
    desk, seat = submission.desk, submission.seat
    mail_words(submission)
    if submission.unread and seat is not None and seat.status == SeatStatus.INVITED:
        # Who was invited too often today has it all the same.
        with suppress(Refused):
            seating.invite(desk, submission.game, seat, f"language {submission.mail_id}")
    if submission.played:
        word = _fingerprint(submission, statements)
        if word is not None:
            desk.remember("orders", word, desk.now + REMEMBERED)
        if seat is not None and submission.play is not None:
            # Their own orders are told in the answer.
            seat.told = submission.play.seq
    if submission.queued:
        for other in submission.game.seats:
            if lines := submission.queued.get(other.id):
                moderated = seat is not None and other.id != seat.id
                standing.queue(desk, submission.game, other, lines, submission.mail_id, moderated=moderated)
                if moderated:
                    standing.tell_queued(desk, submission.game, other, lines, submission.mail_id)
        return QUEUED
    return CONFIRM if submission.confirming else ACCEPTED


def _as_many_as_fit(blocks: Sequence[AnswerBlock]) -> list[AnswerBlock]:
    """The answers to questions, as long as a mail should be; what is left out is said."""
    kept: list[AnswerBlock] = []
    room = MOST_ANSWER
    told: set[tuple[str, str]] = set()
    for block in blocks:
        if (said := (str(block.title), str(block.text))) in told:
            continue  # two questions with one answer
        told.add(said)
        room -= len(str(block.text).encode()) + HEADING
        if kept and room < 0:
            kept.append(
                AnswerBlock(Message("And more"), Message("The rest would be too long; ask again for it alone."))
            )
            break
        kept.append(block)
    return kept


def _told(answer: Answer) -> Said:
    """What was done, where that is not everything the mail says."""
    # Sentences have marks of their own, behind which ours would stand.
    talk = [line.text.rstrip(" ?!.") or line.text for line in answer.lines if line.mark == IGNORED]
    if not talk:
        return ""
    done = in_short([line.text.rstrip(" ?!.") or line.text for line in answer.lines if line.mark == DONE])
    return Message("done: {done}. Read as talk, and left alone: {talk}.", done=done, talk=in_short(talk))


def _forget(submission: Submission) -> None:
    """Nothing that was undone may be remembered in memory either; only the work it cost is."""
    for what, whose, most, stretch in submission.spent:
        submission.desk.within(what, whose, most, stretch)
    submission.played.clear()
    submission.queued.clear()
    submission.asked.clear()
    if submission.play is not None:
        submission.play.forget()


def _is_preview(statement: Statement) -> bool:
    return _is(statement, "preview")


def _is(statement: Statement, words: str) -> bool:
    found = _found(statement)
    return found is not None and found.words == words


def _found(statement: Statement) -> registry.Command | None:
    """The command that a line is."""
    found = None if statement.prose else registry.find(statement.text)
    return found[0] if found is not None else None


def _fingerprint(submission: Submission, statements: Sequence[Statement]) -> str | None:
    """The same orders for the same turn by the same seat; only a mail that names its turn can be a repetition."""
    guard = next((one.text.lower() for one in statements if one.text.lower().startswith("turn ")), None)
    if guard is None or submission.seat is None:
        return None
    lines = "\n".join((*(one.text.casefold() for one in statements if not one.prose), submission.seen)).rstrip("\n")
    return f"{submission.seat.id} {guard} {hashlib.sha256(lines.encode()).hexdigest()}"


def _was_accepted(submission: Submission, statements: Sequence[Statement]) -> bool:
    word = _fingerprint(submission, statements)
    return word is not None and submission.desk.is_remembered("orders", word)


def _show_talk(submission: Submission, answer: Answer, one: Statement, *, alone: bool) -> None:
    """A line that is talk, with the command that it may mean: nobody shall believe that the table knows."""
    pointed = _pointed(submission, one.text, alone=alone)
    said = Message("read as chat, not played")
    if (
        is_question(one.text)
        and not pointed
        and (submission.play is None or submission.play.status == GameStatus.INVITING)
    ):
        said = Message(
            "read as chat: I don't understand this question. `help about` says what this is and how it is played"
        )
    answer.add(IGNORED, one.number, one.text, said, pointed)


def _pointed(submission: Submission, text: str, *, alone: bool = True) -> tuple[str, ...]:
    """The commands that a line of a player may mean, in their words."""
    play, seat = submission.play, submission.seat
    if submission.program or play is None or seat is None:
        return ()
    others = [one.name for one in play.players if one.name != seat.name]
    return _in_words(submission, pointed_at(text, others, alone=alone))
