"""What the offline model can say; each language fills in every sentence.

``{about}``, ``{quote}``, ``{name}``, ``{lines}`` and ``{n}`` are filled in by ``answers``.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentences:
    """All sentences of one language."""

    space: str
    """Between two sentences."""
    introduction: str
    greeting: str
    invitation: str
    wellbeing: str
    thanks: str
    goodbye: str
    agreement: str
    about_bot: str
    help: str
    connect: str
    wordless: str
    unclear_topic: str

    noted: str
    noted_with_hint: str
    remembered: str
    nothing_to_remember: str
    said_before: str
    related: str
    cannot_forget: str
    cannot_do: str
    cannot_run_sql: str

    unknown: str
    alone: str
    unknown_name: str
    closest: str
    closest_topic: str
    only_asked: str
    lone_word: str
    nothing_said: str
    nothing_said_by: str
    nothing_said_by_anyone: str

    you_said: str
    name_said: str
    quotes: str
    quotes_by: str
    quotes_of_all: str
    quote_line: str
    quote_line_by: str
    you: str
    passed_on: str
    one_more: str
    more: str

    last_question: str
    last_message: str
    first_message: str
    last_answer: str
    no_last_question: str
    no_last_message: str
    no_last_answer: str
    overview: str
    overview_of_all: str
    about_person: str
    nothing_yet: str
    nothing_about_person: str
    more_before: str
