import re
import unicodedata
from dataclasses import dataclass, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.llm.offline import answers, intents, sentences_en, sentences_zh
from bot.llm.offline.sentences import Sentences
from bot.llm.offline_model import OfflineModel, pieces
from memory_core.model import Language, ModelAnswer, Prompt
from tests.bot.makers import Said, bot, message, prompt

EN, ZH = sentences_en.SENTENCES, sentences_zh.SENTENCES


@dataclass(frozen=True, kw_only=True)
class Case:
    question: str
    said: tuple[Said, ...] = ()
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    speaker: str | None = None
    language: Language = "en"


def case(
    question: str,
    *said: Said,
    has: str | tuple[str, ...] = (),
    lacks: str | tuple[str, ...] = (),
    speaker: str | None = None,
    language: Language = "en",
) -> Case:
    return Case(
        question=question,
        said=said,
        has=(has,) if isinstance(has, str) else has,
        lacks=(lacks,) if isinstance(lacks, str) else lacks,
        speaker=speaker,
        language=language,
    )


def check(it: Case) -> None:
    asked = prompt(
        it.question, *(it.said or ("ok",)), speaker=it.speaker, language=it.language, first=False
    )
    answer = answers.reply(asked)
    for text in it.has:
        assert text in answer
    for text in it.lacks:
        assert text not in answer


def table(*cases: Case) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("it", cases, ids=[c.question[:40] for c in cases])


ORDERS, USERS = "The orders table is in db2", "The users table is big"
MAIN_DB, ORDER_TABLE = "我们的主库在 10.0.0.5", "订单表在 db2"


@table(
    case("Hello!", has=EN.greeting),
    case("ＨＥＬＬＯ", has=EN.greeting),
    case("good morning everyone", has=EN.greeting),
    case("How are you today?", has=EN.wellbeing),
    case("Thanks a lot!", has=EN.thanks),
    case("Great, thanks!", has=EN.thanks),
    case("ok bye", has=EN.goodbye),
    case("Thanks for the help, bye!", has=EN.goodbye),
    case("ok", has=EN.agreement),
    case("I don't know", has=EN.agreement, lacks="Noted"),
    case("who are you?", has=(EN.introduction, EN.about_bot)),
    case("Are you ChatGPT?", has=EN.introduction),
    case("Can you remember things?", has=EN.about_bot),
    case("What can you do for me?", has=EN.help),
    case("please help me", has=EN.help),
    case("?", has=EN.help),
    case("How do I connect a model?", has="README"),
    case("你好！", has=ZH.greeting),
    case("早上好", has=ZH.greeting),
    case("你最近怎么样？", has=ZH.wellbeing),
    case("好的，谢谢你！", has=ZH.thanks),
    case("谢谢，再见", has=ZH.goodbye),
    case("嗯嗯", has=ZH.agreement),
    case("你是谁？", has=(ZH.introduction, ZH.about_bot)),
    case("你是真人吗", has=ZH.introduction),
    case("请问你能做什么呢？", has=ZH.help),
    case("怎么连接模型？", has="README"),
    case("👍", has=EN.wordless),
    case("……", has=ZH.wordless, language="zh"),
)
def test_small_talk_is_answered_in_its_language(it: Case) -> None:
    check(it)


