"""The parts of a mail, found without ever doing more than a bounded amount of work.

The standard parser takes half a minute for a hundred thousand parts and falls over a thousand nested ones, so the
structure is found here by searching the bytes; what is beyond the limits is reported, not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from moderator.inbox.plain import decode, decode_words, one_line, transfer_decode

MOST_HEADER_BYTES = 128 * 1024
MOST_PART_HEADER_BYTES = 16 * 1024
MOST_HEADERS = 500
MOST_PARTS = 100
MOST_DEPTH = 10
# Lines that look like a boundary without being one.
MOST_FALSE_BOUNDARIES = 1000
# How much of a text part is decoded: far more than anybody's orders with our longest report quoted below.
MOST_TEXT = 512 * 1024

_NAME = re.compile(rb"[!-9;-~]{1,100}[ \t]{0,5}:")
_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")


class Headers:
    """The headers of a mail or a part: in order, unfolded, undecoded, found by their names in lower case."""

    def __init__(
        self, fields: tuple[tuple[str, str], ...] = (), sent: tuple[tuple[bytes, bytes], ...] = (), regular: bool = True
    ) -> None:
        self.fields = fields
        # The same fields byte for byte, names and values with their folds, as a signature covers them.
        self.sent = sent
        # Whether they are headers and nothing else: ended by an empty line, no line among them that is none.
        self.regular = regular

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(value for key, value in self.fields if key == name)

    def get(self, name: str) -> str:
        """The first of that name; empty if there is none."""
        return next((value for key, value in self.fields if key == name), "")

    def text(self, name: str) -> str:
        """The same for people to read."""
        return decode_words(self.get(name)[:4000])

    def __contains__(self, name: object) -> bool:
        return any(key == name for key, _ in self.fields)


@dataclass(frozen=True)
class Part:
    """One leaf of the mail: its headers and where its body is."""

    headers: Headers
    raw: bytes = field(repr=False)
    start: int
    end: int
    # The types of all multiparts around it, outermost first.
    inside: tuple[str, ...] = ()
    # Two parts with the same number are alternatives of each other.
    group: int = 0

    @cached_property
    def _type(self) -> tuple[str, dict[str, str]]:
        return content_type(self.headers)

    @property
    def kind(self) -> str:
        return self._type[0]

    @property
    def parameters(self) -> dict[str, str]:
        return self._type[1]

    @property
    def attached(self) -> bool:
        return self.headers.get("content-disposition").strip().lower().startswith("attachment")

    @property
    def filename(self) -> str:
        """What its sender calls it, without folders and nothing a terminal or a page could stumble over."""
        _, given = _split(self.headers.get("content-disposition"))
        name = given.get("filename") or self.parameters.get("name", "")
        return re.split(r"[/\\]", decode_words(name))[-1][:100]

    def data(self) -> bytes:
        """All of its bytes, decoded."""
        return transfer_decode(self.raw[self.start : self.end], self.headers.get("content-transfer-encoding"))

    def text(self) -> tuple[str, bool]:
        """The decoded text, and whether that is all of it."""
        piece = self.raw[self.start : min(self.end, self.start + MOST_TEXT)]
        data = transfer_decode(piece, self.headers.get("content-transfer-encoding"))
        return decode(data, self.parameters.get("charset", "")), self.end - self.start <= MOST_TEXT


def content_type(headers: Headers) -> tuple[str, dict[str, str]]:
    kind, parameters = _split(headers.get("content-type"))
    return (kind if re.match(r"[a-z0-9.+-]+/[a-z0-9.+-]+\Z", kind) else "text/plain"), parameters


def _split(value: str) -> tuple[str, dict[str, str]]:
    """A value and its parameters, those of RFC 2231 put together again."""
    value = value[:4000].replace('\\"', "\x01").replace("\\", "")
    # Every second piece is inside quotation marks, where a semicolon separates nothing.
    pieces = value.split('"')
    pieces[1::2] = [piece.replace(";", "\x00") for piece in pieces[1::2]]
    kind, *given = "".join(pieces).split(";")
    found: dict[str, str] = {}
    for one in given:
        name, _, text = one.partition("=")
        name, star, rest = name.strip().lower().partition("*")
        text = text.strip().replace("\x00", ";").replace("\x01", '"')
        if star and (rest.endswith("*") or not rest):
            text = _percent_decoded(text)
        found[name] = found.get(name, "") + text if star else found.get(name) or text
    return kind.strip().lower(), found


def _percent_decoded(text: str) -> str:
    charset, quote, rest = text.partition("'")
    if not quote:
        charset, rest = "utf-8", text
    rest = rest.partition("'")[2] if "'" in rest else rest
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m.group(1), 16)]), rest.encode("utf-8", "replace"))
    return one_line(decode(data, charset))


def read_headers(raw: bytes, start: int, end: int, limit: int) -> tuple[Headers, int, bool]:
    """The headers at `start`, where the body begins, and whether the headers were within the limits.

    This is the only reader of headers there is: what is proved about a mail, who it is from and what it says must come
    from the same lines.
    """
    if raw[start : start + 1] == b"\n" or raw[start : start + 2] == b"\r\n":
        return Headers(), raw.index(b"\n", start) + 1, True
    found = _END_OF_HEADERS.search(raw, start, min(end, start + limit))
    stop = found.start() if found else min(end, start + limit)
    body = found.end() if found else stop
    complete = found is not None or stop == end
    fields: list[tuple[bytes, list[bytes]]] = []
    regular = found is not None and _ends_alike(raw, start, body, end)
    position = start
    lines = raw[start:stop].split(b"\n", MOST_HEADERS * 4)
    complete = complete and len(lines) <= MOST_HEADERS * 4
    for line in lines:
        length = len(line) + 1
        line = line.removesuffix(b"\r")
        if line[:1] in (b" ", b"\t") and fields:
            fields[-1][1].append(line)
        elif found_name := _NAME.match(line):
            # With a gap in front of its colon some readers see no header.
            regular = regular and found_name.group()[-2:-1] not in b" \t"
            fields.append((found_name.group()[:-1], [line[found_name.end() :]]))
        elif line.startswith(b"From ") and not fields:
            # The separator of an old mailbox file.
            regular = False
        elif position < stop:
            # No header: somebody forgot the empty line, or this is no mail at all.
            return _finished(fields, False), position, complete
        position += length
        if len(fields) > MOST_HEADERS:
            return _finished(fields[:MOST_HEADERS], False), body, False
    return _finished(fields, regular), body, complete


def _ends_alike(raw: bytes, start: int, body: int, end: int) -> bool:
    """Whether all headers end in the same way. Where they end in a bare line feed and the text below does not, another
    reader may go on reading headers there."""
    feeds, both = raw.count(b"\n", start, body), raw.count(b"\r\n", start, body)
    return feeds == both or (both == 0 and raw.find(b"\r\n", body, end) < 0)


def _finished(fields: list[tuple[bytes, list[bytes]]], regular: bool) -> Headers:
    unfolded = (
        (name.strip().lower().decode("ascii"), decode(b" ".join(line.strip() for line in lines), "utf-8"))
        for name, lines in fields
    )
    return Headers(tuple(unfolded), tuple((name, b"\r\n".join(lines)) for name, lines in fields), regular)


@dataclass
class Tree:
    """All leaves of a mail, in order, and what was too much to look at."""

    headers: Headers
    leaves: list[Part] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return content_type(self.headers)[0]


def open_mail(raw: bytes) -> Tree:
    """Finds the parts of a mail. The cost is bounded whatever the mail."""
    if b"\n" not in raw[:8192] and b"\r" in raw[:8192]:
        # An old Macintosh, or something that thinks it is one.
        raw = raw.replace(b"\r", b"\n")
    headers, body, complete = read_headers(raw, 0, len(raw), MOST_HEADER_BYTES)
    tree = Tree(headers)
    if not complete:
        tree.problems.append("headers")
    _Splitter(raw, tree).split(headers, body, len(raw), (), 0)
    return tree


class _Splitter:
    """Cuts multiparts into their parts, counting what it does."""

    def __init__(self, raw: bytes, tree: Tree) -> None:
        self._raw, self._tree = raw, tree
        self._groups = 0
        self._header_bytes = MOST_HEADER_BYTES

    def split(self, headers: Headers, start: int, end: int, inside: tuple[str, ...], group: int) -> None:
        kind, parameters = content_type(headers)
        if not kind.startswith("multipart/"):
            self._tree.leaves.append(Part(headers, self._raw, start, end, inside, group))
            return
        if len(inside) >= MOST_DEPTH:
            self._problem("nesting")
            return
        boundary = parameters.get("boundary", "").rstrip().encode("utf-8", "replace") or self._guess(start, end)
        pieces = list(self._pieces(boundary, start, end)) if boundary else []
        if not pieces:
            # Announced as many parts, but there is only one.
            self._tree.leaves.append(Part(Headers(), self._raw, start, end, inside, group))
            return
        if kind == "multipart/alternative":
            self._groups += 1
        own = self._groups if kind == "multipart/alternative" else group
        for piece_start, piece_end in pieces:
            if len(self._tree.leaves) >= MOST_PARTS or self._header_bytes <= 0:
                self._problem("parts")
                return
            limit = min(MOST_PART_HEADER_BYTES, self._header_bytes)
            part, body, complete = read_headers(self._raw, piece_start, piece_end, limit)
            self._header_bytes -= body - piece_start
            if not complete:
                self._problem("headers")
            self.split(part, min(body, piece_end), piece_end, (*inside, kind), own)

    def _problem(self, name: str) -> None:
        if name not in self._tree.problems:
            self._tree.problems.append(name)

    def _guess(self, start: int, end: int) -> bytes:
        """The boundary of a multipart that forgot to say it: its first line, if that begins like one."""
        line = self._raw[start : min(end, start + 200)].lstrip(b"\r\n").partition(b"\n")[0].strip()
        return line[2:] if line.startswith(b"--") and len(line) > 2 else b""

    def _pieces(self, boundary: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where the parts between the boundaries are; the last may lack its end."""
        opened = -1
        for number, (at, after, last) in enumerate(self._boundaries(b"--" + boundary, start, end)):
            if opened >= 0:
                yield opened, max(opened, at)
            opened = -1 if last else after
            if last:
                return
            if number > MOST_PARTS:
                self._problem("parts")
                return
        if opened >= 0:
            yield opened, end

    def _boundaries(self, mark: bytes, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
        """Where the line before each boundary ends, where the line after it begins, and whether it is the last one."""
        position = start
        for _ in range(MOST_FALSE_BOUNDARIES):
            if position == start and self._raw.startswith(mark, start):
                at = start
            else:
                found = self._raw.find(b"\n" + mark, max(start, position - 1), end)
                if found < 0:
                    return
                at = found + 1
            after = at + len(mark)
            line_end = self._raw.find(b"\n", after, end)
            line_end = end if line_end < 0 else line_end
            rest = self._raw[after : min(line_end, after + 80)].strip()
            position = max(line_end, at + 1)
            if rest in (b"", b"--"):
                before = at - 1 if at > start else at
                before -= self._raw[before - 1 : before] == b"\r"
                yield before, min(line_end + 1, end), rest == b"--"
        self._problem("parts")
