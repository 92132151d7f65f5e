"""What `celery -A` loads in the tests: the real workers, moderating the toy game."""

from __future__ import annotations

from config.logging import set_up
from config.settings import load
from engine.titles import register
from moderator.office.desk import Office
from workers import app as queue

set_up()
register("toy", "tests.toy")
queue.use(Office(load()))
app = queue.app
