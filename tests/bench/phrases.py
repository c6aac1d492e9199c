"""Sentences of a long talk about data, with places for what they are about."""

from random import Random

from tests.bench import samples

ASKED = (
    "Which rows of {table} have no {field}, and since when?",
    "Can you check whether {table} from {city} is complete for {day}?",
    "{person} says the {field} in {table} is off by {number}. Where could that come from?",
    "How would I join {table} with {other} when {field} is only filled for {number} of them?",
    "Please write a query for the {number} largest {table} by {field}, without cancelled ones.",
    "What did we decide about {field} last time, {number} or null?",
    "The export of {table} took {number} seconds today, yesterday it was a tenth of that.",
    "I need the monthly sum of {field} per region until {day}, rounded to two places.",
    "Remember that {city} closes its books on {day}; nothing may change after it.",
    "Is it safe to drop {field} from {table}? {person} still has a report on it.",
    "Could you explain the difference between {field} and {other} to somebody from sales?",
    "Why does the dashboard for {city} show {number} when {table} has twice as many?",
)
ASKED_ZH = (
    "{table} 表里 {field} 为空的记录有多少？从什么时候开始的？",
    "{city}的数据 {day} 那天好像不全，帮我核对一下 {table}。",
    "{person}说 {field} 差了 {number}，可能是哪里出的问题？",
    "{table} 和 {other} 怎么关联？{field} 只有 {number} 条有值。",
    "写一条查询，按 {field} 取前 {number} 名，取消的不要。",
    "上次我们关于 {field} 是怎么定的？默认值是 {number} 还是空？",
    "今天导出 {table} 用了 {number} 秒，昨天只要十分之一，怎么回事？",
    "到 {day} 为止，每个地区 {field} 的月度合计给我，保留两位小数。",
    "记一下，{city}那边 {day} 关账，之后的数据都不能再改。",
    "{table} 里的 {field} 可以删掉吗？{person}好像还有报表在用。",
    "请用销售能听懂的话解释一下 {field} 和 {other} 的区别。",
    "为什么{city}的看板显示 {number}，而 {table} 里有两倍？",
)
ASKED_MIXED = (
    "这个 {table} 的 index 建在 {field} 上合适吗？现在 Seq Scan 要 {number} ms。",
    "{person} 提的 PR 里把 {field} 改成 nullable 了，会不会影响 {table} 的 join？",
    "帮我把 {city} 的 report 改一下，group by {field}，deadline 是 {day}。",
    "staging 上 {table} 的 row count 是 {number}，production 多一倍，是不是 sync job 没跑？",
)
SAID = (
    "The {number} rows without {field} were written before the migration of {day}.",
    "They come from the import in {city}, which leaves {field} empty when the source has none.",
    "I would keep {table} as it is and fill {field} from {other} in a view.",
    "An index on ({field}, created_at) brings the query down to about {number} ms.",
    "Please note that {person} still reads {table} directly, so the column can not go yet.",
    "The difference of {number} is explained by refunds that were booked twice in {other}.",
    "Cancelled ones are left out; with them the sum would be {number} higher.",
    "If the job fails again, look at the lock on {table} first and only then at the network.",
    "For {city} the figures are final as of {day}, for the others they may still move.",
    "Rounding happens once, at the end, otherwise the regions do not add up to the total.",
    "There is no decision on {field} yet; {person} wanted to ask finance until {day}.",
    "Both tables use the same key, but {other} stores it as text, which prevents the index.",
    "That takes {number} seconds because every row is compared with every other one.",
    "A nightly check that compares {table} with {other} would have shown it a week earlier.",
)
SAID_ZH = (
    "没有 {field} 的 {number} 条记录都是 {day} 迁移之前写入的。",
    "这些数据来自{city}的导入任务，源系统没有值的时候 {field} 就会留空。",
    "建议 {table} 保持不变，在视图里用 {other} 补上 {field}。",
    "在 ({field}, created_at) 上建索引之后，查询大约只要 {number} 毫秒。",
    "需要注意的是，{person}还在直接读取 {table}，所以这个字段暂时不能删。",
    "相差的 {number} 是因为有几笔退款在 {other} 里记了两次。",
    "已取消的没有算进去，如果算上，合计会多出 {number}。",
    "如果任务再次失败，先看 {table} 上有没有锁，再排查网络。",
    "{city}的数字截至 {day} 已经确定，其他城市之后还可能变化。",
    "四舍五入只在最后做一次，否则各地区加起来和总数对不上。",
    "{field} 的口径还没有定，{person}说 {day} 之前会去问财务。",
    "两张表用的是同一个主键，但是 {other} 里存成了文本，所以用不上索引。",
    "之所以要 {number} 秒，是因为每一行都和其他所有行比较了一遍。",
    "如果每天晚上核对一次 {table} 和 {other}，一个星期前就能发现这个问题。",
)


def filled(rng: Random, phrase: str, *, chinese: bool) -> str:
    """Return a phrase about something."""
    table, other = rng.sample(samples.TABLES, 2)
    return phrase.format(
        table=table,
        other=other,
        field=rng.choice(samples.FIELDS),
        city=rng.choice(samples.CITIES_ZH if chinese else samples.CITIES),
        person=rng.choice(samples.PEOPLE_ZH if chinese else samples.PEOPLE),
        day=samples.day(rng),
        number=rng.choice((rng.randint(2, 90), rng.randint(100, 99_999))),
    )
