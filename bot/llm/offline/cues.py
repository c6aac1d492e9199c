"""Words by which a sentence is known to belong into a dimension of a summary, zh and en."""

import re

_CUES = {
    "todos": (
        r"\bto-?dos?\b|\b(?:need|have|has|got|remember|forget|remind \w+) to\b|\bmust\b"
        r"|\bdeadline|\bdue (?:on|by)\b|\bremind me|\bstill (?:open|missing)\b"
        r"|待办|记得要?|别忘|提醒|截止|还没|还要|需要|必须|得(?:去|做|改|补|查)|下一步"
    ),
    "preferences": (
        r"\b(?:prefer|like|love|enjoy|hate|dislike|favou?rite|rather)\w*\b|\bcall me\b"
        r"|\bplease (?:use|answer|write|always|never)\b|\b(?:i|we) (?:always|never|usually)\b"
        r"|喜欢|讨厌|偏好|最爱|爱(?:吃|喝|看|用)|习惯|叫我|请用|不要用|总是|从不"
    ),
    "errors_and_fixes": (
        r"\berrors?\b|\bfail(?:s|ed|ure)?\b|\bbugs?\b|\bbroken?\b|\bcrash\w*|\bexception"
        r"|\bfix(?:ed|es)?\b|\bsolved?\b|\btimed? ?out|\bwrong\b"
        r"|报错|错误|失败|修复|异常|解决|超时|崩溃|出错|坏了"
    ),
    "schema_changes": (
        r"\b(?:alter|create|drop) (?:table|index|view)\b|\b(?:primary|foreign) key"
        r"|\bindex(?:es)?\b"
        r"|\b(?:add|drop|rename|remove)(?:p?ed|d)?\b.{0,40}\b(?:column|field|table)s?\b"
        r"|主键|外键|索引|建表|改表|表结构|(?:加|增|删|改|添).{0,8}(?:字段|列)"
        r"|字段.{0,8}(?:改|类型)"
    ),
    "data_operations": (
        r"\binsert(?:ed)?\b|\bupdate[ds]?\b|\bdeleted?\b|\bselect\b|\bimport(?:ed)?\b"
        r"|\bexport(?:ed)?\b|\bmigrat\w+|\bback(?:ed)? ?up|\brows?\b"
        r"|插入|更新|删除|导入|导出|迁移|备份|查询|条记录|行数据"
    ),
    "decisions": (
        r"\bdecid\w+|\bdecision|\bagreed?\b|\bwe(?:'ll| will)\b|\bchose[n]?\b|\bsettled\b"
        r"|\bconclu\w+|\bapproved?\b|\bplan(?:ned)? (?:is|to)\b|\bgo(?:ing)? with\b"
        r"|决定|确定|结论|同意|选择了?|采用|就用|定为|定在|说好|批准"
    ),
    "objects": (
        r"\bcreated?\b|\bbuilt\b|\bconfigur\w+|\bset up\b|\binstalled?\b|\bdeployed?\b"
        r"|\bnew (?:table|model|report|file|server)"
        r"|创建|新建|建立|配置|设置|安装|部署|上线"
    ),
}
CUES = tuple((key, re.compile(cue, re.IGNORECASE)) for key, cue in _CUES.items())
_SPECIFIC = re.compile(
    r"\d|\b[a-z]+_[a-z_]+\b|\b[A-Z]{2,}\b|(?<=[a-z] )[A-Z][a-z]+|[\"“「《`]"
    r"|\b(?:my|our|is called|named?|address|password|e-?mail|birthday|lives?|works?)\b"
    r"|我的|我们的|我叫|我是|我住|名字|地址|生日|住在|负责|叫做|位于"
)


def dimension(sentence: str) -> str | None:
    """Return the dimension whose cue is in a sentence, the telling ones first."""
    return next((key for key, cue in CUES if cue.search(sentence)), None)


def is_specific(sentence: str) -> bool:
    """Tell whether a sentence holds what is hard to guess: names, numbers, possessions."""
    return _SPECIFIC.search(sentence) is not None
