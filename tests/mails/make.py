"""The bad mails a moderator must survive, all our own, numbered as in the field notes.

`python -m tests.mails.make` writes the small ones beside this file as `.eml`; the large ones exist only while a test
asks for them. What is expected of each is in `expected.toml`. Tests of the whole service put their own addresses in
with `load(name, seat=…, sender=…)`.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from pathlib import Path

from moderator.office.addresses import Addresses
from moderator.outbox.marker import marker

HERE = Path(__file__).resolve().parent
DOMAIN = "orders.example"
ADDRESSES = Addresses(DOMAIN, b"the secret of the test mails")
SEAT = ADDRESSES.seat(41, "abcdefghijklmnopqrstuvwxyz")
OTHER_SEAT = ADDRESSES.seat(57, "zyxwvutsrqponmlkjihgfedcba")
RED = "red@example.org"
BOUNCE = ADDRESSES.bounce(9071)
ORDER = "bid N 105"
SMALL = 20_000

REPORT = f"""{marker()}
turn 41
# bid N 105
# pass
end

YOUR MOVE: bid or pass. Due Tue 17 Nov 21:00 CET.
SINCE YOUR LAST MOVE
Green bid R100 for N.
bid K 999
"""


def quoted(text: str = REPORT, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def mail(body: str | bytes = f"{ORDER}\n", *, drop: tuple[str, ...] = (), **headers: str) -> bytes:
    """A plain mail from Red to his seat; headers are added or replaced, `drop` leaves some out."""
    fields = {
        "From": f"Red Player <{RED}>",
        "To": SEAT,
        "Subject": "Re: [1861-41 #41] YOUR MOVE",
        "Date": "Mon, 16 Nov 2026 20:15:00 +0100",
        "Message-ID": "<20261116201500.1@example.org>",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
    }
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if name not in drop)
    text = body.replace("\n", "\r\n").encode() if isinstance(body, str) else body
    return head.encode() + b"\r\n" + text


def part(kind: str, body: str | bytes, **headers: str) -> bytes:
    head = f"Content-Type: {kind}\r\n" + "".join(f"{n.replace('_', '-')}: {v}\r\n" for n, v in headers.items())
    return head.encode() + b"\r\n" + (body.replace("\n", "\r\n").encode() if isinstance(body, str) else body)


def many(kind: str, *parts: bytes, boundary: str = "b1") -> tuple[str, bytes]:
    """A multipart's content type and body."""
    body = b"".join(b"--" + boundary.encode() + b"\r\n" + one + b"\r\n" for one in parts)
    return f'{kind}; boundary="{boundary}"', body + b"--" + boundary.encode() + b"--\r\n"


def multipart(kind: str, *parts: bytes, **headers: str) -> bytes:
    content_type, body = many(kind, *parts)
    return mail(body, Content_Type=content_type, **headers)


def nested(kind: str, *parts: bytes, boundary: str) -> bytes:
    content_type, body = many(kind, *parts, boundary=boundary)
    return f"Content-Type: {content_type}\r\n\r\n".encode() + body


PLAIN = part("text/plain; charset=utf-8", f"{ORDER}\n")
HTML = part("text/html; charset=utf-8", f"<div>{ORDER}</div>")
PICTURE = part("image/png", base64.b64encode(b"\x89PNG....").decode(), Content_Transfer_Encoding="base64")


def dsn(action: str, status: str, recipient: str = RED, *more: tuple[str, str]) -> bytes:
    """A delivery report as RFC 3464 has it."""
    blocks = [(action, status, recipient), *((action, one, who) for one, who in more)]
    fields = "Reporting-MTA: dns; mx.example.net\n\n" + "\n".join(
        f"Final-Recipient: rfc822; {who}\nAction: {what}\nStatus: {code}\nDiagnostic-Code: smtp; {code} sorry\n"
        for what, code, who in blocks
    )
    return multipart(
        "multipart/report; report-type=delivery-status",
        part("text/plain", "This is the mail system at host mx.example.net.\n"),
        part("message/delivery-status", fields),
        part(
            "message/rfc822", f"From: {ADDRESSES.general()}\nMessage-ID: <w9071@{DOMAIN}>\nSubject: YOUR MOVE\n\nold\n"
        ),
        From="Mail Delivery System <MAILER-DAEMON@mx.example.net>",
        To=BOUNCE,
        Subject="Undelivered Mail Returned to Sender",
        Auto_Submitted="auto-replied",
    )


