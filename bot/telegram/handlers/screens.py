"""What the bot tells of itself: the first screen, the commands, the language."""

from collections.abc import Iterable, Iterator

from bot import slash
from bot.slash import Group
from bot.telegram import keyboards
from bot.telegram.access import Access
from bot.telegram.addressing import Me
from bot.telegram.handlers.visits import Answer, Visit
from bot.telegram.languages import Languages
from bot.telegram.rights import Rights
from bot.texts import Texts, telegram
from memory_core.model import Language

GROUPS: tuple[Group, ...] = ("talk", "memory", "chat", "operators")


class Screens:
    """The screens that change nothing but the language."""

    def __init__(self, *, me: Me, access: Access, languages: Languages, rights: Rights) -> None:
        self._me, self._access = me, access
        self._languages, self._rights = languages, rights

    async def start(self, visit: Visit, _rest: str = "") -> Answer:
        """Say what the bot is, what it keeps, and what to do next."""
        words = visit.words
        next_step = self._address(visit) if visit.place.is_group else words.try_this()
        text = f"{words.about()}\n\n{words.privacy()}\n\n{next_step}"
        return visit.says(text, keyboards.first_screen(visit.own))

    async def help(self, visit: Visit, _rest: str = "") -> Answer:
        """Show the commands that work."""
        hints = (
            (self._address(visit),)
            if visit.place.is_group
            else (visit.own.just_write(), visit.own.own_words())
        )
        text = "\n\n".join((*_groups(visit.words, self._groups_for(visit)), "\n".join(hints)))
        return visit.says(text, keyboards.to_start(visit.own) if visit.tapped else ())

    def _groups_for(self, visit: Visit) -> tuple[Group, ...]:
        """Return what is listed: commands of operators in their private chats only."""
        shown = self._access.is_operator(visit.sender) and not visit.place.is_group
        return GROUPS if shown else tuple(group for group in GROUPS if group != "operators")

    async def whoami(self, visit: Visit, _rest: str = "") -> Answer:
        """Say who the person is for the bot, and where; the ids are those of the settings."""
        if self._access.is_operator(visit.sender):
            role = visit.words.operator()
        else:
            role = visit.own.anonymous() if visit.sender < 0 else visit.own.member()
        place = visit.place
        chat = str(place.chat_id) if place.topic is None else f"{place.chat_id} · {place.topic}"
        return visit.says(visit.words.identity(str(visit.sender), role, chat))

    async def choose_language(self, visit: Visit, language: Language) -> Answer:
        """Speak another language in this chat; in a group its admins decide."""
        await self._rights.check_admin(visit)
        await self._languages.choose(visit.lane, language)
        own = telegram.of(language)
        return visit.says(own.language_chosen(), keyboards.first_screen(own))

    def _address(self, visit: Visit) -> str:
        return visit.own.how_to_address(f"@{self._me.username}")


def _groups(words: Texts, groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        shown = (each for each in slash.listed(group, terminal=False) if each.name != "start")
        lines = [f"/{command.name} · {words.described(command.name)}" for command in shown]
        if lines:
            yield "\n".join((words.group(group), *lines))
