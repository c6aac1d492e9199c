"""What the twin was asked: one value per request, easy to read in a test."""

import json
from dataclasses import dataclass
from typing import Any

from .errors import Json
from .prompt import blocks_of, segments, text_of

SECRETS = frozenset({"authorization", "x-api-key", "cookie", "proxy-authorization"})


@dataclass(frozen=True, kw_only=True)
class RecordedRequest:
    """One request: `raw` is the exact body, `at` the twin's clock in seconds."""

    number: int
    at: float
    headers: dict[str, str]
    raw: bytes
    body: Json

    @property
    def messages(self) -> list[Json]:
        return list(self.body.get("messages") or [])

    @property
    def system(self) -> str:
        """The system prompt as plain text."""
        return text_of(self.body.get("system"))

    @property
    def tools(self) -> list[Json]:
        return list(self.body.get("tools") or [])

    @property
    def tool_names(self) -> list[str]:
        return [str(tool.get("name")) for tool in self.tools]

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def streaming(self) -> bool:
        return self.body.get("stream") is True

    @property
    def schema(self) -> Json | None:
        """The JSON schema the answer is to follow, when one is asked for."""
        output = (self.body.get("output_config") or {}).get("format") or {}
        schema = output.get("schema")
        return schema if isinstance(schema, dict) else None

    @property
    def last_user_text(self) -> str:
        """The words of the last user message, tool results included."""
        said = [message for message in self.messages if message.get("role") == "user"]
        return text_of(said[-1].get("content")) if said else ""

    @property
    def tool_results(self) -> list[Json]:
        """The tool results of the last message."""
        content = self.messages[-1].get("content") if self.messages else []
        return [block for block in blocks_of(content) if block.get("type") == "tool_result"]

    @property
    def all_text(self) -> str:
        """System prompt and every message as plain text."""
        spoken = [text_of(message.get("content")) for message in self.messages]
        return "\n".join([self.system, *spoken])

    @property
    def cache_breakpoints(self) -> list[str]:
        """Paths of the blocks that end a cached prefix, such as `system.0`."""
        return [segment.path for segment in segments(self.body) if segment.cache_control]

    def line(self) -> str:
        """The request as one line of JSON, without secrets."""
        body: Any = self.body or self.raw.decode("utf-8", "backslashreplace")
        about = {"number": self.number, "at": self.at, "headers": self.headers, "body": body}
        return json.dumps(about)


def without_secrets(headers: list[tuple[str, str]]) -> dict[str, str]:
    """Header names in lower case, credentials left out."""
    return {name.lower(): value for name, value in headers if name.lower() not in SECRETS}
