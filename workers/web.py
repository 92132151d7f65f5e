"""The web application for gunicorn: `gunicorn -c config/gunicorn.py 'workers.web:application()'`."""

from __future__ import annotations

from flask import Flask

from config.logging import set_up
from moderator.web import create_app
from workers.app import office
from workers.heap import settle


def application() -> Flask:
    house = office()
    set_up(house.settings.log)
    app = create_app(house)
    settle()
    return app
