"""What commands are called in the languages of our players, and how people answer an invitation. The words are data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from engine import is_greeting, key, own_words

_WORD = re.compile(r"[\w'’]+")
# The sentences of a line, and what a comma parts in them.
_PARTS = re.compile(r"(?<=[.!?…])\s+|,\s+")
# The clauses of a reply, parted by any sign.
_CLAUSES = re.compile(r"[.!?…,;:\n]+|\s[–—-]+\s")
# What hangs on a Korean noun that is asked for.
_OBJECT = re.compile(r"(?<=[가-힣])(?:를|을|가|이|는|은)$")
# A command and the kind words around it are shorter, and so is a line that closes a block.
LONGEST_QUESTION, LONGEST_CLOSING = 200, 40


@cache
def _named_tables() -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """The service's own words, each with its language."""
    folder = files("moderator").joinpath("words")
    found = sorted((path for path in folder.iterdir() if path.name.endswith(".toml")), key=lambda path: path.name)
    return tuple((path.name.removesuffix(".toml"), tomllib.loads(path.read_text(encoding="utf-8"))) for path in found)


@cache
def _tables() -> tuple[Mapping[str, Any], ...]:
    """The service's own words in every language."""
    return tuple(tables for _, tables in _named_tables())


@cache
def aliases() -> Mapping[str, str]:
    """What a command is called in any language -> our words for it."""
    return {
        key(called): words
        for tables in _tables()
        for words, names in tables.get("commands", {}).items()
        for called in names
    }


@cache
def _arguments() -> Mapping[str, str]:
    """What stands behind a command in any language -> our word for it."""
    return {
        key(called): word
        for tables in _tables()
        for word, names in tables.get("arguments", {}).items()
        for called in names
    }


@cache
def _topics() -> Mapping[str, str]:
    """What help is asked about in any language -> our word for it."""
    return {
        key(called): topic
        for tables in _tables()
        for topic, names in tables.get("topics", {}).items()
        for called in names
    }


def topic_called(text: str) -> str:
    """Our word for what help is asked about; nothing for what is no topic of its own."""
    return _topics().get(key(text), "")


def absence_words(kind: str, language: str = "") -> tuple[str, ...]:
    """The words of one kind that stand between or around the days of an absence, in one language or all."""
    found = [tables.get("absence", {}).get(kind, ()) for name, tables in _named_tables() if language in ("", name)]
    return tuple(word for words in found for word in ((words,) if isinstance(words, str) else words))


@cache
def entering_words(kind: str) -> tuple[str, ...]:
    """The words of one kind with which people enter an event or leave it, in all languages; `+` joins those that
    belong together, `*` is any ending."""
    said = (tables.get("entering", {}).get(kind, "") for tables in _tables())
    return tuple(dict.fromkeys(key(word) for words in said for word in words.split()))


