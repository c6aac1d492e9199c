"""What the Anthropic SDK raises, in the core's few words.

https://platform.claude.com/docs/en/api/errors
"""

import json

import anthropic
import httpx2

from memory_core.errors import (
    AnswerInterrupted,
    BadOutput,
    ContextOverflow,
    ModelError,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    RateLimited,
)

EXPECTED = (
    anthropic.AnthropicError,
    httpx2.TransportError,
    json.JSONDecodeError,
    AssertionError,
    TypeError,
    ValueError,
)
"""All that a call may raise when something is wrong outside this program."""


def translated(error: Exception) -> ModelError:
    """Return the core's error for one of EXPECTED."""
    match error:
        case anthropic.APIStatusError():
            return _of_status(error)
        case anthropic.APITimeoutError():
            return ModelTimedOut(str(error))
        case anthropic.APIConnectionError():
            return ModelUnavailable(f"no connection: {error.__cause__ or error}")
        case httpx2.TransportError():
            return AnswerInterrupted(repr(error))
        case TypeError() | anthropic.CredentialsError():
            return ModelMisconfigured(str(error))
    return BadOutput(repr(error))


def _of_status(error: anthropic.APIStatusError) -> ModelError:
    """An error within a stream has status 200 and tells its kind by ``type``."""
    kind, status = str(error.type or ""), error.status_code
    if kind == "rate_limit_error" or status == httpx2.codes.TOO_MANY_REQUESTS:
        return RateLimited(_retry_after(error))
    if _is_overflow(error, kind):
        return ContextOverflow(str(error))
    if kind in {"overloaded_error", "api_error", "timeout_error"} or status >= 500:  # noqa: PLR2004
        return ModelUnavailable(f"{status} {kind}".strip())
    return ModelMisconfigured(str(error))


def _is_overflow(error: anthropic.APIStatusError, kind: str) -> bool:
    if kind in {"exceed_context_size_error", "request_too_large"}:
        return True
    return isinstance(error, anthropic.BadRequestError) and "prompt is too long" in str(error)


def _retry_after(error: anthropic.APIStatusError) -> float | None:
    """Return the seconds of the header, None when absent or a date."""
    try:
        return max(0.0, float(error.response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None
