"""Coming in: a link mailed to the visitor's address, for the browser that asked for it, once, within a quarter hour."""

from __future__ import annotations

import secrets
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

from flask import Blueprint, abort, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.message import Message
from moderator.hearing.confirming import new_word
from moderator.office.addresses import canonical
from moderator.office.desk import Desk
from moderator.outbox.signing import unsign
from moderator.store import mails
from moderator.store.tables import Device, Person
from moderator.table.seating import is_address
from moderator.web.session import caller, inside, office
from moderator.web.speaking import reader
from moderator.web.visitor import secret_hash, visitor

blueprint = Blueprint("entering", __name__)

# The administrator's own link, printed where the service was started.
PRINTED_GOOD_FOR = 24 * 3600
GOOD_FOR = timedelta(minutes=15)
STAYS = timedelta(days=60)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Links to one address that one caller asks for, and all of them together, within an hour: who asks for links to
# somebody else's address must neither fill their mailbox nor use up theirs. And links or guesses by one caller.
MOST_TO_ADDRESS, MOST_TO_ADDRESS_BY_ALL, MOST_BY_CALLER, MOST_GUESSES = 4, 16, 12, 30


@blueprint.get("/signin")
def ask() -> ResponseReturnValue:
    if visitor() is not None:
        return redirect(inside(request.args.get("next")) or "/")
    return _sheet(inside(request.args.get("next")))


def _sheet(back: str, trouble: Message | None = None, address: str = "") -> str:
    """Where the address is given; whoever was on the way to a seat is told that it is not taken yet."""
    seat = parse_qs(urlsplit(back).query).get("seat", [""])[0] if back.startswith("/games/") else ""
    return render_template("signin.html", next=back, trouble=trouble, address=address[:200], seat=seat[:40])


@blueprint.post("/signin")
def send_link() -> ResponseReturnValue:
    """Mails a link to whatever address is given: whether it is known here is nobody's business."""
    given, back = request.form.get("address", "").strip(), inside(request.form.get("next"))
    administrator = canonical(given) == canonical(office().settings.admin_email)
    if not is_address(given) or (office().addresses.is_ours(given) and not administrator):
        wrong = Message("{address} is not an email address.", address=given[:80] or Message("nothing"))
        return _sheet(back, wrong, given), 400
    browser, word = secrets.token_hex(16), new_word() + new_word()
    with office().desk() as desk:
        if not desk.within("signin by", caller(), MOST_BY_CALLER, HOUR):
            late = Message("You have asked for many links. Try again in an hour.")
            return _sheet(back, late, given), 429
        theirs = f"{caller()} {canonical(given)}"
        if desk.within("signin by to", theirs, MOST_TO_ADDRESS, HOUR) and desk.within(
            "signin to", canonical(given), MOST_TO_ADDRESS_BY_ALL, HOUR
        ):
            _mail_link(desk, given, browser, word)
    session["asked"], session["next"], session["asked_for"] = browser, back, given
    return redirect(url_for("entering.sent"))


@blueprint.get("/enter")
def sent() -> str:
    """Where the word of the mail may be typed. A place of its own, to which one can come back and load it again."""
    if "asked" not in session:
        return _sheet("")
    trouble = Message("That is not the word of the email. It stands there in capital letters; type it as it is.")
    wrong = trouble if "wrong" in request.args else None
    return render_template(
        "signin_sent.html", address=session.get("asked_for", ""), trouble=wrong, next=session.get("next", "")
    )


def _mail_link(desk: Desk, address: str, browser: str, word: str) -> None:
    person = desk.person_at(address)
    if person is not None and (person.blocked or person.guest):
        return
    # Where `+` is a letter like others another spelling is somebody else's mailbox: the word goes where its owner said
    # that they read, and opens nothing elsewhere.
    address = _as_registered(desk, address)
    desk.remember("enter", f"{browser} {word}", desk.now + GOOD_FOR, {"address": address})
    link = f"{office().settings.base_url}/signin/{word}"
    mail = mails.SignIn(link, word, person.language if person is not None else reader().language)
    # The key must not give the word away: keys stay in the outbox when the text is long gone.
    desk.post(f"enter {secret_hash(word)[:40]}", address, mail, person=person)


