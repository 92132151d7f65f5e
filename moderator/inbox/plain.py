"""Bytes and markup to clean plain text: linear in the length of what it is given, and never raising."""

from __future__ import annotations

import binascii
import codecs
import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

from moderator.inbox import struck as struck_out

# Character sets people really send. Python knows more "encodings" than these, some of them slow or not text at all.
_CHARSETS = re.compile(
    r"(ascii|utf-(7|8|8-sig|16|16-be|16-le|32)|iso8859-\d+|cp(125\d|866|437|850|932|936|949|950|874)|koi8-[ru]"
    r"|gb2312|gbk|gb18030|big5|big5hkscs|euc_(jp|kr|jis_2004)|shift_jis|johab|iso2022_(jp|kr)\w*|hz|mac-\w+|tis-620)\Z"
)
_ALIASES = {
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "shift-jis": "cp932",
    "shift_jis": "cp932",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
}
# One byte, one letter: these never fail to decode, so a wrong label goes unnoticed unless we look.
_SINGLE_BYTE = re.compile(r"(cp125\d|iso8859-|koi8|mac-|cp8|cp4)")


def _codec(charset: str) -> str | None:
    name = charset.strip().strip("\"'").lower()[:40]
    try:
        found = codecs.lookup(_ALIASES.get(name, name)).name
    except (LookupError, ValueError, UnicodeError):
        return None
    return found if _CHARSETS.match(found) else None


def decode(data: bytes, charset: str) -> str:
    """Text in the declared character set, or in the likeliest one if that can't be."""
    codec = _codec(charset)
    if codec is None or _SINGLE_BYTE.match(codec):
        # Text that happens to be valid UTF-8 without being meant so is next to impossible.
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
    for candidate in (codec, "utf-8-sig"):
        try:
            if candidate is not None:
                return data.decode(candidate)
        except (UnicodeError, ValueError):
            continue
    if codec is not None and codec != "utf-7":
        return data.decode(codec, "replace")
    return data.decode("utf-8", "replace") if data.count(b"\xc3") else data.decode("cp1252", "replace")


_NOT_BASE64 = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="))


def transfer_decode(data: bytes, encoding: str) -> bytes:
    """Undoes base64 and quoted-printable, as far as a damaged text allows."""
    match encoding.strip().lower():
        case "base64":
            letters = data.translate(None, _NOT_BASE64).partition(b"=")[0]
            letters = letters[: len(letters) - (len(letters) % 4 == 1)]
            return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
        case "quoted-printable":
            return binascii.a2b_qp(data)
    return data


# An encoded word of RFC 2047; what is between two of them and is only white space is not there.
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]{0,2000})\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s{1,100}(?==\?)")


def decode_words(value: str) -> str:
    """A header's text with its encoded words decoded; line ends hidden in them do not survive."""

    def word(found: re.Match[str]) -> str:
        charset, kind, text = found.group(1).partition("*")[0], found.group(2).lower(), found.group(3)
        data = text.encode("utf-8", "surrogateescape")
        if kind == "b":
            return decode(transfer_decode(data, "base64"), charset)
        return decode(binascii.a2b_qp(data, header=True), charset)

    return one_line(_WORD.sub(word, _BETWEEN_WORDS.sub(r"\1", value)))


_SPACES = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_TABLE: dict[int, str | None] = dict.fromkeys((*range(32), 127, *range(128, 160)))
_TABLE |= {0x0A: "\n", 0x0B: "\n", 0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}
_TABLE |= dict.fromkeys(map(ord, _SPACES), " ")
# Soft hyphen, zero widths, joiners, direction marks, byte order marks, variation selectors, tags: seen by nobody.
_TABLE |= dict.fromkeys([0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F)])
_TABLE |= dict.fromkeys([*range(0x2060, 0x2070), 0xFEFF, *range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080)])
# What is written backwards reads differently from what it says, so it must not be understood at all.
_TABLE |= {0x202D: "\ufffd", 0x202E: "\ufffd"}
_TABLE |= dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣"), "-")
_TABLE |= dict.fromkeys(map(ord, "‘’‚‛′´`"), "'") | dict.fromkeys(map(ord, "“”„‟″«»"), '"')
# Full-width letters, digits and signs of East Asian keyboards.
_TABLE |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TABLE |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_ANSI = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")


