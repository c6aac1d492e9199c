"""Every number of sending, named once: how fast, how often again, how long at most."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """Seconds and counts.

    Telegram allows about a message a second in a chat, 20 a minute in a group, 30 a second in
    all. The spans here are a little longer because calls made evenly may arrive in bunches.
    """

    chat_interval_s: float = 1.05
    chat_burst: int = 3
    group_messages: int = 20
    group_window_s: float = 61.0
    overall_messages: int = 30
    overall_window_s: float = 1.1

    kept_for_finals_in_chat: int = 1
    kept_for_finals_in_group: int = 6
    kept_for_finals_overall: int = 10
    """What previews leave free, so that a final hardly ever waits because of them."""

    preview_chars: int = 80
    """A preview starts with the first sentence or so many characters."""
    preview_text_max: int = 8_192
    """More text than this is never shown before the end: one message holds 4,096."""
    private_edit_s: float = 1.5
    group_edit_s: float = 4.0
    shed_retry_s: float = 0.5
    """When a preview without room looks again."""
    typing_s: float = 4.0
    """A client shows "typing" for five seconds."""

    connect_s: float = 10.0
    call_s: float = 30.0
    upload_s: float = 120.0
    passing_call_s: float = 10.0
    """Previews and typing: worth nothing later."""
    back_off_s: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0)
    flood_wait_max_s: float = 90.0
    """How long one call waits for Telegram's patience, all refusals together."""
    flood_wait_unnamed_s: float = 5.0
    """When a refusal does not say how long."""


PACE = Pace()