@table(
    case("What did I say about orders?", ORDERS, USERS, has=f"You said: “{ORDERS}”", lacks=USERS),
    case("WHAT DID I SAY ABOUT ORDERS", ORDERS, has=ORDERS),
    case("please, could you tell me what I said about the orders?", ORDERS, has=ORDERS),
    case("remind me what I said about db2", ORDERS, has=ORDERS),
    case("Did I mention the users table?", ORDERS, USERS, has=USERS, lacks=ORDERS),
    case("did I mention payments?", ORDERS, has="I find nothing about “payments”", lacks=ORDERS),
    case("What do you know about db2?", ORDERS, has=ORDERS),
    case("do you still remember the orders table?", ORDERS, has=ORDERS),
    case("about orders", ORDERS, has=ORDERS),
    case("orders", ORDERS, has=ORDERS),
    case("payments", ORDERS, has="I find nothing about “payments”", lacks=ORDERS),
    case("What did I say about 主库?", MAIN_DB, has=f"You said: “{MAIN_DB}”"),
    case("what did I say about it?", ORDERS, has=EN.unclear_topic, lacks=ORDERS),
    case(
        "did I mention payments?",
        "where is the payments table?",
        has=("you only asked", "where is the payments table?"),
        lacks="You said",
    ),
    case("what did I say about tea?", "what did I say about tea?", lacks="You said"),
    case("what did I say about oslo?", bot("You live in Oslo"), has="nothing", lacks="You live"),
    case(
        "what did I say about tea?",
        message("I like tea", state="superseded"),
        has="nothing",
        lacks="I like tea",
    ),
    case("我说过主库吗？", MAIN_DB, has=f"你说过：“{MAIN_DB}”"),
    case("我有没有提到过支付表", ORDER_TABLE, has="没有找到你说过关于“支付表”", lacks=ORDER_TABLE),
    case("关于订单表我说了什么？", MAIN_DB, ORDER_TABLE, has=ORDER_TABLE, lacks=MAIN_DB),
    case("关于主库我之前说过什么来着？", MAIN_DB, has=MAIN_DB),
    case("你还记得主库吗", MAIN_DB, has=MAIN_DB),
    case("还记得主库吗？", MAIN_DB, has=MAIN_DB),
    case("请问我之前有没有说过主库的地址？", MAIN_DB, has=MAIN_DB),
    case("我还说过什么关于主库的事？", MAIN_DB, has=MAIN_DB),
    case("我提过咖啡吗？", "我喜欢喝茶", has="没有找到", lacks="喝茶"),
    case(
        "关于订单我说了什么？", "订单表在哪？", has=("只是问过", "订单表在哪？"), lacks="你说过："
    ),
    case("主库", MAIN_DB, has=MAIN_DB),
    case("今天我说过主库吗", MAIN_DB, has="你说过"),
    case("关于订单，Bob说了什么？", "Bob 说订单表很大", has="Bob 说订单表很大"),
)
def test_what_was_said_about_something_is_quoted(it: Case) -> None:
    check(it)


@table(
    case("what is my name?", "My name is Anna", has="You said: “My name is Anna”"),
    case("What’s my name?", "Hi, I'm Anna", "I'm tired", has="I'm Anna", lacks="tired"),
    case("who am I?", "i'm bob", has="i'm bob"),
    case("Do you remember my name?", "My name is Anna", "My name is Eve", has="Eve", lacks="Anna"),
    case("what's my name?", "My dog's name is Rex", has=EN.unknown_name, lacks="Rex"),
    case("what's my name?", bot("Your name is Anna"), has=EN.unknown_name, lacks="Anna"),
    case("Where is the orders table?", ORDERS, USERS, has=ORDERS, lacks=(USERS, "not sure")),
    case("where's the orders table", ORDERS, "The orders table has 9 columns", lacks="9 columns"),
    case(
        "How many columns has orders?", ORDERS, "The orders table has 9 columns", has="9 columns"
    ),
    case("Could you tell me where the orders table is, please?", ORDERS, has=ORDERS),
    case("Where is the payments table?", ORDERS, USERS, has=EN.unknown, lacks=(ORDERS, USERS)),
    case("what's my dog's name?", "I have a dog called Rex", "My name is Anna", has="Rex"),
    case("Do I like coffee?", "I like tea, not coffee", has="I like tea, not coffee"),
    case("what is my favourite color?", "My favorite colour is blue", has="blue"),
    case("where did the children go?", "The kids are at school", has=EN.unknown),
    case("who owns billing?", "Billing is handled by Carla", has=(EN.closest, "Carla")),
    case("what is the capital of France?", ORDERS, has=EN.unknown, lacks=ORDERS),
    case("what is 2+2?", ORDERS, has=EN.unknown),
    case("when does the backup run?", "remember the backup runs at 3am", has="3am"),
    case("why did the deploy fail?", "The deploy failed because of a lock", has="lock"),
    case("where is the orders table?", "我们的 orders table 在 db2", has="You said: “我们的"),
    case("主库在哪？", MAIN_DB, ORDER_TABLE, has=f"你说过：“{MAIN_DB}”", lacks=ORDER_TABLE),
    case("麻烦告诉我主库的地址，谢谢", MAIN_DB, has=f"你说过：“{MAIN_DB}”"),
    case("支付表在哪？", MAIN_DB, ORDER_TABLE, has=ZH.unknown, lacks=(MAIN_DB, ORDER_TABLE)),
    case("我叫什么？", "我叫小明，在上海做后端", has="我叫小明"),
    case("你还记得我的名字吗", "请记住我叫李雷", has="李雷"),
    case("我叫什么名字？", "我叫了外卖", has=ZH.unknown_name, lacks="外卖"),
    case("我住在哪里？", "我住在浦东", has="浦东"),
    case("我的猫叫什么名字？", "我养了一只猫，叫花花", has="花花"),
    case("我喜欢咖啡吗？", "我喜欢喝茶", has=ZH.unknown, lacks="喝茶"),
    case("谁负责账单服务？", "韩梅梅负责账单服务", has="韩梅梅"),
    case("明天几点开会？", "别忘了明天三点开会", has="三点"),
    case("今天天气怎么样？", MAIN_DB, has=ZH.unknown),
    case("orders 表在哪？", "我们的 orders table 在 db2", has="你说过：“我们的"),
)
def test_questions_are_answered_with_earlier_statements(it: Case) -> None:
    check(it)


