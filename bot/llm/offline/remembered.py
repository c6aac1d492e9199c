"""What a summary of quotations still holds of people's own words."""

import re

from bot.llm.offline.extracting import BOT
from memory_core import tokens
from memory_core.clock import LONG_AGO
from memory_core.model import Message, Prompt, Seq, TurnId
from memory_core.prompt import QUOTATIONS

_ITEM = re.compile(r'^- (?:"(?P<speaker>[^"\n]{1,40})": )?(?P<said>.+)$', re.MULTILINE)


def said(prompt: Prompt) -> tuple[Message, ...]:
    """Return the quoted sentences as messages from before the history; the bot's are left out."""
    if prompt.summary is None or f'kind="{QUOTATIONS}"' not in prompt.summary.partition("\n")[0]:
        return ()
    items = [item for item in _ITEM.finditer(prompt.summary) if item["speaker"] != BOT]
    return tuple(
        _message(Seq(at - len(items)), item["said"], item["speaker"])
        for at, item in enumerate(items)
    )


def _message(seq: Seq, text: str, speaker: str | None) -> Message:
    content = text.replace("&lt;", "<")
    return Message(
        seq=seq,
        turn_id=TurnId(f"summary {seq}"),
        role="user",
        content=content,
        user_id=None,
        speaker=speaker,
        origin="typed",
        state="complete",
        tokens=tokens.of_message(content),
        created_at=LONG_AGO,
    )
