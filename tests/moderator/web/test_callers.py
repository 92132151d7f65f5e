"""Who counts as sitting at this machine, and what is open only to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.settings import BadSetting
from moderator.web import create_app
from moderator.web.session import caller
from tests.moderator.house import open_house, settings_for

HERE = {"REMOTE_ADDR": "127.0.0.1"}


def statuses(home: Path, caller: dict[str, str], headers: dict[str, str], **settings: str) -> tuple[int, int]:
    house = open_house(settings_for(home, **settings))
    client = create_app(house.office).test_client()
    pages = [client.get(page, environ_base=caller, headers=headers) for page in ("/metrics", "/mailbox/")]
    house.office.close()
    return pages[0].status_code, pages[1].status_code


def test_a_browser_at_this_machine_sees_figures_and_mailbox(tmp_path: Path) -> None:
    assert statuses(tmp_path, HERE, {}) == (200, 200)


def test_a_caller_from_elsewhere_sees_neither(tmp_path: Path) -> None:
    assert statuses(tmp_path, {"REMOTE_ADDR": "192.0.2.7"}, {}) == (403, 302)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_whom_a_proxy_at_this_machine_brings_is_from_elsewhere(tmp_path: Path, header: str) -> None:
    assert statuses(tmp_path, HERE, {header: "192.0.2.7"}) == (403, 302)


def test_pages_with_a_name_in_the_world_trust_no_caller_for_its_address(tmp_path: Path) -> None:
    # A proxy set up in one line adds no header and calls us under our local name.
    assert statuses(tmp_path, HERE, {}, BASE_URL="https://waybill.example.org") == (403, 302)


def test_the_token_opens_the_figures_to_anybody_who_has_it(tmp_path: Path) -> None:
    token = {"Authorization": "Bearer a token for the figures"}
    far = {"REMOTE_ADDR": "192.0.2.7"}
    assert statuses(tmp_path, far, token, METRICS_TOKEN="a token for the figures")[0] == 200
    assert statuses(tmp_path, HERE, {}, METRICS_TOKEN="a token for the figures")[0] == 403


def test_only_the_hooks_take_more_than_a_form(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, HOOK_RAW_KEY="key"))
    client = create_app(house.office).test_client()
    much = b"x=" + b"y" * (2 * 1024 * 1024)
    for page in ("/signin", "/mailbox/", "/nowhere"):
        assert client.post(page, data=much, content_type="application/x-www-form-urlencoded").status_code == 413
    assert client.post("/hooks/mail/raw", data=much).status_code in (401, 404)
    house.office.close()


@pytest.mark.parametrize(
    ("proxies", "address", "told", "callers"),
    [
        ("", "172.17.0.1", ("198.51.100.1", "198.51.100.2"), 1),
        ("172.16.0.0/12", "172.17.0.1", ("198.51.100.1", "198.51.100.2"), 2),
        ("172.16.0.0/12", "172.17.0.1", ("9.9.9.9, 198.51.100.1", "8.8.8.8, 198.51.100.1"), 1),
        ("172.16.0.0/12", "203.0.113.9", ("198.51.100.1", "198.51.100.2"), 1),
        ("", "127.0.0.1", ("198.51.100.1", "198.51.100.2"), 2),
        # A door that is open for both kinds of addresses tells the older ones like this.
        ("172.16.0.0/12", "::ffff:172.17.0.1", ("198.51.100.1", "198.51.100.2"), 2),
        ("", "::ffff:127.0.0.1", ("198.51.100.1", "198.51.100.2"), 2),
        ("172.16.0.0/12", "", ("198.51.100.1", "198.51.100.2"), 1),
    ],
    ids=[
        "unknown proxy",
        "known proxy",
        "known proxy, forged word",
        "no proxy",
        "a proxy on this machine",
        "known proxy at a door for both",
        "on this machine at a door for both",
        "no address at all",
    ],
)
def test_a_limit_for_one_caller_is_none_for_all(
    tmp_path: Path, proxies: str, address: str, told: tuple[str, str], callers: int
) -> None:
    """Behind a proxy in another container everybody was one caller, and anybody could use up everybody's sign-ins."""
    house = open_house(settings_for(tmp_path, PROXIES=proxies))
    app = create_app(house.office)
    seen = set()
    for one in told:
        with app.test_request_context("/", environ_base={"REMOTE_ADDR": address}, headers={"X-Forwarded-For": one}):
            seen.add(caller())
    assert len(seen) == callers
    house.office.close()


def test_proxies_that_are_no_addresses_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="PROXIES"):
        settings_for(tmp_path, PROXIES="the proxy")
