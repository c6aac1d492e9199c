"""What kind of answer a question expects, and whether a statement has it; zh and en together."""

import re

from memory_core import keywords

_NAME_ASKED = re.compile(
    r"(?:what(?:'s| is| was)? )?my (?:first |last |full )?name(?: is| again)?"
    r"|what(?:'s| is) my name\b.{0,20}"
    r"|who (?:am i|i am)(?: again)?|how am i called|what am i called"
    r"|我(?:的(?:名字|姓名))?(?:到底)?(?:是|叫)?(?:什么|啥|谁)(?:名字)?|我的(?:名字|姓名)(?:呢)?|我姓(?:什么|啥)",
    re.IGNORECASE,
)
_NO_NAME = (
    r"(?i:fine|good|ok|okay|sick|ill|happy|sad|busy|here|back|new|sure|sorry|hungry|ready|done|late"
    r"|home|lost|curious|great|well|not|so|very|in|on|at|a|an|the|from|just|also|\w+(?:ing|ed))\b"
)
_NAME_CUES = (
    "name",
    "call",
    "i'm",
    "im ",
    "i am ",
    "我叫",
    "我是",
    "我姓",
    "我名",
    "我的",
    "叫我",
    "呼我",
)
_NAME_SAID = re.compile(
    r"(?i:\bmy (?:\w+ )?name(?:'s| is)\b|\bcall me\b|\bi'?m called\b)"
    rf"|\b(?i:i am|i'm|im) (?!{_NO_NAME})(?:[A-Z]\w*|\w+(?=[\s.!,]*$|[.!,]| and\b| from\b))"
    r"|我(?:名叫|叫(?!了|过|他|她|你|人|车|不))|我的(?:名字|姓名)(?:是|叫)|(?:叫|称呼)我|我姓"
    r"|我是(?!说|想|在|不|否|怎么|谁|什么|因为|为了|来|一个|一名|做|个)\S{1,6}(?=$|[,，。.!！\s])"
)
_PLACE_SAID = (
    r"\b(?:in|at|on|under|near|inside|from|to|lives?|located|hosted|stored|moved)\b"
    r"|[在放存住位搬]|\d+\.\d+|/|->|→|[:：]|(?:地址|位置)是"
)
_TIME_SAID = (
    r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:tomorrow|today|tonight|yesterday|weekend|noon|midnight"
    r"|morning|evening|week|month|year|spring|summer|autumn|winter)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|[点号月周年天日]|星期|早上|晚上|下午"
)
_NUMBER_SAID = (
    r"\d|\b(?:no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|many|dozens?|hundreds?|thousands?"
    r"|millions?|few|several|every|daily|weekly|monthly|hourly|always|never)\b|[一二两三四五六七八九十百千万几每]"
)
_NAMED = r"\b(?:named?|names|called|is (?-i:[A-Z]))|叫|名|是"

_NUMBER_ASKED = (
    r"\bhow (?:many|much|long|old|big|large|often|far|tall)\b"
    r"|多少|几[个张条台次岁]|多[大久长远高]"
)

_EXPECTED = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(said, re.IGNORECASE))
    for asked, said in (
        (r"\bwhere\b|\b(?:location|address)\b|哪里|哪儿|在哪|什么地方|地址|位置", _PLACE_SAID),
        (r"\bwhen\b|\bwhat (?:time|day|date)\b|什么时候|何时|几点|哪天|几号|几月", _TIME_SAID),
        (_NUMBER_ASKED, _NUMBER_SAID),
        (r"\bnames?\b|\bcalled\b|名字|叫什么|叫啥", _NAMED),
    )
)


def asks_name(question: str) -> bool:
    """Tell whether the person asks for the own name."""
    return _NAME_ASKED.fullmatch(question.strip()) is not None


def says_name(statement: str) -> bool:
    """Tell whether the person says the own name."""
    text = keywords.fold(statement)
    if not any(cue in text for cue in _NAME_CUES):
        return False
    return _NAME_SAID.search(statement.replace("’", "'")) is not None


def answers_kind(question: str, statement: str) -> bool:
    """Tell whether ``statement`` has what ``question`` expects: a place, time, number or name."""
    for asked, said in _EXPECTED:
        if asked.search(question):
            return said.search(statement) is not None
    return True
