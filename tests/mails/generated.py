"""Mails nobody would write by hand, made by chance: what an adversary finds by trying, tried first.

Half of them are well-formed around hostile content, the others are mails of the field notes after a bad day.
"""

from __future__ import annotations

import base64
import binascii
import random
from collections.abc import Callable
from dataclasses import dataclass

from moderator.hearing.registry import all_commands
from moderator.inbox.envelope import MOST_BYTES
from tests.mails.make import MAILS, RED, build, spoiled

OTHERS = ("green@example.org", "gm@example.org", "mallory@example.net", "", "postmaster@example.org")
ORDERS = (
    "bid N 105", "pass", "done", "buy GR", "sell GR 2", "start GR at 100", "lay 57 on H10", "run best", "run none",
    "pay", "withhold", "train 2", "station H10", "loan", "merge A B", "turn 17", "end", "confirm 7XKQ", "N 105",
    "je passe", "je mise 25 sur TSR", "TSR에 25 입찰", "패스", "bid N up to 40 then pass", "accept 1",
    "propose train 2 for 1", "press Green",
    "press all", "end press", "unsubscribe", "preview", "vote yes", "gm pause", "gm undo 3",
)  # fmt: skip
WORDS = (
    *"N K GR TSR MRR H10 B2 57 all Green Blue Red up to at for on none best 1 105 9999999999999 -1 0 １２".split(),
)
NOISE = (
    "\u202e", "\u0000", "\ufeff", "Ａ", "А", "ß", "İ", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0301" * 30,
    "\u200e", "\t", "=?utf-8?b?4oCu?=", "<b>", "&#x202e;", "%0d%0a", "{why}", "{{7*7}}", "\\", '"', "'", "--", "> ",
    "$(id)", "../", "\x1b[2J",
)  # fmt: skip
CHARSETS = (
    "utf-8",
    "utf-7",
    "utf-16",
    "iso-2022-kr",
    "hz",
    "euc-kr",
    "cp949",
    "gb18030",
    "koi8-r",
    "x-unknown",
    "rot13",
)