@table(
    case(ORDERS, has=("Noted in this conversation", "What did I say about orders?")),
    case("The orders table moved to db3", ORDERS, has=f"Earlier you said: “{ORDERS}”"),
    case(ORDERS, ORDERS, has=EN.said_before),
    case(ORDERS, "I have a dog", has="Noted", lacks="dog"),
    case("Remember that the backup runs at 3am", has=EN.remembered, lacks="3am"),
    case("please remember: standup at 9", has=EN.remembered),
    case("remember", has=EN.nothing_to_remember),
    case("forget what I said", ORDERS, has=EN.cannot_forget),
    case("write a poem about autumn", has=EN.cannot_do),
    case("can you translate this for me?", has=EN.cannot_do),
    case("show the orders table", ORDERS, has=(EN.cannot_do, ORDERS)),
    case("SELECT * FROM orders", has=EN.cannot_run_sql, lacks="Noted"),
    case("when I run the query it times out", has="Noted"),
    case(MAIN_DB, has=("已记在这次对话里", "关于主库我说了什么？")),
    case("主库搬到了 10.0.0.6", MAIN_DB, has=f"之前你说过：“{MAIN_DB}”"),
    case("user_id 是 bigint", has="已记在"),
    case("记住：每周五晚上备份", has=ZH.remembered, lacks="周五"),
    case("记住", has=ZH.nothing_to_remember),
    case("忘掉香菜", has=ZH.cannot_forget),
    case("我忘记带钥匙了", has="已记在"),
    case("帮我写一个查询语句", has=ZH.cannot_do),
    case("讲个笑话", has=ZH.cannot_do),
    case("解释索引", has=ZH.cannot_do),
    case("tell me a joke", has=EN.cannot_do),
)
def test_statements_and_requests_are_acknowledged_for_what_they_are(it: Case) -> None:
    check(it)


@table(
    case("what did we talk about?", ORDERS, "hi", has=f"- “{ORDERS}”", lacks="“hi”"),
    case("Summarise this conversation please", ORDERS, USERS, has=(ORDERS, USERS)),
    case("summary", "hello", "thanks", has=EN.nothing_yet),
    case("what did we talk about?", ORDERS, "where is the orders table?", lacks="where is"),
    case("what was my last question?", "who am I?", ORDERS, has="who am I?", lacks=ORDERS),
    case("what did I just say?", ORDERS, USERS, has=USERS, lacks=ORDERS),
    case("what was my first message?", ORDERS, USERS, has=ORDERS, lacks=USERS),
    case("what did you say?", ORDERS, bot("Noted."), has="My last answer was: “Noted.”"),
    case("what did you say?", ORDERS, has=EN.no_last_answer),
    case("what do you know about me?", ORDERS, "I live in Oslo", has="Oslo", lacks=ORDERS),
    case("what do you know about me?", ORDERS, has=EN.nothing_about_person),
    case("我们聊了什么？", MAIN_DB, "你好", has=MAIN_DB, lacks="“你好”"),
    case("说说我说过的话", MAIN_DB, has=MAIN_DB),
    case("list everything I said", ORDERS, has=ORDERS),
    case("总结一下", MAIN_DB, ORDER_TABLE, has=(MAIN_DB, ORDER_TABLE)),
    case("帮我总结一下今天的对话", MAIN_DB, has=MAIN_DB),
    case("我上一个问题是什么", "主库在哪？", MAIN_DB, has="主库在哪？", lacks=MAIN_DB),
    case("我刚才说了什么？", MAIN_DB, has=MAIN_DB),
    case("你记得我什么", "我住在浦东", ORDER_TABLE, has="浦东", lacks=ORDER_TABLE),
)
def test_the_conversation_itself_can_be_asked_about(it: Case) -> None:
    check(it)


