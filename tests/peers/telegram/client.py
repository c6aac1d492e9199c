"""The stories of the in-process twin for a twin in another process."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import aiohttp

Json = dict[str, Any]


class TwinControl:
    """`async with TwinControl("http://127.0.0.1:PORT") as twin:` speaks as people."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self._http: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._http is not None:
            await self._http.close()

    async def do(self, verb: str, **body: Any) -> Any:
        """Any verb of the control interface; RuntimeError when it is refused."""
        sent = {name: _plain(value) for name, value in body.items()}
        async with self._session().post(f"{self._url}/_control/{verb}", json=sent) as answer:
            found = await answer.json(content_type=None)
            if answer.status != 200:
                kind = TimeoutError if found.get("error") == "TimeoutError" else RuntimeError
                raise kind(f"{verb}: {found}")
            return found

    async def see(self, what: str, **query: Any) -> Any:
        """chats, messages, calls, updates, info, dropped_entities."""
        async with self._session().get(f"{self._url}/_control/{what}", params=query) as answer:
            answer.raise_for_status()
            return await answer.json()

    def _session(self) -> aiohttp.ClientSession:
        if self._http is None:
            raise RuntimeError("use it as a context manager")
        return self._http

    async def person(self, name: str, **about: Any) -> RemotePerson:
        """A new person."""
        found = await self.do("person", name=name, **about)
        return RemotePerson(twin=self, id=found["id"], name=name)

    async def group(self, title: str, **about: Any) -> RemoteChat:
        """A group that already exists."""
        found = await self.do("group", title=title, **about)
        return RemoteChat(twin=self, id=found["id"])

    async def channel(self, title: str, **about: Any) -> RemoteChat:
        """A channel."""
        found = await self.do("channel", title=title, **about)
        return RemoteChat(twin=self, id=found["id"])

    async def fault(self, name: str, method: str | None = None, **script: Any) -> None:
        """Script a fault: chat_id, nth, times, retry_after, seconds."""
        await self.do("fault", name=name, method=method, **script)

    async def clear_faults(self) -> None:
        """End all faults."""
        await self.do("clear_faults")

    async def flood(self, *, on: bool) -> None:
        """Switch the flood budget."""
        await self.do("flood", on=on)

    async def advance(self, seconds: float) -> None:
        """Move the twin's clock."""
        await self.do("advance", seconds=seconds)

    async def update(self, kind: str, payload: Any) -> None:
        """Queue an update of any shape, malformed ones too."""
        await self.do("update", kind=kind, payload=payload)

    async def calls(self, method: str | None = None) -> list[Json]:
        """The call log, of one method if given."""
        found: list[Json] = await self.see("calls")
        return [call for call in found if method in {None, call["method"]}]

    async def wait_calls(self, method: str, count: int = 1, wait: float = 5.0) -> int:
        """Wait for so many calls of a method."""
        return int(await self.do("wait_calls", method=method, count=count, timeout=wait))

    async def wait_confirmed(self, wait: float = 5.0) -> list[int]:
        """Wait until the bot has confirmed everything."""
        return list(await self.do("wait_confirmed", timeout=wait))

    async def updates(self) -> list[Json]:
        """Every update with its deliveries and the time it was confirmed."""
        return list(await self.see("updates"))


@dataclass(frozen=True, kw_only=True)
class RemoteChat:
    """A chat of the other process."""

    twin: TwinControl = field(repr=False)
    id: int

    async def messages(self) -> list[RemoteMessage]:
        """Everything that was ever said here."""
        found = await self.twin.see("messages", chat=self.id)
        return [_message(self.twin, message) for message in found]

    async def next_from_bot(self, wait: float = 5.0) -> RemoteMessage:
        """The oldest message of the bot that was not returned yet."""
        found = await self.twin.do("next_from_bot", chat=self.id, timeout=wait)
        return _message(self.twin, found)

    async def do(self, verb: str, **body: Any) -> Any:
        """A verb of groups: add, add_bot, remove_bot, promote_bot, open_topic, migrate."""
        return await self.twin.do(verb, where=self.id, **body)


@dataclass(frozen=True, kw_only=True)
class RemotePerson:
    """A person of the other process."""

    twin: TwinControl = field(repr=False)
    id: int
    name: str

    @property
    def chat(self) -> RemoteChat:
        """The private chat with the bot."""
        return RemoteChat(twin=self.twin, id=self.id)

    async def say(self, text: str, **where: Any) -> RemoteMessage:
        """Send a text: chat, topic, reply_to, quote, mention, anonymous."""
        return _message(self.twin, await self.do("say", text=text, **where))

    async def start(self, payload: str = "") -> RemoteMessage:
        """Press Start."""
        return _message(self.twin, await self.do("start", payload=payload))

    async def click(self, message: RemoteMessage, label: str = "", **more: Any) -> RemoteClick:
        """Tap a button."""
        found = await self.do("click", message=message, label=label, **more)
        return RemoteClick(twin=self.twin, id=found["id"])

    async def forward(self, message: RemoteMessage, **where: Any) -> RemoteMessage:
        """Forward a message."""
        return _message(self.twin, await self.do("forward", message=message, **where))

    async def send_document(self, data: bytes, name: str, **where: Any) -> RemoteMessage:
        """Send a file."""
        found = await self.do("send_document", data=data, name=name, **where)
        return _message(self.twin, found)

    async def send_photo(self, data: bytes = b"\xff\xd8\xff", **where: Any) -> RemoteMessage:
        """Send a picture."""
        return _message(self.twin, await self.do("send_photo", data=data, **where))

    async def block(self) -> None:
        """Block the bot."""
        await self.do("block")

    async def unblock(self) -> None:
        """Unblock the bot."""
        await self.do("unblock")

    async def do(self, verb: str, **body: Any) -> Any:
        """Any other verb of a person."""
        return await self.twin.do(verb, who=self.id, **body)


@dataclass(frozen=True, kw_only=True)
class RemoteClick:
    """A tapped button."""

    twin: TwinControl = field(repr=False)
    id: str

    async def answered(self, wait: float = 5.0) -> Json:
        """What the bot answered."""
        return dict(await self.twin.do("answered", id=self.id, timeout=wait))


@dataclass(frozen=True, kw_only=True)
class RemoteMessage:
    """A message of the other process, as it was when asked for."""

    twin: TwinControl = field(repr=False)
    chat: int
    id: int
    text: str
    entities: list[Json]
    buttons: list[list[str]]
    edited: bool
    versions: list[str]
    topic: int | None
    reply_to: int | None
    deleted: bool
    from_bot: bool
    sender: int | None
    media: list[str]

    async def edit(self, text: str) -> None:
        """Its author edits it."""
        await self.twin.do("edit", what=self, text=text)

    async def delete(self) -> None:
        """Its author deletes it."""
        await self.twin.do("delete", what=self)


def _message(twin: TwinControl, found: Json) -> RemoteMessage:
    return RemoteMessage(twin=twin, **found)


def _plain(value: Any) -> Any:
    """Objects as the names the control interface knows."""
    if isinstance(value, RemoteMessage):
        return {"chat": value.chat, "id": value.id}
    if isinstance(value, RemotePerson | RemoteChat | RemoteClick):
        return value.id
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
