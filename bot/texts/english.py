"""English."""

from datetime import timedelta

from bot.slash import Command, CommandName, Group
from bot.texts.base import Part, Texts
from bot.texts.measures import Unit, change, largest_unit
from memory_core.dimensions import HEADINGS
from memory_core.errors import StorageTrouble

_GROUPS: dict[Group, str] = {
    "talk": "Talk",
    "memory": "Memory",
    "chat": "This chat",
    "operators": "For operators",
}
_COMMANDS: dict[CommandName, str] = {
    "start": "say hello and explain myself",
    "help": "show what I can do",
    "new": "start a fresh conversation",
    "clear": "start afresh here, with undo",
    "sessions": "list, switch, rename, delete conversations",
    "stop": "stop the answer being written",
    "retry": "ask my last question again",
    "ask": "one question, without any memory",
    "whoami": "show who I take you for",
    "quit": "leave this chat",
    "exit": "leave this chat",
    "compact": "fold older messages into a summary",
    "memory": "show what I know about you",
    "settings": "choose language and habits",
    "why": "what an answer was based on",
    "source": "choose the database to ask",
    "agent": "choose who answers here",
    "usage": "show your tokens and cost",
    "export": "get everything about you",
    "forgetme": "erase everything about you",
    "metrics": "show how the bot is doing",
    "pause": "stop serving for a while",
    "resume": "serve again",
    "invite": "make an invitation link",
    "users": "list who uses the bot",
    "block": "keep somebody out",
    "allow": "let a group in",
}
_STOPPED: dict[Part, str] = {
    "kept": "Stopped; I keep the part above.",
    "shown": "Stopped.",
    "none": "Stopped before I said anything.",
}
_COMPACTION: dict[str, str] = {
    "overtaken": "the conversation was changed meanwhile",
    "not shorter": "it would hardly be shorter than the messages",
    "nothing in it": "there was nothing in it",
    "too long": "it would be too long",
    "RateLimited": "the model gets too many requests",
    "ModelUnavailable": "the model cannot be reached",
    "ModelTimedOut": "the model took too long",
    "ModelMisconfigured": "the model's server refuses what I send",
}
_SHORT: dict[Unit, str] = {"second": "s", "minute": "min", "hour": "h", "day": "d"}
_STORAGE: dict[StorageTrouble, str] = {
    "full": "The disk is full. Please free some space.",
    "busy": "The database is busy with something else. A moment usually helps.",
    "read-only": "I may not write to the database. Please check who owns its file and folder.",
    "damaged": "The database file looks damaged. Keep a copy of it and restore the latest backup.",
    "unreachable": "I cannot reach the database. Please check storage.url.",
}


