"""Somebody wants something of the bot: who, where, in which language; and what they get."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from aiogram.types import Message

from bot import texts
from bot.telegram import parts
from bot.telegram.buttons import Buttons
from bot.telegram.parts import Part, Text
from bot.telegram.places import Place
from bot.telegram.rendering.values import Chunk
from bot.texts import Texts, telegram
from bot.texts.telegram import TelegramTexts
from memory_core.model import ChatKey, InboxId, Language, UserId

Drop = Callable[[int | None], list[InboxId]]
"""Takes what waits for the model, of one sender or of all, out of the lane."""


class Refusal(Exception):
    """It is not done; ``sentence`` tells the person why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What a command or a button comes to."""

    parts: Sequence[Part] = ()
    privately: Sequence[Part] = ()
    """What only the person who asked gets to see, in the private chat."""
    settles: Sequence[InboxId] = ()
    """Arrivals that get no answer of their own any more."""
    toast: str = ""
    """What is shown over the chat to whoever tapped."""
    is_turn: bool = False
    """The model is to answer, in the order of the lane."""
    work: "Work | None" = None
    """Takes long and gives the answer itself; the lane goes on meanwhile."""


NOTHING = Answer()


@dataclass(frozen=True, kw_only=True, slots=True)
class Visit:
    """A command, or a tap on a button; ``message`` is then the bot's own, which is edited."""

    place: Place
    lane: ChatKey
    user: UserId
    sender: int
    """Telegram's id of the person, or of the chat they speak for."""
    name: str
    message: Message
    language: Language
    drop: Drop
    tapped: bool = False

    @property
    def words(self) -> Texts:
        """The sentences of every face, in the language of this chat."""
        return texts.of(self.language)

    @property
    def own(self) -> TelegramTexts:
        """Telegram's sentences in the language of this chat."""
        return telegram.of(self.language)

    @property
    def speaks_for_the_group(self) -> bool:
        """Whether this is an anonymous admin."""
        chat = self.message.sender_chat
        return not self.tapped and chat is not None and chat.id == self.place.chat_id

    def says(self, text: str, buttons: Buttons = (), settles: Sequence[InboxId] = ()) -> Answer:
        """Return an answer of one message."""
        if settles:
            text = f"{text}\n{self.own.dropped_waiting(len(settles))}"
        return Answer(parts=[self._message(text, buttons)], settles=settles)

    def declines(self, sentence: str) -> Answer:
        """Return a refusal: a message for a command, a word over the chat for a tap."""
        return Answer(toast=sentence) if self.tapped else self.says(sentence)

    @property
    def reply_to(self) -> int | None:
        """The message that an answer refers to; a private chat needs none."""
        return self.message.message_id if self.place.is_group else None

    def _message(self, text: str, buttons: Buttons) -> Text:
        if self.tapped:
            at = self.message.message_id
            return Text(chunk=Chunk(text=text), buttons=buttons, replaces=at)
        return parts.plain(text, buttons=buttons, reply_to=self.reply_to)


@dataclass(frozen=True, kw_only=True, slots=True)
class Work:
    """What a command does while others go on; ``word`` is shown until its answer is there."""

    visit: Visit
    word: str
    run: Callable[[], Awaitable[Answer]]
