"""Pages served for real, for tests with a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from moderator.web import create_app
from tests.moderator.house import House
from tests.services import free_port


@pytest.fixture
def client(house: House, no_pictures: None) -> FlaskClient:
    """A browser without eyes, at this machine; what rings is done at once, as a worker would."""
    house.office.bell = house.do
    return create_app(house.office).test_client()


@pytest.fixture
def served(house: House, no_pictures: None) -> Iterator[str]:
    """The address of the pages, served as long as the test runs; what rings is done at once."""
    house.office.bell = house.do
    port = free_port()
    server = make_server("127.0.0.1", port, create_app(house.office), threaded=True)
    # It looks for its end as often as that: with half a second, the usual, each test would wait for its server.
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{port}"
    server.shutdown()
    thread.join(10)
