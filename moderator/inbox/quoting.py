"""Finds what is new in a reply. Line by line, each line looked at a bounded number of times, no guessing backwards.

lines above the quotation               new
lines between quoted lines              answers: shown back, played only after CONFIRM
lines below a quotation, none above     new (people who answer at the bottom)
below our marker, an Outlook header…    quoted, whatever it looks like
below `end`, `-- ` or a footer          ignored
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

# The decoration is found again even where the words were translated on the way.
DECORATION = "=-=-="
_MARKERS = {
    "en": "Reply above this line",
    "fr": "Répondez au-dessus de cette ligne",
    "ko": "이 줄 위에 답장을 쓰세요",
}
# Longer lines are no headers of any mail program.
MOST_HEADER_LENGTH = 400


def marker(language: str = "en") -> str:
    """The line under which nothing in a reply is read; every mail we send has it."""
    return f"{DECORATION} {_MARKERS.get(language, _MARKERS['en'])} {DECORATION}"


def template(turn: int, orders: Iterable[str]) -> tuple[str, ...]:
    """The lines a player may edit. All orders are comments, so that a line without # is an edit even inside a quote."""
    return (f"turn {turn}", *(f"# {order}" for order in orders), "end")


@dataclass(frozen=True)
class Cut:
    """A mail's text, sorted by what may be done with it."""

    new: tuple[str, ...] = ()
    # Written by somebody earlier: how deep it was quoted, and the text.
    quoted: tuple[tuple[int, str], ...] = ()
    answers: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    # All that follows is known to be old, so nothing is lost if there was more than we read.
    closed: bool = False
    language: str = ""


