"""Errors as the Bot API words them."""

from typing import Any


class ApiError(Exception):
    """A refused call: HTTP status, description and, sometimes, response parameters."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        found: dict[str, Any] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.parameters:
            found["parameters"] = self.parameters
        return found


def bad_request(what: str) -> ApiError:
    """400: the call itself is wrong."""
    return ApiError(400, f"Bad Request: {what}")


def forbidden(what: str) -> ApiError:
    """403: the bot may not do this here."""
    return ApiError(403, f"Forbidden: {what}")


def conflict(what: str) -> ApiError:
    """409: two ways of receiving updates exclude each other."""
    return ApiError(409, f"Conflict: {what}")


def too_many_requests(retry_after: int) -> ApiError:
    """429: wait `retry_after` seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def unauthorized() -> ApiError:
    """401: no bot has this token."""
    return ApiError(401, "Unauthorized")


def not_found() -> ApiError:
    """404: no such method, or no token at all."""
    return ApiError(404, "Not Found")
