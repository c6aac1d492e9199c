"""Which language a person reads: chosen for the chat, else that of their app."""

from memory_core.delivery import ChatBook
from memory_core.model import ChatKey, Language


class Languages:
    """Remembers what each lane chose and what its people's apps speak."""

    def __init__(self, chats: ChatBook) -> None:
        self._chats = chats
        self._chosen: dict[ChatKey, Language | None] = {}
        self._heard: dict[ChatKey, Language] = {}

    async def of_lane(self, lane: ChatKey, code: str | None = None) -> Language:
        """Return the language of a lane; ``code`` is that of the speaker's app, as "zh-hans"."""
        if lane not in self._chosen:
            self._chosen[lane] = await self._chats.language(lane)
        return self.guess(lane, code)

    def guess(self, lane: ChatKey, code: str | None = None) -> Language:
        """Return what is known without asking the database."""
        if code is not None:
            self._heard[lane] = "zh" if code.lower().startswith("zh") else "en"
        return self._chosen.get(lane) or self._heard.get(lane, "en")

    async def choose(self, lane: ChatKey, language: Language) -> None:
        """Choose the language of a lane."""
        await self._chats.choose_language(lane, language)
        self._chosen[lane] = language