@dataclass
class _Sorter:
    """What has been found so far, with the numbers of the lines."""

    new: list[tuple[int, str]] = field(default_factory=list)
    quoted: list[tuple[int, str]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    # The numbers of the lines that carry a quotation mark.
    marked: list[int] = field(default_factory=list)
    language: str = ""


def cut(lines: Sequence[str]) -> Cut:
    """Sorts the lines of a mail."""
    found = _Sorter()
    finished = old = False
    number = 0
    while number < len(lines):
        line = lines[number]
        depth, bare = unquote(line)
        used = 1
        found.language = found.language or _marker_language(bare)
        if depth and not old:
            found.quoted.append((depth, bare))
            found.marked.append(number)
        elif old:
            found.quoted.append((depth, bare))
        elif opens_old_mail(lines, number):
            old = True
            found.quoted.append((0, bare))
        elif span := attribution(lines, number):
            used = span
            found.quoted += [(0, one) for one in lines[number : number + span]]
            # Without a quotation mark behind it, all that follows is the old mail.
            old = not _quotation_follows(lines, number + span)
        elif finished:
            found.ignored.append(line)
        elif is_end(line) or is_signature(line) or is_footer(line):
            finished = True
            found.ignored.append(line)
        elif is_phone_signature(line):
            found.ignored.append(line)
        else:
            found.new.append((number, line))
        number += used
    return _sorted_out(found, lines, closed=old)


def _sorted_out(found: _Sorter, lines: Sequence[str], closed: bool) -> Cut:
    """Decides about the lines around the quotation."""
    first = found.marked[0] if found.marked else len(lines)
    last = found.marked[-1] if found.marked else len(lines)
    above = [line for number, line in found.new if number < first]
    between = [line for number, line in found.new if first < number < last and not _broken_off(lines, number)]
    below = [line for number, line in found.new if number > last and not _broken_off(lines, number)]
    if any(line.strip() for line in above):
        answers = [*between, *below]
    else:
        above, answers = below, between
    return Cut(
        new=_trimmed(above),
        quoted=tuple(found.quoted),
        answers=tuple(line for line in answers if line.strip()),
        ignored=_trimmed(found.ignored),
        closed=closed,
        language=found.language,
    )


def _broken_off(lines: Sequence[str], number: int) -> bool:
    """Is this line the end of a long quoted line, which a careless mailer broke and did not mark?"""
    above = lines[number - 1] if number else ""
    under = lines[number + 1] if number + 1 < len(lines) else ""
    return len(above) >= 60 and unquote(above)[0] > 0 and (not under.strip() or unquote(under)[0] > 0)


def _trimmed(lines: Sequence[str]) -> tuple[str, ...]:
    """Without empty lines at either end."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return tuple(lines[filled[0] : filled[-1] + 1]) if filled else ()


def unquote(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and what it says without its quotation marks."""
    depth = 0
    rest = line
    while depth < 20:
        stripped = rest.lstrip(" ")
        if not stripped.startswith(">"):
            break
        rest = stripped[1:]
        depth += 1
    return depth, rest.removeprefix(" ") if depth else line


def is_end(line: str) -> bool:
    return line.strip().rstrip(".").lower() == "end"


def is_signature(line: str) -> bool:
    return line.rstrip() == "--"


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


_MARKER_LETTERS = {language: _letters(words) for language, words in _MARKERS.items()}


def _marker_language(line: str) -> str:
    """The language of our marker if this line is one."""
    if len(line) > MOST_HEADER_LENGTH:
        return ""
    letters = _letters(line)
    return next((language for language, words in _MARKER_LETTERS.items() if words in letters), "")


def is_marker(lines: Sequence[str], number: int) -> bool:
    """Is this our marker: whole, broken over two lines, or translated?"""
    line = lines[number]
    if len(line) > MOST_HEADER_LENGTH:
        return False
    if DECORATION in line or _marker_language(line):
        return True
    starts = _letters(line)
    following = lines[number + 1] if number + 1 < len(lines) else ""
    # The marker must begin in this very line, or the line above it would go with it.
    begun = len(starts) >= 4 and any(words.startswith(starts) for words in _MARKER_LETTERS.values())
    return begun and bool(_marker_language(f"{line} {following}"[:MOST_HEADER_LENGTH]))


_OLD_MAIL = tuple(
    _letters(words)
    for words in (
        "Original Message;Original Appointment;Ursprüngliche Nachricht;Originalnachricht;Message d'origine;"
        "Message original;Mensaje original;Messaggio originale;Mensagem original;Oorspronkelijk bericht;"
        "Ursprungligt meddelande;Oprindelig meddelelse;Opprinnelig melding;Wiadomość oryginalna;Oryginalna wiadomość;"
        "Původní zpráva;Eredeti üzenet;Alkuperäinen viesti;Özgün ileti;Исходное сообщение;Оригинальное сообщение;"
        "원본 메시지;원본 메일;元のメッセージ;原始邮件;原始郵件;邮件原件;"
        "Forwarded message;Forwarded by;Weitergeleitete Nachricht;Message transféré;Mensaje reenviado;"
        "Messaggio inoltrato;Mensagem encaminhada;Doorgestuurd bericht;Vidarebefordrat meddelande;"
        "Videresendt meddelelse;Wiadomość przekazana;Пересылаемое сообщение;Пересланное сообщение;전달된 메시지;"
        "転送されたメッセージ;转发邮件;"
        "Begin forwarded message;Anfang der weitergeleiteten Nachricht;Début du message réexpédié;"
        "Inicio del mensaje reenviado;Inizio messaggio inoltrato;Начало переадресованного сообщения;전달된 메시지 시작"
    ).split(";")
)
_RULE = re.compile(r"[-_=*]{3,}")

# The lines by which Outlook and its like begin an old mail; what matters is that several kinds stand together.
_LABELS = {
    label: kind
    for kind, labels in {
        "from": "from;von;de;da;van;från;fra;od;от;отправитель;від;lähettäjä;kimden;feladó;"
        "보낸 사람;보낸사람;差出人;发件人;寄件者",
        "sent": "sent;date;gesendet;datum;envoyé;enviado;enviada;enviado el;fecha;data;inviato;verzonden;skickat;"
        "sendt;dato;wysłano;odesláno;дата;отправлено;надіслано;lähetetty;gönderildi;elküldve;"
        "보낸 날짜;날짜;送信日時;日時;发送时间;日期;寄件日期",
        "to": "to;cc;an;à;a;para;aan;till;til;do;komu;кому;vastaanottaja;kime;címzett;"
        "받는 사람;받는사람;宛先;收件人;收件者",
        "subject": "subject;betreff;objet;asunto;assunto;oggetto;onderwerp;ämne;emne;temat;předmět;тема;aihe;konu;"
        "tárgy;제목;件名;主题;主旨",
    }.items()
    for label in labels.split(";")
}


def _label(line: str) -> str:
    name, colon, _ = line[:60].replace("：", ":").partition(":")
    return _LABELS.get(name.strip(" *").casefold(), "") if colon else ""


def opens_old_mail(lines: Sequence[str], number: int) -> bool:
    """Does an old mail begin here that carries no quotation marks?"""
    line = lines[number].strip()
    if not line or len(line) > MOST_HEADER_LENGTH:
        return False
    if is_marker(lines, number):
        return True
    if _RULE.match(line) or line.endswith(":"):
        words = _letters(line)
        if words and any(words.startswith(one) for one in _OLD_MAIL):
            return True
    if _label(line) in ("from", "subject", "sent"):
        kinds = {_label(one.strip()) for one in lines[number : number + 6]} - {""}
        return "from" in kinds and len(kinds) >= 3
    return False


# How the mail programs of many languages say that somebody wrote something.
_WROTE = re.compile(
    r"wrote|writes|schrieb|écrit|escribió|escribio|scritto|escreveu|schreef|skrev|napisa|pisze|пишет|писал|пише|написав"
    r"|kirjoitti|yazdı|írta|작성|썼습니다|님이|写道|寫道|書きました|のメール|כתב|έγραψε|a scris"
)
_OPENING = re.compile(
    r"(on|am|le|el|il|em|op|den|på|w dniu|dnia|dne|в|на|от|at|the|ma|pe|vào)(\s|$)|\d{1,4}\s?[./년年-]|\d{1,2} \w+|"
    r"(mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|пн|вт|ср|чт|пт|сб|вс|понед|вторн|сред|четв|пятн|субб|воск)"
    r"|于|在",
    re.I,
)
_ADDRESS = re.compile(r"<[^<>\s]{1,100}@[^<>\s]{1,100}>")


def attribution(lines: Sequence[str], number: int) -> int:
    """How many lines, starting here, say who wrote what follows; 0 if none do."""
    first = lines[number].strip()
    if not first or len(first) > MOST_HEADER_LENGTH:
        return 0
    joined = ""
    for count in (1, 2, 3):
        if number + count > len(lines) or not (line := lines[number + count - 1].strip()):
            return 0
        joined = f"{joined} {line}".strip()[: MOST_HEADER_LENGTH + 1]
        if len(joined) > MOST_HEADER_LENGTH or (count > 1 and not _OPENING.match(first)):
            return 0
        if joined.endswith((":", "：")):
            return count if _says_who_wrote(joined) else 0
    return 0


def _says_who_wrote(text: str) -> bool:
    dated = any(char.isdigit() for char in text)
    addressed = _ADDRESS.search(text) is not None
    wrote = _WROTE.search(text.casefold()) is not None
    opened = _OPENING.match(text) is not None
    return (addressed and (dated or wrote)) or (dated and wrote and opened)


def _quotation_follows(lines: Sequence[str], number: int) -> bool:
    for line in lines[number : number + 4]:
        if line.strip():
            return unquote(line)[0] > 0
    return False


_PHONE = (
    "sent from my;sent from mail for;sent from outlook;sent from yahoo;sent with proton;sent via;get outlook for;"
    "sent using;von meinem;gesendet von;gesendet mit;envoyé de mon;envoyé depuis;télécharger outlook;obtenir outlook;"
    "enviado desde;enviado do meu;inviato da;inviato dal mio;verstuurd vanaf;verzonden vanaf;skickat från;sendt fra;"
    "wysłano z;wysłane z;отправлено с;отправлено из;надіслано з;나의 iphone;내 iphone;iphone에서 보냄;"
    "iphoneから送信;发自我的;lähetetty;odesláno z;gönderildi"
).split(";")


def is_phone_signature(line: str) -> bool:
    start = line[:80].strip(" -*_").casefold()
    return start.startswith(tuple(_PHONE)) or (start.endswith("에서 보냄") and len(start) < 40)


_FOOTERS = (
    "this email has been checked;this e-mail has been checked;virus-free;virenfrei;diese e-mail wurde von avast;"
    "l'absence de virus;garanti sans virus;libre de virus;confidentiality notice;disclaimer:;"
    "this email and any;this e-mail and any;this message and any;this e-mail is confidential;"
    "the information contained in this;ce message et toutes;diese e-mail enthält;diese nachricht enthält;"
    "este mensaje;questo messaggio;to unsubscribe from this;you received this message because"
).split(";")
_LONG_RULE = re.compile(r"[-_=*]{10,}\s*\Z")


def is_footer(line: str) -> bool:
    start = line[:80].strip().casefold()
    return start.startswith(tuple(_FOOTERS)) or _LONG_RULE.match(line.strip()) is not None


_TURN = re.compile(r"turn\s+\d{1,9}\Z", re.I)


def edits(found: Cut, sent: Iterable[str] | None = None) -> tuple[str, ...]:
    """What was written inside our quoted template, and between quoted lines: never played without a CONFIRM.

    Given the template as it was sent, every line that differs is an edit; otherwise every line that is no comment.
    """
    if any(is_end(line) for line in found.ignored[:1]):
        # An explicit end says that all has been said.
        return ()
    known = {_squeezed(line) for line in sent} if sent is not None else None
    edited = [line for line in _template_lines(found.quoted) if _is_edit(line, known)]
    return (*edited, *found.answers)


def _template_lines(quoted: Sequence[tuple[int, str]]) -> list[str]:
    """The newest of our templates in the quotation: from its turn to its end, at one depth."""
    for start, (depth, line) in enumerate(quoted):
        if _TURN.match(line.strip()):
            inside: list[str] = []
            for other, text in quoted[start + 1 :]:
                if other == depth:
                    if is_end(text):
                        return inside
                    inside.append(text)
            return []
    return []


def _squeezed(line: str) -> str:
    return " ".join(line.casefold().split())


def _is_edit(line: str, known: set[str] | None) -> bool:
    text = _squeezed(line)
    return bool(text) and not text.startswith("#") and (known is None or text not in known)
