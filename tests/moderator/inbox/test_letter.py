"""Reading never fails, and a valid order survives every mail program, character set and encoding."""

from __future__ import annotations

import base64
import itertools
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import addresses_in, read
from moderator.inbox.plain import clean, decode, decode_words, html_to_text, unflow
from moderator.inbox.screening import screen
from moderator.outbox.marker import marker
from tests.mails.make import ADDRESSES, ATTRIBUTIONS, RED, REPORT, SEAT, many, part, quoted

ENVELOPE = Envelope("smtp", sender=RED, recipients=(SEAT,))
ORDERS = ("lay 57 on G15 facing 2", "run best", "pay", "train 3", "done")
BODY = "\n".join(ORDERS)

STYLES = {
    "bare": BODY,
    "marker": f"{BODY}\n\n{REPORT}",
    "gmail": f"{BODY}\n\n{ATTRIBUTIONS['en']}\n\n{quoted()}",
    "apple": f"{BODY}\n\n> On 16 Nov 2026, at 20:01, Waybill wrote:\n> \n{quoted()}",
    "thunderbird": f"{ATTRIBUTIONS['de']}\n{quoted()}\n{BODY}\n\n-- \nRed",
    "outlook": f"{BODY}\n\nFrom: Waybill\nSent: Monday\nTo: Red\nSubject: move\n\n{REPORT}",
    "old-outlook": f"{BODY}\n\n-----Original Message-----\nFrom: x\n\n{REPORT}",
    "phone": f"{BODY}\n\nSent from my iPhone\n\n{ATTRIBUTIONS['en']}\n{quoted()}",
    "russian": f"{BODY}\n\n{ATTRIBUTIONS['ru']}\n\n{quoted()}",
    "korean": f"{BODY}\n\n{ATTRIBUTIONS['ko']}\n\n{quoted()}",
    "signature": f"{BODY}\n-- \nRed Player\nsell 2 NW",
    "ended": f"{BODY}\nend\nsell 2 NW",
    "french": f"{BODY}\n\n{marker('fr')}\nsell 2 NW",
}
CHARSETS = ["utf-8", "utf-16", "us-ascii", "iso-8859-1", "windows-1252", "koi8-r", "shift_jis", "gb2312", "euc-kr"]
ENCODINGS = ["7bit", "base64", "quoted-printable"]
SHAPES = ["plain", "alternative", "mixed", "related", "html"]


def as_html(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "<html><body>" + "".join(f"<div>{line or '<br>'}</div>" for line in escaped.split("\n")) + "</body></html>"


def encode(data: bytes, encoding: str) -> bytes:
    match encoding:
        case "base64":
            return base64.encodebytes(data).replace(b"\n", b"\r\n")
        case "quoted-printable":
            return quopri.encodestring(data).replace(b"\n", b"\r\n")
    return data


def wrapped(text: str, charset: str, encoding: str, shape: str) -> bytes:
    """A mail with this text in a given character set, transfer encoding and shape."""
    source = as_html(text) if shape == "html" else text
    data = encode(source.replace("\n", "\r\n").encode(charset, "replace"), encoding)
    kind = "text/html" if shape == "html" else "text/plain"
    piece = part(f"{kind}; charset={charset}", data, Content_Transfer_Encoding=encoding)
    if shape in ("alternative", "mixed", "related"):
        second = part("text/html", as_html(text)) if shape == "alternative" else part("image/png", "x")
        content_type, body = many(f"multipart/{shape}", piece, second)
        piece = f"Content-Type: {content_type}\r\n\r\n".encode() + body
    return f"From: {RED}\r\nTo: {SEAT}\r\nSubject: Re: move\r\n".encode() + piece


@pytest.mark.parametrize("style", STYLES)
def test_a_valid_order_survives_every_wrapping(style: str) -> None:
    for charset, encoding, shape in itertools.product(CHARSETS, ENCODINGS, SHAPES):
        if charset == "utf-16" and encoding != "base64":
            # Nobody can send this: line ends in UTF-16 are no line ends of a mail.
            continue
        letter = read(1, wrapped(STYLES[style], charset, encoding, shape), ENVELOPE)
        assert tuple(line for line in letter.lines if line) == ORDERS, (charset, encoding, shape)
        assert letter.quoted_edits == (), (charset, encoding, shape)
        assert letter.sender == RED


@given(st.binary(max_size=3000))
def test_any_bytes_can_be_read(raw: bytes) -> None:
    screen(read(1, raw, ENVELOPE), ADDRESSES)


HEADER = st.sampled_from(
    "From To Subject Date Message-ID Content-Type Content-Transfer-Encoding Content-Disposition References "
    "Authentication-Results Auto-Submitted Received".split()
)
VALUES = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [
            "multipart/mixed; boundary=b",
            'multipart/mixed; boundary="',
            "multipart/report; report-type=delivery-status",
            "text/html; charset=utf-16",
            "message/rfc822",
            "base64",
            "quoted-printable",
            "=?utf-8?b?////?=",
            "=?x?q?=ZZ?= =?utf-7?b?+?=",
            '"' * 50,
            "<" * 50 + "@" + ">" * 50,
        ]
    ),
)
BODIES = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.sampled_from([b"--b", b"--b--", b"\r\n", b"<div>", b"> x", b"Content-Type: text/html"]),
    ),
    max_size=30,
)


