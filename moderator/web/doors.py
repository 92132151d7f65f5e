"""Which doors there are, and for whom: every route of the pages in one table. Each page guards itself; a test walks all
routes as everybody there is and holds them against this."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Door(Enum):
    """Who may open a route."""

    ANYBODY = "anybody"
    LOOKING = "whoever may see the game: everybody, or (private) those at the table and operators"
    PLAYING = "whoever has a player's seat in the game"
    MODERATING = "a moderator of the game"
    SIGNED_IN = "whoever is signed in, about themselves alone"
    WRITABLE = "whoever is signed in and has an address"
    OPERATING = "an operator"
    LOCAL = "an operator, or somebody at this very machine as long as all mail stays on it"
    KEYED = "a program with a seat's key, about that seat; cookies are not looked at"
    LINKED = "whoever has a link that we signed"
    MACHINES = "machines that show a secret of their own"
    DIRECTING = "the director of the event or a deputy, or an operator"


_D = Door
DOORS: Mapping[str, Door] = {
    **dict.fromkeys(
        (
            "pages.home",
            "helping.helping",
            "rulebooks.all_cards",
            "rulebooks.rules",
            "table.tile",
            "shell.static",
            "shell.choose_language",
            "shell.choose_look",
            "entering.ask",
            "entering.send_link",
            "entering.leave",
            "entering.sent",
            "trying.try_it",
            "checking.ask",
            "checking.check",
            "health.alive",
            "health.ready",
            "api.titles",
            "api.games",
            "api.openapi",
            "api.events",
            "api.event",
            "events.listing",
            "events.event",
            "events.standings",
            "events.cross_table",
            "events.cross_picture",
            "events.as_json",
            "events.draws",
            "events.as_csv",
            "events.as_calendar",
            "events.as_feed",
            "events.person",
            "events.ratings",
            "events.best",
        ),
        _D.ANYBODY,
    ),
    **dict.fromkeys(
        (
            "table.game",
            "table.chart",
            "table.live",
            "table.older",
            "table.moment",
            "table.ways",
            "feeds.news",
            "spectators.record",
            "spectators.map_picture",
            "spectators.market_picture",
            "api.game",
            "api.state",
            "api.moves",
        ),
        _D.LOOKING,
    ),
    **dict.fromkeys(("table.compose", "table.best", "table.send", "table.talk"), _D.PLAYING),
    **dict.fromkeys(("moderating.console", "moderating.act"), _D.MODERATING),
    **dict.fromkeys(
        (
            "me.overview",
            "me.arrange",
            "me.call_me",
            "me.answer_invitation",
            "me.end_device",
            "me.keys",
            "me.renew_calendar",
            "me.make_key",
            "me.end_key",
            "me.data",
            "me.be_forgotten",
            "channels.overview",
            "channels.make",
            "channels.again",
            "channels.end",
            "trying.join",
            "trying.bring",
            "trying.bring_in",
            "events.hand",
            "events.new",
            "events.make",
        ),
        _D.SIGNED_IN,
    ),
    **dict.fromkeys(("directing.desk_page", "directing.act"), _D.DIRECTING),
    **dict.fromkeys(("pages.new", "pages.make"), _D.WRITABLE),
    **dict.fromkeys(
        (
            "console.overview",
            "console.mail",
            "console.again",
            "console.send_again",
            "console.person",
            "console.clocks",
            "console.data",
            "console.secrets",
        ),
        _D.OPERATING,
    ),
    **dict.fromkeys(
        (
            "mailbox.show",
            "mailbox.html",
            "mailbox.attachment",
            "mailbox.newest",
            "mailbox.reply",
            "mailbox.blank",
            "mailbox.write",
        ),
        _D.LOCAL,
    ),
    **dict.fromkeys(("api.seat", "api.legal", "api.post_orders", "api.became"), _D.KEYED),
    **dict.fromkeys(
        ("feeds.calendar", "pages.unsubscribe", "entering.follow", "entering.enter", "entering.type_word"), _D.LINKED
    ),
    **dict.fromkeys(("hooks.receive", "health.metrics"), _D.MACHINES),
}


def door_of(endpoint: str) -> Door | None:
    """Who may open a route; None where nobody has said it."""
    return DOORS.get(endpoint)