def from_daemon(subject: str, body: str, **headers: str) -> bytes:
    return mail(body, From="Mail Delivery Subsystem <mailer-daemon@example.net>", To=BOUNCE, Subject=subject, **headers)


# How thirteen mail programs introduce what they quote.
ATTRIBUTIONS = {
    "en": f"On Mon, Nov 16, 2026 at 8:01 PM Waybill <{SEAT}> wrote:",
    "de": f"Am Mo., 16. Nov. 2026 um 20:01 Uhr schrieb Waybill <{SEAT}>:",
    "fr": f"Le lun. 16 nov. 2026 à 20:01, Waybill <{SEAT}> a écrit :",
    "es": "El lun, 16 nov 2026 a las 20:01, Waybill escribió:",
    "it": "Il giorno lun 16 nov 2026 alle ore 20:01 Waybill ha scritto:",
    "pt": "Em seg., 16 de nov. de 2026 às 20:01, Waybill escreveu:",
    "nl": "Op ma 16 nov 2026 om 20:01 schreef Waybill:",
    "sv": "Den mån 16 nov. 2026 kl 20:01 skrev Waybill:",
    "pl": f"W dniu 16.11.2026 o 20:01, Waybill <{SEAT}> napisał(a):",
    "ru": f"пн, 16 нояб. 2026 г. в 20:01, Waybill <{SEAT}>:",
    "ko": f"2026년 11월 16일 (월) 오후 8:01, Waybill <{SEAT}>님이 작성:",
    "ja": f"2026年11月16日(月) 20:01 Waybill <{SEAT}>:",
    "zh": "Waybill <play@orders.example> 于2026年11月16日周一 20:01写道：",
}

OUTLOOK = f"""{ORDER}

From: Waybill <play@orders.example>
Sent: Monday, November 16, 2026 8:01 PM
To: Red Player
Subject: YOUR MOVE

{REPORT}"""

GMAIL_HTML = f"""<html><head><style>p {{ color: red }}</style></head><body>
<div dir="ltr">{ORDER}<br>pass &amp; done</div><br>
<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Nov 16, 2026 at 8:01 PM Waybill wrote:<br></div>
<blockquote class="gmail_quote" style="margin:0">{REPORT.replace(chr(10), "<br>")}</blockquote></div></body></html>"""

OUTLOOK_HTML = f"""<html><body><p class="MsoNormal">{ORDER}<o:p></o:p></p>
<div id="divRplyFwdMsg"><b>From:</b> Waybill<br><b>Sent:</b> Monday<br></div>
<p>{REPORT.replace(chr(10), "</p><p>")}</p></body></html>"""

SHARED_DIV_HTML = f"""<div>{ORDER}<br>On Mon, Nov 16, 2026 at 8:01 PM Waybill &lt;{SEAT}&gt; wrote:
<blockquote>bid K 999<br>pass</blockquote></div>"""

HOSTILE = (
    """{{ config.items() }} ${7*7} <script>alert(1)</script>
=HYPERLINK("http://evil.example")
\x1b[31mred\x1b[0m \x1b]0;title\x07
status ../../etc/passwd
bid N 1"""
    + "0" * 10_000
    + """
mailto:x@example.org?subject=a%0aBcc:victim@example.org
"""
)


def forged_results(*lines: str) -> bytes:
    head = "".join(f"{line}\r\n" for line in lines)
    return head.encode() + mail()


