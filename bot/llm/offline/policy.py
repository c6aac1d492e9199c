"""Numbers of the offline model, named once."""

QUOTES = 3
"""How many earlier messages an answer quotes at most."""
QUOTE_CHARS = 200
"""Length of a quoted message; longer ones are shortened."""
TOPICS = 6
"""How many entries an overview of the conversation has."""
TOPIC_CHARS = 70
LABEL_CHARS = 40
"""Length of what the question was about, when the answer names it."""
NAME_CHARS = 40
HINT_CHARS = 20
"""Longest word that is shown as an example of how to ask."""
HINT_CJK_CHARS = 4

PHRASE_CHARS = 300
"""Only messages up to this length are compared with set phrases."""
LONE_CJK_CHARS = 3
"""Up to this length a run of Chinese alone is a word, not a sentence."""
QUERY_TERMS = 48
"""How many terms of a question are looked for."""
CANDIDATES = 300
"""How many messages are taken apart; the others share fewer terms with the question."""
READ = 100
"""How many of those, or of all from the newest back, are read for what they wanted."""
SCANNED = 2_000
"""How many of the person's messages are searched for what they said about themselves."""

FOUND = 0.5
"""Share of the question's weight a message must hold to be quoted as what was asked for."""
NEAR = 0.35
"""The same for being mentioned as the closest one."""
ALMOST = 0.75
"""Share of the best match's share that another answer must reach to be quoted too."""
RELATED = 0.4
"""The same, of the shorter of two statements, for being related."""
MISSING_WEIGHT = 1.5
"""Weight of a word that was never said, against the rarest word that was."""
COMMON_WEIGHT = 0.3
"""Weight of words that many questions have: name, address, table."""