def test_alone_with_the_bot_others_are_found_in_what_the_person_told() -> None:
    told = "Anna said the release is on Friday"
    answer = answers.reply(prompt("What did Anna say about the release?", told, ORDERS))
    assert answer == f"You said: “{told}”"


RELEASE = (("Anna", "The release is on Friday"), ("Bob", "I prefer Monday for the release"))


@table(
    case("what did Bob say about the release?", *RELEASE, has="Bob said: “I", lacks="Friday"),
    case("what did I say about the release?", *RELEASE, has="You said: “The", lacks="Monday"),
    case("who mentioned Monday?", *RELEASE, has="Bob said: “I prefer Monday"),
    case("when is the release?", *RELEASE, has=("- you: “The", "- Bob: “I prefer")),
    case("what did Dave say about Friday?", *RELEASE, has="in what Dave said", lacks="release"),
    case("what did we talk about?", *RELEASE, has=("- you: “The", "- Bob: “I prefer")),
    case("what is my name?", ("Bob", "My name is Bob"), has=EN.unknown_name, lacks="Bob"),
    case("Bob说过什么关于release的事？", *RELEASE, has="Bob 说过：“I prefer"),
)
def test_in_a_group_quotes_name_their_speaker(it: Case) -> None:
    check(
        Case(question=it.question, said=it.said, has=it.has, lacks=it.lacks, speaker="Anna"),
    )


def test_the_first_answer_says_what_answers() -> None:
    assert answers.reply(prompt(ORDERS)).startswith(f"{EN.introduction}\n\n")
    assert EN.introduction not in answers.reply(prompt(ORDERS, "hi", bot("Hello!", 2)))
    assert answers.reply(prompt("你是谁？")).count(ZH.introduction) == 1
    assert answers.reply(prompt("hi")).startswith(f"{EN.greeting} {EN.introduction}")


def test_after_a_reset_nothing_from_before_is_known() -> None:
    answer = answers.reply(prompt("what did I say about orders?", first=True))
    assert "I find nothing about “orders”" in answer


def test_few_matches_are_quoted_newest_first_and_the_others_counted() -> None:
    said = [f"tea number {word}" for word in "one two three four five".split()]  # noqa: SIM905
    answer = answers.reply(prompt("what did I say about tea?", *said))
    assert re.findall(r"number (\w+)", answer) == ["five", "four", "three"]
    assert "2 more messages" in answer


def test_a_long_message_is_quoted_around_the_word_between_characters() -> None:
    family = "👨‍👩‍👧‍👦"
    answer = answers.reply(
        prompt("what did I say about orders?", family * 300 + " orders " + family * 300)
    )
    assert "orders" in answer
    assert len(answer) < 300
    assert re.fullmatch("You said: “…F* orders F*…”", answer.replace(family, "F"))


def test_forwarded_text_is_not_called_the_persons_own_words() -> None:
    forwarded = message(ORDERS, origin="forwarded")
    answer = answers.reply(prompt("what did I say about orders?", forwarded))
    assert "not your own words" in answer


