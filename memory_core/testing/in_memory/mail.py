"""Arrivals and parts of replies as the in-memory storage keeps them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from memory_core.delivery import Arrival, Due, OutboxId, Waiting
from memory_core.model import InboxId, Outgoing, TurnId


@dataclass(frozen=True, kw_only=True, slots=True)
class ArrivalRow:
    """An arrival that is for us, and how far it is."""

    waiting: Waiting
    state: Literal["waiting", "begun", "settled", "dead"] = "waiting"
    reason: str = ""

    @property
    def open(self) -> bool:
        """Whether it is still to be answered."""
        return self.state in {"waiting", "begun"}


@dataclass(frozen=True, kw_only=True, slots=True)
class PartRow:
    """A part of a reply, and how far it is."""

    due: Due
    turn_id: TurnId | None
    state: Literal["waiting", "delivered", "uncertain", "refused"] = "waiting"
    message: int | None = None
    reason: str = ""

    @property
    def open(self) -> bool:
        """Whether it may still be delivered."""
        return self.state in {"waiting", "uncertain"}


@dataclass(slots=True)
class Mail:
    """The tables of what came and what is to be delivered, each in order."""

    update_ids: set[int] = field(default_factory=set)
    arrivals: dict[InboxId, ArrivalRow] = field(default_factory=dict)
    parts: dict[OutboxId, PartRow] = field(default_factory=dict)

    def take(self, arrival: Arrival) -> Waiting | None:
        """Store an arrival; None for one that was stored before or is not for us."""
        if arrival.update_id in self.update_ids:
            return None
        self.update_ids.add(arrival.update_id)
        if arrival.lane is None:
            return None
        waiting = Waiting(
            id=InboxId(len(self.arrivals) + 1),
            lane=arrival.lane,
            payload=arrival.payload,
            message=arrival.message,
        )
        self.arrivals[waiting.id] = ArrivalRow(waiting=waiting)
        return waiting

    def settle(self, ids: Sequence[InboxId]) -> bool:
        """Mark arrivals as answered; False if none of them was open."""
        unsettled = [row for id_, row in self.arrivals.items() if id_ in ids and row.open]
        for row in unsettled:
            emptied = replace(row.waiting, payload="")
            self.arrivals[emptied.id] = replace(row, waiting=emptied, state="settled")
        return bool(unsettled)

    def queue(self, replies: Sequence[Outgoing], turn_id: TurnId | None) -> None:
        """Let replies wait for their delivery."""
        for reply in replies:
            due = Due(
                id=OutboxId(len(self.parts) + 1),
                lane=reply.lane,
                kind=reply.kind,
                payload=reply.payload,
            )
            self.parts[due.id] = PartRow(due=due, turn_id=turn_id)
