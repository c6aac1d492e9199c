"""Receives whoever wants something, and leads them to the handler that does it."""

from aiogram import Bot
from aiogram.types import User

from bot import texts
from bot.app import App
from bot.telegram import addressing, asking, keys
from bot.telegram.access import Access
from bot.telegram.addressing import Chatter, Click, Command, Edit, Expired, Me
from bot.telegram.chatting import Asked, Chatting
from bot.telegram.handlers.claiming import Claiming
from bot.telegram.handlers.commands import Commands
from bot.telegram.handlers.compacting import Compacting
from bot.telegram.handlers.events import Events
from bot.telegram.handlers.measures import Measures
from bot.telegram.handlers.resets import Resets
from bot.telegram.handlers.screens import Screens
from bot.telegram.handlers.sessions import Sessions
from bot.telegram.handlers.taps import Taps
from bot.telegram.handlers.visits import NOTHING, Answer, Drop, Refusal, Visit
from bot.telegram.lanes import Item
from bot.telegram.languages import Languages
from bot.telegram.rights import Rights
from bot.telegram.turns import is_turn
from bot.texts import telegram
from memory_core.errors import PersonError


class Reception:
    """Makes a visit of an arrival; refusals become sentences here."""

    def __init__(
        self,
        *,
        app: App,
        bot: Bot,
        me: Me,
        access: Access,
        chatting: Chatting,
        languages: Languages,
    ) -> None:
        self._chatting, self._languages = chatting, languages
        rights = Rights(bot=bot, clock=app.clock, reset_by=app.settings.groups.reset_by)
        screens = Screens(me=me, access=access, languages=languages, rights=rights)
        resets = Resets(app=app, rights=rights)
        sessions = Sessions(app=app, rights=rights, resets=resets)
        compacting = Compacting(app=app, rights=rights)
        claiming = Claiming(app=app, access=access)
        self._commands = Commands(
            screens=screens,
            resets=resets,
            sessions=sessions,
            claiming=claiming,
            measures=Measures(app=app, access=access),
            compacting=compacting,
        )
        self._taps = Taps(
            app=app, screens=screens, resets=resets, sessions=sessions, compacting=compacting
        )
        self._events = Events(app=app, me=me, access=access, languages=languages)

    async def answer(self, item: Item, drop: Drop) -> Answer:
        """Do what an arrival wants, unless it is a message for the model."""
        match item.incoming:
            case Command() | Click() as wish:
                return await self._fulfil(await self._visit(item, wish, drop), wish)
            case Expired(query=query):
                code = query.from_user.language_code
                own = telegram.of(await self._languages.of_lane(item.waiting.lane, code))
                return Answer(toast=own.out_of_date())
            case Chatter() | Edit():
                return NOTHING
            case event:
                return await self._events.handle(item.waiting.lane, event)

    async def asked(self, item: Item, drop: Drop) -> Asked | None:
        """Return what a command or a button asks the model; None for all others."""
        if not is_turn(item.incoming):
            return None
        match item.incoming:
            case Command(call=call) as wish:
                visit = await self._visit(item, wish, drop)
                return await self._question(visit, "" if call.word == "retry" else call.rest)
            case Click() as wish:
                visit = await self._visit(item, wish, drop)
                answer = await self._fulfil(visit, wish)
                return await self._question(visit, "") if answer.is_turn else None
        return None

    async def _fulfil(self, visit: Visit, wish: Command | Click) -> Answer:
        try:
            if isinstance(wish, Command):
                return await self._commands.carry_out(visit, wish.call)
            return await self._taps.carry_out(visit, wish.query.data)
        except Refusal as refusal:
            return visit.declines(refusal.sentence)
        except PersonError as error:
            return visit.declines(texts.explain(error, visit.words))

    async def _question(self, visit: Visit, text: str) -> Asked:
        """Return a one-off; without a text, the person's last question once more."""
        return Asked(
            place=visit.place,
            lane=visit.lane,
            user=visit.user,
            message_id=visit.message.message_id,
            text=text,
            language=visit.language,
            speaker=await self._chatting.speaker(visit.place, visit.user, visit.name),
            in_session=not text,
            again=not text,
        )

    async def _visit(self, item: Item, wish: Command | Click, drop: Drop) -> Visit:
        person: User | None
        if isinstance(wish, Click):
            person, name = wish.query.from_user, wish.query.from_user.full_name
        else:
            person, name = wish.message.from_user, asking.speaker(wish.message)
        lane, sender = item.waiting.lane, item.sender or 0
        return Visit(
            place=addressing.place_of_message(wish.message),
            lane=lane,
            user=keys.user(sender),
            sender=sender,
            name=name,
            message=wish.message,
            language=await self._languages.of_lane(lane, person.language_code if person else None),
            drop=drop,
            tapped=isinstance(wish, Click),
        )
