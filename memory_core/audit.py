"""What the audit log says (section 8.4)."""

from typing import Literal

from memory_core.model import AuditEntry, RunResult, SessionId, Turn, UserId

SessionEvent = Literal["session_reset", "session_undo", "session_delete", "summary_restore"]


def agent_run(turn: Turn, result: RunResult, token_estimate: int, duration_ms: int) -> AuditEntry:
    """Return the line of one turn: numbers and ids only, never what was said."""
    details: dict[str, object] = {
        "agent_id": turn.agent.id,
        "session_id": turn.session_id,
        "memory": result.memory,
        "runner_used": result.runner,
        "token_estimate": token_estimate,
        "duration_ms": duration_ms,
        "outcome": result.outcome,
        "model": result.model,
        "input_tokens": result.usage.input_tokens,
        "output_tokens": result.usage.output_tokens,
    }
    if result.error is not None:
        details["error"] = type(result.error).__name__
    return AuditEntry(module="ai", operation="agent_run", user_id=turn.user_id, details=details)


def of_session(operation: SessionEvent, user: UserId, session: SessionId) -> AuditEntry:
    """Return the line of what somebody did to a session."""
    details: dict[str, object] = {"session_id": session}
    return AuditEntry(module="ai", operation=operation, user_id=user, details=details)
