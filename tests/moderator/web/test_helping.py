"""The help as a page: by topic, complete, in every language, and every part of it has an address."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

import engine
from moderator.hearing.registry import all_commands
from moderator.language import languages


def plain(page: str) -> str:
    return re.sub(r"&#39;", "'", re.sub(r"&#34;|&quot;", '"', page)).replace("&amp;", "&").replace("&gt;", ">")


def test_every_command_and_every_order_is_explained(client: FlaskClient) -> None:
    page = plain(client.get("/help").text)
    forms = set(re.findall(r"<code>([^<]*)</code>", page))
    for one in all_commands():
        assert set(re.split(r"\s{2}·\s{2}", one.usage)) <= forms, one.usage
    for verb in set(engine.order_words().values()):
        for explained in engine.explain(verb):
            assert explained.partition("\n")[0] in forms, explained


@pytest.mark.parametrize("language", languages())
def test_whatever_the_contents_name_is_there_and_no_name_twice(client: FlaskClient, language: str) -> None:
    page = client.get("/help", headers={"Accept-Language": language}).text
    places = re.findall(r' id="([^"]+)"', page)
    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(places)
    # A topic is found whatever it is called.
    assert {"writing", "table", "orders", "facing", "standing", "if", "time", "moderator", "orders-lay"} <= set(places)


def test_it_is_no_dump(client: FlaskClient) -> None:
    page = client.get("/help").text
    assert "`" not in re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL), (
        "what is to be typed is set as such"
    )
    assert page.count("<h2>") >= 10 and page.count("<dt>") > 100
