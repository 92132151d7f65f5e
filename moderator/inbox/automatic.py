"""Was this mail written by a machine? A machine gets no answer, or two machines would talk for ever."""

from __future__ import annotations

from moderator.inbox.envelope import Envelope
from moderator.inbox.mime import Tree, content_type

_ANSWERING = ("x-autoreply", "x-autorespond", "x-autoreply-from", "x-mail-autoreply", "x-auto-reply-from")
_BULK = {"bulk": "bulk", "junk": "bulk", "list": "list"}
# How absent people's mail programs begin their subjects.
_ABSENT = tuple(
    (
        "out of office;out of the office;automatic reply;auto reply;autoreply;auto-reply;automated reply;auto:;"
        "automatische antwort;abwesenheitsnotiz;abwesenheit:;abwesend:;réponse automatique;absence du bureau;"
        "message d'absence;respuesta automática;fuera de la oficina;risposta automatica;fuori ufficio;"
        "resposta automática;fora do escritório;automatisch antwoord;afwezigheidsbericht;afwezig:;autosvar;"
        "automatiskt svar;frånvaro;automatisk svar;ikke til stede;fraværende;automaattinen vastaus;poissa;"
        "autoodpowiedź;automatyczna odpowiedź;poza biurem;automatická odpověď;otomatik yanıt;автоответ;"
        "автоматический ответ;автоматическая отправка;нет на месте;"
        "부재중;자동 회신;자동 응답;자동응답;自動応答;自動返信;自动回复;自動回覆"
    ).split(";")
)
_DAEMONS = ("mailer-daemon@", "mail-daemon@", "postmaster@", "mailerdaemon@", "bounce@", "bounces@")
_FAILED = (
    "undelivered mail;undeliverable;mail delivery failed;mail delivery failure;delivery status notification;"
    "delivery failure;failure notice;returned mail;delivery has failed;mail system error;message undeliverable;"
    "unzustellbar;nicht zustellbar;non remis;no se puede entregar;impossibile recapitare;undelivered message;"
    "could not be delivered;delivery notification;warning: could not send;warning: message;message delayed;"
    "전송 실패;недоставленное сообщение;配信不能"
).split(";")
_DELAYED = ("(delay)", "delayed", "warning:", "still being retried", "verzögert", "retardé")


def kind_of(tree: Tree, subject: str, sender: str, envelope: Envelope) -> tuple[str, bool]:
    """Why this mail is a machine's: bounce, delay, complaint, receipt, calendar, auto-reply, list or bulk.

    Empty for people. With it, whether a person may have written it all the same: lists and forwarders mark what
    people write, and a subject may begin with any words.
    """
    sure = (
        _report(tree)
        or _old_bounce(tree, subject, sender)
        or _calendar(tree)
        or _answering_machine(tree)
        or from_nobody(envelope)
    )
    return (sure, False) if sure else (_absent(subject) or _list(tree) or _null_return(tree), True)


def _report(tree: Tree) -> str:
    kind, parameters = content_type(tree.headers)
    parts = {part.kind for part in tree.leaves}
    report = parameters.get("report-type", "").lower() if kind == "multipart/report" else ""
    if report == "disposition-notification" or "message/disposition-notification" in parts:
        return "receipt"
    if report == "feedback-report" or "message/feedback-report" in parts:
        return "complaint"
    if report == "delivery-status" or "message/delivery-status" in parts:
        return "delay" if _only_delayed(tree) else "bounce"
    return ""


def _only_delayed(tree: Tree) -> bool:
    """Nothing has failed yet: the other server goes on trying, or even delivered it."""
    for part in tree.leaves:
        if part.kind == "message/delivery-status":
            text = part.text()[0][:20_000].lower()
            return "action: failed" not in text and ("action: delayed" in text or "action: " in text)
    return False


def _old_bounce(tree: Tree, subject: str, sender: str) -> str:
    """Servers that report failures in words of their own."""
    if "x-failed-recipients" in tree.headers:
        return "bounce"
    words = subject.casefold()
    if sender.lower().startswith(_DAEMONS) and any(one in words for one in _FAILED):
        return "delay" if any(one in words for one in _DELAYED) else "bounce"
    return ""


def _calendar(tree: Tree) -> str:
    """An answer to an invitation; an invitation among other text may still come with orders."""
    replies = (p for p in tree.leaves if p.kind == "text/calendar")
    return "calendar" if any(p.parameters.get("method", "").lower() in ("reply", "counter") for p in replies) else ""


def _answering_machine(tree: Tree) -> str:
    submitted = tree.headers.get("auto-submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no") or any(name in tree.headers for name in _ANSWERING):
        return "auto-reply"
    # X-Auto-Response-Suppress is no sign: Exchange puts it on what people write, too.
    return "auto-reply" if tree.headers.get("precedence").strip().lower() == "auto_reply" else ""


def _absent(subject: str) -> str:
    return "auto-reply" if subject.casefold().startswith(_ABSENT) else ""


def _list(tree: Tree) -> str:
    if "list-id" in tree.headers or "list-post" in tree.headers or "x-mailman-version" in tree.headers:
        return "list"
    return _BULK.get(tree.headers.get("precedence").strip().lower(), "")


def from_nobody(envelope: Envelope) -> str:
    """Nothing may be answered to the null sender."""
    return "auto-reply" if envelope.source in ("smtp", "lmtp") and not envelope.sender else ""


def _null_return(tree: Tree) -> str:
    """The same from a road that only copies it into a header; some roads write that on everything."""
    return "auto-reply" if tree.headers.get("return-path").strip() == "<>" else ""
