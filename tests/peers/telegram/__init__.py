"""A strict loopback twin of the Telegram Bot API server."""

from .chats import Chat
from .client import RemoteChat, RemoteMessage, RemotePerson, TwinControl
from .errors import ApiError
from .faults import Fault
from .groups import Group
from .messages import Message
from .people import Person
from .process import TwinProcess
from .server import Call
from .twin import BotApiTwin

__all__ = [
    "ApiError",
    "BotApiTwin",
    "Call",
    "Chat",
    "Fault",
    "Group",
    "Message",
    "Person",
    "RemoteChat",
    "RemoteMessage",
    "RemotePerson",
    "TwinControl",
    "TwinProcess",
]