@dataclass
class Maker:
    """Makes one mail after the other; the same seed makes the same ones."""

    chance: random.Random
    seat: str
    others: tuple[str, ...]
    # How many of a hundred may be as long as they like. Length is one of many things that can be wrong with a mail, and
    # the others are tried a hundred times while a long one is read.
    heavy: int = 100

    def __post_init__(self) -> None:
        self.verbs = [one.words for one in all_commands()]
        self.small = [build(name) for name in MAILS if len(build(name)) <= 5000]
        self.number = 0
        self.long = True

    def make(self) -> tuple[bytes, str, tuple[str, ...]]:
        """The mail, its envelope's sender and its recipients."""
        self.number += 1
        chance = self.chance
        self.long = chance.randrange(100) < self.heavy
        sender = RED if chance.random() < 0.7 else chance.choice(OTHERS)
        to = self.seat if chance.random() < 0.7 else chance.choice(self.others)
        recipients = (to,) if chance.random() < 0.9 else (to, chance.choice((self.seat, *self.others)))
        raw = self.spoilt() if chance.random() < 0.3 else self.written(sender, to)
        # No gateway takes more.
        return raw[:MOST_BYTES], sender, recipients

    def spoilt(self) -> bytes:
        return spoiled(self.chance.choice(self.small), self.chance)

    # The text

    def statement(self) -> str:
        chance = self.chance
        match chance.randrange(8):
            case 0 | 1 | 2:
                return chance.choice(ORDERS)
            case 3 | 4:
                words = (chance.choice((*WORDS, *self.verbs)) for _ in range(chance.randrange(4)))
                return " ".join((chance.choice(self.verbs), *words))
            case 5:
                return "".join(chance.choice((*NOISE, *WORDS, " ")) for _ in range(chance.randrange(1, 30)))
            case 6:
                return chance.choice(ORDERS)[: chance.randrange(1, 9)] + chance.choice((*NOISE, "x", "é"))
        times = chance.choice((1, 3, 60, 400) if self.long else (1, 3, 9))
        return chance.choice(("x", "sel", "paxs", "help ", "a b ", "(", "bid ")) * times

    def text(self) -> str:
        chance = self.chance
        many = chance.choice((1, 1, 2, 3, 5, 12, 60, 250) if self.long else (1, 1, 2, 3, 5, 12))
        ends = chance.choice(("\r\n", "\n", ";", "; ", ", ", "\r", " and ", "\u2028"))
        if chance.random() < 0.3:
            lines = [self.statement()] * many
        else:
            lines = [self.statement() for _ in range(many)]
        text = ends.join(lines)
        if self.long and chance.random() < 0.02:
            text = (text or "x") * chance.choice((20, 200, 2000))
        if chance.random() < 0.2:
            text += "\r\n\r\nOn Fri, 13 Nov 2026, Waybill wrote:\r\n" + "".join(f"> {one}\r\n" for one in lines)
        return text[: 2_000_000 if chance.random() < 0.01 else 60_000] if self.long else text[:2000]

    # The wrapping

    def written(self, sender: str, to: str) -> bytes:
        chance = self.chance
        fields = [
            ("From", chance.choice((f"Red <{sender}>", sender, f'"{sender}" <mallory@example.net>', f"{sender} (x)"))),
            ("To", chance.choice((to, f"Waybill <{to}>", f"{to}, play@orders.example", "undisclosed-recipients:;"))),
            ("Message-ID", f"<{self.number}.{chance.random()}@made.example>"),
            (
                "Subject",
                chance.choice(("my move", "Re: Re: AW: [1861-1 #17] YOUR MOVE", *NOISE, "unsubscribe", "x" * 3000)),
            ),
        ]
        for _ in range(chance.randrange(4)):
            fields.append(self.odd_field())
        if chance.random() < 0.03:
            fields += [self.odd_field() for _ in range(chance.choice((50, 500) if self.long else (5, 50)))]
        chance.shuffle(fields)
        kind, body = self.part(chance.choice((0, 0, 0, 1, 1, 2, 12)))
        head = "".join(f"{name}: {value}\r\n" for name, value in [*fields, *kind])
        return head.encode("utf-8", "surrogatepass") + b"\r\n" + body

    def odd_field(self) -> tuple[str, str]:
        chance = self.chance
        value = chance.choice(
            (
                self.statement()[:500].replace("\r", " ").replace("\n", "\r\n "),
                "a@b.example, " * chance.choice((1, 40, 900) if self.long else (1, 3, 40)),
                "(" * chance.choice((1, 50, 5000) if self.long else (1, 50)),
                "mx.orders.example; dkim=pass header.d=example.org; dmarc=pass header.from=example.org",
                "v=1; a=rsa-sha256; d=example.org; s=x; h=from:to; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU; b=A",
                "=?utf-8?q?" + "a" * chance.choice((5, 1500)) + "?=",
                "<" + "x" * chance.choice((10, 300, 9000) if self.long else (10, 300)) + "@y>",
                "\r\n " * chance.choice((1, 30)) + "x",
                "",
            )
        )
        names = (
            "Cc", "Reply-To", "References", "In-Reply-To", "Authentication-Results", "DKIM-Signature", "Received",
            "Date", "Content-Language", "Return-Path", "Delivered-To", "List-Id", "Precedence", "X-Loop", "X-Spam-Flag",
            "Sender", "From", "Subject", "Content-Type", "MIME-Version", "Auto-Submitted", "X-Failed-Recipients",
            "Resent-From",
        )  # fmt: skip
        # What would end the talk before it began comes seldom.
        return chance.choice(names[:9] if chance.random() < 0.7 else names), value

    def part(self, depth: int) -> tuple[list[tuple[str, str]], bytes]:
        chance = self.chance
        if depth and chance.random() < 0.9:
            mark = chance.choice(("b", "b" * 70, "=_x", "--", "b 1"))
            # Wide or deep, but not both: a mail has a largest size.
            wide = 1 if depth > 2 else chance.choice((1, 2, 2, 3, 30) if self.long else (1, 2, 3))
            inner = [self.part(depth - 1) for _ in range(wide)]
            pieces = b"".join(
                b"--%s\r\n%s\r\n%s\r\n"
                % (mark.encode(), "".join(f"{name}: {value}\r\n" for name, value in kind).encode(), body)
                for kind, body in inner
            )
            sub = chance.choice(("mixed", "alternative", "related", "report", "signed", "digest", "encrypted"))
            return [("Content-Type", f'multipart/{sub}; boundary="{mark}"')], pieces + b"--" + mark.encode() + b"--\r\n"
        text = self.text()
        charset, encode = self.wrapped()
        kind = chance.choice(("text/plain", "text/plain", "text/html", "text/plain; format=flowed", "message/rfc822"))
        if "html" in kind:
            text = chance.choice(("<div>", "<p><b>", "<table><tr><td>", "<!--", "<blockquote>", "<style>")) + text
            text = text.replace("\r\n", "<br>") + "</div>" * chance.choice((1, 100))
        try:
            data = text.encode(charset, "replace")
        except (LookupError, UnicodeError):
            data = text.encode("utf-8", "replace")
        encoding, data = encode(data)
        fields = [("Content-Type", f"{kind}; charset={charset}"), ("Content-Transfer-Encoding", encoding)]
        if chance.random() < 0.1:
            fields.append(("Content-Disposition", f'attachment; filename="{chance.choice(NOISE[2:4])}.txt"'))
        return fields, data

    def wrapped(self) -> tuple[str, Callable[[bytes], tuple[str, bytes]]]:
        charset = "utf-8" if self.chance.random() < 0.7 else self.chance.choice(CHARSETS)
        ways: tuple[Callable[[bytes], tuple[str, bytes]], ...] = (
            lambda data: ("8bit", data),
            lambda data: ("8bit", data),
            lambda data: ("base64", base64.encodebytes(data)),
            lambda data: ("quoted-printable", binascii.b2a_qp(data[:60_000])),
            lambda data: ("base64", data),
        )
        return charset, self.chance.choice(ways)
