"""Answers messages: builds the turn, shows it growing, hands the reply to the postman."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import cast

from aiogram.types import Message

from bot import texts
from bot.app import App
from bot.telegram import addressing, asking, keyboards, keys, parts, rendering
from bot.telegram.addressing import Chatter
from bot.telegram.buttons import Buttons
from bot.telegram.lanes import Item, Lane
from bot.telegram.languages import Languages
from bot.telegram.parts import File, Part, Text
from bot.telegram.places import Place
from bot.telegram.postman import Postman
from bot.telegram.rendering import Chunk
from bot.telegram.sender import Sender
from bot.telegram.streaming import Mode, OnMessage, Preview
from bot.telegram.timing import Timing
from bot.telegram.typing import typing
from bot.texts import telegram
from bot.texts.telegram import TelegramTexts
from memory_core.concurrency import Nursery
from memory_core.errors import PersonError
from memory_core.model import (
    ChatKey,
    InboxId,
    Language,
    Outgoing,
    RunResult,
    Turn,
    TurnId,
    UserId,
)

ONE_NOTICE_PER = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What somebody asked, where and how.

    Without ``in_session`` it is a one-off; ``again`` asks their last question once more.
    """

    place: Place
    lane: ChatKey
    user: UserId
    message_id: int
    text: str
    language: Language
    speaker: str | None = None
    origin: str = "typed"
    in_session: bool = True
    again: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """Where an answer can be seen growing."""

    sender: Sender
    nursery: Nursery
    timing: Timing
    mode: Mode

    def preview(self, place: Place, reply_to: int | None, on_message: OnMessage) -> Preview:
        """Return the preview of an answer that begins."""
        return Preview(
            self.sender,
            place,
            self.nursery,
            self.timing,
            render=lambda text: [rendering.preview(text)],
            reply_to=reply_to,
            on_message=on_message,
            mode=self.mode,
        )

    def typing(self, place: Place) -> AbstractAsyncContextManager[None]:
        """Show for a block that the bot is at work."""
        return typing(self.sender, place, self.nursery, self.timing)


@dataclass(slots=True)
class Notices:
    """At most one notice of trouble a minute in each lane; the next tells what was held back."""

    last: dict[ChatKey, datetime] = field(default_factory=dict)
    held_back: dict[ChatKey, int] = field(default_factory=dict)

    def due(self, lane: ChatKey, now: datetime) -> int | None:
        """Return how many were held back since the last one; None when it is too early."""
        last = self.last.get(lane)
        if last is not None and now - last < ONE_NOTICE_PER:
            self.held_back[lane] = self.held_back.get(lane, 0) + 1
            return None
        self.last[lane] = now
        return self.held_back.pop(lane, 0)


class Chatting:
    """Answers what the lanes feed it."""

    def __init__(
        self,
        *,
        app: App,
        postman: Postman,
        stage: "Stage",
        languages: Languages,
    ) -> None:
        self._app, self._storage, self._postman = app, app.storage, postman
        self._stage, self._languages = stage, languages
        self._notices = Notices()
        self._shown: dict[InboxId, int] = {}
        """Previews of turns that are not stored yet: a second try goes on in the same message."""

    async def answer(self, lane: Lane, items: Sequence[Item]) -> None:
        """Answer a burst of messages as one turn."""
        burst = [cast("Chatter", item.incoming) for item in items]
        asked = await self.asked(burst[-1].message, *asking.question(burst))
        await self.run(lane, items, asked)

    async def asked(self, message: Message, text: str, origin: str = "typed") -> Asked:
        """Return what ``message`` asks with ``text``; in a group the speaker is named."""
        place = addressing.place_of_message(message)
        lane, user = keys.lane(place), keys.user(addressing.sender_id(message) or 0)
        code = message.from_user.language_code if message.from_user else None
        return Asked(
            place=place,
            lane=lane,
            user=user,
            message_id=message.message_id,
            text=text,
            language=await self._languages.of_lane(lane, code),
            speaker=await self.speaker(place, user, asking.speaker(message)),
            origin=origin,
        )

    async def speaker(self, place: Place, user: UserId, name: str) -> str | None:
        """Return the label of a speaker; a private chat needs none."""
        if not place.is_group:
            return None
        chat, wanted = keys.chat(place.chat_id), asking.alias(name)
        return await self._storage.chats.alias(chat, user, wanted)

    async def run(self, lane: Lane, items: Sequence[Item], asked: Asked) -> None:
        """Run a turn and settle its arrivals, whatever becomes of it."""
        ids = tuple(item.waiting.id for item in items)
        preview = self._stage.preview(
            asked.place,
            asked.message_id if asked.place.is_group else None,
            partial(self._note_preview, ids),
        )
        preview.message_id = self._begun(items)
        reply = _Reply(asked=asked, preview=preview, notices=self._notices, app=self._app)
        try:
            async with lane.gate:
                if not lane.admit():
                    return
                turn = await self._turn(asked, ids)
                reply.question = turn.retries.turn_id if turn.retries else turn.id
                running = self._app.executor.run(turn, preview.add, reply.present)
            async with self._stage.typing(asked.place):
                outcome = (await running).outcome
        except PersonError as error:
            await self._settle(ids, reply.sentence(error))
            return
        finally:
            await preview.close()
        self._shown.pop(ids[0], None)
        if outcome == "dropped":
            await self._settle(ids, reply.withdrawn())
        self._postman.wake(asked.lane)
        await self._postman.done(asked.lane)

    def _begun(self, items: Sequence[Item]) -> int | None:
        """Return the message in which an earlier try, of this process or another, began."""
        known = (self._shown.get(i.waiting.id, i.waiting.preview) for i in items)
        return next((message for message in known if message is not None), None)

    async def _note_preview(self, ids: tuple[InboxId, ...], message: int) -> None:
        self._shown[ids[0]] = message
        await self._storage.inbox.note_preview(ids, message)

    async def _turn(self, asked: Asked, ids: tuple[InboxId, ...]) -> Turn:
        app, session, question = self._app, None, None
        if asked.in_session:
            session = await app.commands.session(asked.lane, asked.user, app.agent().id)
        if session and asked.again:
            question = await app.commands.retry(session.id, asked.user)
        return Turn(
            id=TurnId(f"{asked.lane}#{ids[0]}"),
            chat=asked.lane,
            user_id=asked.user,
            agent=app.agent(session.agent_id if session else None),
            text=question.content if question else asked.text,
            session_id=session.id if session else None,
            mode=None if session else "lite",
            speaker=asked.speaker,
            origin="forwarded" if asked.origin == "forwarded" else "typed",
            language=asked.language,
            retries=question,
            answers=ids,
        )

    async def _settle(self, ids: Sequence[InboxId], replies: tuple[Outgoing, ...]) -> None:
        await self._storage.inbox.settle(ids, replies, self._app.clock.now())
        if replies:
            self._postman.wake(replies[0].lane)


