"""Hears an order in a sentence: what its words mean, wherever they stand.

A line is cut into items: names, numbers, sides, and words of ours that the words written stand for. Every word must
mean something or be known to mean nothing; a line with any other word is not understood here. What the items can say is
worked out in ``sayings``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from engine.errors import Unreadable
from engine.notation.clean import clean, key, normal
from engine.notation.hangul import (
    AFTER,
    BEFORE,
    HUNG,
    NO,
    NTH,
    counted,
    in_figures,
    is_hangul,
    is_limit,
    leads_on,
    without_helping,
)
from engine.notation.names import COMPANY, PLACE, PLAYER, PRIVATE, Named, hangul, in_one_word, players, register
from engine.notation.numbered import numbered_round
from engine.notation.tongue import AND_THEN, NOTHING, SHARES, UNITS, Tongue, elided, number_in, tongue
from engine.notation.words import train_name, without_tail
from engine.state import State

KINDS = (COMPANY, PRIVATE, PLACE, PLAYER)
LONGEST_NAME = 6
# What particles stand for.
LINKED = frozenset("at from to of and".split())
LONGEST_PHRASE = 6
# The word for trains whose letter is D.
DIESEL = "diesel"
# Orders are short. A longer line is a story, whatever words are in it.
MOST_WORDS = 40
# So many lines are remembered with what was heard in them: as many as a mail may say.
MOST_REMEMBERED = 200
_NUMBER = re.compile(r"(?:[r$₽€x])?([0-9]{1,3}(?:[,'][0-9]{3})+|[0-9]+)(?:[r$₽€x])?", re.IGNORECASE)
_PERCENT = re.compile(r"([1-9])0%")
_TRAIN = re.compile(r"([0-9+]+|d)-?t", re.IGNORECASE)
# "one of the 3s"; "#57", "n°2", "Nr.3".
_PLURAL = re.compile(r"([2-8])['’]?s", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:#|n[°º]\.?|nr\.?)(\d.*)", re.IGNORECASE)
# From where a word begins: looked for at each of its letters, four hundred of them cost a millisecond.
_OWNER = re.compile(r"(?<![\w&-])([\w&-]+)['’]s\b")
_CLITIC = re.compile(r"(?<![a-zà-ÿ])([a-zà-ÿ]{3,})-(?:moi|en|le|la|les|nous|y)\b")
_SPLIT = re.compile(r"[^\s,:;]+|[,:]")
_SPELLED = re.compile(r"(?<![\w&-])[A-Z](?: [A-Z]){1,3}(?![\w&'’-])")
_JOINED = re.compile(r"[^&]+|&")
_PER_HUNDRED = re.compile(r"(?<=\d)\s?(?:퍼센트|프로)(?=(?:를|을|는|은|만|도|요)?(?![가-힣]))")
# In Korean a particle behind a bracket hangs on what stands in it: 리가(B4)에.
_BRACKETED = re.compile(r"\(([^()\s]+)\)(?=[가-힣])")


@dataclass(frozen=True)
class Item:
    """One thing said."""

    # "word" (one of ours), "name", "number", "train", "tile", "share" (of a hundred), "side", "doubt" (which?)
    kind: str
    text: str
    names: tuple[Named, ...] = ()
    number: int = 0
    # How a word is said that may mean something else beside other orders: "out", "leave".
    shade: str = ""

    def named(self, *kinds: str) -> str:
        """The symbol of the one thing of these kinds that is named; nothing if there is none, or are several."""
        found = {symbol for kind, symbol in self.names if kind in kinds}
        return found.pop() if len(found) == 1 else ""


def word(text: str) -> Item:
    return Item("word", text)


# So many words may be unknown in a line of which it is guessed what it means.
MOST_UNKNOWN = 8


def overheard(
    state: State, line: str, language: str, most: int = MOST_UNKNOWN
) -> tuple[tuple[Item, ...], list[str]] | None:
    """The items of a line without the words that are not known, and these words; None if there are too many."""
    unknown: list[str] = []
    items = heard(state, line, language, unknown)
    return None if not items or len(unknown) > most else (items, unknown)


@dataclass
class _Lately:
    """What was heard in a position: several ask for the same line, each for another reason."""

    state: State | None = None
    lines: dict[tuple[str, str], tuple[Item, ...] | None] = field(default_factory=dict)


_lately = _Lately()


def heard(state: State, line: str, language: str, unknown: list[str] | None = None) -> tuple[Item, ...] | None:
    """The items of a line; None if any of its words is not known, unless these are collected."""
    global _lately
    if unknown is not None:
        return _heard(state, line, language, unknown)
    # A position is never changed, and its own memory is thrown away with it.
    memory = _lately
    if memory.state is not state or len(memory.lines) > MOST_REMEMBERED:
        memory = _lately = _Lately(state)
    if (line, language) not in memory.lines:
        memory.lines[line, language] = _heard(state, line, language)
    return memory.lines[line, language]


def _heard(state: State, line: str, language: str, unknown: list[str] | None = None) -> tuple[Item, ...] | None:
    if line.rstrip().endswith(("?", "？")):
        return None  # somebody is asking, not ordering
    try:
        text = clean(_bare(state, in_figures(elided(normal(line)), tongue(language).numbers)), state.players)
    except Unreadable:
        return None
    if is_limit(text):
        return None  # a limit is no sum: it is kept on file, or asked about
    known = tongue(language)
    text, places = in_one_word(text, state.title), hangul(state.title)
    # A full stop behind a bracket is a token of its own, and nothing.
    tokens: list[str] = []
    for raw in _pieces(state, text):
        cut = [token for token in _ended(raw, known, places) if key(token)]
        begun = _begins(state, tokens, cut, known) if HUNG.search(raw) else len(tokens)
        tokens[begun:begun], cut = cut[: begun < len(tokens)], cut[begun < len(tokens) :]
        tokens += cut
        if len(tokens) > MOST_WORDS:
            return None
    if _later(tokens, known) or _later(text.split(), known):
        return None
    return _items(state, tokens, known, unknown)


def _begins(state: State, tokens: Sequence[str], cut: Sequence[str], known: Tongue) -> int:
    """Where that begins on which a particle hangs, if it is more than one word: Montreal Bridge에, 도시 2에서.

    The link of the particle goes before all of it, as before a single word.
    """
    if len(cut) < 2 or cut[0] not in LINKED or not tokens:
        return len(tokens)
    if cut[1].isdigit():
        return len(tokens) - (known.words.get(key(tokens[-1])) in ("city", "facing"))
    for length in range(min(LONGEST_NAME - 1, len(tokens)), 0, -1):
        name = " ".join(map(key, (*tokens[-length:], cut[1]))).replace(" & ", " and ")
        if register(state.title).find(name, KINDS):
            return len(tokens) - length
    return len(tokens)


def put_off(state: State, line: str, language: str) -> str:
    """The words of a line that put it off to another time, as they are written: "next turn", "la prochaine fois", "in
    stock round 4"."""
    return _later(elided(normal(line)).split(), tongue(language)) or numbered_round(state, line)


