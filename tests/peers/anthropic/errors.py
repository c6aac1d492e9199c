"""What the API says when it refuses: a status, an error type and a sentence."""

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """A refusal with its HTTP status, `error.type` and `error.message`."""

    def __init__(
        self, status: int, kind: str, message: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.headers = headers or {}

    def body(self, request_id: str) -> Json:
        """The error envelope as it goes over the wire."""
        error = {"type": self.kind, "message": self.message}
        return {"type": "error", "error": error, "request_id": request_id}


class ScriptError(AssertionError):
    """The test scripted an answer the real API cannot give; raised when the twin closes."""


def invalid(message: str) -> ApiError:
    """A 400 with the API's most common type."""
    return ApiError(400, "invalid_request_error", message)


def not_found(message: str) -> ApiError:
    """A 404 for an unknown model or path."""
    return ApiError(404, "not_found_error", message)
