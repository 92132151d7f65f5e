"""What is mailed is told in people's other channels too: each unit of work leaves word for their hooks.

Only that something happened is kept, and where; what is said of it is looked up when it is told (``errands.hooks``). No
secret of a seat is among it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from moderator.store.mails import Kind
from moderator.store.statuses import HookStatus
from moderator.store.tables import Hook, HookDelivery, Outgoing

if TYPE_CHECKING:
    from moderator.office.desk import Desk

# What a mail of each kind is called for programs.
EVENTS: Mapping[str, str] = {
    Kind.INVITATION: "seat.offered",
    Kind.TAKING_OVER: "seat.offered",
    Kind.MOVE: "move.asked",
    Kind.REMINDER: "move.reminded",
    Kind.LATE: "move.late",
    Kind.REPORT: "game.moved",
    Kind.DEADLINE: "deadline.changed",
    Kind.PRESS: "press.received",
    Kind.OVER: "game.over",
}
# What everybody may know of a game, for hooks that tell of the whole of it.
PUBLIC: Mapping[str, str] = {Kind.MOVE: "game.moved", Kind.REPORT: "game.moved", Kind.OVER: "game.over"}


def leave_word(desk: Desk, posted: Iterable[Outgoing]) -> None:
    """One delivery for each hook that tells of what was posted."""
    about = [row for row in posted if row.game_id is not None and (row.kind in EVENTS or row.kind in PUBLIC)]
    if not about:
        return
    # Asked once for all of it: nearly always the answer is that nobody listens.
    hooks = desk.hooks.telling(
        {row.person_id for row in about if row.person_id is not None}, {row.game_id for row in about if row.game_id}
    )
    for row in about if hooks else ():
        if row.game_id is None:
            continue
        seq = int(row.data.get("seq") or 0)
        event = EVENTS.get(row.kind)
        if event is not None:
            for hook in hooks:
                if (
                    not hook.whole
                    and may_tell(desk, hook)
                    and hook.person_id == row.person_id
                    and hook.game_id in (row.game_id, None)
                ):
                    _keep(desk, hook, f"{hook.id} {row.key}", event, row.game_id, seq)
        public = PUBLIC.get(row.kind)
        if public is not None:
            for hook in hooks:
                if hook.whole and hook.game_id == row.game_id and may_tell(desk, hook):
                    _keep(desk, hook, f"{hook.id} whole {row.game_id} {seq} {public}", public, row.game_id, seq)


def may_tell(desk: Desk, hook: Hook) -> bool:
    """Whether a channel may be told now. All of a game is told by its moderator alone: who has handed it over, or was
    shut out, learns no more of it than anybody."""
    person = desk.person(hook.person_id)
    if person is None or person.blocked:
        return False
    play = desk.game(hook.game_id) if hook.whole and hook.game_id is not None else None
    return not hook.whole or (play is not None and play.moderated_by(person.id))


def _keep(desk: Desk, hook: Hook, key: str, event: str, game_id: str, seq: int) -> None:
    if desk.hooks.has(key[:200]):
        return
    body = {"type": event, "game": game_id, "seq": seq}
    times = {"created_at": desk.now, "due_at": desk.now}
    row = desk.add(
        HookDelivery(hook_id=hook.id, key=key[:200], body=body, status=HookStatus.PENDING, attempts=0, **times)
    )
    desk.ring("hook", row.id)
