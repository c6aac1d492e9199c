"""The sentences of the offline model in English."""

from bot.llm.offline.sentences import Sentences

SENTENCES = Sentences(
    space=" ",
    introduction=(
        "I am the built-in offline model: no language model is connected, but I can remember "
        "and find what is said here."
    ),
    greeting="Hello!",
    invitation="Tell me something you want to keep, or ask about something you told me.",
    wellbeing="All is well here, thank you! What would you like to keep or find?",
    thanks="You are welcome!",
    goodbye="Goodbye, and see you soon!",
    agreement="All right.",
    about_bot=(
        "I do not think like a large model does: I compare words and quote what you told me, so I "
        "make nothing up. “What can you do?” shows some examples."
    ),
    help=(
        "Without a language model I can:\n"
        "- keep what you tell me: “The orders table is in db2.”\n"
        "- answer from it: “Where is the orders table?”\n"
        "- find it again: “What did I say about orders?”\n"
        "- list what came up: “What did we talk about?”\n\n"
        "For everything else a real model can be connected: see “Connect a model” in the README."
    ),
    connect="“Connect a model” in the README shows how. Until then I remember and find.",
    wordless="I work with words. Tell me something, or ask about something you told me.",
    unclear_topic="What should I look for? Ask, for example, “What did I say about orders?”",
    noted="Noted in this conversation. Ask “What did I say about …?” to find it again.",
    noted_with_hint=(
        "Noted in this conversation. Ask “What did I say about {about}?” to find it again."
    ),
    remembered="I will remember that in this conversation.",
    nothing_to_remember="Gladly. What should I remember? Say, for example, “Remember: …”.",
    said_before="You told me that before, and I still have it.",
    related="Earlier you said: {quote}",
    cannot_forget=(
        "I cannot take back single messages. After /clear I no longer see what was said before."
    ),
    cannot_do=(
        "That takes a language model, and none is connected. “Connect a model” in the README "
        "shows how. I can only remember and find what is said here."
    ),
    cannot_run_sql="That looks like SQL, and I cannot run it. It stays in this conversation.",
    unknown=(
        "I don't know: I find no answer in what was said in this conversation. A real model could "
        "help: see “Connect a model” in the README."
    ),
    alone=(
        "I cannot answer a question on its own: I only find what was said before, and /ask uses "
        "nothing of it. Ask without /ask, or see “Connect a model” in the README."
    ),
    unknown_name="I don't know your name yet. Tell me: “My name is …”.",
    closest="I am not sure, but this comes closest.",
    closest_topic="This comes closest.",
    only_asked="You told me nothing about {about} in this conversation, you only asked:",
    lone_word=(
        "I find nothing about {about} in this conversation. Tell me more about it, or ask me a "
        "question."
    ),
    nothing_said="I find nothing about {about} in what you said in this conversation.",
    nothing_said_by="I find nothing about {about} in what {name} said in this conversation.",
    nothing_said_by_anyone="I find nothing about {about} in this conversation.",
    you_said="You said: {quote}",
    name_said="{name} said: {quote}",
    quotes="You said (newest first):",
    quotes_by="{name} said (newest first):",
    quotes_of_all="This was said (newest first):",
    quote_line="- {quote}",
    quote_line_by="- {name}: {quote}",
    you="you",
    passed_on="{quote} (passed on, not your own words)",
    one_more="There is one more message about it.",
    more="There are {n} more messages about it.",
    last_question="Your last question was: {quote}",
    last_message="Your last message was: {quote}",
    first_message="The first message of yours that I can see: {quote}",
    last_answer="My last answer was: {quote}",
    no_last_question="I see no earlier question of yours in this conversation.",
    no_last_message="This is your first message that I can see in this conversation.",
    no_last_answer="I have not said anything yet in this conversation.",
    overview="What you brought up:",
    overview_of_all="What came up:",
    about_person="What you told me about yourself:",
    nothing_yet="Nothing yet: I see no earlier messages in this conversation.",
    nothing_about_person="You have told me nothing about yourself in this conversation yet.",
    more_before="And more before that.",
)
