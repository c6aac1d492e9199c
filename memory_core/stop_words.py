"""Words that tell nothing about what a text is about, and irregular English forms."""

# ruff: noqa: SIM905 - a list of words reads better as text

ENGLISH = frozenset(
    """
    a about above after again all also am an and any anything are aren't as at be because been
    before being between both but by can can't cannot could couldn't did didn't do does doesn't
    doing don't down each else ever every everything few for from further had has hasn't have
    haven't having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's
    its itself just let let's me more most my myself no nor not now of off ok okay on once only
    or other our ours ourselves out over own please s same shall she should so some something
    still such t than that that's the their theirs them themselves then there there's these
    they this those through to too under until up us very was wasn't we we're we've were what
    what's when where where's whether which while who who's whom whose why will with won't
    would yes you you're you've your yours yourself
    already earlier exactly know mention remember remind said say tell thank thanks told
    """.split()
)

CHINESE = tuple(  # longer ones first; a look around keeps a word that only holds one of them
    """
    为什么 是什么 什么样 什么 怎么样 怎么 怎样 多少 几个 哪里 哪儿 哪些 哪个 如何 是不是 有没有
    能不能 会不会 可不可以 是否 告诉 知道 记得 记住 说过 提过 说了 提到 帮我 查一下 查查 一下 请问
    可以 能否 麻烦 一个 一些 这个 那个 这些 那些 这里 那里 现在 刚才 刚刚 之前 以前 已经 没有 不是
    就是 还是 但是 因为 所以 如果 时候 几岁 几点 几号 多大 多久 关于 有关
    东西 事情 来着 而且 或者 以及
    数据(?!库|源|表) 查(?!询|重)
    (?<!目)的(?!确) 了(?!解) 在(?!线) 和(?!平) 有(?!效|限|序) 还(?!原|款) 就(?!业)
    (?<![性功智])能(?![力量源]) (?<![重主需必摘概])要(?!求) (?<![反应绝])对(?![象比应齐账])
    吗 呢 吧 啊 呀 哦 嘛 么 我 你 您 他 她 它 们 咱 是 与 都 也 很 这 那 哪 谁 叫 请
    """.split()
)

IRREGULAR = {
    form: base
    for base, forms in {
        "be": "been being",
        "become": "became",
        "begin": "began begun",
        "break": "broke broken",
        "bring": "brought",
        "build": "built",
        "buy": "bought",
        "catch": "caught",
        "center": "centre centres",
        "child": "children",
        "choose": "chose chosen",
        "color": "colour colours",
        "come": "came",
        "die": "dying",
        "drink": "drank drunk",
        "drive": "drove driven",
        "eat": "ate eaten",
        "fall": "fell fallen",
        "favorite": "favourite favourites",
        "feel": "felt",
        "find": "found",
        "fly": "flew flown",
        "foot": "feet",
        "get": "got gotten",
        "give": "gave given",
        "go": "went gone",
        "grow": "grew grown",
        "hear": "heard",
        "hold": "held",
        "index": "indices indexes",
        "keep": "kept",
        "leave": "left",
        "lend": "lent",
        "lie": "lying",
        "lose": "lost",
        "make": "made",
        "man": "men",
        "meet": "met",
        "mouse": "mice",
        "pay": "paid",
        "person": "people persons",
        "ride": "rode ridden",
        "run": "ran running",
        "see": "saw seen",
        "sell": "sold",
        "send": "sent",
        "sing": "sang sung",
        "sit": "sat",
        "sleep": "slept",
        "speak": "spoke spoken",
        "spend": "spent",
        "stand": "stood",
        "swim": "swam swum",
        "take": "took taken",
        "teach": "taught",
        "think": "thought",
        "tie": "tying",
        "tooth": "teeth",
        "understand": "understood",
        "wear": "wore worn",
        "win": "won",
        "woman": "women",
        "write": "wrote written",
    }.items()
    for form in forms.split()
}
