"""Reads a call's parameters: form fields, JSON body, multipart uploads or the query string."""

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from .errors import ApiError, bad_request

Json = dict[str, Any]

MAX_UPLOAD = 50 * 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class Upload:
    """A file in a multipart body."""

    name: str
    mime: str
    data: bytes


@dataclass(frozen=True, kw_only=True)
class Params:
    """The parameters by name; nested values arrive as JSON text."""

    fields: dict[str, str] = field(default_factory=dict)
    uploads: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A text, "" when absent."""
        return self.fields.get(name, "")

    def number(self, name: str, default: int = 0) -> int:
        """An integer; what is no integer counts as absent, as on the real server."""
        try:
            return int(self.fields.get(name, ""))
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        """A boolean."""
        return self.fields.get(name, "").lower() in {"true", "yes", "1"}

    def value(self, name: str) -> Any:
        """A nested value, None when absent."""
        raw = self.fields.get(name)
        if not raw:
            return None
        try:
            return json.loads(raw)
        except ValueError:
            raise bad_request(f"can't parse {name} JSON object") from None

    def record(self, name: str) -> Json:
        """A nested object, {} when absent."""
        value = self.value(name)
        if value is not None and not isinstance(value, dict):
            raise bad_request(f"object expected as {name.replace('_', ' ')}")
        return value or {}

    def records(self, name: str) -> list[Json]:
        """A nested list of objects; absent or of another shape it is refused."""
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise bad_request(f"expected an Array of Objects as {name.replace('_', ' ')}")
        return value

    def shown(self) -> Json:
        """All of it for the call log: nested values decoded, uploads by name and size."""
        found: Json = {name: _decoded(value) for name, value in self.fields.items()}
        for name, upload in self.uploads.items():
            found[name] = {"file_name": upload.name, "size": len(upload.data)}
        return found


async def read_params(request: web.Request) -> Params:
    """Query string and body together."""
    fields = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json":
        body = await _json_body(request)
        fields |= {k: _encoded(v) for k, v in body.items() if v is not None}
    elif request.can_read_body:
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                data = value.file.read()
                if len(data) > MAX_UPLOAD:
                    raise ApiError(413, "Request Entity Too Large")
                mime = value.content_type or "application/octet-stream"
                uploads[name] = Upload(name=value.filename, mime=mime, data=data)
            else:
                fields[name] = str(value)
    return Params(fields=fields, uploads=uploads)


async def _json_body(request: web.Request) -> Json:
    raw = await request.read()
    try:
        body = json.loads(raw or b"{}")
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise bad_request("can't parse JSON object")
    return body


def _encoded(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _decoded(value: str) -> Any:
    if value[:1] in {"{", "["} or value in {"true", "false"}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
