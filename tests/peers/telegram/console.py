"""Speak to the bot by hand as several people, and see what their phones would show."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable

from .chats import Chat
from .groups import Group
from .messages import Message
from .people import Person
from .twin import BotApiTwin

HELP = """as NAME [LANG]   be this person (made on first use)
in private       write to the bot alone          in NAME   write in a group (made on first use)
topic N          write in topic N of the group   topic 0   outside of topics
reply N TEXT     answer message N                edit N TEXT   change your message N
forward N        forward message N here          delete N   delete your message N
click LABEL      tap a button of the bot's last message that has it
block, unblock   the bot                         show   the last messages of this chat
help, quit       anything else is sent as text; commands too"""


class Console:
    """Keeps who speaks where, and prints every message and edit of the bot."""

    def __init__(self, twin: BotApiTwin, write: Callable[[str], None] = print) -> None:
        self._twin = twin
        self._write = write
        self._people: dict[str, Person] = {}
        self._groups: dict[str, Group] = {}
        self._group: Group | None = None
        self._topic: int | None = None
        self._printed: dict[int, str] = {}
        self._me = self._person("anna", "en")
        self._verbs: dict[str, Callable[[str], Awaitable[None]]] = {
            "as": self._as, "in": self._in, "topic": self._topics, "reply": self._reply,
            "edit": self._edit, "delete": self._delete, "forward": self._forward,
            "click": self._click, "block": self._block, "unblock": self._block,
            "show": self._show, "help": self._help,
        }  # fmt: skip

    async def run(self, lines: AsyncIterable[str]) -> None:
        """Read commands until the input ends or somebody says quit."""
        self._write(HELP)
        async with asyncio.TaskGroup() as group:
            news = group.create_task(self._watch())
            async for line in lines:
                if line.strip() == "quit":
                    break
                await self._try(line)
            news.cancel()

    async def _try(self, line: str) -> None:
        try:
            await self.obey(line)
        except TimeoutError:
            self._write("! the bot did not answer the tap")
        except (LookupError, ValueError, PermissionError) as error:
            self._write(f"! {error}")

    async def _watch(self) -> None:
        while True:
            await self._twin.bell.until(self.print_news, 10**9)

    async def obey(self, line: str) -> None:
        """One line: a verb of the console, else a text to send."""
        verb, _, rest = line.strip().partition(" ")
        if verb in self._verbs:
            await self._verbs[verb](f"{verb} {rest}" if verb.endswith("block") else rest)
        elif line.strip():
            topic = self._topic if self._group else None
            self._note(await self._me.say(line, chat=self._group, topic=topic))

    def print_news(self) -> None:
        """Print what the bot sent, edited or deleted since the last time; never satisfied."""
        for chat in self._twin.chats.values():
            for message in chat.from_bot:
                view = self._view(message)
                if self._printed.get(id(message)) != view:
                    self._printed[id(message)] = view
                    self._write(view)

    @property
    def _chat(self) -> Chat:
        return self._group or self._me.chat

    def _person(self, name: str, language: str) -> Person:
        key = name.lower()
        if key not in self._people:
            person = self._twin.person(name.title(), language=language, username=f"{key}_dev")
            self._people[key] = person
        return self._people[key]

    def _message(self, number: str) -> Message:
        found = self._chat.message(int(number))
        if found is None:
            raise LookupError(f"no message {number} here")
        return found

    async def _as(self, rest: str) -> None:
        name, _, language = rest.partition(" ")
        self._me = self._person(name, language or "en")
        if self._group is not None and self._me.id not in self._group.members:
            await self._in(self._group.title or "")
        self._write(f"you are {self._me.name} ({self._me.id})")

    async def _in(self, name: str) -> None:
        self._topic = None
        if name == "private":
            self._group = None
        else:
            if name not in self._groups:
                self._groups[name] = self._twin.group(name, owner=self._me, forum=True)
            self._group = self._groups[name]
            if self._me.id not in self._group.members:
                await self._group.add(self._me)
        self._write(f"you write in {name}")

    async def _topics(self, rest: str) -> None:
        self._topic = int(rest) or None

    async def _reply(self, rest: str) -> None:
        number, _, text = rest.partition(" ")
        target = self._message(number)
        said = await self._me.say(text, chat=self._group, topic=target.topic, reply_to=target)
        self._note(said)

    async def _edit(self, rest: str) -> None:
        number, _, text = rest.partition(" ")
        await self._message(number).edit(text)

    async def _delete(self, rest: str) -> None:
        await self._message(rest).delete()

    async def _forward(self, rest: str) -> None:
        self._note(await self._me.forward(self._message(rest), chat=self._group))

    async def _click(self, label: str) -> None:
        having = [m for m in self._chat.from_bot if any(label in text for text in m.labels)]
        if not having:
            raise LookupError(f"no button {label!r} here")
        click = await self._me.click(having[-1], label)
        answer = await click.answered(10)
        self._write(f"  ({answer.get('text') or 'ok'})")

    async def _block(self, rest: str) -> None:
        await (self._me.unblock() if rest.startswith("unblock") else self._me.block())

    async def _show(self, rest: str) -> None:
        del rest
        for message in self._chat.messages[-20:]:
            self._write(self._view(message))

    async def _help(self, rest: str) -> None:
        del rest
        self._write(HELP)

    def _note(self, message: Message) -> None:
        self._write(f"  #{message.id}")

    def _view(self, message: Message) -> str:
        who = "bot" if message.from_bot else message.sender.name if message.sender else "?"
        where = "" if message.chat.user else f" in {message.chat.title}"
        topic = f" topic {message.topic}" if message.topic else ""
        reply = f" (to #{message.reply_to.id})" if message.reply_to else ""
        marks = " edited" * message.edited + " deleted" * message.deleted
        media = f" <{', '.join(message.media or message.service)}>" if not message.text else ""
        rows = "".join(f"\n    [{'] ['.join(row)}]" for row in message.buttons)
        return f"#{message.id}{where}{topic} {who}{reply}{marks}{media}: {message.shown}{rows}"