def _as_registered(desk: Desk, address: str) -> str:
    """An address as it was registered, or as the settings have the administrator's; whoever is new writes their own."""
    if canonical(address) == canonical(office().settings.admin_email):
        return office().settings.admin_email
    return desk.people.written(canonical(address)) or address


@blueprint.post("/signin/word")
def type_word() -> ResponseReturnValue:
    """The word of the mail typed in here, for those who read their mail elsewhere."""
    word = "".join(request.form.get("word", "").upper().split())
    return _enter(word, again=url_for("entering.sent", wrong=1))


@blueprint.get("/signin/<link>")
def follow(link: str) -> ResponseReturnValue:
    """Shows a button, so that a mail scanner that follows the link does not use it up."""
    if unsign(office().settings, "signin", link, PRINTED_GOOD_FOR) is not None:
        return render_template("signin_confirm.html", link=link, printed=True)
    if not _waiting(link):
        return _not_here(), 403
    return render_template("signin_confirm.html", link=link, printed=False)


@blueprint.post("/signin/<link>")
def enter(link: str) -> ResponseReturnValue:
    value = unsign(office().settings, "signin", link, PRINTED_GOOD_FOR)
    if value is None:
        return _enter(link)
    with office().desk() as desk:
        if not desk.remember("signin", value, desk.now + timedelta(days=2)):
            abort(403)
        person = desk.meet(office().settings.admin_email, "Administrator")
        person.operator = True
        desk.note("admin", "signed in")
        let_in(desk, person)
    return redirect(url_for("console.overview"))


def _waiting(word: str) -> bool:
    """Whether this browser has asked for this link, and it is still good."""
    browser = session.get("asked")
    with office().reading() as desk:
        return isinstance(browser, str) and desk.is_good("enter", f"{browser} {word}")


def _not_here() -> str:
    text = Message(
        "A link works once, for a quarter of an hour, and only in the browser that asked for it. "
        "If your mail program opened it elsewhere, type the word of the email into the page where you asked."
    )
    return render_template("notice.html", title=Message("This link does not work here"), text=text, enter=True)


def _enter(word: str, again: str = "") -> ResponseReturnValue:
    browser = session.get("asked")
    with office().desk() as desk:
        if not isinstance(browser, str) or not desk.within("signin guess", browser, MOST_GUESSES, DAY):
            return _not_here(), 403
        kept = desk.use("enter", f"{browser} {word}")
        if kept is None:
            # A word is mistyped easily; a link that is no longer good will not be better at a second try.
            return redirect(again) if again else (_not_here(), 403)
        person = desk.meet(str(kept["address"]), language=reader().language)
        if person.blocked:
            abort(403)
        if canonical(str(kept["address"])) == canonical(office().settings.admin_email):
            person.operator = True
        back = session.get("next")
        let_in(desk, person)
    return redirect(inside(back if isinstance(back, str) else None) or url_for("me.overview"))


def let_in(desk: Desk, person: Person) -> None:
    """This browser is the person's from now on. What the session said before is gone, its form token too."""
    look = {name: session[name] for name in ("look", "language") if name in session}
    secret = secrets.token_hex(24)
    desk.add(
        Device(
            person_id=person.id,
            token_hash=secret_hash(secret),
            label=_called(request.headers.get("User-Agent", "")),
            created_at=desk.now,
            seen_at=desk.now,
            expires_at=desk.now + STAYS,
        )
    )
    desk.note(f"person {person.id}", "signed in")
    session.clear()
    session.update(look)
    session["device"], session.permanent = secret, True
    g.pop("visitor", None)


_BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


def _called(agent: str) -> str:
    """A browser in two words."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for name in _SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system))) or "".join(filter(str.isprintable, agent))[:40]


@blueprint.post("/signout")
def leave() -> ResponseReturnValue:
    """Ends this device; whoever has a copy of its cookie is out as well."""
    who = visitor()
    if who is not None and who.guest and not request.form.get("sure"):
        # A guest has no address to come back by: with the device the seat is gone.
        return render_template("signout_guest.html")
    if who is not None:
        with office().desk() as desk:
            desk.devices.end(who.device, who.id)
    look = {name: session[name] for name in ("look", "language") if name in session}
    session.clear()
    session.update(look)
    g.pop("visitor", None)
    return redirect(url_for("pages.home"))
