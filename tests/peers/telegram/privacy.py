"""Which group messages reach the bot; in privacy mode only those that are meant for it."""

from .messages import Message
from .users import User


def reaches_bot(message: Message) -> bool:
    """Whether the Bot API makes an update of this message."""
    chat = message.chat
    if chat.user is not None:
        return not chat.user.blocked
    member = chat.world.bot_member(chat)
    if member is None or not member.present:
        return False
    if chat.type == "channel" or member.status == "administrator" or message.service:
        return True
    return not chat.world.privacy_mode or _meant_for(chat.world.bot, message)


def _meant_for(bot: User, message: Message) -> bool:
    if message.reply_to is not None and message.reply_to.from_bot:
        return True
    name = f"@{bot.username}".lower()
    if any(mention.lower() == name for mention in message.marked("mention")):
        return True
    commands = [command.lower() for command in message.marked("bot_command")]
    if any(command.endswith(name) for command in commands):
        return True
    plain = any("@" not in command for command in commands)
    return plain and _spoke_last(message)


def _spoke_last(message: Message) -> bool:
    """Whether ours is the last bot that wrote here."""
    bots = [m for m in message.chat.messages if m.from_bot or (m.sender and m.sender.is_bot)]
    return bool(bots) and bots[-1].from_bot