def _later(tokens: Sequence[str], known: Tongue) -> str:
    said = tuple(key(token.strip(",:.!")) for token in tokens)
    for length in {len(phrase) for phrase in known.later}:
        for at in range(len(said) - length + 1):
            if said[at : at + length] in known.later:
                return " ".join(tokens[at : at + length]).strip(",:.!")
    return ""


def _pieces(state: State, text: str) -> Iterator[str]:
    """The words of a line; "&" joins two of them unless it belongs to a symbol."""
    symbols = register(state.title).symbols
    for raw in _SPLIT.findall(text):
        # In Korean a particle may hang on it: C&O에서.
        symbol = HUNG.sub("", raw.strip(".!?…()"))
        yield from (raw,) if key(symbol) in symbols else _JOINED.findall(raw)


def _bare(state: State, line: str) -> str:
    """Without what French hangs on its orders (prends-moi), and with whose a train is as a name (V's)."""
    symbols = register(state.title).symbols
    line = _BRACKETED.sub(r" \1", _PER_HUNDRED.sub("%", line))
    line = _SPELLED.sub(lambda found: _together(found[0], symbols), line)
    line = _OWNER.sub(lambda found: f"{found[1]} " if _owns(state, key(found[1])) else found[0], line)
    return _CLITIC.sub(r"\1 ", line)


def _owns(state: State, name: str) -> bool:
    """Whether a word is a company's sign or name: "V's", "Nikolaev's"."""
    names = register(state.title)
    return name in names.symbols or bool(names.find(name, (COMPANY,)))