@pytest.mark.parametrize(
    "text",
    [
        "orders \x1b[31mred\x1b[0m \x07\x9b \u202egnp.exe\u2066 \u2028 end",
        "\u202eorders\u202c مرحبا",
        "orders\r\n\x00\x0b\x85done",
    ],
)
def test_quotes_hold_no_control_or_direction_characters(text: str) -> None:
    answer = answers.reply(prompt("what did I say about orders?", text))
    assert "orders" in answer
    assert not [c for c in answer if unicodedata.category(c) == "Cc" and c not in "\n\t"]
    assert not set(answer) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028")


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("orders are *bold*", "`orders are *bold*`"),
        ("<b>orders</b>", "`<b>orders</b>`"),
        ("`orders` and ``more``", "``` `orders` and ``more`` ```"),
        ("# orders\n> evil\n- list", "“# orders > evil - list”"),
        ("orders has user_id", "“orders has user_id”"),
    ],
)
def test_markup_in_a_quote_stays_text(text: str, quoted: str) -> None:
    assert quoted in answers.reply(prompt("what did I say about orders?", text))


@pytest.mark.parametrize(
    "text", ["x" * 8_000, "a? " * 2_600, "请" * 8_000, "我说过" * 2_000 + "吗？", "did i " * 1_300]
)
def test_very_long_messages_get_a_short_answer(text: str) -> None:
    answer = answers.reply(prompt(text, ORDERS, text))
    assert 0 < len(answer) < 1_000


@given(st.text(min_size=1), st.text(max_size=40))
def test_an_answer_is_never_an_echo(question: str, mine: str) -> None:
    answer = answers.reply(prompt(question, first=True))
    assert answer.strip()
    assert answer != question
    if len(question) > 40:
        assert question not in answer
    assert answers.reply(prompt(question, mine, mine)).strip()


@given(st.text(min_size=1, max_size=60), st.lists(st.text(min_size=1, max_size=60), max_size=6))
def test_the_same_prompt_gets_the_same_answer(question: str, said: list[str]) -> None:
    asked = prompt(question, *said)
    assert answers.reply(asked) == answers.reply(asked)


@given(st.text())
def test_pieces_are_the_text(text: str) -> None:
    assert "".join(pieces(text)) == text


async def test_an_answer_comes_in_pieces_with_estimated_usage() -> None:
    heard, answer = await ask(prompt("主库在哪？", MAIN_DB, ORDERS))
    assert len(heard) > 3
    assert "".join(heard) == f"你说过：“{MAIN_DB}”"
    assert answer.model == "offline"
    assert answer.usage.input_tokens > answer.usage.output_tokens > 0


async def ask(asked: Prompt) -> tuple[list[str], ModelAnswer]:
    heard: list[str] = []

    async def on_text(piece: str) -> None:
        heard.append(piece)

    return heard, await OfflineModel().answer(asked, on_text)


def test_ten_thousand_messages_are_searched() -> None:
    said = [f"row {n} of the orders table went to shard {n * 7}" for n in range(10_000)]
    asked = prompt("where did row 4711 go?", *said)
    assert "row 4711 of" in answers.reply(asked)


@pytest.mark.parametrize("field", [f.name for f in fields(Sentences)])
def test_both_languages_fill_in_the_same_places(field: str) -> None:
    english, chinese = (set(re.findall(r"\{\w+\}", getattr(s, field))) for s in (EN, ZH))
    assert english == chinese


def test_a_question_in_another_script_is_answered_in_the_persons_language() -> None:
    assert answers.reply(prompt("привет?", "ok", language="zh")) == ZH.unknown


def test_every_phrase_of_an_example_in_the_help_is_understood() -> None:
    for text in (EN.help, ZH.help):
        quoted = [intents.read(q).kind for q in re.findall(r"“(.+?)”", text)[:4]]
        assert quoted == ["statement", "question", "topic", "overview"]


@pytest.mark.parametrize(
    "question", ["what is 2+2", "What did I say about orders?", "Orders are in db2.", "select 1"]
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_one_off_is_told_that_nothing_of_the_conversation_is_used(
    question: str, language: Language
) -> None:
    words = {"en": EN, "zh": ZH}[language]
    asked = prompt(question if language == "en" else "订单表在哪？", language=language, alone=True)
    answer = answers.reply(asked)
    assert words.alone in answer
    assert "Noted" not in answer


def test_a_one_off_that_needs_no_conversation_is_answered() -> None:
    assert EN.thanks in answers.reply(prompt("Thanks!", alone=True))
