"""Set phrases of English."""

# ruff: noqa: E501 - a set phrase reads better on one line

from bot.llm.offline.patterns import Patterns, any_of

_WHEN = r"(?: (?:so far|today|just now|until now|before|earlier|here|again|about|in (?:this|our) (?:chat|conversation|talk)))*"
_EVER = r"(?: (?:ever|already|just|previously|actually|also|really))*"
_SAY = r"(?:say|said|tell|told|mention|mentioned|write|written|wrote|talk|talked|speak|spoken|ask|asked|note|noted|discuss|discussed)"
_HEARER = r"(?: (?:to |with )?(?:you|me|us))?"
_ABOUT = r"(?: anything| something)?(?: earlier| before)? (?:about|on|of|regarding|concerning|related to)"
_WHO = r"(?P<who>i|we|you|anyone|anybody|someone|somebody|everyone|[\w.'-]+(?: [\w.'-]+)?)"
_CALLED = r"(?: (?:there|again|all|everyone|everybody|bot|friend|my friend|world|dear|team))*"
_NICE = r"(?:good|great|nice|excellent|amazing|awesome)"
_THIS = r"(?: (?:this|that|it|the|our|my|whole|entire|chat|conversation|talk|discussion|everything|all|things|up|(?:what|everything) (?:i|we) \w+(?: about)?|of|for me|we have|so far))*"

