"""What `celery -A` loads in the tests: the real workers, moderating the toy game."""

from __future__ import annotations

from config.logging import set_up
from config.settings import load
from moderator.desk import Office
from moderator.games.rules import Rules
from tests.moderator import toy
from workers import app as queue

set_up()
queue.use(Office(load(), Rules(toy)))
app = queue.app
