"""A plain sentence that answers an offer: "yes, sell it to him", "ok for the 3-train at 120", "non merci".

Only words from closed lists may stand in it, besides what describes the offer itself: another price is no yes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import engine
from engine import Refused, State, key
from engine.moves import BuyPrivate, BuyTrain
from moderator.hearing.called import answering_words
from moderator.hearing.reading import Statement
from moderator.hearing.submission import Submission
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import OfferStatus
from moderator.store.tables import Offer, Seat
from moderator.table import offers

# Hangul and figures hang on each other, symbols have hyphens.
_WORD = re.compile(
    r"[,;.!]|[가-힣]+|\d+(?:\+\d+[a-z]?)?|[^\W\d_가-힣](?:[^\W_가-힣]|[&-](?=[^\W_가-힣]))*", re.IGNORECASE
)
_STOPS = frozenset(",;.!")
# Kinds of words that say nothing by being there.
APART = frozenset(("thanks", "agreeing", "denying"))
# "can't" is a no, which its letters hide.
_NOT = re.compile(r"\b(?:ca|wo|do|did|would|could|is|are)n['’]t\b|\bcannot\b", re.IGNORECASE)
# "accept my thanks" says thanks.
_THANKS = re.compile(r"\baccept\w*\s+(?:my|our|mes|nos|mon)\b", re.IGNORECASE)
_MONEY = re.compile(r"[r₽$]?(\d+)[r₽$]?")

Tables = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Asked:
    """An offer that waits for somebody's answer: its number, the words of its order, its train and its price."""

    number: int
    words: frozenset[str]
    train: str = ""
    price: str = ""


@dataclass(frozen=True)
class AnsweredOffer:
    """The command that a sentence is. It is sure if there is a yes or no in it that belongs to no order."""

    command: str
    sure: bool


def waiting(desk: Desk, play: Play | None, seat: Seat | None) -> tuple[Asked, ...]:
    """The offers a seat has still to answer."""
    if play is None or seat is None or not play.running:
        return ()
    return tuple(
        _described(play.state, row, offers.number_for(row, seat.name))
        for row in offers.offers_for(desk, play, seat)
        if row.status == OfferStatus.OPEN and seat.name in row.parties and seat.name not in row.agreed
    )


def _described(state: State, row: Offer, number: int) -> Asked:
    words = frozenset(word for word in _words(f"{row.by} {row.company} {row.order}") if not word[0].isdigit())
    try:
        move = engine.parse_order(state, row.order)
    except Refused:
        return Asked(number, words)  # what it was about is gone: it can be named, no figure belongs to it
    match move:
        case BuyTrain():
            return Asked(number, words, key(move.train), str(move.price))
        case BuyPrivate():
            return Asked(number, words, price=str(move.price))
        case _:
            # "einverstanden mit der Fusion": neither a price nor a train, so it is called by what is done.
            return Asked(number, words | engine.words_for(row.order.split()[0]))


def answer(text: str, asked: Sequence[Asked], alone: bool) -> AnsweredOffer | None:
    """What a sentence answers to these offers, if it says no more. A yes or no that names nothing of an offer may be
    meant for something else, and counts only where it is all that is written."""
    if not asked or text.rstrip().endswith(("?", "？")) or _THANKS.search(text):
        return None
    words = _words(text)
    for tables in answering_words():
        verb = _verb(words, tables)
        known = frozenset().union(*(words for kind, words in tables.items() if kind not in APART)) | _STOPS
        rest = [at for at, word in enumerate(words) if not _is(word, known)]
        fitting = [one for one in asked if all(_fits(words, at, one, tables) for at in rest)]
        if not verb or not fitting or not (rest or alone or any(_is(word, tables["offer"]) for word in words)):
            continue
        sure = any(_is(word, tables["accept"] | tables["refuse"]) and not _is(word, tables["offer"]) for word in words)
        return AnsweredOffer(f"{verb} {fitting[0].number}" if len(fitting) == 1 else verb, sure)
    return None


def may_agree(text: str) -> bool:
    """Whether a word of a line could accept an offer, whatever is offered: asked before anybody looks for offers."""
    return any(_is(word, tables["accept"]) for word in _words(text) for tables in answering_words())


def says_no(text: str) -> bool:
    """Whether a no of any language stands in a line, by itself or in another word."""
    return any(_is(word, tables["refuse"]) for word in _words(text) for tables in answering_words())


def says_yes_or_no(text: str) -> bool:
    """Whether a sentence of more than one word begins with a yes or no that belongs to no order."""
    words = _words(text)
    return len(words) > 1 and any(
        _is(words[0], tables["accept"] | tables["refuse"]) and not _is(words[0], tables["offer"])
        for tables in answering_words()
    )


def beside_an_answer(text: str, asked: Collection[str], verb: str) -> str:
    """The first word behind `accept` or `refuse` that neither names the offer nor is there for kindness; a word that
    says the other thing is one too."""
    other = "refuse" if verb == "accept" else "accept"
    words = [word for word in _words(text) if word not in _STOPS]
    numbered = any(word.isdigit() for word in words)
    for word in words:
        tables = answering_words()
        kind = any(_is(word, each["with"] | each["offer"]) for each in tables)
        other_way = any(_is(word, each[other]) and not _is(word, each[verb]) for each in tables)
        thanks = not numbered and any(_is(word, each["thanks"]) for each in tables)
        if not word.isdigit() and word not in asked and (not kind or other_way or thanks):
            return word
    return ""


