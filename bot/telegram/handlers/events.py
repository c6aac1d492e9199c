"""What happens to the bot itself, and what it cannot answer."""

from aiogram.types import ChatMemberUpdated, Message

from bot.app import App
from bot.telegram import addressing, keys, parts
from bot.telegram.access import Access
from bot.telegram.addressing import Me, Membership, Migration, Stranger, Unreadable
from bot.telegram.handlers.visits import NOTHING, Answer
from bot.telegram.languages import Languages
from bot.texts import telegram
from bot.texts.telegram import TelegramTexts
from memory_core.model import ChatKey

Event = Membership | Migration | Stranger | Unreadable
_OUT = ("left", "kicked")


class Events:
    """Handles what is neither message nor command nor button."""

    def __init__(self, *, app: App, me: Me, access: Access, languages: Languages) -> None:
        self._app, self._me = app, me
        self._access, self._languages = access, languages
        self._albums: dict[ChatKey, str] = {}
        """The album of each lane about which something was said."""

    async def handle(self, lane: ChatKey, event: Event) -> Answer:
        """Return what is said about an event, mostly nothing."""
        match event:
            case Membership(change=change):
                return await self._changed(lane, change)
            case Migration(old=old, new=new):
                await self._app.storage.chats.migrate(keys.chat(old), keys.chat(new))
                return NOTHING
            case Stranger(message=message, asks_id=True):
                words = await self._words(lane, _code(message))
                own_id = words.own_id(str(addressing.sender_id(message)))
                return Answer(parts=[parts.plain(own_id)])
            case Stranger(message=message):
                return await self._hint(lane, message)
            case Unreadable(message=message):
                return await self._cannot_read(lane, message)

    async def _changed(self, lane: ChatKey, change: ChatMemberUpdated) -> Answer:
        """Note whether the bot may write; somebody who lets it in is told how to address it."""
        chat, inside = change.chat, change.new_chat_member.status not in _OUT
        await self._app.storage.chats.set_reachable(keys.chat(chat.id), inside)
        joined = inside and change.old_chat_member.status in _OUT
        if chat.type == "private" or not joined or not self._access.serves(chat.id):
            return NOTHING
        words = await self._words(lane, change.from_user.language_code)
        return Answer(parts=[parts.plain(words.how_to_address(f"@{self._me.username}"))])

    async def _hint(self, lane: ChatKey, message: Message) -> Answer:
        """Tell a stranger their id, once a day."""
        user = keys.user(addressing.sender_id(message) or 0)
        today = self._app.clock.now().date()
        if not await self._app.storage.chats.hint_is_due(user, today):
            return NOTHING
        words = await self._words(lane, _code(message))
        return Answer(parts=[parts.plain(words.stranger(str(addressing.sender_id(message))))])

    async def _cannot_read(self, lane: ChatKey, message: Message) -> Answer:
        """Say so, once for an album."""
        album = message.media_group_id
        if album is not None and self._albums.get(lane) == album:
            return NOTHING
        if album is not None:
            self._albums[lane] = album
        words = await self._words(lane, _code(message))
        return Answer(parts=[parts.plain(words.unreadable())])

    async def _words(self, lane: ChatKey, code: str | None) -> TelegramTexts:
        return telegram.of(await self._languages.of_lane(lane, code))


def _code(message: Message) -> str | None:
    return message.from_user.language_code if message.from_user else None
