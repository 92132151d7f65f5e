"""Korean grammar: how verbs end, what hangs on nouns and numbers, how names and numbers look.

To a stem are put the endings of a statement, an intention, a wish and a request. The words themselves are data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_FIRST, _VOWELS, _FINALS = 0xAC00, 21, 28
_B, _L, _M, _N = 17, 8, 16, 4  # ㅂ, ㄹ, ㅁ and ㄴ as the last sound of a syllable
_A, _O = 0, 8  # ㅏ and ㅗ: the bright vowels
_LM = 10  # ㄻ

# 하다 makes verbs of nouns.
DO = "하"
# It says no before a verb, and people write it as one word with it: 안사요.
NO = ("안", "못")
NTH = "번째"
# A symbol with its particle, a figure before a noun and after one: C&O에서, 2열차를, 방향4.
HUNG = re.compile("[가-힣]+$")
AFTER = re.compile("([^가-힣]+)([가-힣]+)")
BEFORE = re.compile("([가-힣]+)([0-9]+)")
_UP_TO = re.compile(r"\d\s*(?:원|루블|달러|불|주|장|대)?\s*까지")
# A number and what is counted, perhaps with a particle: 네 주를. 주세요 counts nothing.
_COUNTED = re.compile(
    r"(?<![가-힣])([가-힣]{1,2})\s?([주장개대])(?=(?:를|을|는|은|만|도|씩|의|로|으로|요|이요|전부|모두)?(?![가-힣]))"
)
# Where trains are spoken of, what counts anything counts them: 열차 2개.
_TRAINS, _OF_ANYTHING = ("열차", "기차"), re.compile(r"(?<=\d)\s?개(?=(?:를|는|만|도|요)?(?![가-힣]))")
_WANTING = "싶"
_SIGNED = ("드림", "올림")
# Those of nine Koreans in ten.
_SURNAMES = frozenset("김이박최정강조윤장임한오서신권황안송류홍전고문손양배백허남심노")


def is_hangul(letter: str) -> bool:
    return "가" <= letter <= "힣"


def in_figures(text: str, numbers: Mapping[str, int]) -> str:
    """With a number before what it counts as a figure: 네 is a yes, but 네 주 are four shares."""
    if not any(map(is_hangul, text)):
        return text
    text = _COUNTED.sub(lambda said: f"{numbers[said[1]]}{said[2]}" if said[1] in numbers else said[0], text)
    return _OF_ANYTHING.sub("대", text) if any(one in text for one in _TRAINS) else text


def is_limit(text: str) -> bool:
    """Whether a number is the most or the last: 200까지."""
    return _UP_TO.search(text) is not None


def as_a_sum(text: str) -> str:
    """With the most that somebody would give as what they give: 40까지 부릅니다. Only who is asked may be heard so."""
    return _UP_TO.sub(lambda found: found[0].removesuffix("까지") + "로", text)


def leads_on(after: str) -> bool:
    """Whether 놓고 leads on to another order, by the word after it: 놓고 싶어요 only wishes."""
    return not after.startswith(_WANTING)


def without_onward(verb: str) -> str:
    """A verb that led on to another order, as one that ends its own: 놓고, 놓기."""
    return verb.removesuffix("하고") if verb.endswith("하고") else verb.removesuffix("고") + "기"


def is_signed(word: str) -> bool:
    """Whether a line that ends in this word ends a letter: 김민수 드림."""
    return word.endswith(_SIGNED)


def is_name(word: str) -> bool:
    return len(word) == 3 and word[0] in _SURNAMES


def _parts(syllable: str) -> tuple[int, int, int]:
    code = ord(syllable) - _FIRST
    return code // (_VOWELS * _FINALS), code // _FINALS % _VOWELS, code % _FINALS


def _made(first: int, vowel: int, final: int) -> str:
    return chr(_FIRST + (first * _VOWELS + vowel) * _FINALS + final)


def forms(stem: str) -> Iterator[tuple[str, bool]]:
    """What a verb may look like in an order, and whether another order follows it (놓고: lay, and then)."""
    before, last = stem[:-1], stem[-1]
    first, vowel, final = _parts(last)
    # A stem that ends in ㄹ loses it before some endings (팔다: 팝니다, 팔게요).
    open_ = final in (0, _L)
    if open_:
        yield before + _made(first, vowel, _B) + "니다", False
        intent = before + _made(first, vowel, _L)
        # People write 팜 as well as 팖.
        yield from ((before + _made(first, vowel, one), False) for one in (_M, _LM if final else _M))
        yield before + _made(first, vowel, _N) + "다", False
        yield before + _made(first, vowel, 0) + "는", False
    else:
        yield stem + "습니다", False
        intent = stem + "을"
        yield stem + "음", False
        yield from ((stem + ending, False) for ending in ("는다", "는"))
    for ending in ("게요", "께요", "래요", "게", "께", "래"):
        yield intent + ending, False
    for ending in ("겠습니다", "겠어요", "겠네요", "겠음", "기", "기로", "지", "네요", "자", "죠", "지요"):
        yield stem + ending, False
    yield stem + "고", True
    if stem == DO:
        yield intent, False  # "건설할 것 없음"
    yield from ((_joined(stem) + ending, False) for ending in ("", "요", "서", "서요"))


def _joined(stem: str) -> str:
    """The form before 주세요, which is also a plain statement with 요."""
    if stem == DO:
        return "해"
    before, last = stem[:-1], stem[-1]
    first, vowel, final = _parts(last)
    if final:
        return before + _made(first, vowel, final) + ("아" if vowel in (_A, _O) else "어")
    if vowel == 20:  # ㅣ and ㅓ become ㅕ: 올리어, 올려
        return before + _made(first, 6, 0)
    if vowel == 18:  # ㅡ falls: 부르, 불러
        return before[:-1] + _made(*_parts(before[-1])[:2], _L) + "러" if before else _made(first, 4, 0)
    if vowel == 13:  # ㅜ and ㅓ become ㅝ: 바꾸어, 바꿔
        return before + _made(first, 14, 0)
    if vowel == _O:  # ㅗ and ㅏ become ㅘ: 오아, 와
        return before + _made(first, 9, 0)
    return before + _made(first, vowel, 0)


# Put to a verb they add for whom or for how long, and change nothing of what is done: 사올게요, 팔아주세요, 넣어둡니다.
_HELPING = frozenset(
    form for stem in "주 드리 두 오 놓 버리 보 시키".split() for form, onward in forms(stem) if not onward
)
_ASKING = frozenset("주세요 주십시오 주시겠어요 주시기 주시면".split())


def without_helping(verb: str) -> Iterator[str]:
    """What a verb may be without the one that is put to it, the longest first."""
    for length in range(len(verb) - 1, 0, -1):
        if verb[length:] in _HELPING or verb[length:] in _ASKING:
            yield verb[:length]


def counted(text: str) -> int | None:
    """A number in words, Chinese (이십오, 백오) or Korean (스물다섯). Single syllables mean too many other things."""
    if len(text) < 2:
        return None
    if any(letter not in _DIGITS and letter not in _POWERS for letter in text):
        return _counted_in_korean(text)
    total = digit = 0
    for letter in text:
        if letter in _DIGITS:
            digit = _DIGITS[letter]
        else:
            total += (digit or 1) * _POWERS[letter]
            digit = 0
    return total + digit


def _counted_in_korean(text: str) -> int | None:
    hundreds = text.startswith("백")
    rest = text[1:] if hundreds else text
    for ten, tens in _TENS.items():
        one = rest.removeprefix(ten)
        if rest.startswith(ten) and (not one or one in _ONES):
            return 100 * hundreds + tens + _ONES.get(one, 0)
    return None


_DIGITS = {"일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9}
_POWERS = {"십": 10, "백": 100, "천": 1000}
_TENS = {
    "열": 10,
    "스물": 20,
    "스무": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
    "예순": 60,
    "일흔": 70,
    "여든": 80,
    "아흔": 90,
}
_ONES = dict(zip("하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉".split(), range(1, 10), strict=True)) | {
    "한": 1,
    "두": 2,
    "세": 3,
    "네": 4,
}
