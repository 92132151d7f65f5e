"""The mailbox that belongs to no game, and whoever writes there in their own words: a kind answer, and one word away
from what they seem to want."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import engine
from engine import Refused
from engine.message import Listed, Message
from moderator.hearing import confirming, registry
from moderator.hearing.called import agrees, disagrees, goes_with_yes, is_kind
from moderator.hearing.directing import orders_something
from moderator.hearing.how_to import first_steps
from moderator.hearing.reading import UNCLOSED, Statement, is_harmless
from moderator.hearing.signing import is_signed, own_words, unsigned
from moderator.hearing.submission import Submission
from moderator.hearing.wishes import BOTS, speaks_of_a_game, titles_in, wanted, without_titles
from moderator.inbox.answer import CONFIRM, Answer
from moderator.inbox.letter import Letter
from moderator.inbox.replying import reply
from moderator.office.addresses import canonical
from moderator.office.desk import Desk
from moderator.store.mails import AnswerBlock, Said
from moderator.store.tables import Mail, Nonce
from moderator.table.planning import GamePlan
from moderator.table.seating import check_plan

NOTHING_BEGUN = Message(
    "nothing was begun or changed. If you want what my last email showed, reply with its word; else say in one "
    "sentence which game you want, and with whom."
)


def only_asks(desk: Desk, letter: Letter, said: Sequence[Statement]) -> bool:
    """Whether a mail that answers a question of ours only asks something back: "Is it free?"."""
    found = [registry.find(one.text) for one in said if not one.prose]
    return all(one is not None and one[0].asks for one in found) and bool(_asked(desk, letter))


def at_the_desk(letter: Letter, said: Sequence[Statement]) -> list[Statement]:
    """The statements as they are to be taken where no game is: what is no command, and no order that went astray, is
    talk. Nothing is passed over by that, for there is nothing here that it could change."""
    own = own_words(letter.display_name, letter.sender)
    taken = [_at_the_desk(_wish(one)) for one in unsigned(said, own)]
    if all(one.prose or registry.find(one.text) is None for one in taken) and not any(one.meant for one in taken):
        wish = wanted("\n".join(letter.lines), letter.display_name, letter.sender, lambda address: False)
        if wish is not None:
            # What is said of a game one would like to play is shown as its lines, and done at one word.
            return [replace(one, prose=True, order=False) for one in taken]
    return taken


def _wish(one: Statement) -> Statement:
    """ "New game of 1882 with two bots, please": our command in a sentence, without the lines that belong to it."""
    found = registry.find(one.text)
    if found is None or found[0].words != "new game" or UNCLOSED not in one.body:
        return one
    below = [line for line in one.body if line.strip() and line != UNCLOSED]
    if not all(map(is_harmless, below)):
        return one
    return replace(one, body=(), prose=True, order=False)


def _at_the_desk(one: Statement) -> Statement:
    if one.prose or one.body or one.meant or registry.find(one.text) is not None:
        return one
    if orders_something(one.text):
        # Who directs and reads ACCEPTED believes that it is done.
        return one
    astray = one.order or (engine.names_something(one.text) and engine.looks_like_an_order(one.text))
    return one if astray and not speaks_of_a_game(one.text) else replace(one, prose=True, order=False)


def welcome(
    desk: Desk, row: Mail, letter: Letter, submission: Submission, *, proved: bool, told: Sequence[Said] = ()
) -> str:
    """The answer to a mail that has no command in it: the game it seems to ask for, or how to begin. ``proved``: by its
    writer, so that what comes in their name does not use up the answers to what they say themselves."""
    answer = Answer(headline=Message("here is how to write to us."))
    offered = _offered(desk, row, letter)
    if offered:
        answer.word = CONFIRM
        answer.headline = Message("which game shall I start for you? Each has its word below.")
        if len(offered) == 1:
            answer.headline = Message(
                "I can start this game for you. If you want it, reply yes, or:  confirm {word}", word=offered[0][1]
            )
        for title, word, lines, told in offered:
            first = [Message("To start it, reply:  confirm {word}", word=word)] if len(offered) > 1 else []
            first += told
            answer.blocks.append(AnswerBlock(title, Listed((*first, *lines), "\n")))
        how = Message(
            "Or send these lines yourself, changed as you like: `player Anna: anna@example.org` is a seat for a "
            "friend, `bot Boris` one for a bot."
        )
        learn = Message("To learn it in three emails, in a practice game against bots, write: tutorial")
        answer.blocks.append(AnswerBlock(Message("How to write"), Listed((how, learn), "\n")))
        verdict = reply(desk, row, letter, None, answer, to=letter.sender, word=offered[0][1], proved=proved, told=told)
        # Who was asked too often is not asked, so nothing waits for them.
        return "parked" if verdict == CONFIRM else verdict
    if asked := _asked(desk, letter):
        # Whoever reads ACCEPTED above a game that was not begun believes that their friends are invited.
        answer.refuse(NOTHING_BEGUN)
        answer.blocks += _still_waiting(desk, asked)
    answer.blocks.append(AnswerBlock(Message("How to write"), first_steps(submission)))
    return reply(desk, row, letter, None, answer, to=letter.sender, proved=proved, told=told)


def _still_waiting(desk: Desk, asked: Sequence[Nonce]) -> Iterator[AnswerBlock]:
    """The games that our mail offered, once more, each with a word that begins it: it need not be looked for."""
    for row in asked:
        lines = row.data.get("lines", ())
        if not lines or row.data.get("agreed"):
            continue
        word = confirming.new_word()
        desk.remember("confirm", word, row.expires_at, row.data)
        first = Message("To start it, reply:  confirm {word}", word=word)
        change = Message("Or send these lines yourself, changed as you like:")
        yield AnswerBlock(Message("What my last email showed"), Listed((first, change, *lines), "\n"))


def _offered(desk: Desk, row: Mail, letter: Letter) -> list[tuple[Said, str, list[str], list[Message]]]:
    """Each game that could be begun for the mail: its title, the word that begins it, its lines, and what is said of
    them."""
    found = wanted("\n".join(letter.lines), letter.display_name, letter.sender, desk.office.addresses.is_ours)
    offered: list[tuple[Said, str, list[str], list[Message]]] = []
    for title in found.titles if found is not None else ():
        assert found is not None
        # Two friends want a game that needs three: bots fill the table, and that is said.
        enough = (replace(found, bots=found.bots + more) for more in range(len(BOTS) - found.bots + 1))
        seated = next((one for one in enough if _can_begin(desk, letter, title, one.lines(title))), None)
        if seated is None:
            continue
        lines = seated.lines(title)
        filled = Message("Too few players for {title}: bots fill the table.", title=title)
        word = confirming.new_word()
        kept = {"do": "parked", "mail": row.id, "seat": None, "lines": lines}
        desk.remember("confirm", word, desk.now + confirming.GOOD_FOR, kept)
        offered.append((engine.title_named(title).full_name, word, lines, [filled] if seated != found else []))
    return offered


def _can_begin(desk: Desk, letter: Letter, title: str, lines: Sequence[str]) -> bool:
    try:
        check_plan(desk, GamePlan(title, gm=letter.sender).and_said(lines[1:-1]))
    except Refused:
        return False
    return True


def yes_to(desk: Desk, letter: Letter) -> str:
    """The word of the question that a yes answers: a reply to our own mail, whose name only its reader knows, says yes
    and nothing else, and that mail asked for one thing; or it names the one of several games that it wants."""
    asked = _asked(desk, letter)
    titles = titles_in(" ".join(letter.lines))
    if len(asked) > 1 and len(titles) == 1:
        asked = [row for row in asked if row.data.get("lines", ("",))[0] == f"new game {titles[0]}"]
    else:
        titles = ()
    # What can't be taken back needs its word.
    if len(asked) != 1 or asked[0].data.get("agreed"):
        return ""
    said = [without_titles(text) for text in _told(letter)]
    if not all(agrees(text) or is_kind(text) or goes_with_yes(text) for text in said):
        return ""
    if not titles and not any(map(agrees, said)):
        return ""
    # Words are kept as hashes: what this one stands for goes on to a new one.
    word = confirming.new_word()
    desk.remember("confirm", word, asked[0].expires_at, asked[0].data)
    asked[0].used_at = desk.now
    return word


def declined(desk: Desk, row: Mail, letter: Letter, *, proved: bool) -> str:
    """The answer to a mail that says no to what we asked, and nothing else."""
    said = _told(letter)
    if not said or not all(map(disagrees, said)) or not _asked(desk, letter):
        return ""
    headline = Message("all right: nothing was begun or changed. If you change your mind, write again.")
    return reply(desk, row, letter, None, Answer(headline=headline), to=letter.sender, proved=proved)


def _told(letter: Letter) -> list[str]:
    """What a mail says besides its writer's name and what one says in parting."""
    own = own_words(letter.display_name, letter.sender)
    told = [one.text for one in letter.said if not is_signed(one.text, own)]
    parting = (agrees(text) or disagrees(text) or not _is_parting(text) for text in told)
    return [text for text, stays in zip(told, parting, strict=True) if stays]


def _is_parting(text: str) -> bool:
    return engine.is_surely_talk(text) or engine.is_greeting(text)


def _asked(desk: Desk, letter: Letter) -> list[Nonce]:
    """What our mail asked to which a mail is the reply, as long as it is open."""
    answered = desk.outbox.all_named(letter.in_reply_to or letter.references[-1:])
    mine = [
        one.mail_id
        for one in answered
        if one.mail_id and one.key == f"answer {one.mail_id}" and canonical(one.recipient) == canonical(letter.sender)
    ]
    return [row for mail_id in mine for row in desk.words.of_mail("confirm", mail_id, desk.now)]