@given(st.lists(st.tuples(HEADER, VALUES), max_size=8), BODIES)
def test_any_headers_and_parts_can_be_read(headers: list[tuple[str, str]], body: list[bytes]) -> None:
    head = "".join(f"{name}: {value}\r\n" for name, value in headers).encode("utf-8", "surrogatepass")
    letter = read(1, head + b"\r\n" + b"\r\n".join(body), ENVELOPE)
    assert all("\n" not in line for line in letter.lines)
    assert "\n" not in letter.subject
    screen(letter, ADDRESSES)


@given(st.text(max_size=500))
def test_any_markup_can_be_read(source: str) -> None:
    html_to_text(source)
    html_to_text(f"<div><blockquote>{source}</blockquote><style>{source}")


@given(st.binary(max_size=200), st.text(max_size=20))
def test_any_bytes_are_some_text(data: bytes, charset: str) -> None:
    assert isinstance(decode(data, charset), str)


@given(st.text(max_size=200))
def test_clean_text_is_clean_once_and_for_all(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert "\r" not in clean(text)
    decode_words(text)


@given(st.lists(st.text(alphabet="ab >-", max_size=12), max_size=12), st.booleans())
def test_unflowing_loses_no_letter(lines: list[str], delete: bool) -> None:
    def letters(several: list[str]) -> str:
        return "".join(several).replace(" ", "").replace(">", "")

    assert letters(list(unflow(lines, delete))) == letters(lines)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("Red <red@example.org>", ("red@example.org",)),
        ('"evil@example.net" <red@example.org>', ("red@example.org",)),
        ("=?utf-8?q?evil=40example.net?= <red@example.org>", ("red@example.org",)),
        ("red@example.org (blue@example.net)", ("red@example.org",)),
        ('"Red, Player" <RED@Example.org>, blue@example.org', ("red@example.org", "blue@example.org")),
        ("nobody", ()),
        ("<>", ()),
    ],
)
def test_an_address_is_what_stands_where_addresses_stand(value: str, found: tuple[str, ...]) -> None:
    assert addresses_in([value]) == found


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>bid N&nbsp;105</p><p>pass</p>", ["bid N 105", "pass"]),
        ("bid <b>N</b> 105<br>pass", ["bid N 105", "pass"]),
        ("<ul><li>bid N 105</li><li>pass</li></ul>", ["bid N 105", "pass"]),
        ("<pre>bid N 105\npass</pre>", ["bid N 105", "pass"]),
        ("a &lt; b &#38; c", ["a < b & c"]),
        ("<!-- bid K 999 --><script>bid K 999</script>pass", ["pass"]),
        ("<blockquote>old<blockquote>older</blockquote></blockquote>new", ["> old", ">> older", "new"]),
        ('<div class="gmail_quote"><div>old</div></div><div>new</div>', ["> old", "new"]),
        ("3 < 4 and 5 > 4", ["3 < 4 and 5 > 4"]),
        ("&#" + "9" * 5000 + ";", ["&#" + "9" * 5000 + ";"]),
    ],
)
def test_markup_becomes_the_lines_a_reader_sees(source: str, text: list[str]) -> None:
    assert [line for line in clean(html_to_text(source)[0]).split("\n") if line.strip()] == text


def test_a_long_quoted_report_is_no_reason_to_refuse_the_reply() -> None:
    text = f"pass\n{marker()}\n" + "x" * 70 + ("\n" + "y" * 70) * 20_000
    letter = read(1, f"From: {RED}\r\n\r\n{text}".encode(), ENVELOPE)
    assert letter.lines == ("pass",)
    assert not letter.incomplete


def test_a_mail_too_long_to_know_where_it_ends_is_not_played() -> None:
    text = "pass\n" + ("y" * 70 + "\n") * 20_000
    assert read(1, f"From: {RED}\r\n\r\n{text}".encode(), ENVELOPE).incomplete