@cache
def entering_phrases(kind: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """What stands before a name in an event, or before a club, in all languages, by its first word; longest first."""
    said = (phrase for tables in _tables() for phrase in tables.get("entering", {}).get(kind, ()))
    known = sorted({tuple(map(key, phrase.split())) for phrase in said}, key=lambda one: (-len(one), one))
    return {first: tuple(one for one in known if one[0] == first) for first in {one[0] for one in known}}


def says_yes(text: str) -> bool:
    """Whether a mail says yes to what it was asked, and nothing else: "oui", "je confirme", "네"."""
    said = key(" ".join(_WORD.findall(text)))
    return len(text) <= LONGEST_QUESTION and any(
        said == key(yes) for tables in _tables() for yes in tables.get("confirming", {}).get("yes", ())
    )


def only_owns(text: str) -> bool:
    """Whether a line says nothing but that its writer sent what a word is asked for: "yes, that was me"."""
    said = {key(word) for word in _WORD.findall(text.replace("'", " ").replace("’", " "))}
    return len(text) <= LONGEST_QUESTION and any(
        said <= {key(word) for word in tables.get("confirming", {}).get("owning", "").split()} for tables in _tables()
    )


def agrees(text: str) -> bool:
    """Whether a reply to what was offered says yes in whatever words, and nothing else: "yes, go ahead", "ja, gerne".

    Wider than `says_yes`, on which orders are played."""
    if len(text) > LONGEST_QUESTION or "?" in text:
        return False
    return says_yes(text) or answer_to_invitation(text) == "join" or _only_says(text, "yes")


def goes_with_yes(text: str) -> bool:
    """Whether a sentence only has words that stand around a yes: "genau so!", behind "Ja, super"."""
    said = {key(word) for word in _WORD.findall(text.replace("'", " ").replace("’", " ").replace("-", " "))}
    around = zip(newcomers("yes"), newcomers("yes-with"), strict=True)
    return "?" not in text and any(said <= set(map(key, (*own, *beside))) for own, beside in around)


def disagrees(text: str) -> bool:
    """Whether a reply to what was offered says no, and nothing else: "no thanks", "noch nicht"."""
    if len(text) > LONGEST_QUESTION or "?" in text:
        return False
    return answer_to_invitation(text) == "decline" or _only_says(text, "no")


def _only_says(text: str, kind: str) -> bool:
    for written in (text, text.replace("'", " ").replace("’", " ").replace("-", " ")):
        said = {key(word) for word in _WORD.findall(written)}
        for says, beside in zip(newcomers(kind), newcomers(f"{kind}-with"), strict=True):
            own = set(map(key, says))
            if said & own and said <= own | set(map(key, beside)):
                return True
    return False


@cache
def closing(until: str) -> frozenset[str]:
    """The lines that close a block in any language; ours is ``until``."""
    called = (name for tables in _tables() for name in tables.get("closing", {}).get(until, ()))
    return frozenset((key(until), key(until.replace(" ", "")), *map(key, called)))


def closes(until: str, line: str) -> bool:
    """Whether a line says nothing but that a block ends here."""
    return len(line) <= LONGEST_CLOSING and key(" ".join(line.strip(" .!*=-–—[]()<>/").split())) in closing(until)


def talking(kind: str) -> tuple[str, ...]:
    """How people say for whom a message is: before a name, behind it, between two, and all of them."""
    return tuple(word for tables in _tables() for word in tables.get("talking", {}).get(kind, ()))


@cache
def _addressed() -> re.Pattern[str]:
    """A message whose command stands behind for whom it is: "Jonas에게 메시지: …"."""
    behind = "|".join(map(re.escape, sorted(talking("behind"), key=len, reverse=True)))
    called = "|".join(map(re.escape, sorted(talking("last"), key=len, reverse=True)))
    return re.compile(rf"(\S[^:：]{{0,80}}?)\s*(?:{behind})\s+(?:{called})(?!\w)\s*[:：]?\s*(.*)")


def addressed(text: str) -> str:
    """For whom a message is, and what it says in the same line, where its command stands behind the name."""
    found = _addressed().match(text.strip()[:LONGEST_QUESTION])
    if found is None:
        return ""
    said = text.strip()[found.start(2) :]
    return f"{found[1]}: {said}" if said else found[1]


def newcomers(kind: str) -> tuple[tuple[str, ...], ...]:
    """The words in which a game is wanted, in each language."""
    return tuple(tuple(tables.get("newcomers", {}).get(kind, "").split()) for tables in _tables())


def pointing_words() -> tuple[tuple[str, str], ...]:
    """Our commands, each with the words that may mean it where it is not said; in all languages."""
    return tuple((command, said) for tables in _tables() for command, said in tables.get("pointing", {}).items())


def questions() -> tuple[tuple[str, str], ...]:
    """What is asked in a sentence, in any language: our command, and the sentence as a pattern."""
    return tuple(
        (command, said)
        for tables in _tables()
        for command, sentences in tables.get("questions", {}).items()
        if command not in ("around", "articles")
        for said in sentences
    )


@cache
def question_words(kind: str) -> frozenset[str]:
    """Words around a question, and articles before what it is about."""
    return frozenset(word for tables in _tables() for word in _words(tables.get("questions", {}).get(kind, "")))


@cache
def in_language(command: str, language: str) -> str:
    """What a command is called first in a language; ours, where that is known as well."""
    tables = next((tables for name, tables in _named_tables() if name == language), {})
    names = tables.get("commands", {}).get(command, ())
    return str(names[0]) if names else command


def in_our_arguments(text: str) -> str:
    """What stands behind a command, in small letters and with the words of any language put into ours."""
    words, found = [key(word) for word in text.split()], list[str]()
    while words:
        for length in range(min(4, len(words)), 0, -1):
            ours = _arguments().get(" ".join(words[:length]), "")
            if ours or length == 1:
                found.append(ours or words[0])
                words = words[length:]
                break
    return " ".join(found)


def asked_for(text: str, commands: frozenset[str]) -> str:
    """The command that a sentence kindly asks for and says nothing else: "could you show me the map?"."""
    if len(text) > LONGEST_QUESTION:
        return ""
    words = [key(word) for word in _WORD.findall(text)]
    kind = _kind()
    rest = [word for word in words if word not in kind]
    if len(rest) == len(words) or not rest:
        return ""
    called = " ".join(rest)
    bare = _OBJECT.sub("", called)
    for one in (called, bare):
        found = one if one in commands else aliases().get(one, "")
        if found:
            return found
    return ""


def asked_about(text: str) -> str:
    """What a question is about, without the words that ask what it does or is worth."""
    words = text.strip(" ?.!\"'“”").split()
    behind = {word for tables in _tables() for word in _words(tables.get("asking", {}).get("about", ""))}
    while len(words) > 1 and key(words[-1]) in behind:
        words.pop()
    return " ".join(words)


def is_kind(text: str) -> bool:
    """Whether a text only has words that stand around what is asked for: "please", "s'il te plaît"."""
    return all(key(word) in _kind() for word in _WORD.findall(text))


@cache
def _kind() -> frozenset[str]:
    """Words around a command that is asked for in a sentence."""
    return frozenset(word for tables in _tables() for word in _words(tables.get("asking", {}).get("with", "")))


# Of so many words one must be a language's own.
FEW = 3


def language_of(text: str, commands: frozenset[str]) -> str:
    """The language whose own words stand in a text most; nothing where none is ahead, or where they are few: a short
    word by itself may be anything (``Mon-Fri`` is not French), and so is a word of a command (``gm excuse Red``)."""
    if any("가" <= letter <= "힣" for letter in text):
        return "ko"
    # A letter by itself is a company more often than an elided word: ``facts N`` is not French.
    words = {key(word) for word in _WORD.findall(text) if len(word) > 1 or not word.isascii()}
    phrases = _phrases_in(text)
    counted = sorted(
        # The words of the text are few, those of a language are thousands.
        ((len(words & own | words & phrases[language]), language) for language, own in _own_words(commands).items()),
        reverse=True,
    )
    ahead = counted[0][0] > counted[1][0] and FEW * counted[0][0] >= len(words)
    return counted[0][1] if ahead else ""


def _phrases_in(text: str) -> Mapping[str, frozenset[str]]:
    """By language the words of its phrases of several words that stand in a text: each by itself may be anybody's,
    "sous le nom de" is French."""
    said = f" {' '.join(key(word) for word in _WORD.findall(text))} "
    return {
        language: frozenset(word for phrase in phrases if f" {phrase} " in said for word in phrase.split())
        for language, phrases in _long_phrases().items()
    }


@cache
def _long_phrases() -> Mapping[str, tuple[str, ...]]:
    return {
        language: tuple(map(key, (one for one in tables.get("entering", {}).get("called", ()) if " " in one)))
        for language, tables in _named_tables()
    }


@cache
def _own_words(commands: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """By language the words that only it has: of orders, talk, commands and what stands around them. Who writes
    ``language en`` names a language and does not speak French; who writes ``text only`` does not speak German."""
    said = {language: own_words(language) | _commanding(tables) for language, tables in _named_tables()}
    # Commands have their English names in every language.
    named = frozenset(key(word) for command in commands for word in command.split())
    said = {language: own - said.keys() - named for language, own in said.items()}
    return {
        language: own - frozenset(word for other, words in said.items() if other != language for word in words)
        for language, own in said.items()
    }


def _commanding(tables: Mapping[str, Any]) -> frozenset[str]:
    names = {word for called in tables.get("commands", {}).values() for name in called for word in name.split()}
    kind = _words(tables.get("asking", {}).get("with", ""))
    replies = [_words(part) for reply in tables.get("replies", {}).values() for part in reply.values()]
    entering = (tables.get("entering", {}).get(part, "") for part in ("enter", "leave", "play", "wish", "kind"))
    enters = (word for said in entering for word in _words(said.replace("+", " ")))
    return frozenset(map(key, names)) | kind | frozenset(word for part in replies for word in part) | frozenset(enters)


def answer_to_invitation(text: str, *, under_way: bool = False) -> str:
    """``join`` or ``decline`` where a sentence says no more than one of them: "Yes, I'd love to"; nothing otherwise.

    In a game under way "pass" may be an order as well, and declines nothing. A question answers nothing: "Am I in?"."""
    if "?" in text:
        return ""
    # "I'd" is one word, "d'accord" and "l'invitation" are two.
    for written in (text, text.replace("'", " ").replace("’", " ")):
        said = {key(word) for word in _WORD.findall(written)}
        found: set[str] = {
            reply
            for tables in _tables()
            for reply, words in tables.get("replies", {}).items()
            if said & (_words(words["says"]) - (_words(words.get("orders", "")) if under_way else frozenset()))
            and said <= _words(words["says"]) | _words(words["with"])
        }
        if len(found) == 1:
            return found.pop()
    return ""


def after_a_no(text: str) -> tuple[str, ...] | None:
    """What else stands in a reply that begins with a plain no, clause by clause: "No, sorry, I never asked for this".
    None where it begins otherwise: "No problem", "No?"."""
    clauses = [one for one in _CLAUSES.split(text[:LONGEST_QUESTION]) if one.strip()]
    ends = _CLAUSES.search(text)
    if not clauses or (ends is not None and "?" in ends[0]):
        return None
    words = [key(word) for word in _WORD.findall(clauses[0])]
    for tables in _tables():
        decline = tables.get("replies", {}).get("decline", {})
        plain = _words(decline.get("alone", ""))
        if words and words[0] in plain and set(words) <= plain | _words(decline["says"]) | _words(decline["with"]):
            return tuple(clauses[1:])
    return None


def reply_in(text: str, names: Collection[str] = ()) -> str:
    """The answer to an invitation in a line that greets or asks something besides: "I'm in, what do I do?".

    Who says no more than yes and asks what this is has not joined."""
    called = {key(name) for name in names}
    parts = [
        bare
        for part in _PARTS.split(text[:LONGEST_QUESTION])
        if (bare := " ".join(word for word in part.split() if key(word.strip(",.!")) not in called))
    ]
    replies = {part: reply for part in parts if (reply := answer_to_invitation(part))}
    beside = [part for part in parts if not (part in replies or is_greeting(part) or _only_says(part, "yes"))]
    if len(set(replies.values())) != 1 or not all("?" in part and not limits(part) for part in beside):
        return ""
    if beside and all(_only_says(part, "yes") for part in replies):
        return ""
    return next(iter(replies.values()))


def limits(text: str) -> bool:
    """Whether a sentence may limit what was said before it: "but can we start in May?"."""
    said = {key(word) for word in _WORD.findall(text)}
    return any(said & set(map(key, words)) for words in newcomers("but"))


def accepts_an_offer(text: str, players: Collection[str]) -> str:
    """``accept``, and whose offer, where a sentence says no more: "fine with me, I accept Ann's offer"."""
    owned = {name: {key(name), f"{key(name)}s"} for name in players}
    words = [key(word) for word in _WORD.findall(text)]
    named = [name for name, called in owned.items() if called & set(words)]
    rest = {word for word in words if not any(word in called for called in owned.values())}
    for tables in _tables():
        known = tables.get("accepting", {})
        if not known or len(named) > 1:
            continue
        says, what, beside = (_words(known[part]) for part in ("says", "what", "with"))
        if rest & says and rest & what and rest <= says | what | beside:
            return " ".join(("accept", *named))
    return ""


@cache
def answering_words() -> tuple[Mapping[str, frozenset[str]], ...]:
    """How an offer is answered in each language: yes, no, what is said of offers alone, and what may stand beside."""
    found = (tables["answering"] for tables in _tables() if "answering" in tables)
    return tuple({kind: _words(words) for kind, words in table.items()} for table in found)


@cache
def _words(text: str) -> frozenset[str]:
    """The words of an entry of the tables, for good: never of what somebody has written."""
    return frozenset(map(key, text.split()))
