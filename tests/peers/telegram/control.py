"""The HTTP control of a twin: the verbs of the stories as POST /_control/<verb>."""

import base64
import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from .chats import Chat
from .groups import Group
from .interactions import Click, Inline
from .messages import Message
from .people import Person
from .snapshots import snapshot
from .users import User

if TYPE_CHECKING:
    from .twin import BotApiTwin

Json = dict[str, Any]

PERSON_VERBS = frozenset(
    {
        "say", "paste", "start", "send_photo", "send_document", "send_album", "send_media",
        "forward", "click", "block", "unblock", "react", "stop_generation", "inline", "choose",
    }
)  # fmt: skip
GROUP_VERBS = frozenset(
    {
        "add", "remove", "add_bot", "remove_bot", "promote_bot", "demote_bot", "mute_bot",
        "promote", "rename", "pin", "open_topic", "close_topic", "delete_topic", "migrate",
        "publish",
    }
)  # fmt: skip
MESSAGE_VERBS = frozenset({"edit", "delete"})


class Control:
    """Finds the people, chats and messages a request names, and does what it says."""

    def __init__(self, twin: "BotApiTwin") -> None:
        self._twin = twin
        self._own: dict[str, Callable[[Json], Any | Awaitable[Any]]] = {
            "person": self._person,
            "group": self._group,
            "channel": self._channel,
            "fault": self._fault,
            "clear_faults": self._clear_faults,
            "flood": self._flood,
            "advance": self._advance,
            "update": self._update,
            "next_from_bot": self._next_from_bot,
            "answered": self._answered,
            "wait_calls": self._wait_calls,
            "wait_confirmed": self._wait_confirmed,
        }
        self._found: dict[str, Callable[[Any], Any]] = {
            **dict.fromkeys(("who", "by", "person", "mention"), self._user),
            **dict.fromkeys(("chat", "where", "as_channel"), self._chat),
            **dict.fromkeys(("what", "message", "reply_to"), self._message),
            "inline": lambda inline_id: twin.inlines[inline_id],
            "data": _bytes,
            "pictures": lambda pictures: [_bytes(picture) for picture in pictures],
        }

    async def post(self, request: web.Request) -> web.Response:
        """One verb."""
        verb, body = request.match_info["verb"], await request.json()
        try:
            found = self._do(verb, {k: v for k, v in body.items() if v is not None})
            result = await found if inspect.isawaitable(found) else found
        except (LookupError, ValueError, TypeError, PermissionError, TimeoutError) as error:
            kind = type(error).__name__
            return web.json_response({"error": kind, "message": str(error)}, status=400)
        return web.json_response(snapshot(result))

    async def get(self, request: web.Request) -> web.Response:
        """What there is: chats, messages, calls, updates."""
        what, twin = request.match_info["what"], self._twin
        chat_id = request.query.get("chat")
        seen: Json = {
            "chats": list(twin.chats.values()),
            "calls": twin.calls[int(request.query.get("since", "0")) :],
            "updates": twin.updates.history,
            "info": {"token": twin.token, "bot": twin.bot, "base_url": twin.base_url},
            "dropped_entities": [[entity, why] for entity, why in twin.dropped_entities],
            "messages": twin.chats[int(chat_id)].messages if chat_id else [],
        }
        if what not in seen:
            raise web.HTTPNotFound
        return web.json_response(snapshot(seen[what]))

    def _do(self, verb: str, body: Json) -> Any:
        if verb in self._own:
            return self._own[verb](body)
        named = {name: self._named(name, value) for name, value in body.items()}
        for verbs, key, kind in (
            (PERSON_VERBS, "who", Person),
            (MESSAGE_VERBS, "what", Message),
            (GROUP_VERBS, "where", Group),
        ):
            if verb in verbs:
                doer = named.pop(key)
                if not isinstance(doer, kind):
                    raise TypeError(f"{verb} wants a {kind.__name__} as {key!r}")
                rights = named.pop("rights", [])
                return getattr(doer, verb)(*rights, **named)
        raise LookupError(f"no verb {verb!r}")

    def _named(self, name: str, value: Any) -> Any:
        """The person, chat, message or bytes behind an argument."""
        if name == "data" and isinstance(value, str):
            return value
        find = self._found.get(name)
        return value if find is None else find(value)

    def _user(self, user_id: Any) -> User:
        return self._twin.users[int(user_id)]

    def _chat(self, chat_id: Any) -> Chat:
        return self._twin.chats[int(chat_id)]

    def _message(self, name: Json) -> Message:
        chat = self._chat(name["chat"])
        return next(message for message in chat.messages if message.id == name["id"])

    def _somebody(self, user_id: Any) -> Person:
        found = self._twin.users[int(user_id)]
        if not isinstance(found, Person):
            raise TypeError(f"{user_id} is no person")
        return found

    def _person(self, body: Json) -> Person:
        return self._twin.person(**body)

    def _group(self, body: Json) -> Group:
        for name in ("members", "admins"):
            body[name] = [self._somebody(person) for person in body.get(name, [])]
        body["owner"] = self._somebody(body["owner"]) if body.get("owner") else None
        return self._twin.group(**body)

    def _channel(self, body: Json) -> Group:
        group = self._chat(body["group"]) if body.get("group") else None
        if group is not None and not isinstance(group, Group):
            raise TypeError("only groups are linked to channels")
        return self._twin.channel(body["title"], group=group)

    def _fault(self, body: Json) -> None:
        self._twin.faults.add(**body)

    def _clear_faults(self, body: Json) -> None:
        del body
        self._twin.faults.clear()

    def _flood(self, body: Json) -> None:
        self._twin.flood.on = bool(body["on"])

    def _advance(self, body: Json) -> None:
        self._twin.clock.advance(float(body["seconds"]))

    def _update(self, body: Json) -> None:
        self._twin.updates.put(body["kind"], body["payload"])

    async def _next_from_bot(self, body: Json) -> Message:
        return await self._chat(body["chat"]).next_from_bot(body.get("timeout", 5.0))

    async def _answered(self, body: Json) -> Any:
        asked: dict[str, Click | Inline] = {**self._twin.clicks, **self._twin.inlines}
        return await asked[body["id"]].answered(body.get("timeout", 5.0))

    async def _wait_calls(self, body: Json) -> int:
        def enough() -> bool:
            return len(self._twin.calls_of(body["method"])) >= int(body.get("count", 1))

        await self._twin.wait_until(enough, body.get("timeout", 5.0))
        return len(self._twin.calls_of(body["method"]))

    async def _wait_confirmed(self, body: Json) -> list[int]:
        await self._twin.wait_until(
            lambda: not self._twin.updates.pending, body.get("timeout", 5.0)
        )
        return self._twin.updates_confirmed


def _bytes(value: Json) -> bytes:
    return base64.b64decode(value["base64"])


def add_control(twin: "BotApiTwin", app: web.Application) -> None:
    """Register the routes."""
    control = Control(twin)
    app.router.add_post("/_control/{verb}", control.post)
    app.router.add_get("/_control/{what}", control.get)