MAILS: dict[str, bytes | Callable[[], bytes]] = {
    # A. Envelope and headers
    "01a-zero-bytes": b"",
    "01b-blank": mail("\n   \n\n"),
    "02-not-a-mail": ("asdf " * 6 + "\n").encode() * 5,
    "03-no-from": mail(drop=("From",)),
    "04a-invalid-name": mail(From=f"Foo [INVALID] <{RED}>"),
    "04b-unparsable-from": mail(From="Foo [INVALID] red at example dot org"),
    "05-dots-and-commas": mail(From=f"{RED}.", To=f"{SEAT},"),
    "06a-two-from-headers": b"From: blue@example.org\r\n" + mail(),
    "06b-two-addresses": mail(From=f"{RED}, blue@example.org"),
    "06c-sender-differs": mail(Sender="secretary@example.net"),
    "07-reply-to-differs": mail(Reply_To='"Red,\r\n  Player" <elsewhere@example.net>'),
    "08a-encoded-name": mail(From=f"=?utf-8?b?0JrRgNCw0YHQvdGL0Lk=?= <{RED}>"),
    "08b-line-end-in-name": mail(From=f"=?utf-8?q?Red=0D=0ABcc:_victim=40example.org?= <{RED}>"),
    "09-no-message-id": mail(drop=("Message-ID",)),
    "10-odd-message-id": mail(Message_ID="<[anu10]x@[y]>"),
    "11a-no-date": mail(drop=("Date",)),
    "11b-garbage-date": mail(Date="the day after yesterday, 25:99"),
    "11c-year-3000": mail(Date="Mon, 16 Nov 3000 20:15:00 +0100"),
    "12a-no-subject": mail(drop=("Subject",)),
    "12b-nul-in-subject": mail(Subject="turn\x00 41\x07"),
    "12c-long-subject": mail(Subject="very " * 400),
    "13-chain-of-prefixes": mail(Subject="Re: Fwd : AW: SV: RE[2]: [1861-41 #41] YOUR MOVE"),
    "14a-only-delivered-to": mail(To="undisclosed-recipients:;", Delivered_To=SEAT),
    "14b-only-x-envelope-to": mail(drop=("To",), X_Envelope_To=f"<{SEAT}>"),
    "15a-two-of-our-games": mail(To=f"{SEAT}, Other <{OTHER_SEAT}>"),
    "15b-blind-copy": mail(To="friends@example.net"),
    "16-shouted-address": mail(To=SEAT.upper()),
    "17-references-with-commas": mail(References=f"<a@{DOMAIN}>,<b@{DOMAIN}>"),
    "18-unknown-token": mail(To=f"g41-{'q' * 26}@{DOMAIN}"),
    "19-wrong-sender": mail(From="Blue Player <blue@example.org>"),
    "20-dmarc-fail": forged_results(
        f"Authentication-Results: mx.{DOMAIN}; dmarc=fail header.from=example.org; spf=fail"
    ),
    "21a-forged-results-below": forged_results(
        f"Authentication-Results: mx.{DOMAIN}; dmarc=fail header.from=example.org",
        f"Authentication-Results: mx.{DOMAIN}; dmarc=pass header.from=example.org",
    ),
    "21b-forged-results-alone": forged_results(
        "Authentication-Results: mx.evil.example; dmarc=pass header.from=example.org"
    ),
    "22-identity-in-the-body": mail(f"Reply-To: blue@example.org\nFrom: blue@example.org\n{ORDER}\n"),
    "23-ejected-player": mail(From="Ejected <ejected@example.org>"),
    "24a-postmaster": mail("Your mails do not arrive.\n", To=ADDRESSES.general("postmaster")),
    "24b-abuse": mail("I never asked for this.\n", To=ADDRESSES.general("abuse")),
    "24c-unknown-mailbox": mail(To=f"sales@{DOMAIN}"),
    # B. Machines and loops
    "25-out-of-office": mail(f"I am away.\n{ORDER}\n", Auto_Submitted="auto-replied", Subject="Away"),
    "26a-abwesend": mail("Ich bin nicht da.\n", Subject="Abwesenheitsnotiz: [1861-41 #41] YOUR MOVE"),
    "26b-absent-in-korean": mail("부재중입니다.\n", Subject="=?utf-8?b?67aA7J6s7KSROiB0dXJuIDQx?="),
    "26c-absent-in-french": mail("Je suis absent.\n", Subject="=?iso-8859-1?q?R=E9ponse_automatique_:_tour_41?="),
    "27a-precedence-bulk": mail(Precedence="bulk"),
    "27b-precedence-junk": mail(Precedence="junk"),
    "28-exchange-suppresses-answers": mail(X_Auto_Response_Suppress="DR, OOF, AutoReply"),
    "29a-hard-bounce": dsn("failed", "5.1.1"),
    "29b-soft-bounce": dsn("failed", "4.2.2"),
    "29c-other-final-recipient": dsn("failed", "5.1.1", "red.forwarded@example.net"),
    "29d-several-statuses": dsn("failed", "4.4.1", RED, ("5.1.1", "red2@example.net")),
    "30a-exim": from_daemon(
        "Mail delivery failed: returning message to sender",
        f"A message that you sent could not be delivered.\n\n  {RED}\n    550 5.1.1 User unknown\n",
        X_Failed_Recipients=RED,
    ),
    "30b-qmail": from_daemon(
        "failure notice",
        f"Hi. This is the qmail-send program at example.net.\n\n<{RED}>:\nSorry, no mailbox here by that name.\n",
    ),
    "30c-old-provider": from_daemon(
        "Delivery failure",
        f"Message from example.net.\nUnable to deliver message to <{RED}>.\nThis user's mailbox full\n",
    ),
    "31a-delayed": dsn("delayed", "4.4.7"),
    "31b-delayed-in-words": from_daemon("Warning: message delayed 4 hours", "No action is required on your part.\n"),
    "32-bounce-about-nobody": from_daemon("Undeliverable: YOUR MOVE", "It did not work.\n"),
    "33a-from-ourselves": mail(From=f"Waybill <{SEAT}>"),
    "33b-our-mail-comes-back": mail(f"{REPORT}", X_Waybill="report 9071"),
    "33c-in-circles": b"Received: from a by b; Mon, 16 Nov 2026 20:15:00 +0100\r\n" * 40 + mail(),
    "34-another-robot": mail(
        "Thank you for contacting Acme. Ticket 4711 was created.\nPlease do not change the subject.\n",
        Subject="[Acme #4711] Your request",
        From="Acme Support <support@acme.example>",
    ),
    "35a-read-receipt": multipart(
        "multipart/report; report-type=disposition-notification",
        part("text/plain", "Your message was displayed.\n"),
        part("message/disposition-notification", "Disposition: manual-action; displayed\n"),
    ),
    "35b-calendar-reply": multipart(
        "multipart/alternative",
        part("text/plain", "Red has accepted.\n"),
        part("text/calendar; method=REPLY", "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n"),
    ),
    "36-mailing-list": mail(
        f"{ORDER}\n_______________________________________________\ngames mailing list\n",
        From="Red via Games <games@lists.example.net>",
        List_Id="<games.lists.example.net>",
    ),
    "37a-spam-to-everybody": mail("Buy now!\n", To=ADDRESSES.general(), X_Spam_Flag="YES"),
    "37b-marked-but-to-a-seat": mail(X_Spam_Flag="YES"),
    "38a-unsubscribe-subject": mail("please\n", Subject="unsubscribe"),
    "38b-unsubscribe-body": mail("unsubscribe\n"),
    # C. Duplicates, order, time
    "39-same-mail-twice": mail(),
    "40-sent-twice": mail(f"  BID   N 105\n\n{quoted()}", Message_ID="<20261116201500.2@example.org>"),
    "41-same-id-other-body": mail("pass\n"),
    "42-uid-used-again": mail("pass\n", Message_ID="<20261116201500.3@example.org>"),
    "43-confirmed-twice": mail("CONFIRM 7F3K\n", Message_ID="<20261116201500.4@example.org>"),
    "44-reply-to-an-old-turn": mail(f"turn 38\n{ORDER}\n"),
    "45-near-the-deadline": mail(f"turn 41\n{ORDER}\n", Date="Tue, 17 Nov 2026 20:59:59 +0100"),
    "46a-two-seats": mail(To=f"{SEAT}", Cc=OTHER_SEAT),
    "46b-gm-as-two": mail("gm as Red\npass\ngm as Blue\npass\nend as\n"),
    "47-one-of-a-flood": mail(Message_ID="<20261116201500.47@example.org>"),
    # D. MIME and encodings
    "48a-html-gmail": mail(GMAIL_HTML, Content_Type="text/html; charset=utf-8"),
    "48b-html-outlook": mail(OUTLOOK_HTML, Content_Type="text/html; charset=utf-8"),
    "49a-text-and-html-differ": multipart("multipart/alternative", PLAIN, part("text/html", "<p>sell 2 NW</p>")),
    "49b-empty-text-part": multipart("multipart/alternative", part("text/plain", "\n \n"), HTML),
    "50a-only-attachment": multipart(
        "multipart/mixed", part("application/pdf", "%PDF", Content_Disposition='attachment; filename="orders.pdf"')
    ),
    "50b-only-picture": multipart("multipart/mixed", PICTURE),
    "51a-text-file-alone": multipart(
        "multipart/mixed",
        part("text/plain", "\n"),
        part("text/plain; charset=utf-8", f"{ORDER}\n", Content_Disposition='attachment; filename="orders.txt"'),
    ),
    "51b-text-file-and-text": multipart(
        "multipart/mixed",
        PLAIN,
        part("text/plain", "sell 2 NW\n", Content_Disposition='attachment; filename="orders.txt"'),
    ),
    "52a-parts-in-odd-order": multipart(
        "multipart/mixed", PICTURE, nested("multipart/alternative", HTML, PLAIN, boundary="b2")
    ),
    "52b-nested": multipart(
        "multipart/mixed",
        nested(
            "multipart/related",
            nested("multipart/alternative", PLAIN, HTML, boundary="b3"),
            PICTURE,
            boundary="b2",
        ),
    ),
    "52c-attached-mail": multipart(
        "multipart/mixed", part("text/plain", "pass\n"), part("message/rfc822", "Subject: x\n\nsell 2 NW\n")
    ),
    "53a-no-boundary-named": mail(many("multipart/mixed", PLAIN)[1], Content_Type="multipart/mixed"),
    "53b-unterminated": mail(b"--b1\r\n" + PLAIN, Content_Type='multipart/mixed; boundary="b1"'),
    "53c-no-content-type": mail(drop=("Content-Type", "MIME-Version")),
    "53d-no-such-boundary": mail(Content_Type='multipart/mixed; boundary="nowhere"'),
    "54a-base64": mail(base64.encodebytes(f"{ORDER}\npass\n".encode()), Content_Transfer_Encoding="base64"),
    "54b-soft-break-in-an-order": mail(b"bid =\r\nN 10=\r\n5\r\n", Content_Transfer_Encoding="quoted-printable"),
    "54c-broken-base64": mail(b"YmlkIE4gMTA1!!\r\nCg=\r\n", Content_Transfer_Encoding="base64"),
    "55a-unknown-charset": mail(Content_Type="text/plain; charset=x-klingon"),
    "55b-eight-bits-unlabelled": mail(f"{ORDER}\n# déjà vu\n".encode("latin-1"), Content_Type="text/plain"),
    "55c-utf-7": mail(b"bid N 105\r\n# d+AOk-j+AOA- vu\r\n", Content_Type="text/plain; charset=utf-7"),
    "55d-wrong-label": mail(f"{ORDER}\n# déjà vu\n", Content_Type="text/plain; charset=iso-8859-1"),
    "55e-no-text-encoding": mail(Content_Type="text/plain; charset=rot13"),
    "56a-illegal-utf-8": mail(f"{ORDER}\n# ".encode() + b"\xff\xfe\xc3\x28\r\n"),
    "56b-shift-jis": mail(f"{ORDER}\n# 了解\n".encode("shift_jis"), Content_Type="text/plain; charset=Shift_JIS"),
    "56c-iso-8859-2": mail(f"{ORDER}\n# zażółć\n".encode("iso-8859-2"), Content_Type="text/plain; charset=iso-8859-2"),
    "56d-hebrew": mail(f"{ORDER}\n# שלום\n".encode("iso-8859-8"), Content_Type="text/plain; charset=iso-8859-8-i"),
    "56e-chinese": mail(f"{ORDER}\n# 你好\n".encode("gb2312"), Content_Type="text/plain; charset=gb2312"),
    "56f-korean": mail(f"{ORDER}\n# 좋아요\n".encode("cp949"), Content_Type="text/plain; charset=ks_c_5601-1987"),
    "57a-invisible-and-wide": mail("\ufeffｂｉｄ\u00a0Ｎ\u200b １０５\nsell 2 M\u2013K\nmove \u201cx\u201d\n"),
    "57b-letters-that-look-alike": mail("sell 2 М-К\n# Привет, МК\n"),
    "57c-right-to-left": mail("bid N \u202e501\u202c\n"),
    "58-nul-bytes": mail(b"bid\x00 N 1\x0005\r\n"),
    "59a-old-macintosh": mail("bid N 105\npass\n").replace(b"\r\n", b"\r"),
    "59b-mixed-line-ends": mail(b"bid N 105\npass\rdone\r\n"),
    "59c-breaks-in-plain-text": mail("bid N 105<br>\npass<br/>\n"),
    "60a-flowed": mail("bid N up to \n150 then pass\n> quoted \n> more\n", Content_Type="text/plain; format=flowed"),
    "60b-flowed-delsp": mail("lay 57 on G1 \n5 facing 2\n", Content_Type="text/plain; format=flowed; delsp=yes"),
    "60c-wrapped-order": mail("lay 57 on G15\nfacing 2\n"),
    "61-one-line-of-a-megabyte": lambda: mail(b"x" * 1_000_000 + b"\r\n" + ORDER.encode() + b"\r\n"),
    "62-too-many-lines": lambda: mail("# chat\n" * 10_000 + f"{ORDER}\n"),
    "63a-hundred-thousand-parts": lambda: mail(
        b"--b\r\n\r\nx\r\n" * 100_000, Content_Type="multipart/mixed; boundary=b"
    ),
    "63b-a-thousand-deep": lambda: mail(
        b"".join(f'--b{n}\r\nContent-Type: multipart/mixed; boundary="b{n + 1}"\r\n\r\n'.encode() for n in range(1000)),
        Content_Type='multipart/mixed; boundary="b0"',
    ),
    "64a-pgp-mime-signed": multipart(
        'multipart/signed; protocol="application/pgp-signature"',
        PLAIN,
        part("application/pgp-signature", "-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----\n"),
    ),
    "64b-pgp-signed-text": mail(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{ORDER}\n- -- \nRed\n"
        "-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----\n"
    ),
    "64c-encrypted": multipart(
        'multipart/encrypted; protocol="application/pgp-encrypted"',
        part("application/pgp-encrypted", "Version: 1\n"),
        part("application/octet-stream", "-----BEGIN PGP MESSAGE-----\nabc\n"),
    ),
    "64d-smime-encrypted": mail(
        "MIAGCSqGSIb3DQEHA6CA\n",
        Content_Type="application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
        Content_Transfer_Encoding="base64",
    ),
    "65a-encoded-filename": multipart(
        "multipart/mixed",
        PLAIN,
        part("image/png", "x", Content_Disposition="attachment; filename*=UTF-8''carte%20%C3%A9t%C3%A9.png"),
    ),
    "65b-no-filename": multipart("multipart/mixed", PLAIN, part("image/png", "x", Content_Disposition="attachment")),
    "65c-hostile-filename": multipart(
        "multipart/mixed",
        PLAIN,
        part("image/png", "x", Content_Disposition='attachment; filename="../../etc/pass\x1b[31mwd"'),
    ),
    # E. Body and quoting
    **{
        f"66{letter}-quoted-in-{language}": mail(f"{ORDER}\n\n{line}\n\n{quoted()}")
        for letter, (language, line) in zip("abcdefghijklm", ATTRIBUTIONS.items(), strict=True)
    },
    "67-broken-introduction": mail(
        f"{ORDER}\n\nOn Mon, Nov 16, 2026 at 8:01 PM\nThe Waybill Moderator of Games\n<{SEAT}> wrote:\n{quoted()}"
    ),
    "68-orders-beginning-with-on": mail("On N I bid 105\nOn second thoughts:\n2026-11-16 is too early\npass\n"),
    "69a-answer-at-the-bottom": mail(f"{ATTRIBUTIONS['en']}\n{quoted()}\n{ORDER}\npass\n"),
    "69b-answers-between": mail(
        f"{ATTRIBUTIONS['en']}\n> Green bid R100 for N.\n{ORDER}\n> Your move.\npass\n> Waybill\n"
    ),
    "70-only-quoted": mail(f"{ATTRIBUTIONS['en']}\n{quoted()}"),
    "71-edited-in-the-quote": mail(f"{ATTRIBUTIONS['en']}\n{quoted(REPORT.replace('# bid', 'bid'))}"),
    "72a-outlook": mail(OUTLOOK),
    "72b-reply-and-quote-in-one-div": mail(SHARED_DIV_HTML, Content_Type="text/html; charset=utf-8"),
    "72c-numbered-list": mail(f"1. {ORDER}\n2. pass\n"),
    "73-forwarded": mail(
        "What do you think?\n\n---------- Forwarded message ---------\nFrom: Blue <blue@example.org>\n\nsell 2 NW\n"
    ),
    "74a-signature-without-space": mail(f"{ORDER}\n--\nRed\nsell 2 NW\n"),
    "74b-dashes-in-a-line": mail("press all\nwell -- let us see\nend press\n"),
    "74c-several-signatures": mail(f"{ORDER}\n-- \nRed\n-- \nclub\n"),
    "75a-from-my-phone": mail(f"{ORDER}\n\nSent from my iPhone\n"),
    "75b-from-my-korean-phone": mail(f"{ORDER}\n\n나의 iPhone에서 보냄\n"),
    "75c-virus-scanner": mail(f"{ORDER}\n\nVirus-free. www.example.net\n"),
    "75d-lawyers": mail(f"{ORDER}\n\nCONFIDENTIALITY NOTICE: sell nothing to anybody.\npass\n"),
    "76a-french-marker": mail(f"{ORDER}\n{REPORT.replace(marker(), marker('fr'))}"),
    "76b-broken-marker": mail(f"{ORDER}\nReply above\nthis line\nbid K 999\n"),
    "76c-quoted-marker": mail(f"{ORDER}\n{quoted(mark='>> ')}"),
    "76d-translated-marker": mail(f"{ORDER}\n=-=-= Antworten Sie über dieser Zeile =-=-=\nbid K 999\n"),
    "76e-korean-marker": mail(f"{ORDER}\n{REPORT.replace(marker(), marker('ko'))}"),
    "77a-chat-and-orders": mail(f"Hello all, nice game!\n{ORDER}\nSee you on Saturday.\n"),
    "77b-chat-like-an-order": mail("I pass on that idea\n"),
    "78a-nonsense": mail("fnord\nblah 3\nqwerty\nxyzzy\nplugh\n"),
    "78b-help": mail("HELP\n"),
    "78c-only-comments": mail("# bid N 105\n# pass\n"),
    "79-press-without-end": mail(f"press all\nHello everybody!\n{ORDER}\n"),
    "80-hostile-text": mail(HOSTILE),
}


