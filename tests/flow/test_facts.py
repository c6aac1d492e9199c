"""Facts told early are still there after many compactions."""

import json
import re
from typing import Any

from bot.llm.offline.extracting import ExtractiveSummarizer
from memory_core.model import JsonRequest
from memory_core.ports import Storage
from memory_core.testing import ScriptedModel
from memory_core.testing.contracts.makers import record
from tests.flow.makers import Bot
from tests.flow.talks import SMALL, ask_and_wait, bot_with, padded, said

FACTS = [
    ("My server is called zebra7.", "zebra7"),
    ("We decided to bill in Swiss francs.", "Swiss francs"),
    ("I prefer answers in bullet points.", "bullet points"),
    ("The orders table got a column region_code.", "region_code"),
    ("I have to call Maria before Friday.", "Maria"),
    ("我的猫叫豆豆。", "豆豆"),
    ("我们决定用蓝色主题。", "蓝色主题"),
    ("报表导入失败,错误码 4417。", "4417"),
    ("My birthday is on 3 May.", "3 May"),
    ("The backup runs at 02:15.", "02:15"),
    ("I work at Nordwind in Basel.", "Nordwind"),
    ("客户表有 58213 行。", "58213"),
    ("I renamed the column sum to total_net.", "total_net"),
    ("The password policy is 14 characters.", "14 characters"),
    ("Our data source is warehouse_eu.", "warehouse_eu"),
    ("我喜欢先看图表再看数字。", "先看图表"),
    ("The export failed because of a full disk on node4.", "node4"),
    ("We agreed that Ben reviews every migration.", "Ben reviews"),
    ("周三要把季度报告发给老王。", "老王"),
    ("My sister lives in Porto.", "Porto"),
]
_CHATTER = ("ok, go on", "thanks", "hmm", "好的", "tell me more please")


async def tell(bot: Bot, number: int) -> None:
    """Store a turn: a fact now and then, otherwise small talk and a long answer."""
    at, beside = divmod(number, 5)
    text = FACTS[at][0] if beside == 0 and at < len(FACTS) else _CHATTER[number % 5]
    session = (await bot.storage.turns.load((await bot.session()).id, 0, lambda _: 1)).session
    answer = padded("Here is some general advice for you. ", 260)
    turn = record(session, f"turn {number}", said("user", text), said("assistant", answer))
    await bot.storage.turns.commit(turn)


async def talk(bot: Bot) -> str:
    """Tell all facts, with compactions on the way, and return what is read at the end."""
    for number in range(5 * len(FACTS)):
        await tell(bot, number)
        if number % 10 == 9:
            await ask_and_wait(bot, "hm")
    await ask_and_wait(bot, "what do you know?")
    assert (await bot.storage.summaries.counts()).success >= 3
    return bot.read()


def known(text: str) -> int:
    return sum(fact in text for _, fact in FACTS)


def attentive(request: JsonRequest[Any]) -> object:
    """Take over the former summary and all that is no small talk."""
    former = re.search(r"<former_summary>\n(.*?)\n</former_summary>", request.text, re.DOTALL)
    kept = json.loads(former[1])["other_context"] if former else []
    people = re.findall(r'<message from="person"[^>]*>\n(.*?)\n</message>', request.text)
    return {"other_context": kept + [text for text in people if text not in (*_CHATTER, "hm")]}


async def test_facts_survive_three_compactions_by_a_model(storage: Storage) -> None:
    bot, _ = bot_with(storage, by=attentive)
    assert known(await talk(bot)) >= 18


async def test_facts_survive_three_compactions_without_a_model(storage: Storage) -> None:
    model = ScriptedModel(by=lambda _: "ok")
    bot = Bot(storage, model, SMALL, summarizer=ExtractiveSummarizer(SMALL))
    assert known(await talk(bot)) >= 12
    summary = await bot.commands.summary((await bot.session()).id)
    assert summary is not None
    assert summary.extractive