def _together(letters: str, symbols: Collection[str]) -> str:
    """A company's sign that was spelled ("S W"), unless another has the same letters (M-K, MK)."""
    sign = key(letters.replace(" ", ""))
    alike = [one for one in symbols if one.replace("-", "").replace("&", "") == sign]
    return letters.replace(" ", "") if alike == [sign] else letters


def _ended(raw: str, known: Tongue, places: Collection[str]) -> Iterator[str]:
    """A word, and a comma where a sentence ends with it. What is short and means nothing may be shortened: "fac. 2"."""
    yield from apart(raw, known, places)
    bare = key(raw.rstrip(".!…"))
    if raw.endswith((".", "!", "…")) and (len(bare) > 4 or known.words.get(bare, NOTHING) not in (NOTHING, "facing")):
        yield ","


def apart(raw: str, known: Tongue, places: Collection[str]) -> Iterator[str]:
    """A word without what hangs on it: particles and counters in Korean, "-train" in English."""
    bare = raw.strip(".!?…~*\"'()") or raw
    if key(bare) in known.words or key(bare) in known.sides:
        yield bare
    elif found := _TRAIN.fullmatch(bare):
        yield from (found[1], "train")
    elif found := _PLURAL.fullmatch(bare):
        yield from (found[1], "trains")
    elif train := train_name(bare, known.trains):
        yield from (train[0], "trains" if train[1].rpartition("-")[2] in known.plurals else "train")
    elif named := without_tail(bare, known.tails):
        yield named
    elif found := AFTER.fullmatch(bare):
        yield from _hung(found[1], found[2], known)
    elif (found := BEFORE.fullmatch(bare)) and found[1] in known.words:
        yield from (found[1], found[2])  # "방향4"
    elif verb := next((one for one in without_helping(bare) if key(one) in known.words), ""):
        yield verb
    elif bare.startswith(NO) and bare[1:] in known.words:
        yield from (bare[0], bare[1:])
    elif place := _placed(bare, known, places):
        yield from place
    elif is_hangul(bare[-1]):
        number = counted(bare)
        yield from _noun(bare, known) if number is None else (str(number),)
    else:
        yield found[1] if (found := _NUMBERED.fullmatch(bare)) else bare


def _hung(noun: str, rest: str, known: Tongue) -> Iterator[str]:
    """ "2열차를": a number or name, a noun, a particle. The link of a particle goes before what it hangs on."""
    tail = _particles(rest, known)
    if tail is None:
        yield noun + rest
        return
    nouns, link = tail
    if link:
        yield link
    turned = [one for one in nouns if known.words[one] == "facing"]
    yield from turned  # "4방향으로" is said as "방향 4"
    yield noun.removeprefix("#")
    yield from (one for one in nouns if one not in turned)
    # "2대", "2대를"
    yield from (one for one in known.counters if rest.startswith(one) and _particles(rest, known) is not None)


def _placed(text: str, known: Tongue, places: Collection[str]) -> tuple[str, ...]:
    """ "하리코프에": the Korean name of a place and its particle; nothing for any other word."""
    text = text.replace("-", "")
    for length in range(len(text), 1, -1):
        if text[:length] in places and (tail := _particles(text[length:], known)) is not None:
            return (*((tail[1],) if tail[1] else ()), text[:length], *tail[0])
    return ()


def _noun(text: str, known: Tongue) -> Iterator[str]:
    """ "풀에서": a Korean noun and its particle."""
    for length in range(len(text) - 1, 0, -1):
        head, rest = text[:length], text[length:]
        if head in known.ordinals and rest == NTH:
            yield from (head, rest)
            return
        number = counted(head)
        if head in known.words or head in known.sides or head in known.numbers or number is not None:
            tail = _particles(rest, known)
            if tail is not None and not tail[0]:
                if tail[1]:
                    yield tail[1]
                yield str(number) if number is not None and head not in known.words else head
                return
    tail = _particles(text, known)
    if text in known.particles or tail is None or tail[0]:
        yield text
        return
    # "69 루블에", "두 대를": what hangs on the word before, written by itself.
    if tail[1]:
        yield tail[1]
    yield from (one for one in known.counters if text.startswith(one))


def _particles(text: str, known: Tongue) -> tuple[list[str], str] | None:
    """What a tail of particles, counters and nouns says: the nouns, and the last link; None if it is something else."""
    nouns: list[str] = []
    link = ""
    while text:
        for length in range(len(text), 0, -1):
            part = text[:length]
            if part in known.particles:
                link = known.particles[part] or link
            elif part in known.words and known.words[part] in ("train", "tile", "token", "city", "facing"):
                nouns.append(part)
            else:
                continue
            text = text[length:]
            break
        else:
            return None
    return nouns, link


