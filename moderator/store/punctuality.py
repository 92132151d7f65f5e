"""How people keep their time, asked for by name."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select

from moderator.store.rows import Rows, unless_there
from moderator.store.statuses import Punctuality
from moderator.store.tables import PunctualityRow

# So many of a person's latest decisions say all there is to say.
LATEST = 3000


_KEEP = unless_there(PunctualityRow, PunctualityRow.id)


class Punctual(Rows):
    """Decisions made in time or not, a row each."""

    def keep(self, facts: Mapping[str, Any]) -> None:
        """Writes down how a decision ended, unless that is written down already: one statement for both."""
        self._session.execute(_KEEP[self._dialect], dict(facts))

    def forget(self, decision_id: int) -> bool:
        """A decision was taken back by who had made it, and is to be made again; whether it had been made."""
        gone = delete(PunctualityRow).where(PunctualityRow.decision_id == decision_id).returning(PunctualityRow.id)
        return bool(self._session.scalars(gone).all())

    def of_person(self, person_id: int, since: datetime) -> list[tuple[datetime, str]]:
        """When, and how it ended; the latest first."""
        wanted = select(PunctualityRow.at, PunctualityRow.what).where(
            PunctualityRow.person_id == person_id, PunctualityRow.at > since
        )
        found = self._session.execute(wanted.order_by(PunctualityRow.at.desc()).limit(LATEST))
        return [(at, what) for at, what in found]

    def latest_miss(self, seat_id: int, game_id: str) -> PunctualityRow | None:
        """The seat's latest decision that was missed and not excused."""
        wanted = select(PunctualityRow).where(
            PunctualityRow.game_id == game_id,
            PunctualityRow.seat_id == seat_id,
            PunctualityRow.what == Punctuality.MISSED,
        )
        return self._session.scalars(wanted.order_by(PunctualityRow.id.desc())).first()
