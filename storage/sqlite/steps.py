"""Tool calls with their results, kept with the answer they led to."""

import sqlite3
from itertools import groupby

from memory_core.model import Message, ToolCall, ToolRound

_INSERT = """
INSERT INTO turn_steps
  (message_seq, round, position, said, call_id, name, arguments, result, failed)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_OF_MESSAGE = """
SELECT round, said, call_id, name, arguments, result, failed FROM turn_steps
WHERE message_seq = ? ORDER BY round, position
"""


def insert(conn: sqlite3.Connection, message_seq: int, rounds: tuple[ToolRound, ...]) -> None:
    """Store the rounds of an answer within its transaction."""
    conn.executemany(
        _INSERT,
        (
            (message_seq, number, position, each.text, *_values(call))
            for number, each in enumerate(rounds)
            for position, call in enumerate(each.calls)
        ),
    )


def with_rounds(conn: sqlite3.Connection, message: Message) -> Message:
    """Return the message with its rounds."""
    found = conn.execute(_OF_MESSAGE, (message.seq,)).fetchall()
    rounds = tuple(
        ToolRound(text=said, calls=tuple(_call(*row[2:]) for row in calls))
        for (_, said), calls in groupby(found, lambda row: row[:2])
    )
    return message._replace(rounds=rounds)


def _values(call: ToolCall) -> tuple[str | bool, ...]:
    return call.id, call.name, call.arguments, call.result, call.failed


def _call(call_id: str, name: str, arguments: str, result: str, failed: int) -> ToolCall:
    return ToolCall(id=call_id, name=name, arguments=arguments, result=result, failed=bool(failed))