def _items(
    state: State, tokens: Sequence[str], known: Tongue, unknown: list[str] | None = None
) -> tuple[Item, ...] | None:
    keys = [key(token) for token in tokens]
    items: list[Item] = []
    at = 0
    while at < len(tokens):
        for find in (_phrase, _side, _name, _number, _word):
            found = find(state, tokens, keys, at, items, known)
            if found is not None:
                said, used = found
                items += said
                at += used
                break
        else:
            # What has a figure in it, or is written as a sign is, is no word too many.
            if unknown is None or any(map(str.isdigit, tokens[at])) or (len(keys[at]) > 1 and tokens[at].isupper()):
                return None
            unknown.append(tokens[at])
            at += 1
    return _meant(items, known)


Found = tuple[list[Item], int] | None


def _phrase(
    state: State, tokens: Sequence[str], keys: Sequence[str], at: int, items: list[Item], known: Tongue
) -> Found:
    for length in range(min(LONGEST_PHRASE, len(keys) - at) if keys[at] in known.begin_phrases else 0, 0, -1):
        meant = known.phrases.get(tuple(keys[at : at + length]))
        if meant is not None:
            return [word(one) for one in meant], length
    return None


def _side(state: State, tokens: Sequence[str], keys: Sequence[str], at: int, items: list[Item], known: Tongue) -> Found:
    """A side of a hex. Where its letters are a company's too, only next to a word for the way a tile lies."""
    if keys[at] in ("-", "/") and items and items[-1].kind == "side":
        return [], 1
    parts = re.split(r"[-/]", keys[at]) if keys[at] not in known.sides else [keys[at]]
    if not all(part in known.sides or part in known.doubtful for part in parts):
        return None
    sides = [Item("side" if part in known.sides else "doubt", part, number=known.sides.get(part, 0)) for part in parts]
    last = next(
        (one for one in reversed(items) if one.text not in (NOTHING, SHARES, "to", "at", "in", "and", "on")), None
    )
    after = known.words.get(keys[at + 1]) if at + 1 < len(keys) else ""
    turned = (last is not None and (last.kind == "side" or last.text in ("facing", "joining"))) or after == "facing"
    if len(parts) > 1 or turned:
        return sides, 1
    if sides[0].kind == "doubt":
        # Behind a tile and its hex capitals are meant for a side: "58 B8 SO".
        return (sides, 1) if tokens[at].isupper() and last is not None and last.kind in ("name", "number") else None
    names = register(state.title)
    longer = " ".join(keys[at : at + 2])
    taken = parts[0] in known.words or parts[0] in names.symbols or (" " in longer and names.find(longer, KINDS))
    return None if taken else (sides, 1)


def _name(state: State, tokens: Sequence[str], keys: Sequence[str], at: int, items: list[Item], known: Tongue) -> Found:
    tables = (register(state.title), players(state))
    numbered = f"p{''.join(keys[at + 1 : at + 2])}"
    if known.words.get(keys[at]) == "private" and numbered in tables[0].symbols:
        # "private 2" where the privates are called P1, P2 …
        return [Item("name", numbered.upper(), tables[0].find(numbered, (PRIVATE,)))], 2
    for length in range(min(LONGEST_NAME, len(tokens) - at), 0, -1):
        text = " ".join(keys[at : at + length])
        if length == 1 and not _may_name(state, tokens[at], text, known):
            continue
        joined = text.replace(" & ", " and ")  # Chesapeake & Ohio
        spelled = dict.fromkeys((text, joined, joined.replace("-", " "), joined.replace(" , ", ", ")))
        found = tuple(dict.fromkeys(named for table in tables for one in spelled for named in table.find(one, KINDS)))
        if not found and length == 1 and text.endswith("s") and len(text) > 5:
            found = tuple(dict.fromkeys(named for table in tables for named in table.find(text[:-1], KINDS)))
        if found:
            written = " ".join(tokens[at : at + length])
            return [Item("name", written, found)], length
    return _places(state, tokens[at])


def _places(state: State, token: str) -> Found:
    """ "Riga-Dünaberg": places joined by hyphens."""
    found = [(part, register(state.title).find(key(part), (PLACE,))) for part in token.split("-")]
    if len(found) < 2 or not all(len(names) == 1 and len(part) > 1 for part, names in found):
        return None
    return [Item("name", part, names) for part, names in found], 1