PATTERNS = Patterns(
    phrases=(
        (
            "greeting",
            any_of(
                rf"(?:hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)){_CALLED}",
                r"nice to meet you",
            ),
        ),
        (
            "wellbeing",
            any_of(
                r"how are you(?: doing)?(?: today)?",
                r"how(?:'s| is) it going",
                r"how do you do",
                r"what's up|sup",
                r"how(?:'s| is) (?:life|your day)",
            ),
        ),
        (
            "thanks",
            any_of(
                r"(?:ok |okay |great |cool |perfect |many |wow )*,? ?(?:thanks|thank you|thx|ty|cheers)"
                r"(?: (?:so much|very much|a lot|bot|again|you|all|everyone|for (?:that|this|the \w+|your \w+|everything|\w+ing)))*",
                rf"{_NICE} (?:bot|job|work|answer)",
                r"well done|much appreciated|you(?:'re| are) (?:great|awesome|the best|amazing)",
            ),
        ),
        (
            "goodbye",
            any_of(
                r"(?:ok |okay )?(?:good ?bye|bye(?: bye)?|see (?:you|ya)(?: later| soon| tomorrow| around)?"
                r"|good ?night|cya|farewell|take care)(?: for now| then| all| everyone| bot)?",
                r"have a \w+ (?:day|night|evening|weekend|one)",
            ),
        ),
        (
            "agreement",
            any_of(
                rf"ok|okay|k|yes|yep|yeah|yup|no|nope|sure|fine|cool|right|exactly|lol|haha(?:ha)*|hmm*|wow|really|{_NICE}"
                r"|perfect|interesting|understood|got it|i see|all ?right|makes sense|never ?mind|sounds good|of course"
                r"|true|correct|great to know|good to know|no problem|you're welcome|sorry|please"
            ),
        ),
        (
            "about_bot",
            any_of(
                r"(?:who|what) (?:exactly )?(?:are|r) (?:you|u)(?: exactly)?",
                r"what(?:'s| is) your name|how are you called",
                r"are you (?:a |an |the )?(?:real |actual )?(?:ai|bot|robot|human|human being|person|man|woman|machine|program|llm"
                r"|language model|chatgpt|gpt|claude|online|offline|real|alive|someone real)(?: or .{1,30})?",
                r"(?:which|what) (?:language |ai )?model (?:are you|is this|do you use)(?: using)?",
                r"what(?:'s| is) this(?: bot| thing)?|introduce yourself|(?:tell me )?about yourself",
                r"(?:can|do|will|how (?:much|long|well) (?:can|do|will)) you (?:really |still )?(?:remember|forget|store|keep)(?: (?:things|everything|anything|all|it|this|that|what i say))?",
                r"do you have (?:a |any )?memory|you(?:'re| are) (?:so |really |very |just )?(?:stupid|dumb|useless|wrong|bad|slow|an idiot)",
            ),
        ),
        (
            "help",
            any_of(
                r"(?:please )?help(?: me)?(?: please)?|\?+",
                r"what can (?:you|i|we) (?:do|ask|say)(?: (?:here|you|for me|with (?:you|this)))*",
                r"what (?:do|should) i (?:do|say|ask)(?: (?:now|here|first|next))*",
                r"how (?:do|can|should) (?:i|we) (?:use|talk to|start with) (?:you|this|it)(?: bot)?",
                r"how (?:does|do) (?:this|it|you)(?: bot)? work",
                r"what do you do|what are you (?:good )?for|what are your (?:features|capabilities|skills|commands)",
                r"can you help(?: me)?|commands|usage|instructions|examples",
            ),
        ),
        (
            "connect",
            any_of(
                r"how (?:do|can|could|should) (?:i|we|you) (?:connect|use|add|configure|set ?up|get|plug in|enable)(?: to)?(?: an?| the| my)?(?: real| better| language| ai)* (?:model|llm|claude|api key|key)\b.{0,40}",
                r"connect an? (?:real |language )?model",
            ),
        ),
        (
            "last_question",
            any_of(
                r"what(?:'s| was| is| were) my (?:last|previous|latest|most recent) question",
                r"what did i (?:just |last )?ask(?: you)?(?: (?:just now|last|a moment ago))?",
                r"what have i just asked(?: you)?",
            ),
        ),
        (
            "last_message",
            any_of(
                r"what(?:'s| was| is| were) my (?:last|previous|latest|most recent) (?:message|request|sentence|words?)",
                r"what did i (?:just |last )?(?:say|write|tell)(?: you| to you)?(?: (?:just now|last|a moment ago))?",
                r"what have i just (?:said|told you)",
            ),
        ),
        (
            "first_message",
            any_of(
                r"what(?:'s| was| is) (?:my|the) (?:very )?first (?:question|message|request|thing)(?: (?:i|that i) \w+(?: you)?)?",
                r"what did i (?:ask|say|tell)(?: you)? first",
            ),
        ),
        (
            "last_answer",
            any_of(
                r"what did you (?:just |last )?(?:say|answer|reply|write|tell me)(?: (?:just now|last|before))?",
                r"what was your (?:last |previous )?(?:answer|reply|message)",
                r"(?:please )?(?:repeat|say)(?: that| it| your (?:last )?answer)?(?: again)?(?: please)?",
            ),
        ),
        (
            "about_person",
            any_of(
                r"what (?:do|did) you (?:know|remember|recall|learn)(?: about| of)? (?:me|myself)(?: so far)?",
                r"(?:what|anything)? ?(?:did|have) i (?:ever )?(?:say|said|tell|told)(?: you)?(?: anything)? about (?:me|myself)",
                r"do you (?:still )?(?:remember|know|recall|recogni[sz]e) me",
            ),
        ),
        (
            "overview",
            any_of(
                rf"what (?:did|have) (?:we|i) (?:talk|chat|speak|discuss|cover|talked|chatted|spoken|discussed|covered|ask|asked)(?: you)?(?: about)?{_WHEN}",
                rf"what (?:did|have) i (?:say|said|tell|told)(?: you)?{_WHEN}",
                rf"what (?:was|is|were|have been) (?:this|our|the)(?: whole)? (?:chat|conversation|talk|discussion|topics?) about{_WHEN}",
                rf"what (?:was|were) we (?:talking|chatting|speaking) about{_WHEN}",
                r"what (?:are|were) (?:my|the|our) topics",
                rf"what do you (?:remember|recall|know)(?: from| of)?{_WHEN}",
                r"(?:list|show|tell|give)(?: me)? (?:all|everything|all the things|all of it|my messages)(?: that| of what)?(?: (?:i|we)(?: have|'ve)? (?:said|told you|wrote|written|mentioned))?(?: so far)?",
                rf"(?:give me )?(?:a |the )?(?:short |brief |quick )?(?:summari[sz]e|summary|recap|sum up|tl;?dr){_THIS}",
            ),
        ),
        (
            "forget",
            any_of(
                r"forget(?: .{1,80})?",
                r"(?:delete|erase|remove|clear) (?:everything|all|it|this|that|my (?:data|messages?|history)|(?:the|this) (?:chat|conversation|history))",
            ),
        ),
    ),
    topics=(
        any_of(
            rf"(?:what|anything|something|everything)(?: else)?(?: all)? (?:did|have|has|had) {_WHO}{_EVER} {_SAY}{_HEARER}{_ABOUT} (?P<about>.+)"
        ),
        any_of(
            rf"(?:what|everything|all|anything) (?:that )?{_WHO}{_EVER} (?:said|told|mentioned|wrote){_HEARER}{_ABOUT} (?P<about>.+)"
        ),
        any_of(
            rf"(?:when|where|how often|how|why) (?:did|have) {_WHO}{_EVER} (?:mention|mentioned)(?: (?:to|with) you)? (?P<about>.+)"
        ),
        any_of(
            rf"(?:did|have|has|had|didn't|haven't) {_WHO}{_EVER} {_SAY}{_HEARER}{_ABOUT} (?P<about>.+)"
        ),
        any_of(
            rf"(?:did|have|has|had|didn't|haven't) {_WHO}{_EVER} (?:mention|mentioned|discuss|discussed|note|noted|tell you|told you|say|said)"
            r"(?: (?:to|with) you)? (?P<about>.+)"
        ),
        any_of(
            r"what do you (?:still )?(?:know|remember|recall|have)(?: from me)? (?:about|of|on|regarding) (?P<about>.+)",
            r"do you (?:still )?(?:remember|recall) (?:anything (?:about|of) |what (?:i|we) (?:said|told you) about |about )?(?P<about_>.+)",
            r"do you know (?:anything|something) about (?P<about__>.+)",
        ),
        any_of(
            r"(?P<who>who) (?:here |else )?(?:said|mentioned|talked about|told you about|wrote)(?: (?:something|anything))?(?: about)? (?P<about>.+)"
        ),
        any_of(r"(?:about|regarding|concerning) (?P<about>\S+(?: \S+){0,3})"),
        any_of(
            r"(?:find|search|search for|look up|look for|quote|remind me (?:of|about)) (?:what i said about |everything about |my messages? about )?(?P<about>.+)"
        ),
    ),
    me=any_of(r"i"),
    anyone=any_of(r"we|anyone|anybody|someone|somebody|everyone|who"),
    personal=any_of(r"\b(?:i|me|my|mine|myself|i'm|i've|i'd|i'll)\b"),
    clause=any_of(
        r"(?:what|where|who|whom|whose|when|which|how|why|if|whether)\b.*",
    ),
    lead=any_of(
        r"(?:(?:hi|hello|hey)(?: there| bot)?|good (?:morning|afternoon|evening)|ok|okay|so|well|and|but|now|then|please|pls|excuse me"
        r"|sorry|bot|btw|by the way|also|thanks|thank you|actually|quick question|one more (?:thing|question)|can i ask(?: you)?(?: something)?"
        r"|i(?:'d| would) like to know|i want to know|i was wondering|do you (?:happen to )?know|any idea|tell me(?! an? | some )|let me know|remind me"
        r"|(?:could|can|would|will) you(?: please| kindly)?)(?:\s*[,:;.!?-]+\s*|\s+)"
    ),
    tail=any_of(
        r"[\s,]+(?:please|pls|thanks|thank you|thx|for me|bot|again|exactly|then|ok|by the way|btw)$",
    ),
    asking_lead=any_of(
        r"\b(?:tell me|let me know|remind me(?! to\b)|do you (?:happen to )?know|like to know|want to know|wondering|any idea|question)\b"
    ),
    remember=any_of(
        r"(?:please )?(?:remember|memori[sz]e|note down|take (?:a )?note|make a note|keep in mind|bear in mind|don't forget|do not forget"
        r"|write down|for the record|fyi|note|save)\b(?: (?:this|that|it|the following|for me|for later))*\s*[,:-]*\s*(?P<what>.*)"
    ),
    request=any_of(
        r"(?:write|make|create|translate|explain|show|list|give|draw|generate|find|search|calculate|compute|fix|convert|describe|count|run"
        r"|execute|suggest|recommend|compare|analy[sz]e|optimi[sz]e|debug|build|design|plan|send|open|play|sing|teach|tell|summari[sz]e|check"
        r"|refactor|review|rewrite|paraphrase|sort|remind me to|set (?:a|an)|help me|let's|implement|query|select|look up|draft|correct|improve)\b"
        r"(?!\s+(?:is|are|was|were|has|had)\b)(?P<what>.*)"
    ),
    polite=any_of(r"\b(?:could|can|would|will) you\b"),
    question=any_of(
        r"^(?:what|who|whom|whose)\b(?! an? \w+ \w+!?$)",
        r"^(?:where|when|why|how)(?:'s| (?:is|are|was|were|am|do|does|did|can|could|should|would|will|shall|has|have|had|much|many|long|old|often|far|big|large|come|to)\b)",
        r"^which \w+",
        r"^(?:is|are|am|was|were|do|does|did|can|could|should|would|will|shall|has|have|had|isn't|aren't|doesn't|didn't|don't)"
        r" (?:i|you|he|she|it|we|they|the|there|this|that|my|our|your|any|anyone|someone)\b",
    ),
)
