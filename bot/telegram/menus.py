"""The commands that Telegram offers while somebody types a slash."""

import logging
from collections.abc import Iterator

from aiogram import Bot
from aiogram.methods import SetMyCommands
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    BotCommandScopeUnion,
)

from bot import slash, texts
from bot.slash import Command
from bot.telegram import keys
from bot.telegram.access import Access
from bot.telegram.errors import ChatGone, TelegramTrouble
from memory_core.model import Language, UserId

log = logging.getLogger(__name__)

LANGUAGES: tuple[tuple[str | None, Language], ...] = ((None, "en"), ("zh", "zh"))
"""Telegram's code, None for everybody else, and the language of the descriptions."""


async def publish(bot: Bot, access: Access) -> None:
    """Set the menus of private chats, groups, their admins and operators."""
    for scope in (
        BotCommandScopeAllPrivateChats(),
        BotCommandScopeAllGroupChats(),
        BotCommandScopeAllChatAdministrators(),
    ):
        await _set(bot, scope, _everybodys())
    for operator in sorted(access.operators):
        await publish_for(bot, operator)


async def publish_for(bot: Bot, operator: UserId) -> None:
    """Set the menu of somebody who runs the bot, in their private chat."""
    chat = keys.place(keys.private_chat(operator))
    await _set(bot, BotCommandScopeChat(chat_id=chat.chat_id), (*_everybodys(), *_operators()))


async def _set(bot: Bot, scope: BotCommandScopeUnion, commands: tuple[Command, ...]) -> None:
    """Set one menu in each language; a bot without menus is a bot still."""
    for code, language in LANGUAGES:
        words = texts.of(language)
        shown = [
            BotCommand(command=each.name, description=words.described(each.name))
            for each in commands
        ]
        try:
            await bot(SetMyCommands(commands=shown, scope=scope, language_code=code))
        except ChatGone:
            log.info("an operator has not started the bot yet and gets no menu")
        except TelegramTrouble as error:
            log.warning("the menu of %s is not set: %r", scope.type, error)


def _everybodys() -> tuple[Command, ...]:
    return tuple(_listed("talk", "memory", "chat"))


def _operators() -> tuple[Command, ...]:
    return tuple(_listed("operators"))


def _listed(*groups: slash.Group) -> Iterator[Command]:
    for group in groups:
        yield from slash.listed(group, terminal=False)