@dataclass(kw_only=True, slots=True)
class _Reply:
    """Makes the parts of one reply."""

    asked: Asked
    preview: Preview
    notices: Notices
    app: App
    question: TurnId | None = None
    """What a button may ask again: the turn, or the one whose question it repeats."""

    async def present(self, result: RunResult) -> tuple[Outgoing, ...]:
        """Return the answer as messages, the first in place of its preview, then any notice."""
        await self.preview.close()
        notice = self._notice(result)
        answer = self._placed(self._rendered(result, marked=not notice)) if result.text else []
        if not answer and self.preview.message_id is not None:
            answer = [parts.Removal(message=self.preview.message_id)]
        return parts.stored(self.asked.lane, [*answer, *notice])

    def sentence(self, error: PersonError) -> tuple[Outgoing, ...]:
        """Return what to tell a person whose message cannot be asked."""
        words = texts.of(self.asked.language)
        text = texts.explain(error, words)
        return parts.stored(self.asked.lane, [parts.plain(text, reply_to=self._reply_to)])

    def withdrawn(self) -> tuple[Outgoing, ...]:
        """Take back what was shown of an answer whose context is over."""
        message = self.preview.message_id
        if message is None:
            return ()
        return parts.stored(self.asked.lane, [parts.Removal(message=message)])

    @property
    def _reply_to(self) -> int | None:
        return self.asked.message_id if self.asked.place.is_group else None

    def _rendered(
        self, result: RunResult, *, marked: bool
    ) -> Sequence[Chunk | rendering.Document]:
        """Return an answer as messages; half of one says so unless a notice does.

        Markdown that shows nothing is shown as it is.
        """
        text = result.text
        if marked and result.outcome == "interrupted":
            text = f"{text}\n\n{telegram.of(self.asked.language).unfinished()}"
        return rendering.render(text) or rendering.plain(text)

    def _placed(self, rendered: Sequence[Chunk | rendering.Document]) -> list[Part]:
        """Return the parts of an answer: only the first refers to the question."""
        placed: list[Part] = []
        for each in rendered:
            reply_to = None if placed else self._reply_to
            if isinstance(each, Chunk):
                replaces = None if placed else self.preview.message_id
                placed.append(Text(chunk=each, reply_to=reply_to, replaces=replaces))
            else:
                placed.append(File(document=each, reply_to=reply_to))
        return placed

    def _notice(self, result: RunResult) -> list[Part]:
        """Say why there is no answer or half of one, unless that was said a moment ago."""
        if result.error is None:
            return []
        held_back = self.notices.due(self.asked.lane, self.app.clock.now())
        if held_back is None:
            return []
        words, own = texts.of(self.asked.language), telegram.of(self.asked.language)
        reason = texts.explain(result.error, words)
        whole = not result.text
        text = words.failed(reason, None) if whole else words.broke_off("kept", reason, None)
        if held_back:
            text = f"{text}\n{own.waiting(held_back)}"
        buttons = self._retry(own)
        return [parts.plain(text, buttons=buttons, reply_to=self._reply_to)]

    def _retry(self, words: TelegramTexts) -> Buttons:
        """A one-off is not kept, so that it cannot be asked again."""
        if self.question is None or not self.asked.in_session:
            return ()
        return keyboards.retry(words, self.asked.user, self.question)