def _may_name(state: State, token: str, text: str, known: Tongue) -> bool:
    """A word that means something else names a thing only if it is written as the thing's symbol is."""
    if token in state.players:
        return True
    if text in known.words or text in known.numbers or text in known.ordinals:
        return token.isupper() and text in register(state.title).symbols
    return len(token) > 1 or token.isupper()


def _number(
    state: State, tokens: Sequence[str], keys: Sequence[str], at: int, items: list[Item], known: Tongue
) -> Found:
    tile = tokens[at].upper()
    if not tile.isdigit() and tile in state.title.plan.tiles and not tile.startswith(state.title.currency):
        return [Item("tile", tile)], 1  # R1 is a tile, unless it is money
    if tokens[at].isalpha() and (name := _lettered(state, tokens, keys, at, known)):
        # Its word says what it is as well as which.
        return [Item("train", name), *([word("train")] if len(tokens[at]) > 1 else [])], 1
    if not keys[at].isdigit() and keys[at][0].isdigit():
        # A train whose name is more than a number: 2+2, 5+5E.
        for name in state.title.trains:
            if key(name) == keys[at]:
                return [Item("train", name)], 1
    if part := _percent(tokens, keys, at, known):
        return part
    if found := _PERCENT.fullmatch(keys[at]):
        return [Item("share", keys[at], number=int(found[1]))], 1
    if found := _NUMBER.fullmatch(keys[at]):
        digits = found[1].replace(",", "").replace("'", "")
        return ([Item("number", digits, number=int(digits))], 1) if len(digits) < 10 else None
    ordinal = known.ordinals.get(keys[at])
    if ordinal is not None:
        # "the second city", "두 번째 도시에"
        used = 2 if keys[at + 1 : at + 2] == [NTH] else 1
        used += known.words.get("".join(keys[at + used : at + used + 1])) in ("at", "in", "to")
        if at + used < len(keys) and known.words.get(keys[at + used]) == "city":
            return [word("city"), Item("number", str(ordinal), number=ordinal)], used + 1
    return _in_words(tokens, keys, at, known)


