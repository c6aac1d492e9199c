"""Plain HTTP against the Messages twin, without any SDK in between."""

import json
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import aiohttp

from .anthropic import MessagesTwin

Json = dict[str, Any]
MODEL = "claude-haiku-5-5"


@dataclass(frozen=True, kw_only=True)
class Response:
    """A response read to its end."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def error(self) -> tuple[int, str, str]:
        """Status, type and message of a refusal."""
        error = self.json["error"]
        return self.status, error["type"], error["message"]

    @property
    def events(self) -> list[tuple[str, Json]]:
        """Server-sent events as name and data."""
        frames = [frame.splitlines() for frame in self.text.split("\n\n") if frame]
        return [
            (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
            for name, data in frames
        ]


def body(**changes: Any) -> Json:
    """The smallest good request, with changes."""
    hello = [{"role": "user", "content": "Hello"}]
    return {"model": MODEL, "max_tokens": 100, "messages": hello} | changes


def headers(twin: MessagesTwin, **changes: str | None) -> dict[str, str]:
    """The headers a client sends; None leaves one out, `_` stands for `-`."""
    named = {name.replace("_", "-"): value for name, value in changes.items()}
    usual: dict[str, str | None] = {
        "authorization": f"Bearer {twin.api_key}",
        "anthropic-version": "2026-10-21",
    }
    return {name: value for name, value in (usual | named).items() if value is not None}


def user(*content: Any) -> Json:
    """A user message of these blocks, or of one plain word."""
    return {"role": "user", "content": list(content) if content else "Hello"}


def assistant(*content: Any) -> Json:
    """An assistant message of these blocks, or of one plain word."""
    return {"role": "assistant", "content": list(content) if content else "Yes?"}


def text(words: str, **more: Any) -> Json:
    """A text block."""
    return {"type": "text", "text": words, **more}


async def post(twin: MessagesTwin, payload: Json | bytes, **changes: str | None) -> Response:
    """`POST /v1/messages`, read to the end."""
    raw = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return await send(twin, "POST", "/v1/messages", raw=raw, **changes)


async def send(
    twin: MessagesTwin, method: str, path: str, *, raw: bytes = b"", **changes: str | None
) -> Response:
    """Any request, read to the end."""
    url = twin.base_url + path
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url, data=BytesIO(raw), headers=headers(twin, **changes)) as got,
    ):
        found = {name.lower(): value for name, value in got.headers.items()}
        return Response(status=got.status, headers=found, text=await got.text())
