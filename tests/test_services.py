"""The private servers really are what the tests take them for."""

from __future__ import annotations

import smtplib
from typing import Any

import psycopg
import redis

from tests.services import PrivatePostgres, PrivateRedis, SmtpSink


def test_a_private_database_is_empty_and_in_utf8(postgres_url: str) -> None:
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as connection:
        assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
        assert tables == (0,)


def test_a_private_database_that_crashes_forgets_nothing_it_has_said(
    postgres_server: PrivatePostgres, postgres_url: str
) -> None:
    """Or a storm would find fault with us for what the tests' own server has lost."""
    address = postgres_url.replace("+psycopg", "")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE said (number int)")
        for number in range(50):
            connection.execute("INSERT INTO said VALUES (%s)", (number,))
    postgres_server.crash()
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT count(*) FROM said").fetchone() == (50,)


def test_a_private_redis_keeps_what_it_is_told(private_redis: PrivateRedis) -> None:
    with redis.Redis.from_url(private_redis.url) as client:
        assert client.keys() == []
        client.set("depot", "3-train")
        assert client.get("depot") == b"3-train"


def test_the_smtp_sink_keeps_mail_and_can_refuse_it(smtp_sink: SmtpSink) -> None:
    with smtplib.SMTP("127.0.0.1", smtp_sink.port) as relay:
        relay.sendmail("a@example.org", ["b@example.org"], b"Subject: hello\r\n\r\npass\r\n")
        smtp_sink.answer = "451 later"
        try:
            relay.sendmail("a@example.org", ["b@example.org"], b"Subject: again\r\n\r\npass\r\n")
        except smtplib.SMTPDataError as refused:
            assert refused.smtp_code == 451
    assert [(sender, to) for sender, to, _ in smtp_sink.received] == [("a@example.org", ["b@example.org"])]


def test_the_browser_shows_a_page(page: Any) -> None:
    page.set_content("<h1>Waybill</h1>")
    assert page.inner_text("h1") == "Waybill"