def _percent(tokens: Sequence[str], keys: Sequence[str], at: int, known: Tongue) -> Found:
    """Shares of a company in hundredths, in words: "20 percent", "vingt pour cent"."""
    for phrase in known.percents:
        if phrase[0] not in keys[at + 1 : at + LONGEST_NAME]:
            continue
        for used in range(1, LONGEST_NAME):
            length = len(phrase)
            if tuple(keys[at + used : at + used + length]) != phrase:
                continue
            figures = int(keys[at]) if used == 1 and keys[at].isdecimal() and len(keys[at]) < 4 else None
            said = _in_words(tokens[: at + used], keys[: at + used], at, known) if figures is None else None
            number = figures if said is None or said[1] != used else said[0][0].number
            if number is not None and number % 10 == 0 and 0 < number < 100:
                return [Item("share", f"{number}%", number=number // 10)], used + length
    return None


def _lettered(state: State, tokens: Sequence[str], keys: Sequence[str], at: int, known: Tongue) -> str:
    """A train that is called by a letter, as it is printed or before a word for trains (D, d-train), or by its word."""
    if tokens[at] in state.title.trains:
        return tokens[at]
    trains = {key(name): name for name in state.title.trains}
    if known.words.get(keys[at]) == DIESEL:
        return trains.get("d", "")
    return trains.get(keys[at], "") if known.words.get("".join(keys[at + 1 : at + 2])) == "train" else ""


def _in_words(tokens: Sequence[str], keys: Sequence[str], at: int, known: Tongue) -> Found:
    """one hundred and five, vingt-cinq, 세 주."""
    total, last, used = 0, 0, 0
    for text in keys[at:]:
        parts = text.split("-")
        joined = number_in(text, known) if text not in known.numbers and text not in known.words else None
        if joined is not None:
            total, used, last = total + joined, used + 1, used + 1
        elif all(part in known.numbers for part in parts):
            said = total
            for part in parts:
                said = _counted_on(said, known.numbers[part])
            if said < 0 and known.numbers[parts[0]] > 9:
                return None  # "one fifty": nobody knows whether 150
            if said < 0:
                break  # "one two-train"
            total, used, last = said, used + 1, used + 1
        elif used and known.words.get(text) == "and":
            used += 1
        else:
            break
    if not last or (last == 1 and known.words.get(keys[at]) is not None):
        return None
    if total == 1:
        return [word(NOTHING)], last  # one share, one train: said or not
    return [Item("number", str(total), number=total)], last


def _counted_on(total: int, value: int) -> int:
    """A number and the next word of it: twenty five, two hundred, soixante-dix; less than nothing if it is none."""
    over = total % 100
    if total < 0 or (value == 100 and total > 9):
        return -1
    if value == 100:
        return (total or 1) * 100
    if value == 20 and over == 4:
        return total + 76  # quatre-vingts: four times twenty
    goes_on = not over or (over % 10 == 0 and over > 10 and (value < 10 or (over in (60, 80) and value < 20)))
    return total + value if goes_on else -1


def _word(state: State, tokens: Sequence[str], keys: Sequence[str], at: int, items: list[Item], known: Tongue) -> Found:
    meaning = known.words.get(keys[at])
    if meaning is None:
        if keys[at] in known.counters:
            # 한 대, 1대: one is said or not, and counts nothing.
            if items and items[-1].kind == "number" and items[-1].number == 1:
                items.pop()
                return [], 1
            return [] if items and items[-1].text == NOTHING else [word(UNITS)], 1
        if keys[at] in known.particles:
            return [], 1  # a counter that stands by itself: 두 주
        return ([word(keys[at])], 1) if keys[at] in (",", ":", "&", ">", "=", "+", "-") else None
    said = [Item("word", meaning, shade=known.shades.get(keys[at], "") if meaning in ("pass", "no") else "")]
    if keys[at] in known.plurals:
        said.append(word(UNITS))
    if keys[at] in known.onward and leads_on("".join(keys[at + 1 : at + 2])):
        said.append(word(AND_THEN))
    return said, 1


def _meant(items: list[Item], known: Tongue) -> tuple[Item, ...]:
    """Without what changes nothing, and with phrases of our own words put together."""
    kept: list[Item] = []
    for one in items:
        if one.text in (NOTHING, SHARES, "") or (one.names and kept and one.names == kept[-1].names):
            continue  # "Riga (B4)" names one place in two ways
        if one.names and len(kept) > 1 and kept[-1].text in LINKED and one.names == kept[-2].names:
            del kept[-2]  # "리가(B4)에": the particle hangs on the second
        kept.append(one)
    kept = _said_once(kept)
    while kept and (kept[0].text == AND_THEN or (kept[0].text == "next" and not _is_train(kept[1:3]))):
        kept.pop(0)  # "then buy a train", "next I buy a train", on a line of its own
    said = {one.text for one in kept}
    for phrase, meant in known.phrases.items():
        if phrase[0] not in said:
            continue
        for at in range(len(kept) - len(phrase), -1, -1):
            if tuple(one.text for one in kept[at : at + len(phrase)]) == phrase:
                kept[at : at + len(phrase)] = [word(one) for one in meant]
                said.update(meant)
    # What is spoken of stands between no two words that belong together.
    return (*kept, *[one for one in items if one.text == SHARES][:1])


# What a line may be headed with: "Train: a 3-train".
HEADINGS = frozenset(("tile", "token", "train", "private", "dividend"))


# "ein 2er Zug" is one train, "yellow tile" one tile, and "ne pas" one no.
_ONCE = ("train", "tile", "no")


def _said_once(items: list[Item]) -> list[Item]:
    """Without what is said of one thing twice: "ein 2er Zug", and a heading that what it heads says again."""
    found = [one for at, one in enumerate(items) if not (one.text in _ONCE and at and items[at - 1] == one)]
    # "1 train 3", "1x 3T": one is said or not.
    for at in range(len(found) - 2):
        kinds = [one.text if one.text == "train" else one.kind for one in found[at : at + 3]]
        if found[at].number == 1 and kinds[0] == "number" and sorted(kinds[1:]) == ["number", "train"]:
            del found[at]
            break
    if len(found) > 2 and found[0].text in HEADINGS and found[1].text in (":", ","):
        return found[2:] if found[0] in found[2:] else found
    return found


def _is_train(items: Sequence[Item]) -> bool:
    """Whether a train is named first: "next train", "next 4-train"."""
    return any(one.text == "train" for one in items) and all(
        one.kind == "number" or one.text == "train" for one in items
    )
