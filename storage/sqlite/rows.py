"""Between rows and values."""

from datetime import UTC, datetime
from typing import Any

from memory_core.model import Message, Session, Summary

Row = tuple[Any, ...]

SESSION_COLUMNS = (
    "id, chat_key, user_id, agent_id, title, created_at, updated_at, reset_at,"
    " epoch, reset_seq, tokens_since_reset"
)
MESSAGE_COLUMNS = (
    "seq, turn_id, role, content, user_id, speaker, origin, state, token_count, created_at,"
    " rounds, l1_counted"
)
SUMMARY_COLUMNS = (
    "version, summary, dimensions, covers_seq, messages, tokens_after, tokens_before, ended_at,"
    " extractive"
)


def stamp(time: datetime) -> str:
    """Return ``time`` as stored: UTC with milliseconds, sortable as text."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def parse(text: str) -> datetime:
    """Return the stored time."""
    return datetime.fromisoformat(text)


def session(row: Row) -> Session:
    """Return the session of a row of SESSION_COLUMNS."""
    return Session(
        id=row[0],
        chat=row[1],
        user_id=row[2],
        agent_id=row[3],
        title=row[4],
        created_at=parse(row[5]),
        updated_at=parse(row[6]),
        reset_at=None if row[7] is None else parse(row[7]),
        epoch=row[8],
        reset_seq=row[9],
        tokens_since_reset=row[10],
    )


def message(row: Row) -> Message:
    """Return the message of a row of MESSAGE_COLUMNS, without its tool rounds."""
    return Message._make((*row[:9], parse(row[9]), (), row[11] == 1))


def has_rounds(row: Row) -> bool:
    """Whether the message of a row of MESSAGE_COLUMNS has tool rounds."""
    return bool(row[10])


def summary(row: Row) -> Summary:
    """Return the summary of a row of SUMMARY_COLUMNS."""
    return Summary(
        version=row[0],
        text=row[1],
        dimensions=row[2],
        covers_seq=row[3],
        messages=row[4],
        tokens=row[5],
        tokens_before=row[6],
        made_at=parse(row[7]),
        extractive=bool(row[8]),
    )
