"""A Bot API server on the loopback interface, for tests and by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Self, TypeVar

from aiohttp import web

from .chats import Chat
from .control import add_control
from .errors import ApiError
from .faults import Faults
from .flood import FloodBudget
from .groups import Group
from .messages import Message
from .methods.profile import menu_for
from .people import Person
from .server import Call, Server
from .updates import Update
from .users import Member, User
from .webhook import Webhook
from .wire import GROUP_RIGHTS
from .world import World

T = TypeVar("T")
Json = dict[str, Any]

TOKEN = "123456:AAE-dbridge-loopback-twin-000000000"


class BotApiTwin(World):
    """`async with BotApiTwin() as twin:` serves one bot at `twin.base_url`."""

    def __init__(
        self,
        *,
        token: str = TOKEN,
        username: str = "dbridge_bot",
        name: str = "dbridge",
        privacy_mode: bool = False,
        private_topics: bool = False,
    ) -> None:
        bot = User(
            id=int(token.partition(":")[0]), first_name=name, username=username, is_bot=True
        )
        super().__init__(bot=bot, privacy_mode=privacy_mode, private_topics=private_topics)
        self.token = token
        self.calls: list[Call] = []
        self.unknown_methods: list[str] = []
        self.faults = Faults(bell=self.bell)
        self.flood = FloodBudget(clock=self.clock)
        self.webhook = Webhook(self.updates, self.clock, self.bell)
        self.errors: list[Exception] = []
        self.closing = False
        self.port = 0
        self._runner: web.AppRunner | None = None

    @property
    def base_url(self) -> str:
        """For TelegramAPIServer.from_base."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def control_port(self) -> int:
        """Where /_control/ is, by default beside the API."""
        return int(self._runner.addresses[-1][1]) if self._runner else 0

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
        if self.errors and error is None:
            raise ExceptionGroup("the twin itself failed", self.errors)

    async def open(self, *ports: int) -> None:
        """Listen on the given ports; by default on a free one."""
        app = web.Application(client_max_size=80 * 1024 * 1024)
        Server(self).add_to(app)
        add_control(self, app)
        self._runner = web.AppRunner(
            app, access_log=None, handler_cancellation=True, shutdown_timeout=2.0
        )
        await self._runner.setup()
        for port in ports or (0,):
            await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.port = int(self._runner.addresses[0][1])
        self.webhook.start()

    async def close(self) -> None:
        """Hang up on everybody and stop listening."""
        self.closing = True
        self.updates.end_poll(ApiError(500, "Internal Server Error: restart"))
        self.bell.ring()
        await self.webhook.stop()
        if self._runner is not None:
            await self._runner.cleanup()

    def person(
        self,
        name: str,
        *,
        language: str | None = "en",
        username: str | None = None,
        is_bot: bool = False,
        id: int | None = None,  # noqa: A002 - the field's name
    ) -> Person:
        """A new person; the bot knows of them once they write or share a group with it."""
        first, _, last = name.partition(" ")
        person = Person(
            world=self,
            id=id or self.new_id(),
            first_name=first,
            last_name=last or None,
            username=username,
            language=language,
            is_bot=is_bot,
        )
        self.users[person.id] = person
        return person

    def group(
        self,
        title: str,
        *,
        members: Iterable[Person] = (),
        admins: Iterable[Person] = (),
        owner: Person | None = None,
        small: bool = False,
        forum: bool = False,
        bot: str = "member",
        username: str | None = None,
    ) -> Group:
        """A supergroup (`small`: a basic group) that already exists; `bot` is the bot's status."""
        number = self.new_id()
        chat_id = -(number % 10**9) if small else -(10**12 + number % 10**10)
        kind = "group" if small else "supergroup"
        return self._add_chat(
            Group(
                world=self,
                id=chat_id,
                type=kind,
                title=title,
                username=username,
                has_topics=forum,
                members=self._members(members, admins, owner, bot),
            )
        )

    def channel(
        self, title: str, *, owner: Person | None = None, group: Group | None = None
    ) -> Group:
        """A channel with the bot as administrator; its posts are forwarded to `group`."""
        channel = self._add_chat(
            Group(
                world=self,
                id=-(10**12 + self.new_id() % 10**10),
                type="channel",
                title=title,
                members=self._members((), (), owner, "administrator"),
                linked=group,
            )
        )
        if group is not None:
            group.linked = channel
        return channel

    def _add_chat(self, chat: Group) -> Group:
        self.chats[chat.id] = chat
        return chat

    def _members(
        self,
        members: Iterable[Person],
        admins: Iterable[Person],
        owner: Person | None,
        bot: str,
    ) -> dict[int, Member]:
        rights = frozenset(GROUP_RIGHTS)
        found = [Member(user=person, status="member") for person in members]
        found += [Member(user=p, status="administrator", rights=rights) for p in admins]
        found += [Member(user=owner, status="creator")] if owner is not None else []
        own = rights if bot == "administrator" else frozenset()
        found.append(Member(user=self.bot, status=bot, rights=own))
        return {member.user.id: member for member in found}

    def menu_for(self, person: User, chat: Chat) -> list[Json]:
        """The commands a person is offered in a chat."""
        return menu_for(self, person, chat)

    async def wait_until(self, condition: Callable[[], T], timeout: float = 5.0) -> T:  # noqa: ASYNC109
        """The first truthy value of `condition`, looked at after every change."""
        try:
            return await self.bell.until(condition, timeout)
        except TimeoutError:
            raise TimeoutError(f"not within {timeout} s; the twin saw:\n{self.story()}") from None

    def calls_of(self, method: str, chat: Chat | None = None) -> list[Call]:
        """The calls of one method, of one chat if given."""
        wanted = [call for call in self.calls if call.method == method]
        if chat is None:
            return wanted
        return [call for call in wanted if str(call.params.get("chat_id")) == str(chat.id)]

    @property
    def updates_confirmed(self) -> list[int]:
        """Ids of the updates the bot has confirmed, in order."""
        return [update.id for update in self.updates.history if update.confirmed_at is not None]

    @property
    def updates_pending(self) -> list[Update]:
        """What the bot has not confirmed yet."""
        return list(self.updates.pending)

    def story(self) -> str:
        """The last calls and messages, for error messages."""
        calls = [f"  {c.method} → {c.status} {c.description}" for c in self.calls[-15:]]
        said = [line for chat in self.chats.values() for line in map(_line, chat.messages[-10:])]
        return "\n".join(["calls:", *calls, "messages:", *said])


def _line(message: Message) -> str:
    who = "bot" if message.from_bot else message.sender.name if message.sender else "channel"
    return f"  {message.chat.title or message.chat.id} #{message.id} {who}: {message.shown[:200]}"
