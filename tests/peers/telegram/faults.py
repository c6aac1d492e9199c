"""Faults by name, scripted per method, chat and occurrence."""

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .bell import Bell

Json = dict[str, Any]

FaultName = Literal[
    "429",  # refused: wait `retry_after` seconds
    "500",  # a server error in JSON
    "502",  # an HTML page of the proxy in front
    "409",  # another instance polls
    "401",  # the token was revoked
    "hang",  # not executed, and no answer until the client leaves
    "hang_after",  # executed, and no answer until the client leaves
    "drop_before",  # connection closed, not executed
    "drop_after",  # executed, but the answer is lost
    "malformed",  # executed, but the answer is no JSON
    "slow",  # executed, answered when released or after `seconds`
    "error",  # refused with `code` and `description`
]


@dataclass(eq=False, kw_only=True)
class Fault:
    """From its `nth` matching call on, it strikes `times` times (None: until cleared)."""

    name: FaultName
    method: str | None = None
    chat_id: int | None = None
    nth: int = 1
    times: int | None = 1
    retry_after: int = 1
    seconds: float = 30.0
    code: int = 400
    description: str = "Bad Request"
    bell: Bell
    seen: int = 0
    hits: int = 0
    released: bool = False
    cleared: bool = False

    def due(self, method: str, chat_id: str) -> bool:
        """Count this call if it matches; whether it is this fault's turn."""
        if self.cleared or (self.method or method).lower() != method.lower():
            return False
        if self.chat_id is not None and str(self.chat_id) != chat_id:
            return False
        self.seen += 1
        spent = self.times is not None and self.hits >= self.times
        return self.seen >= self.nth and not spent

    async def hit(self, times: int = 1, timeout: float = 5.0) -> None:  # noqa: ASYNC109
        """Wait until it has struck so many times."""
        await self.bell.until(lambda: self.hits >= times, timeout)

    def release(self) -> None:
        """Let slow and hanging calls go on."""
        self.released = True
        self.bell.ring()

    def clear(self) -> None:
        """It strikes no more; what hangs is released."""
        self.cleared = True
        self.release()


@dataclass(kw_only=True)
class Faults:
    """All scripted faults; each counts every call it matches, the first that is due strikes."""

    bell: Bell
    all: list[Fault] = field(default_factory=list)

    def add(self, name: FaultName, method: str | None = None, **script: Any) -> Fault:
        """Script a fault; see Fault for `chat_id`, `nth`, `times`, `retry_after`, `seconds`."""
        if name not in get_args(FaultName):
            raise ValueError(f"no fault {name!r}, only {get_args(FaultName)}")
        fault = Fault(name=name, method=method, bell=self.bell, **script)
        self.all.append(fault)
        return fault

    def strike(self, method: str, chat_id: str) -> Fault | None:
        """The fault this call meets."""
        due = [fault for fault in self.all if fault.due(method, chat_id)]
        if not due:
            return None
        due[0].hits += 1
        self.bell.ring()
        return due[0]

    def clear(self) -> None:
        """End all of them."""
        for fault in self.all:
            fault.clear()
        self.all.clear()
