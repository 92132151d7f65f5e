"""Finds what is new in a reply. Line by line, each line looked at a bounded number of times, no guessing backwards.

lines above the quotation               new
lines between quoted lines              answers: shown back, played only after CONFIRM
lines below a quotation, none above     new (people who answer at the bottom)
below our marker, an Outlook header…    quoted, whatever it looks like
below `end`, `-- ` or a footer          ignored
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from engine import takes_back
from moderator.hearing import registry
from moderator.hearing.called import closes
from moderator.outbox.marker import DECORATION, markers

# Longer lines are no headers of any mail program.
MOST_HEADER_LENGTH = 400


@dataclass(frozen=True)
class Cut:
    """A mail's text, sorted by what may be done with it."""

    new: tuple[str, ...] = ()
    # Written by somebody earlier: how deep it was quoted, and the text.
    quoted: tuple[tuple[int, str], ...] = ()
    answers: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    # What somebody added below a signature or footer all the same: "PS: don't play this yet".
    added: tuple[str, ...] = ()
    # All that follows is known to be old, so nothing is lost if there was more than we read.
    closed: bool = False
    language: str = ""


@dataclass
class _Sorter:
    """What has been found so far, with the numbers of the lines."""

    new: list[tuple[int, str]] = field(default_factory=list)
    quoted: list[tuple[int, str]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    # Of these, what stands below a signature or a footer.
    under: list[str] = field(default_factory=list)
    # The numbers of the lines that carry a quotation mark.
    marked: list[int] = field(default_factory=list)
    language: str = ""


def cut(lines: Sequence[str]) -> Cut:
    """Sorts the lines of a mail."""
    found = _Sorter()
    finished = old = ended = False
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
            found.under.append(line)
        elif is_end(line) and _in_a_message([one for _, one in found.new]):
            # It ends the message alone, and what stands below is not lost.
            found.new.append((number, line))
        elif is_end(line) or is_signature(line) or is_footer(line):
            finished = True
            found.ignored.append(line)
            ended = ended or is_end(line)
        elif is_phone_signature(line):
            found.ignored.append(line)
        else:
            found.new.append((number, line))
        number += used
    if ended:
        # Whoever writes so has said all.
        found.under.clear()
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
        added=tuple(_added(found.under)),
        closed=closed,
        language=found.language,
    )


_POSTSCRIPT = re.compile(r"\s*(?:p\.?\s?s\b|n\.?\s?b\.|edit\s?:|추신|덧붙|nachtrag\s?:|ps\s?:)", re.IGNORECASE)
# What lawyers and programs write, which speaks of deleting and of not doing this and that all the time.
_BOILERPLATE = re.compile(
    r"recipient|confidential|intended|disclos|vertraulich|empfänger|destinat|confidentiel|수신인|기밀|virus|https?:|www\.|"
    r"@|unsubscribe|disclaimer|authori[sz]|gesellschaft mit|registergericht|siège social",
    re.IGNORECASE,
)
# A paragraph of somebody who adds something is no longer than this.
LONGEST_ADDED = 300


def _added(under: Sequence[str]) -> Iterator[str]:
    """What is no signature and no footer below one: a postscript, and whatever takes back what was said above."""
    paragraph: list[str] = []
    for line in (*under, ""):
        if line.strip():
            paragraph.append(line)
            continue
        whole = " ".join(paragraph)
        telling = len(whole) <= LONGEST_ADDED and not _BOILERPLATE.search(whole) and takes_back(whole)
        if paragraph and (telling or _POSTSCRIPT.match(whole)):
            yield from paragraph
        paragraph = []


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


def _in_a_message(lines: Sequence[str]) -> bool:
    """Whether a message to other players stands open below these lines."""
    for line in reversed(lines):
        if closes(MESSAGE, line):
            return False
        found = registry.find(line.strip())
        if found is not None and found[0].until:
            return found[0].until == MESSAGE
    return False


MESSAGE = "end press"


def is_signature(line: str) -> bool:
    return line.rstrip() == "--"


_NO_LETTERS = re.compile(r"[\W_]+")


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())


@cache
def _marker_letters() -> Mapping[str, str]:
    return {language: _letters(words) for language, words in markers().items()}


