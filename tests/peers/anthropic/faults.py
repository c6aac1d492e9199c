"""Everything that goes wrong with a model, by name."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, get_args

from .errors import ApiError, invalid
from .replies import Reply, Text, ToolCall

FaultName = Literal[
    "rate_limited", "overloaded_529", "server_error_500", "unavailable_503_html",
    "prompt_too_long", "llama_exceed_context", "unauthorized_401", "forbidden_403",
    "model_not_found_404", "closed_before_headers", "hang_before_headers", "stall_mid_stream",
    "cut_mid_stream", "closed_mid_stream", "clean_end_without_message_stop", "sse_error_event",
    "malformed_sse", "malformed_json", "html_200", "missing_event_lines", "refusal",
    "max_tokens", "pause_turn", "model_context_window_exceeded", "empty_text",
    "tool_call_with_invalid_json",
]  # fmt: skip

FAULTS: dict[FaultName, str] = {
    "rate_limited": "429 rate_limit_error with retry-after",
    "overloaded_529": "529 overloaded_error",
    "server_error_500": "500 api_error",
    "unavailable_503_html": "503 with a page of HTML, as a proxy in front of the API answers",
    "prompt_too_long": "400, the prompt is longer than the context window",
    "llama_exceed_context": "400 exceed_context_size_error in the shape of llama.cpp",
    "unauthorized_401": "401 authentication_error",
    "forbidden_403": "403 permission_error",
    "model_not_found_404": "404 not_found_error for the model",
    "closed_before_headers": "the connection is closed without an answer",
    "hang_before_headers": "nothing is sent until the client leaves",
    "stall_mid_stream": "some text, then nothing until the client leaves",
    "cut_mid_stream": "some text, then the connection is reset",
    "closed_mid_stream": "some text, then the connection is closed inside the chunked body",
    "clean_end_without_message_stop": "some text, then a proper end of the body",
    "sse_error_event": "status 200, some text, then an error event (529 when not streaming)",
    "malformed_sse": "some text, then an event whose data is cut JSON",
    "malformed_json": "status 200, application/json, a body that is cut JSON",
    "html_200": "status 200 with a page of HTML, as a captive portal answers",
    "missing_event_lines": "a whole stream of data lines without their event lines",
    "refusal": "stop_reason refusal with stop_details, after some text",
    "max_tokens": "stop_reason max_tokens in the middle of the text",
    "pause_turn": "stop_reason pause_turn; the client is to send the turn back",
    "model_context_window_exceeded": "that stop_reason in the middle of the text",
    "empty_text": "a text block without a single character",
    "tool_call_with_invalid_json": "a tool_use block whose input is not JSON",
}

NAMES: tuple[FaultName, ...] = get_args(FaultName)
REFUSALS: dict[FaultName, tuple[int, str, str]] = {
    "rate_limited": (
        429,
        "rate_limit_error",
        "This request would exceed your organization's rate limit. Please try again later.",
    ),
    "overloaded_529": (529, "overloaded_error", "Overloaded"),
    "server_error_500": (500, "api_error", "Internal server error"),
    "unauthorized_401": (401, "authentication_error", "invalid x-api-key"),
    "forbidden_403": (403, "permission_error", "Request not allowed"),
    "model_not_found_404": (404, "not_found_error", "model: {model}"),
}
BROKEN_ARGUMENTS = ('{"query": "SELECT 1', '", "limit": tru}')
ERROR_STATUS = {
    "api_error": 500,
    "authentication_error": 401,
    "invalid_request_error": 400,
    "not_found_error": 404,
    "overloaded_error": 529,
    "permission_error": 403,
    "rate_limit_error": 429,
    "timeout_error": 504,
}
ERROR_WORDS = {"overloaded_error": "Overloaded", "api_error": "Internal server error"}


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A fault with its details; `after` counts the deltas sent before a stream breaks."""

    name: FaultName
    retry_after: int = 3600
    error_type: str = "overloaded_error"
    after: int = 2

    def error(self) -> ApiError:
        """The error of the type this fault speaks of."""
        words = ERROR_WORDS.get(self.error_type, self.error_type.replace("_", " "))
        return ApiError(ERROR_STATUS.get(self.error_type, 500), self.error_type, words)


def refused(fault: Fault, *, model: str, tokens: int, maximum: int) -> ApiError | None:
    """The JSON refusal this fault stands for, if it is one."""
    if fault.name == "prompt_too_long":
        return too_long(max(tokens, maximum + 1), maximum)
    if fault.name not in REFUSALS:
        return None
    status, kind, words = REFUSALS[fault.name]
    wait = {"retry-after": str(fault.retry_after)} if fault.name == "rate_limited" else None
    return ApiError(status, kind, words.format(model=model), wait)


def too_long(tokens: int, maximum: int) -> ApiError:
    """What the API says to a prompt that does not fit the context window."""
    return invalid(f"prompt is too long: {tokens} tokens > {maximum} maximum")


def _halved(reply: Reply) -> Reply:
    text = reply.text or "An answer that stops"
    return replace(reply, blocks=(Text((text[: len(text) // 2 + 1],)),))


def _refusal(reply: Reply) -> Reply:
    details = {"type": "refusal", "category": None, "explanation": None}
    return replace(_halved(reply), stop_reason="refusal", stop_details=details)


def _broken_call(reply: Reply) -> Reply:
    name = reply.calls[0].name if reply.calls else "query"
    return replace(reply, blocks=(ToolCall(name=name, input={}, chunks=BROKEN_ARGUMENTS),))


CHANGED_REPLIES: dict[FaultName, Callable[[Reply], Reply]] = {
    "refusal": _refusal,
    "max_tokens": lambda reply: replace(_halved(reply), stop_reason="max_tokens"),
    "pause_turn": lambda reply: replace(_halved(reply), stop_reason="pause_turn"),
    "model_context_window_exceeded": lambda reply: replace(
        _halved(reply), stop_reason="model_context_window_exceeded"
    ),
    "empty_text": lambda reply: replace(reply, blocks=(Text(()),), stop_reason="end_turn"),
    "tool_call_with_invalid_json": _broken_call,
}


def changed(reply: Reply, fault: Fault | None) -> Reply:
    """The reply as a fault of its content makes it; other faults leave it alone."""
    change = CHANGED_REPLIES.get(fault.name) if fault else None
    return change(reply) if change else reply
