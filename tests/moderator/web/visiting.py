"""Being signed in, for tests of pages: with Flask's own client, or in a real browser."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient

from moderator.store.tables import Device, Person
from moderator.web import create_app
from moderator.web.entering import STAYS
from moderator.web.visitor import secret_hash
from tests.moderator.house import House


def person_of(house: House, address: str) -> Person:
    """Whoever has this address, made known if new."""
    with house.office.desk() as desk:
        return desk.meet(address)


def signed_in(where: Any, address: str, house: House, base_url: str = "") -> Person:
    """Signs a client or a browser's page in as whoever has the address; gives the person.

    The sign-in itself has tests of its own; here its result is put in place."""
    person = person_of(house, address)
    secret = f"secret of {address} {house.time.timestamp()} {id(where)}"
    with house.office.desk() as desk:
        hashed = secret_hash(secret)
        times = {"created_at": desk.now, "seen_at": desk.now, "expires_at": desk.now + STAYS}
        if desk.devices.with_token(hashed) is None:
            desk.add(Device(person_id=person.id, token_hash=hashed, label="test", **times))
    if isinstance(where, FlaskClient):
        with where.session_transaction() as session:
            session.clear()
            session["device"] = secret
        return person
    where.context.add_cookies([cookie(house, base_url or where.url, {"device": secret})])
    return person


def cookie(house: House, url: str, values: dict[str, str]) -> Any:
    """The session cookie with these values, for a browser at this address."""
    app = create_app(house.office)
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer is not None
    parts = urlsplit(url)
    name = str(app.config["SESSION_COOKIE_NAME"])
    return {"name": name, "value": serializer.dumps(values), "url": f"{parts.scheme}://{parts.netloc}"}


def known_token(client: FlaskClient, page: str) -> str:
    """The token of the session; the page, which takes its time, is asked for one only as long as there is none."""
    with client.session_transaction() as session:
        known = str(session.get("token", ""))
    return known or token(client, page)


def token(client: FlaskClient, page: str = "/signin") -> str:
    """The token the forms of a page carry."""
    found = re.search(r'name="token" value="(\w+)"', client.get(page, follow_redirects=True).text)
    assert found is not None
    return found.group(1)