class English(Texts):
    """The bot in English."""

    def ago(self, elapsed: timedelta) -> str:
        number, unit = largest_unit(elapsed)
        return "just now" if unit == "second" else f"{number:,} {_SHORT[unit]} ago"

    def span(self, length: timedelta) -> str:
        return _count(*largest_unit(length))

    def messages(self, count: int) -> str:
        return _count(count, "message")

    def about(self) -> str:
        return (
            "I am dbridge-bot: talk with me about your work and your databases. "
            "I remember what we said in this chat."
        )

    def privacy(self) -> str:
        return (
            "What you write is stored in this bot's database and used in this chat only.\n"
            "Whoever runs the bot can read it; the model is sent the recent part of it."
        )

    def try_this(self) -> str:
        return (
            "Try: “Our orders live in the table sales.orders.”\n"
            "Then ask: “What did I say about orders?”"
        )

    def group(self, group: Group) -> str:
        return _GROUPS[group]

    def described(self, command: CommandName) -> str:
        return _COMMANDS[command]

    def coming(self, commands: str) -> str:
        return f"Coming later: {commands}"

    def later(self, command: CommandName) -> str:
        return f"/{command} ({self.described(command)}) comes in a later release."

    def unknown(self, word: str, nearest: CommandName | None) -> str:
        hint = f"Did you mean /{nearest}?" if nearest else "/help lists them."
        return (
            f"I know no command /{word}. {hint} "
            "To send it as a message, begin with something else than the slash."
        )

    def usage(self, command: Command) -> str:
        return "Write it like this:\n" + "\n".join(command.forms)

    def stopped(self, part: Part, retry: str | None) -> str:
        return _STOPPED[part] + (f" {retry} asks again." if retry else "")

    def broke_off(self, part: Part, reason: str, retry: str | None) -> str:
        kept = "; I keep the part above" if part == "kept" else ""
        return f"The answer broke off{kept}. {reason}" + (f" {retry} asks again." if retry else "")

    def failed(self, reason: str, retry: str | None) -> str:
        return reason + (f" Your question is kept: {retry} asks it again." if retry else "")

    def dropped(self) -> str:
        return (
            "This conversation was cleared or changed meanwhile, so I let the answer go. "
            "Please ask again if you still want to know."
        )

    def nothing_running(self) -> str:
        return "There is nothing to stop: no answer is being written."

    def stopping(self, turns: int) -> str:
        return f"Stopping {_count(turns, 'answer')}."

    def untitled(self) -> str:
        return "untitled"

    def cleared(self, messages: int, within: timedelta, undo: str | None) -> str:
        how = f"{undo} brings it back" if undo else "you can undo this"
        return (
            f"{self.messages(messages)} set aside: I start afresh and nothing is erased. "
            f"For {self.span(within)} {how}."
        )

    def nothing_to_clear(self) -> str:
        return "Nothing to set aside: this conversation is fresh already."

    def restored(self, messages: int) -> str:
        return f"{self.messages(messages)} back: I remember this conversation again."

    def session_back(self, title: str, back: str | None) -> str:
        return f"“{title}” is back" + (f"; {back} leads there." if back else " and goes on.")

    def began(self, title: str, former: str | None, back: str | None) -> str:
        fresh = f"A fresh conversation: “{title}”." if title else "A fresh conversation."
        if former is None:
            return fresh
        return f"{fresh} “{former}” is kept" + (f"; {back} leads back." if back else ".")

    def session(self, title: str, messages: int, used: timedelta) -> str:
        return f"{title} · {self.messages(messages)} · {self.ago(used)}"

    def sessions(self, count: int) -> str:
        return f"{_count(count, 'conversation')} in this chat"

    def switched(self, title: str) -> str:
        return f"We go on with “{title}”."

    def renamed(self, title: str) -> str:
        return f"It is called “{title}” now."

    def deleted(self, title: str, within: timedelta, undo: str | None) -> str:
        how = f"{undo} brings it back" if undo else "you can undo this"
        return f"“{title}” is deleted. For {self.span(within)} {how}, then it is erased."

    def no_such_number(self, number: int, count: int) -> str:
        return f"There is no number {number:,}; the list has {count:,}."

    def compacting(self) -> str:
        return "Compacting …"

    def compacting_stopped(self) -> str:
        return "Stopped; nothing has changed."

    def compacted(self, folded: int, kept: int, took: timedelta) -> str:
        return f"{self.messages(folded)} folded, {kept:,} kept; it took {self.span(took)}."

    def shrunk(self, before: int, after: int) -> str:
        return f"{before:,} → {after:,} tokens ({change(before, after)})"

    def summary_of(self, messages: int) -> str:
        return f"Summary of {self.messages(messages)}"

    def made_offline(self) -> str:
        return "Made offline, of sentences as they were written."

    def dimension(self, dimension: str) -> str:
        return HEADINGS[dimension]

    def no_summary(self) -> str:
        return "This conversation has no summary; /compact makes one."

    def summary_restored(self, messages: int) -> str:
        return f"The previous summary is current now; it stands for {self.messages(messages)}."

    def summary_withdrawn(self) -> str:
        return "No summary is current now; I read the messages themselves again."

    def identity(self, user: str, role: str, chat: str) -> str:
        return f"You: {user}\nRole: {role}\nThis chat: {chat}"

    def operator(self) -> str:
        return "operator"

    def input_too_long(self, chars: int, limit: int) -> str:
        return (
            f"That message has {chars:,} characters; I read up to {limit:,}. "
            "Please shorten it or send it in parts."
        )

    def window_too_small(self, tokens: int, window: int) -> str:
        return (
            f"That message is about {tokens:,} tokens; the model gets at most {window:,}. "
            "Please shorten it or send it in parts."
        )

    def empty_input(self) -> str:
        return "There is nothing to answer in that message. What would you like to know?"

    def session_not_found(self) -> str:
        return "That conversation is gone. /sessions shows those that are there."

    def nothing_to_undo(self) -> str:
        return "There is nothing to take back; undo works for a short while only."

    def nothing_to_retry(self) -> str:
        return "There is no question of yours to ask again. Just write one."

    def nothing_to_compact(self) -> str:
        return "There is nothing to compact: the newest messages stay as they are."

    def compaction_running(self) -> str:
        return "This conversation is being compacted already; I go on answering meanwhile."

    def compaction_failed(self, failure: str) -> str:
        why = _COMPACTION.get(failure, "the model gave no proper answer")
        return f"There is no new summary and nothing has changed: {why}."

    def settings_error(self, detail: str) -> str:
        return f"The configuration cannot be used.\n{detail}"

    def storage_unavailable(self, trouble: StorageTrouble) -> str:
        return _STORAGE[trouble]

    def not_saved(self) -> str:
        return "Nothing of this was saved; try it again after that."

    def schema_too_new(self, found: int, known: int) -> str:
        return (
            f"The database was written by a newer release (schema {found}; "
            f"this one knows up to {known}). Please update dbridge-bot."
        )

    def rate_limited(self, wait: timedelta | None) -> str:
        return f"The model gets too many questions at once. Please try again in {self._in(wait)}."

    def model_unavailable(self, wait: timedelta | None) -> str:
        return (
            f"The model cannot be reached or is overloaded. Please try again in {self._in(wait)}."
        )

    def model_timed_out(self) -> str:
        return "The model took too long to answer. Please try again in a moment."

    def model_misconfigured(self) -> str:
        return (
            "The model's server refuses what I send: the key, the model's name or another setting "
            "is wrong. Whoever runs the bot must act; the log and `dbridge-bot doctor` say what."
        )

    def context_overflow(self) -> str:
        return "This conversation is longer than the model takes. /new starts a fresh one."

    def answer_interrupted(self) -> str:
        return "The connection to the model was lost. Asking again usually helps."

    def answer_cut(self) -> str:
        return "It reached the longest length an answer may have. Ask for the rest, or in parts."

    def bad_output(self) -> str:
        return "The model answered with something I cannot read. Asking again may help."

    def refused(self) -> str:
        return "The model declines to answer this. Asking differently may help."

    def empty_answer(self) -> str:
        return "The model gave an empty answer. Asking again or differently often helps."

    def model_error(self) -> str:
        return "The model gave no proper answer. Asking again may help."

    def _in(self, wait: timedelta | None) -> str:
        return "a minute" if wait is None else self.span(wait)

    def unexpected(self) -> str:
        return "Something went wrong on my side; the log says what. Please try again."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