def clean(text: str) -> str:
    """The same text as a reader sees it: one kind of line end, space, dash and quotation mark, nothing invisible."""
    return _printable(_ANSI.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).translate(_TABLE))


def _printable(text: str) -> str:
    """Characters that no font has, such as private ones, are shown as what they are: unreadable."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)


def one_line(text: str) -> str:
    """For headers: no line ends, no control characters, single spaces."""
    return " ".join(_printable(text.translate(_TABLE)).split())


_LOOK_ALIKES = str.maketrans("АВЕКМНОРСТХУІЈЅаеорсхуіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEKMHOPCTXYIJSaeopcxyijsABEZHIKMNOPTYXo")
_FOREIGN = re.compile(r"[\u0370-\u03ff\u0400-\u04ff]")


def latinise(line: str) -> str:
    """Cyrillic and Greek letters that look Latin, read as Latin, in lines that begin with an English word.

    A company's symbol typed on a Russian keyboard looks right to the player, so what he sees is what we read.
    """
    words = line.split(" ")
    if not (words[0].isascii() and words[0][:1].isalpha()) or not _FOREIGN.search(line):
        return line
    read = (word.translate(_LOOK_ALIKES) for word in words)
    return " ".join(new if new.isascii() else word for new, word in zip(read, words, strict=True))


def unflow(lines: Iterable[str], delete_space: bool) -> Iterator[str]:
    """Joins what format=flowed (RFC 3676) broke, so that a long order is one line again."""
    waiting, waiting_depth = "", -1
    for line in lines:
        depth = len(line) - len(line.lstrip(">"))
        text = line[depth:]
        text = text[1:] if text.startswith(" ") else text
        if waiting_depth >= 0 and depth != waiting_depth:
            yield _requote(waiting, waiting_depth)
            waiting, waiting_depth = "", -1
        # The signature's line ends in a space and is not flowed.
        if text == "-- ":
            if waiting_depth >= 0:
                yield _requote(waiting, waiting_depth)
            yield _requote("-- ", depth)
            waiting, waiting_depth = "", -1
        elif text.endswith(" "):
            waiting += text[:-1] if delete_space else text
            waiting_depth = depth
        else:
            yield _requote(waiting + text, depth)
            waiting, waiting_depth = "", -1
    if waiting_depth >= 0:
        yield _requote(waiting, waiting_depth)


def _requote(text: str, depth: int) -> str:
    return f"{'>' * depth} {text}" if depth else text


MOST_TAGS = 30_000
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,20})([^<>]{0,4000})>")
_NEW_LINE = set("p br div tr table li ul ol h1 h2 h3 h4 h5 h6 hr blockquote pre body dd dt section article".split())
_VOID = set("area base br col embed hr img input link meta source track wbr".split())
# Nobody has to end these: the next of their name does.
_ENDED_BY_THE_NEXT = set("p li td th tr dt dd".split())
_UNSEEN = set("style script head title template".split())
# How the large mail programs mark what they quote. Those of the second kind have no end: all below is old.
_QUOTING = re.compile(
    r"gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote|zmail_extra|cite", re.I
)
_OLD_BELOW = re.compile(r"divRplyFwdMsg|appendonsend|OutlookMessageHeader|mail-editor-reference-message", re.I)
OLD_BELOW = "-----Original Message-----"


def html_to_text(source: str) -> tuple[str, bool]:
    """The visible text, quotations marked with `>`; and whether all of it was read."""
    reader = _HtmlReader()
    position = tags = 0
    while (start := source.find("<", position)) >= 0:
        reader.text(source[position:start])
        tags += 1
        if tags > MOST_TAGS:
            return reader.finish(), False
        position = reader.markup(source, start)
    reader.text(source[position:])
    return reader.finish(), True


class _HtmlReader:
    """Walks over the markup once, keeping only line breaks and how deep in quotations we are."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        # The depth of <div>s at which each open quotation began; a <blockquote> counts for itself.
        self._quoting_divs: list[int] = []
        self._divs = 0
        self._blockquotes = 0
        self._unseen = ""
        self._line_open = False
        self._plain = False
        # White space was met that has not been written yet.
        self._gap = False
        # The element within which all is struck out, or hidden, and how many of its name are open: the outermost.
        self._struck: list[Any] = ["", 0]
        self._hidden: list[Any] = ["", 0]
        self._within = False

    def text(self, raw: str) -> None:
        if self._unseen or self._hidden[1] or not raw:
            return
        words = _unescape(raw)
        parts = words.split("\n") if self._plain else [" ".join(words.replace("\u00a0", " ").split())]
        for number, part in enumerate(parts):
            if number:
                self._break()
            if not part:
                continue
            if not self._line_open:
                depth = min(self._blockquotes + len(self._quoting_divs), 9)
                self._pieces.append(">" * depth + " " if depth else "")
                self._line_open = True
            elif not self._plain and (words[:1].isspace() or self._gap):
                self._pieces.append(" ")
            # What has such a mark already would end it.
            struck = self._struck[1] and part.strip() and struck_out.MARK not in part
            self._pieces.append(f"{struck_out.MARK}{part}{struck_out.MARK}" if struck else part)
        self._gap = words[-1:].isspace()

    def markup(self, source: str, start: int) -> int:
        """Takes the tag, comment or stray bracket at `start`; returns where the text goes on."""
        if source.startswith("<!--", start):
            end = source.find("-->", start + 4)
            return len(source) if end < 0 else end + 3
        found = _TAG.match(source, start)
        if found is None:
            # No tag: declarations are skipped, anything else is a bracket somebody typed.
            if source.startswith(("<!", "<?"), start):
                end = source.find(">", start, start + 4000)
                return start + 1 if end < 0 else end + 1
            self.text("<")
            return start + 1
        closing, name, attributes = found.group(1), found.group(2).lower(), found.group(3)
        if self._unseen:
            if closing and name == self._unseen:
                self._unseen = ""
        elif closing:
            self._close(name)
            if self._within:
                self._ends(name)
        else:
            self._open(name, attributes)
            if attributes or self._within or name in struck_out.ELEMENTS:
                self._begins(name, attributes)
        return found.end()

    def _begins(self, name: str, attributes: str) -> None:
        """What is struck out or hidden is so to the end of its element, whatever is inside."""
        if name in _VOID or attributes.endswith("/"):
            return
        struck = name in struck_out.ELEMENTS or struck_out.STYLED.search(attributes)
        for within, begins in ((self._struck, struck), (self._hidden, struck_out.HIDDEN.search(attributes))):
            if within[1] and name == within[0] and name in _ENDED_BY_THE_NEXT:
                within[1] = 0
            if within[1]:
                within[1] += name == within[0]
            elif begins:
                within[:] = [name, 1]
        self._within = bool(self._struck[1] or self._hidden[1])

    def _ends(self, name: str) -> None:
        for within in (self._struck, self._hidden):
            if within[1] and name == within[0]:
                within[1] -= 1
        self._within = bool(self._struck[1] or self._hidden[1])

    def _open(self, name: str, attributes: str) -> None:
        if name in _UNSEEN:
            # An element that closes itself hides nothing.
            self._unseen = "" if attributes.endswith("/") else name
            return
        if name in _NEW_LINE:
            self._break(always=name in ("br", "p"))
        if _OLD_BELOW.search(attributes):
            self._break()
            self._pieces.append(f"{OLD_BELOW}\n")
        if name == "blockquote":
            self._blockquotes += 1
        elif name == "div" and not attributes.endswith("/"):
            if _QUOTING.search(attributes):
                self._quoting_divs.append(self._divs)
            self._divs += 1
        elif name == "pre":
            self._plain = True

    def _close(self, name: str) -> None:
        if name in _NEW_LINE:
            self._break()
        if name == "blockquote":
            self._blockquotes = max(0, self._blockquotes - 1)
        elif name == "div":
            self._divs = max(0, self._divs - 1)
            if self._quoting_divs and self._divs <= self._quoting_divs[-1]:
                self._quoting_divs.pop()
        elif name == "pre":
            self._plain = False
        elif name in ("td", "th"):
            self._gap = True

    def _break(self, always: bool = False) -> None:
        if self._line_open or always:
            self._pieces.append("\n")
        self._line_open = False
        self._gap = False

    def finish(self) -> str:
        return "".join(self._pieces)


def _unescape(raw: str) -> str:
    try:
        return html.unescape(raw)
    except ValueError:
        # A character number of thousands of digits.
        return raw