def _verb(words: Sequence[str], tables: Tables) -> str:
    """``accept`` or ``refuse``, if all parts of a sentence that say yes or no say the same."""
    found = {said for part in _parts(words) if (said := _said(part, tables))}
    return found.pop() if len(found) == 1 else ""


def _said(words: Sequence[str], tables: Tables) -> str:
    """Whether one part of a sentence says yes or no: "no deal", "ich verkaufe nicht", "d'accord"."""
    if any(_is(word, tables["refuse"]) for word in words):
        denies = [_is(word, tables["refuse"]) and not _is(word, tables["offer"]) for word in words]
        if any(denies) and any(_is(word, tables["refuse"]) and _is(word, tables["offer"]) for word in words):
            return "both"  # "I don't refuse", "an offer I can't refuse"
        agrees = [at for at, word in enumerate(words) if _is(word, tables["accept"]) and not _is(word, tables["offer"])]
        return "refuse" if all(_denied(words[:at], tables) for at in agrees) else "both"
    return "accept" if any(_is(word, tables["accept"]) for word in words) else ""


def _denied(before: Sequence[str], tables: Tables) -> bool:
    """Whether a no stands right before a word, but for a letter that was parted by an apostrophe: "pas d'accord"."""
    word = next((one for one in reversed(before) if len(one) > 1 or not one.isascii()), "")
    return bool(word) and _is(word, tables["refuse"])


def _parts(words: Sequence[str]) -> Iterator[list[str]]:
    part: list[str] = []
    for word in words:
        if word in _STOPS:
            yield part
            part = []
        else:
            part.append(word)
    yield part


def _fits(words: Sequence[str], at: int, asked: Asked, tables: Tables) -> bool:
    """Whether a word describes the offer. A number is its price, unless it names the train beside the word for it."""
    word = words[at]
    if not word[0].isdigit():
        return word in asked.words
    beside = (*words[at + 1 : at + 2], *words[max(at - 1, 0) : at])
    return word == asked.price or (word == asked.train and any(_is(one, tables["train"]) for one in beside))


def _is(word: str, known: frozenset[str]) -> bool:
    """A word with a star is known by how it begins."""
    return word in known or any(one[-1] == "*" and word.startswith(one[:-1]) for one in known)


def _in_a_word(words: list[str]) -> list[str]:
    """With a yes or a no that is said in several words put as one: "no objections" is no no."""
    for phrase, said in _phrases().items():
        for at in range(len(words) - len(phrase), -1, -1):
            if tuple(words[at : at + len(phrase)]) == phrase:
                words = [*words[:at], said, *words[at + len(phrase) :]]
    return words


@cache
def _phrases() -> Mapping[tuple[str, ...], str]:
    found = {
        tuple(phrase.split("-")): said
        for tables in answering_words()
        for kind, said in (("agreeing", "ok"), ("denying", "no"))
        for phrase in tables[kind]
    }
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


def _words(text: str) -> list[str]:
    text = _NOT.sub(" not", text).replace("'", " ").replace("’", " ")
    found = _in_a_word([key(word) or word for word in _WORD.findall(text)])
    return [money[1] if (money := _MONEY.fullmatch(word)) else word for word in found]


def only_offer(statement: Statement, submission: Submission, verb: str) -> int:
    """The number of the only offer that waits for the writer, from whom they name if they name somebody."""
    play, seat = submission.begun, submission.my_seat
    words = {key(word.strip(".,!?")).removesuffix("s") for word in statement.text.split()[1:]}
    named = [one.name for one in play.players if key(one.name).removesuffix("s") in words]
    found = [
        row
        for row in offers.offers_for(submission.desk, play, seat)
        if seat.name in row.parties and seat.name not in row.agreed and (not named or row.by in named)
    ]
    if not found:
        raise Refused("No offer waits for your answer.", instead=("status",))
    if len(found) > 1:
        instead = tuple(f"{verb} {offers.number_for(row, seat.name)}" for row in found)
        raise Refused("Which offer? Name its number.", instead=instead)
    return offers.number_for(found[0], seat.name)


def refuse_other_words(statement: Statement, submission: Submission, verb: str) -> None:
    """What stands behind the word must be about the offer: "accept my apologies" sells nothing."""
    rest = statement.text.partition(" ")[2]
    names = {key(word) for one in submission.begun.players for word in (one.name, f"{one.name}s")}
    about = {word for one in waiting(submission.desk, submission.play, submission.seat) for word in one.words}
    if word := beside_an_answer(rest, names | about, verb):
        raise Refused(
            "I understand `{verb}`, but not “{text}” behind it. Write `{verb}` and the offer's number alone.",
            instead=(f"{verb} {only_offer(statement, submission, verb)}",),
            verb=verb,
            text=word,
        )
