"""What every language must be able to say; a type checker proves each one complete.

``undo``, ``back`` and ``retry`` name the way a face offers the next step, such as ``/clear undo``;
without one the face shows a button and the sentence does not name it.
"""

from abc import ABC, abstractmethod
from datetime import timedelta
from typing import Literal

from bot.slash import Command, CommandName, Group
from memory_core.errors import StorageTrouble

Part = Literal["kept", "shown", "none"]
"""What there is of half an answer: it is remembered, only on the screen, or nothing."""


class Texts(ABC):
    """The sentences of one language."""

    # Measures

    @abstractmethod
    def ago(self, elapsed: timedelta) -> str:
        """Return how long ago something was, such as "3 min ago"."""

    @abstractmethod
    def span(self, length: timedelta) -> str:
        """Return a length of time, such as "10 minutes"."""

    @abstractmethod
    def messages(self, count: int) -> str:
        """Return "12 messages"."""

    # What the bot is and can do

    @abstractmethod
    def about(self) -> str:
        """Say what the bot is, in one line."""

    @abstractmethod
    def privacy(self) -> str:
        """Say what is kept and who can read it, in two lines."""

    @abstractmethod
    def try_this(self) -> str:
        """Suggest two things to try now."""

    @abstractmethod
    def group(self, group: Group) -> str:
        """Return the heading of a group of commands."""

    @abstractmethod
    def described(self, command: CommandName) -> str:
        """Return about five words on what a command does."""

    @abstractmethod
    def coming(self, commands: str) -> str:
        """Name the commands that come later."""

    @abstractmethod
    def later(self, command: CommandName) -> str:
        """Say that a command does not work yet."""

    @abstractmethod
    def unknown(self, word: str, nearest: CommandName | None) -> str:
        """Say that there is no such command, and which one may have been meant."""

    @abstractmethod
    def usage(self, command: Command) -> str:
        """Say how a command is written."""

    # Answers

    @abstractmethod
    def stopped(self, part: Part, retry: str | None) -> str:
        """Say that the person stopped an answer, and what became of the part that was there."""

    @abstractmethod
    def broke_off(self, part: Part, reason: str, retry: str | None) -> str:
        """Say that an answer ended halfway, why, and what became of the part that was there."""

    @abstractmethod
    def failed(self, reason: str, retry: str | None) -> str:
        """Say that there is no answer, and why; the question is kept."""

    @abstractmethod
    def dropped(self) -> str:
        """Say that the conversation was cleared or changed while the answer was written."""

    @abstractmethod
    def nothing_running(self) -> str:
        """Say that there is nothing to stop."""

    @abstractmethod
    def stopping(self, turns: int) -> str:
        """Say how many answers are being stopped."""

    # Sessions

    @abstractmethod
    def untitled(self) -> str:
        """Return what stands for the title of a session without one."""

    @abstractmethod
    def cleared(self, messages: int, within: timedelta, undo: str | None) -> str:
        """Say what /clear set aside, and how to take it back."""

    @abstractmethod
    def nothing_to_clear(self) -> str:
        """Say that nothing was visible anyway."""

    @abstractmethod
    def restored(self, messages: int) -> str:
        """Say how much of the session is visible again."""

    @abstractmethod
    def session_back(self, title: str, back: str | None) -> str:
        """Say that a deleted session is back, and how to go on with it unless it goes on now."""

    @abstractmethod
    def began(self, title: str, former: str | None, back: str | None) -> str:
        """Say that a fresh session began, and how to get back to the former one."""

    @abstractmethod
    def session(self, title: str, messages: int, used: timedelta) -> str:
        """Return one line of the list of sessions, without number and mark."""

    @abstractmethod
    def sessions(self, count: int) -> str:
        """Return the line above the list of sessions."""

    @abstractmethod
    def switched(self, title: str) -> str:
        """Say which session goes on."""

    @abstractmethod
    def renamed(self, title: str) -> str:
        """Say what a session is called now."""

    @abstractmethod
    def deleted(self, title: str, within: timedelta, undo: str | None) -> str:
        """Say which session was deleted, and how to take it back."""

    @abstractmethod
    def no_such_number(self, number: int, count: int) -> str:
        """Say that the list of sessions has no such number."""

    @abstractmethod
    def identity(self, user: str, role: str, chat: str) -> str:
        """Say who the person is for the bot, and where."""

    @abstractmethod
    def operator(self) -> str:
        """Name the role of somebody who runs the bot."""

    # Compaction

    @abstractmethod
    def compacting(self) -> str:
        """Say that a summary is being made."""

    @abstractmethod
    def compacting_stopped(self) -> str:
        """Say that the person stopped it, and that nothing has changed."""

    @abstractmethod
    def compacted(self, folded: int, kept: int, took: timedelta) -> str:
        """Say how many messages were folded, how many stay as they are, and how long it took."""

    @abstractmethod
    def shrunk(self, before: int, after: int) -> str:
        """Say how many tokens the conversation had and has."""

    @abstractmethod
    def summary_of(self, messages: int) -> str:
        """Return the line above a summary."""

    @abstractmethod
    def made_offline(self) -> str:
        """Say that a summary is made of sentences of the conversation, without a model."""

    @abstractmethod
    def dimension(self, dimension: str) -> str:
        """Return the heading of one of the ten parts of a summary."""

    @abstractmethod
    def no_summary(self) -> str:
        """Say that the conversation has no summary, and how to make one."""

    @abstractmethod
    def summary_restored(self, messages: int) -> str:
        """Say that the previous summary is current, and how many messages it stands for."""

    @abstractmethod
    def summary_withdrawn(self) -> str:
        """Say that no summary is current, so that the messages themselves are used."""

    # What can go wrong; each says what to do about it

    @abstractmethod
    def input_too_long(self, chars: int, limit: int) -> str:
        """Say by how much a message is too long."""

    @abstractmethod
    def window_too_small(self, tokens: int, window: int) -> str:
        """Say that a question alone is more than the model may get."""

    @abstractmethod
    def empty_input(self) -> str:
        """Say that there is nothing to answer."""

    @abstractmethod
    def session_not_found(self) -> str:
        """Say that a session is gone."""

    @abstractmethod
    def nothing_to_undo(self) -> str:
        """Say that nothing can be taken back any more."""

    @abstractmethod
    def nothing_to_retry(self) -> str:
        """Say that there is no question to ask again."""

    @abstractmethod
    def nothing_to_compact(self) -> str:
        """Say that the conversation is too short for a summary."""

    @abstractmethod
    def compaction_running(self) -> str:
        """Say that a summary is being made already."""

    @abstractmethod
    def compaction_failed(self, failure: str) -> str:
        """Say that there is no new summary, and why; ``failure`` is the reason of the error."""

    @abstractmethod
    def settings_error(self, detail: str) -> str:
        """Say that the configuration cannot be used; ``detail`` names the key."""

    @abstractmethod
    def storage_unavailable(self, trouble: StorageTrouble) -> str:
        """Say why the database does not take anything, and what to do about it."""

    @abstractmethod
    def not_saved(self) -> str:
        """Say that nothing was stored of what was just asked for."""

    @abstractmethod
    def schema_too_new(self, found: int, known: int) -> str:
        """Say that the database belongs to a newer release."""

    @abstractmethod
    def rate_limited(self, wait: timedelta | None) -> str:
        """Say that the model gets too many requests, and when to try again."""

    @abstractmethod
    def model_unavailable(self, wait: timedelta | None) -> str:
        """Say that the model cannot be reached, and when to try again."""

    @abstractmethod
    def model_timed_out(self) -> str:
        """Say that the model took too long."""

    @abstractmethod
    def model_misconfigured(self) -> str:
        """Say that nobody gets an answer until the operator acts."""

    @abstractmethod
    def context_overflow(self) -> str:
        """Say that the conversation is longer than the model takes."""

    @abstractmethod
    def answer_interrupted(self) -> str:
        """Say that the connection was lost on the way."""

    @abstractmethod
    def answer_cut(self) -> str:
        """Say that the answer reached the longest length it may have."""

    @abstractmethod
    def bad_output(self) -> str:
        """Say that what came made no sense."""

    @abstractmethod
    def refused(self) -> str:
        """Say that the model declines to answer."""

    @abstractmethod
    def empty_answer(self) -> str:
        """Say that the model said nothing."""

    @abstractmethod
    def model_error(self) -> str:
        """Say that the model gave no proper answer."""

    @abstractmethod
    def unexpected(self) -> str:
        """Say that the bot itself made a mistake."""
