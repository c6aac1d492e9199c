"""Buttons under a message, and the keyboard Telegram makes of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

DATA_BYTES = 64


@dataclass(frozen=True, kw_only=True, slots=True)
class Button:
    """Sends ``data`` (1 to 64 bytes) back when tapped, or opens ``url``."""

    text: str
    data: str | None = None
    url: str | None = None

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError("a button needs a label")
        if (self.data is None) == (self.url is None):
            raise ValueError(f"button {self.text!r} needs either data or url")
        if self.data is not None and not 1 <= len(self.data.encode()) <= DATA_BYTES:
            raise ValueError(f"button {self.text!r}: its data must have 1 to {DATA_BYTES} bytes")


Buttons = Sequence[Sequence[Button]]
"""Row by row."""


def keyboard(rows: Buttons) -> dict[str, Any] | None:
    """Return the reply markup; None without buttons."""
    shown = [[_key(button) for button in row] for row in rows if row]
    return {"inline_keyboard": shown} if shown else None


def _key(button: Button) -> dict[str, str]:
    if button.data is not None:
        return {"text": button.text, "callback_data": button.data}
    return {"text": button.text, "url": button.url or ""}
