"""The sentences of the offline model in Chinese."""

from bot.llm.offline.sentences import Sentences

SENTENCES = Sentences(
    space="",
    introduction="我是内置的离线模型：没有连接语言模型，但能记住并找回这里说过的话。",
    greeting="你好！",
    invitation="把想记下的事告诉我，或者问我你说过的事。",
    wellbeing="一切都好，谢谢关心！想记点什么，还是找点什么？",
    thanks="不客气！",
    goodbye="再见，期待下次再聊！",
    agreement="好的。",
    about_bot=(
        "我不像大模型那样思考：我只比对词语，引用你说过的原话，所以不会编造。"
        "问“你能做什么？”可以看到例子。"
    ),
    help=(
        "没有语言模型时，我可以：\n"
        "- 记下你说的话：“订单表在 db2。”\n"
        "- 据此回答：“订单表在哪？”\n"
        "- 帮你找回：“关于订单我说了什么？”\n"
        "- 列出聊过的事：“我们聊了什么？”\n\n"
        "其他的事需要连接真正的模型，做法见 README 的 “Connect a model” 一节。"
    ),
    connect="做法见 README 的 “Connect a model” 一节。在那之前，我可以帮你记住和找回。",
    wordless="我只能处理文字。把想记下的事告诉我，或者问我你说过的事。",
    unclear_topic="想找哪件事？可以这样问：“关于订单我说了什么？”",
    noted="已记在这次对话里。想找回时，问我“关于……我说了什么？”就行。",
    noted_with_hint="已记在这次对话里。想找回时，问我“关于{about}我说了什么？”就行。",
    remembered="好，我会在这次对话里记住。",
    nothing_to_remember="好的，要记住什么？可以这样说：“记住：……”。",
    said_before="这个你之前说过，我还记着。",
    related="之前你说过：{quote}",
    cannot_forget="我没法收回单独的一条消息。用 /clear 之后，我就看不到之前说过的话了。",
    cannot_do=(
        "这需要语言模型，而现在没有连接。连接方法见 README 的 “Connect a model” 一节。"
        "我只能记住并找回这里说过的话。"
    ),
    cannot_run_sql="这看起来是 SQL，我没法执行。它会留在这次对话里。",
    unknown=(
        "我不知道：在这次对话里没有找到答案。连接真正的模型也许能帮上忙，"
        "做法见 README 的 “Connect a model” 一节。"
    ),
    alone=(
        "单独的问题我答不了：我只会找之前说过的话，而 /ask 不看这些。"
        "可以不用 /ask 直接问，或看 README 的 “Connect a model” 一节，连接真正的模型。"
    ),
    unknown_name="我还不知道你的名字。可以告诉我：“我叫……”。",
    closest="我不确定，下面这句最接近。",
    closest_topic="下面这句最接近。",
    only_asked="在这次对话里，你没有说起过{about}，只是问过：",
    lone_word="在这次对话里，没有找到关于{about}的话。可以多说一点，或者直接问我。",
    nothing_said="在这次对话里，没有找到你说过关于{about}的话。",
    nothing_said_by="在这次对话里，没有找到{name}说过关于{about}的话。",
    nothing_said_by_anyone="在这次对话里，没有找到关于{about}的话。",
    you_said="你说过：{quote}",
    name_said="{name} 说过：{quote}",
    quotes="你说过（从新到旧）：",
    quotes_by="{name} 说过（从新到旧）：",
    quotes_of_all="有人说过（从新到旧）：",
    quote_line="- {quote}",
    quote_line_by="- {name}：{quote}",
    you="你",
    passed_on="{quote}（转发的内容，不是你自己的话）",
    one_more="另外还有 1 条相关消息。",
    more="另外还有 {n} 条相关消息。",
    last_question="你的上一个问题是：{quote}",
    last_message="你的上一条消息是：{quote}",
    first_message="我能看到的你的第一条消息是：{quote}",
    last_answer="我上一次的回答是：{quote}",
    no_last_question="在这次对话里，我没有看到你更早的问题。",
    no_last_message="在这次对话里，这是我能看到的你的第一条消息。",
    no_last_answer="在这次对话里，我还没有说过话。",
    overview="你提到过这些：",
    overview_of_all="大家提到过这些：",
    about_person="关于你自己，你告诉过我：",
    nothing_yet="还没有：在这次对话里，我看不到更早的消息。",
    nothing_about_person="在这次对话里，你还没有告诉过我你自己的事。",
    more_before="在这之前还有更多。",
)