def _marker_language(line: str) -> str:
    """The language of our marker if this line is one."""
    if len(line) > MOST_HEADER_LENGTH:
        return ""
    letters = _letters(line)
    return next((language for language, words in _marker_letters().items() if words in letters), "")


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
    begun = len(starts) >= 4 and any(words.startswith(starts) for words in _marker_letters().values())
    return begun and bool(_marker_language(f"{line} {following}"[:MOST_HEADER_LENGTH]))


_OLD_MAIL = tuple(
    _letters(words)
    for words in (
        "Original Message;Original Appointment;Ursprüngliche Nachricht;Originalnachricht;Message d'origine;"
        "Message original;Mensaje original;Messaggio originale;Mensagem original;Oorspronkelijk bericht;"
        "Ursprungligt meddelande;Oprindelig meddelelse;Opprinnelig melding;Wiadomość oryginalna;Oryginalna wiadomość;"
        "Původní zpráva;Eredeti üzenet;Alkuperäinen viesti;Özgün ileti;Исходное сообщение;Оригинальное сообщение;"
        "원본 메시지;원본 메일;원본 이메일;元のメッセージ;原始邮件;原始郵件;邮件原件;"
        "Forwarded message;Forwarded by;Weitergeleitete Nachricht;Message transféré;Mensaje reenviado;"
        "Messaggio inoltrato;Mensagem encaminhada;Doorgestuurd bericht;Vidarebefordrat meddelande;"
        "Videresendt meddelelse;Wiadomość przekazana;Пересылаемое сообщение;Пересланное сообщение;전달된 메시지;"
        "転送されたメッセージ;转发邮件;"
        "Begin forwarded message;Anfang der weitergeleiteten Nachricht;Début du message réexpédié;"
        "Inicio del mensaje reenviado;Inizio messaggio inoltrato;Начало переадресованного сообщения;전달된 메시지 시작;"
        "Anfang der weitergeleiteten E-Mail;Début du message transféré;Start på videresendt melding;Reply message;"
        "Vidarebefordrat brev;Edelleenlähetetty viesti;İletilen ileti;Továbbított üzenet"
    ).split(";")
)
_RULE = re.compile(r"[-_=*‐-―─]{3,}")
# Only between two rules, where no other word can be meant.
_OLD_BETWEEN_RULES = ("original", "원본", "받은메일내용", "原始邮件", "quotedmessage")

