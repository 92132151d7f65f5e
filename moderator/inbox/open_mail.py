"""Mail to the mailboxes that are open to everybody: help, new games, the postmaster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.message import Listed, Message
from moderator.events.consent import answered_in, asked_in, asks, shown_to_directors
from moderator.hearing import confirming, registry
from moderator.hearing.entering import answer_to_entry
from moderator.hearing.how_to import help_for
from moderator.hearing.permissions import RULES, Role
from moderator.hearing.reading import Statement, says_too_much
from moderator.hearing.submission import Submission
from moderator.inbox.answer import (
    ACCEPTED,
    CONFIRM,
    DONE,
    IGNORED,
    NOT_ACCEPTED,
    Answer,
)
from moderator.inbox.arrival import KNOWN, MEANT, PAGE, Arrival, confirming_word, read_in, said_in
from moderator.inbox.conduct import conduct, in_events
from moderator.inbox.disowning import disowned
from moderator.inbox.for_operator import tell_operator
from moderator.inbox.front_desk import NOTHING_BEGUN, at_the_desk, declined, only_asks, welcome, yes_to
from moderator.inbox.letter import PROBLEMS, Letter
from moderator.inbox.replying import refuse, reply
from moderator.inbox.seat_mail import confirm_openly
from moderator.office.addresses import Mailbox
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.tables import Mail

UNPROVED = Message(
    "Nothing proves that this email comes from you: anybody can write your address above theirs. So it waits for the "
    "word, which only you can read."
)


def to_everybody(desk: Desk, row: Mail, arrival: Arrival, box: Mailbox) -> str:
    letter = arrival.letter
    person = desk.person_at(letter.sender)
    # Here no secret address stands for the sender, so being taken at one's word is not enough.
    checked = arrival.proved and (desk.settings.trust != "none" or row.source in KNOWN)
    # A yes uses up the word it stands for, so it is looked for only where it can be acted upon.
    heard = not (arrival.forged or letter.automatic or letter.incomplete or box.name == "help")
    if told := "" if letter.incomplete or box.name == "help" else disowned(desk, row, letter, None):
        return told
    word = confirming_word(letter) or (yes_to(desk, letter) or None if heard else None)
    if arrival.forged and (word is None or letter.incomplete):
        # Who is known is told in a line: it may be a forwarder that has spoiled their own mail. A word that was mailed
        # to them proves more than any check.
        return refuse(desk, row, letter, None, Message("The check of its sender says that it is not from you."))
    if box.name == "help":
        submission = Submission(desk, row.id, person, letter.sender, letter.subject)
        answer = Answer(
            headline=Message("here is how to write to us."),
            blocks=[mails.AnswerBlock(Message("Help"), help_for(submission))],
        )
        return reply(desk, row, letter, None, answer, to=letter.sender, proved=checked)
    if letter.incomplete:
        return refuse(desk, row, letter, None, Listed((Message(PROBLEMS[one]) for one in letter.problems), " "))
    if word is not None:
        return confirm_openly(desk, row, letter, word)
    if answered := declined(desk, row, letter, proved=checked):
        return answered
    answers = asked_in(desk, person, (*letter.in_reply_to, *letter.references[-1:]))
    reader = Submission(desk, row.id, person, letter.sender, answers=answers)
    said = in_events(reader, said_in(letter, letter.lines))
    said = at_the_desk(letter, said)
    rules = [RULES[one.words] for one in _commands(said)]
    # What is about oneself is done for somebody who is known once they have confirmed it, as nothing proves them here.
    oneself = person is not None and any(Role.PERSON in rule.may and Role.STRANGER not in rule.may for rule in rules)
    guarded = (oneself or any(rule.guarded for rule in rules)) and not (answers and _answers_us(said))
    if guarded and (person is None or not checked) and not (person is not None and person.blocked):
        return _ask_stranger(desk, row, letter, said)
    submission = Submission(desk, row.id, person, letter.sender, letter.subject, known=checked and person is not None)
    submission.hint, submission.read_in = letter.language_hint, read_in(row, letter)
    submission.answers, submission.called = answers, letter.display_name
    submission.meant = row.source == PAGE and bool(letter.headers.get(MEANT))
    submission.on_page = row.source == PAGE
    chosen_now = _in_their_language(submission, letter, said, proved=checked)
    answer = conduct(submission, said)
    if answer.word == NOT_ACCEPTED and any(one.answers for one in said):
        shown_to_directors(desk, submission.me, submission.answers, "\n".join(letter.lines), row.id)
    refused = rules and says_too_much(one.text for one in said)
    if answer.talk and said and not refused and not any(one.meant for one in said):
        return welcome(desk, row, letter, submission, proved=checked, told=chosen_now)
    if answer.word == ACCEPTED and only_asks(desk, letter, said):
        answer.headline = NOTHING_BEGUN
    return reply(desk, row, letter, None, answer, to=letter.sender, proved=checked, told=chosen_now)


def _in_their_language(
    submission: Submission, letter: Letter, said: Sequence[Statement], *, proved: bool
) -> list[Said]:
    """Whom a director has named, and who answers in another of our languages than their director's, is written to in it
    from now on, and told: it was never theirs to choose. A mail that names ours, which went to them, is their own; what
    is enough for their yes is enough for its language."""
    if submission.person is None or submission.on_page:
        return []
    yes = any(answer_to_entry(one.written) == "join" for one in said if one.written)
    if submission.answers or ((proved or yes) and asks(submission.desk, submission.person)):
        return answered_in(submission.desk, submission.person, letter.language_hint)
    return []


def _of_events(text: str) -> bool:
    found = registry.find(text)
    return found is not None and found[0].group in ("events", "director")


def _answers_us(said: Sequence[Statement]) -> bool:
    """Whether a mail that names the one that asked only says yes or no to an entry: whoever has that one reads the
    address it went to."""
    if not any(answer_to_entry(one.written) for one in said if one.written):
        return False
    return sum(not one.prose for one in said) == 1 and not any(not one.prose and one.written == "" for one in said)


def _commands(said: Sequence[Statement]) -> Iterator[registry.Command]:
    for one in said:
        found = registry.find(one.text)
        if found is not None and not one.prose:
            yield found[0]


def to_operator(desk: Desk, row: Mail, box: Mailbox) -> str:
    """People answer this mail, not we: a complaint is often about somebody who never wrote to us."""
    text = f"Mail {row.id} came for {box.name}. Read it with:  ./waybill mail show {row.id}"
    tell_operator(desk, row, f"Mail for {box.name}", text)
    return "parked:operator"


def _ask_stranger(desk: Desk, row: Mail, letter: Letter, said: Sequence[Statement]) -> str:
    """Nobody can be made an organiser by somebody else's mail: the address must answer first."""
    # What could not be begun is said at once, not after a confirmation.
    submission = Submission(desk, row.id, desk.person_at(letter.sender), letter.sender, letter.subject, known=True)
    submission.unproved, submission.hint = True, letter.language_hint
    submission.called = letter.display_name
    answer = conduct(submission, [*said, Statement(0, "preview")])
    if answer.word == NOT_ACCEPTED:
        return reply(desk, row, letter, None, answer, to=letter.sender)
    word = confirming.new_word()
    # What would wait for a word of its own is shown here, and done with this one: nobody is asked twice.
    asked = [one for one in submission.would_ask if one.proved and one.person == submission.person]
    kept = {"do": "parked", "mail": row.id, "seat": None, "agreed": [dict(one.kept) for one in asked]}
    desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
    if asked:
        shown = Listed((one.shown for one in asked), "\n")
        answer.blocks.append(mails.AnswerBlock(Message("Done for good with this word"), shown))
    answer.word = CONFIRM
    answer.headline = Message("to have this done, reply:  confirm {word}", word=word)
    answer.blocks.append(mails.AnswerBlock(Message("Why you are asked"), UNPROVED))
    # A game that is tried has a name that the real one won't have; of events the answer is the same.
    would = [line.said for line in answer.lines if line.number and line.mark == DONE and _of_events(line.text)]
    if would and not asked:
        answer.blocks.append(mails.AnswerBlock(Message("What would be answered then"), Listed(would, "\n")))
    waiting = Message("waiting")
    answer.lines = [replace(line, mark=IGNORED, said=waiting) for line in answer.lines if line.number]
    verdict = reply(desk, row, letter, None, answer, to=letter.sender, word=word)
    # Who was asked too often is not asked, so nothing waits for them.
    return "parked" if verdict == CONFIRM else verdict