def build(name: str) -> bytes:
    """A mail by its name, as it is made here."""
    made = MAILS[name]
    return made if isinstance(made, bytes) else made()


def spoiled(raw: bytes, chance: random.Random) -> bytes:
    """The mail after a bad day: bytes changed, pieces lost, doubled or taken from somewhere else in it."""
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(raw) + 1)
        piece = raw[(start := chance.randrange(len(raw) + 1)) : start + chance.randrange(40)]
        match chance.randrange(4):
            case 0:
                raw = raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :]
            case 1:
                raw = raw[:at] + raw[at + chance.randrange(30) :]
            case 2:
                raw = raw[:at] + piece + raw[at:]
            case 3:
                raw = raw[:at] + chance.choice([b"\r\n", b"\r\n\r\n", b"--b1", b"=?", b"<div>", b"> ", b";"]) + raw[at:]
    return raw


def load(name: str, *, seat: str = SEAT, sender: str = RED, order: str = ORDER, domain: str = DOMAIN) -> bytes:
    """A mail with other people's addresses and order in it, for tests of the whole service."""
    raw = build(name).replace(SEAT.encode(), seat.encode()).replace(SEAT.upper().encode(), seat.upper().encode())
    raw = raw.replace(RED.encode(), sender.encode()).replace(ORDER.encode(), order.encode())
    return raw.replace(DOMAIN.encode(), domain.encode())


def main() -> None:
    for name in MAILS:
        raw = build(name)
        if len(raw) <= SMALL:
            (HERE / f"{name}.eml").write_bytes(raw)


if __name__ == "__main__":
    main()