# The lines by which Outlook and its like begin an old mail; what matters is that several kinds stand together.
_LABELS = {
    label: kind
    for kind, labels in {
        "from": "from;von;de;da;van;från;fra;od;от;отправитель;від;lähettäjä;kimden;feladó;"
        "보낸 사람;보낸사람;보낸이;발신;差出人;发件人;寄件者",
        "sent": "sent;date;gesendet;datum;envoyé;enviado;enviada;enviado el;fecha;data;inviato;verzonden;skickat;"
        "sendt;dato;wysłano;odesláno;дата;отправлено;надіслано;lähetetty;gönderildi;elküldve;"
        "보낸 날짜;날짜;送信日時;日時;发送时间;日期;寄件日期",
        "to": "to;cc;an;à;a;para;aan;till;til;do;komu;кому;vastaanottaja;kime;címzett;"
        "받는 사람;받는사람;받은 사람;받는이;수신;宛先;收件人;收件者",
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
        if words and (words in _OLD_BETWEEN_RULES or any(words.startswith(one) for one in _OLD_MAIL)):
            return True
    if _label(line) in ("from", "subject", "sent"):
        kinds = {_label(one.strip()) for one in lines[number : number + 6]} - {""}
        return "from" in kinds and len(kinds) >= 3
    return False


# How the mail programs of many languages say that somebody wrote something.
_WROTE = re.compile(
    r"wrote|writes|schrieb|écrit|escribió|escribio|scritto|escreveu|schreef|skrev|skrifaði|napisa|napsal|napísal|pisze"
    r"|piše|пишет|писал|пише|написав|написа|kirjoitti|kirjutas|rašė|rakstīja|yazdı|írta|escriure|idatzi|viết|menulis"
    r"|작성|썼습니다|쓴 글|님이|写道|寫道|書きました|のメール|เขียน|כתב|كتب|έγραψε|a scris"
)
_DAYS = (
    r"mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|mié|mie|jeu|jue|ven|vie|sam|sáb|sab|dim|dom|gio|seg|ter|qua|qui|sex"
    r"|mo|di|mi|do|fr|sa|so|ma|wo|vr|za|zo|må|tir|tis|ons|tor|fre|lör|lør|søn|sön|pon|wt|śr|czw|pt|pią|sob|niedz|nd"
    r"|po|út|st|čt|pá|ne|пн|вт|ср|чт|пт|сб|вс|понед|вторн|сред|четв|пятн|субб|воск"
)
# Words in front of a date; a date that may stand alone; and both together, where nothing else can be meant.
_BEFORE_A_DATE = (
    r"on|am|în|le|el|il giorno|il|em|op|den|på|w dniu|w|dnia|dne|в|на|от|at|the|ma|pe|vào|a|dana|ngày|pada|στις"
    r"|la data de|ter"
)
_DATE = rf"\d{{4}}\s?[./년年-]|\d{{1,2}}\s?[./-]\s?\d{{1,2}}\s?[./-]|\d{{1,2}}\.? \w+ \d{{4}}|({_DAYS})\w*[.,]*\s+\d"
_OPENING = re.compile(rf"({_BEFORE_A_DATE})(\s|$)|\d{{1,4}}\s?[./년年-]|\d{{1,2}} \w+|({_DAYS})|于|在", re.I)
_SURE_OPENING = re.compile(rf"({_BEFORE_A_DATE})(\Z|\s+(\d|({_DAYS})\w*[.,]*(\s|\Z)))|{_DATE}", re.I)
# The same at the beginning of a line that needs nothing in front of it; an hour alone may be the rest of something.
_FRESH = re.compile(rf"({_BEFORE_A_DATE})\s+(\d(?!\d?:\d)|({_DAYS})\w*[.,]*(\s|\Z))|{_DATE}", re.I)
_MONTHS = (
    "jan|gen|ene|sty|led|feb|fév|fev|lut|úno|mar|mär|mrt|bře|apr|avr|abr|kwi|dub|may|mai|mag|mei|maj|kvě|jun|juin|giu|cze"
    "|jul|juil|lug|lip|aug|aoû|ago|sie|srp|sep|set|wrz|zář|oct|okt|ott|out|paź|říj|nov|lis|dec|déc|dez|dic|gru|pro|нояб"
)
# A line broken off before the date itself, and one broken off within it.
_BEGINNING = rf"(({_BEFORE_A_DATE})(\s+({_DAYS})[^\W\d]{{0,8}}[.,]*)?|({_DAYS})[^\W\d]{{0,8}}[.,]+)"
_ONLY_A_BEGINNING = re.compile(rf"{_BEGINNING}\Z", re.I)
_ONLY_A_DATE = re.compile(
    rf"({_BEGINNING}\s+)?(\d{{1,4}}[.,/년年-]*\s*)?(({_MONTHS})[^\W\d]{{0,7}}[.,]*|\d{{1,2}}월)?(\s*\d{{1,4}}[.,]*)?\Z",
    re.I,
)
_YEAR_OR_HOUR = re.compile(r"\b(19|20)\d\d|\d[:.]\d\d\b")
_ADDRESS = re.compile(r"<[^<>\s]{1,100}@[^<>\s]{1,100}>|&lt;[^<>\s&]{1,100}@[^<>\s&]{1,100}&gt;")
_DASHES = "-‐‑‒–—―"
# Some programs write the first line of the old mail behind the introduction.
_AND_THEN = re.compile(
    r"[^:]{0,40}(?::[^:]{0,40}){0,3}<[^<>\s]{1,100}@[^<>\s]{1,100}>\s{0,3}(\w{1,12}\s?){0,2}:\s{2,}\S"
)
# Without a word for writing and without a colon: the date to the minute or the day, and who it was.
_DATE_AND_NAME = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\s(?:\d{1,2}:\d{2}\s(?:GMT|UTC)[+-]\d{1,2}:?\d{2}\s\S|[^<>]{1,100}<[^<>\s]{1,100}@[^<>\s]{1,100}>\Z)"
)
# An introduction is broken over no more lines than this.
MOST_INTRODUCTION = 5


def attribution(lines: Sequence[str], number: int) -> int:
    """How many lines, starting here, say who wrote what follows; 0 if none do."""
    first = lines[number].strip()
    if not first or len(first) > MOST_HEADER_LENGTH:
        return 0
    if _DATE_AND_NAME.match(first) or _introduces_at_once(first):
        return 1
    joined, count = first, 1
    while not _ends(joined):
        following = _continued(lines, number, count, joined)
        if not following:
            return 0
        joined, count = f"{joined} {lines[number + following - 1].strip()}", following
        if len(joined) > MOST_HEADER_LENGTH:
            return 0
    if not _says_who_wrote(joined):
        return 0
    # An order just above an introduction is no part of it.
    return count if count == 1 or _ONLY_A_BEGINNING.match(first) or not _whole_below(lines, number, count) else 0


def _ends(text: str) -> bool:
    return text.endswith((":", "：")) or bool(_between_dashes(text))


def _between_dashes(text: str) -> str:
    """What stands between two rows of dashes, taken off from both ends: no pattern tries where they might end."""
    tail = text.lstrip(_DASHES)
    inside = tail.rstrip(_DASHES)
    framed = len(text) - len(tail) >= 2 and len(tail) - len(inside) >= 2
    return inside.strip() if framed and len(inside.strip()) >= 4 else ""


def _continued(lines: Sequence[str], number: int, count: int, joined: str) -> int:
    """How many lines the introduction has with one more; 0 if it can't go on there."""
    if count == 1 and not _may_go_on(joined):
        return 0
    at = number + count
    if at < len(lines) and not lines[at].strip() and at + 1 < len(lines) and lines[at + 1].lstrip().startswith("<"):
        # The address in brackets, set off by an empty line.
        at += 1
    if at - number >= MOST_INTRODUCTION or at >= len(lines) or not lines[at].strip():
        return 0
    # A quoted line is the old mail already, unless it only closes the bracket.
    quoted = unquote(lines[at])[0] > 0 and joined.count("<") <= joined.count(">")
    return 0 if quoted else at - number + 1


def _may_go_on(first: str) -> bool:
    """Does this line alone look like the beginning of an introduction? No order does."""
    dated = _dated(_ADDRESS.sub("", first))
    timed = _YEAR_OR_HOUR.search(first) is not None or _ONLY_A_DATE.match(first) is not None
    return (
        (timed and _SURE_OPENING.match(first) is not None)
        or _ONLY_A_BEGINNING.match(first) is not None
        or first.endswith("<")
        or _ADDRESS.search(first) is not None
        or (dated and _WROTE.search(first.casefold()) is not None)
    )


def _whole_below(lines: Sequence[str], number: int, count: int) -> bool:
    """Is there a whole introduction without the first of these lines?"""
    rest = " ".join(line.strip() for line in lines[number + 1 : number + count])
    if not _says_who_wrote(rest):
        return False
    # The name may come first and the date last.
    found = _ADDRESS.search(rest)
    named = found is not None and not _dated(rest[: found.start()]) and _dated(rest[found.end() :])
    return named or _FRESH.match(rest) is not None


def _dated(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _introduces_at_once(line: str) -> bool:
    return _SURE_OPENING.match(line) is not None and _AND_THEN.match(line) is not None and _says_who_wrote(line)


def _says_who_wrote(text: str) -> bool:
    text = _between_dashes(text) or text
    addressed = _ADDRESS.search(text) is not None
    dated = _dated(_ADDRESS.sub("", text))
    wrote = _WROTE.search(text.casefold()) is not None
    opened = _OPENING.match(text) is not None
    return (addressed and (dated or wrote)) or (dated and wrote and opened)


def _quotation_follows(lines: Sequence[str], number: int) -> bool:
    for line in lines[number : number + 4]:
        if line.strip():
            return unquote(line)[0] > 0
    return False


# How programs say what they are: at the beginning of the line, at its end, or around the name of a device.
_SENT_FROM = (
    "sent from ;sent via ;sent with ;sent by ;sent using ;get outlook for;get [outlook;get bluemail;download outlook;"
    "von meinem;von unterwegs gesendet;gesendet von;gesendet mit;diese nachricht wurde von mein;outlook für;"
    "envoyé de;envoyé depuis;envoyé à partir;envoyé avec;télécharger outlook;obtenir outlook;obtenez outlook;"
    "enviado desde;enviado do meu;enviado do ;enviado a partir;enviado con ;enviat des;obtener outlook;obter o outlook;"
    "inviato da;inviato con;scarica outlook;ottieni outlook;verstuurd vanaf;verzonden vanaf;verzonden met;"
    "skickat från;skickades från;sendt fra;sent frá;hanki outlook;lähetetty;wysłano z;wysłane z;odesláno z;odoslané z;"
    "poslano s;poslano z;elküldve;trimis de pe;изпратено от;отправлено с;отправлено из;надіслано з;στάλθηκε από;"
    "나의 iphone;내 iphone;發自我的;发自我的;從我的;从我的;gửi từ;dikirim dari;ส่งจาก;נשלח מ;أرسلت من"
).split(";")
_SENT_FROM_AT_THE_END = (
    "에서 보냄;에서 보냈습니다;에서 전송;から送信;から送信されました;から送信した;傳送;发送;"
    "gönderildi;gönderilmiştir;küldve"
).split(";")
_DEVICE = re.compile(
    r"(?:\S{1,20} )?from (?:my )?(?:iphone|ipad|ipod|android|mobile|phone|galaxy|samsung|blackberry)"
    r"(?: [\w.]{1,12}){0,2}\Z"
)


# Openings behind which somebody may stand instead of a device: "Sent by my toddler", "Von meinem Sohn gesendet". Only
# where a device or a program is named has nobody said anything.
_SENT_BY_SOMEBODY = (
    "sent by ",
    "von meinem",
    "gesendet von",
    "diese nachricht wurde von mein",
    "envoyé de",
    "envoyé à partir",
)
_DEVICES = re.compile(
    r"phone|ipad|ipod|android|tablet|mobil|handy|galaxy|samsung|huawei|honor|xiaomi|redmi|poco|pixel|oneplus|oppo"
    r"|realme|nokia|motorola|xperia|\b(?:lg|htc|sony|zte|mac|pc|app|web|live|free|orange|sfr)\b|macbook|blackberry"
    r"|windows|outlook|mail|yahoo|aol|gmx|proton|tuta|thunderbird|\bk-9\b|mozilla|blue|spark|telekom|t-online|1&1"
    r"|portable|ordinateur|computer|laptop|notebook|rechner|gerät|device|appareil|unterwegs|laposte|watch|wiko|office"
)
# What a Korean one begins with; other words before the end are somebody's own.
_KOREAN_DEVICES = tuple(
    "나의 내 iphone ipad 아이폰 아이패드 삼성 samsung galaxy 갤럭시 안드로이드 android 스마트폰 "
    "모바일 휴대폰 핸드폰 outlook gmail 네이버 naver 다음 daum 카카오 kakao lg".split()
)
# Behind a mark somebody goes on writing.
_GOES_ON = re.compile(r"[,;:.!?。]\s+\S+\s+\S")

_EXCUSES = re.compile(r"excuse|typo|brevity|entschuldig|tippfehler|kürze|faute|brièveté|오타|양해")


def is_phone_signature(line: str) -> bool:
    """Does the program say here what it is, and nobody anything else? No order begins or ends like that."""
    start = line.strip(" -‐–—*_<>()[]|.").casefold()[:200]
    at_end = len(start) < 60 and start.endswith(tuple(_SENT_FROM_AT_THE_END))
    if at_end and any("가" <= letter <= "힣" for letter in start):
        at_end = len(start.split()) <= 4 and start.startswith(_KOREAN_DEVICES)
    # The single sign is what a picture leaves behind that reports when it is looked at.
    # "Sent from my TI-85" names a thing, whatever it is.
    opened = start.startswith(tuple(_SENT_FROM)) and not (
        start.startswith(_SENT_BY_SOMEBODY) and _DEVICES.search(start) is None
    )
    signed = start == "ᐧ" or opened or at_end or _DEVICE.match(start) is not None
    # "NW 구매. 나의 iPhone에서 보냄", "sent from my phone by mistake"; looked at last, for a mail has many lines.
    goes_on = signed and _GOES_ON.search(start) and not _EXCUSES.search(start)
    return signed and not goes_on and not takes_back(start)


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
