"""A strict loopback twin of the Telegram Bot API server (10.3).

    async with BotApiTwin() as twin:
        anna = twin.person("Anna", language="en")
        group = twin.group("Team", members=[anna], forum=True)
        asked = await anna.say("hello", chat=group, topic=7, mention=twin.bot)
        answer = await group.next_from_bot()
        await (await anna.click(answer, "Undo")).answered()
        twin.faults.add("429", "sendMessage", chat_id=group.id, retry_after=3)

`twin.calls` is what the bot asked, `twin.updates.history` what it was told and how often,
`chat.messages` what the phones show. By hand: `python -m tests.peers telegram`.

Where it differs from the real server: texts are counted in UTF-16 units, which is never more than
the server takes; the 409 for a second poll and repeated polls at one offset are answered at once,
without the server's pauses; the flood budget is a plain, documented one; webhooks may be http and
are pushed strictly one by one; the legacy parse_mode Markdown is refused.
"""

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
