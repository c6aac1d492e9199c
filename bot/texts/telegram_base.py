"""What each language must be able to say on Telegram only.

``telegram.of`` gives a language's sentences. Labels stand on buttons, tap answers are shown for a
moment over the chat and hold at most 200 characters.
"""

from abc import ABC, abstractmethod


class TelegramTexts(ABC):
    """Telegram's own sentences, in one language."""

    # Labels

    @abstractmethod
    def undo(self) -> str:
        """Label the button that takes something back."""

    @abstractmethod
    def retry(self) -> str:
        """Label the button that asks again."""

    @abstractmethod
    def send_again(self) -> str:
        """Label the button that sends a part once more."""

    @abstractmethod
    def help(self) -> str:
        """Label the button that leads to the commands."""

    @abstractmethod
    def back(self) -> str:
        """Label the button that leads back."""

    @abstractmethod
    def switch(self) -> str:
        """Label the button that goes on with a session."""

    @abstractmethod
    def rename(self) -> str:
        """Label the button that tells how to rename a session."""

    @abstractmethod
    def delete(self) -> str:
        """Label the button that deletes a session."""

    @abstractmethod
    def new(self) -> str:
        """Label the button that begins a session."""

    @abstractmethod
    def all_sessions(self) -> str:
        """Label the button that leads to the list of sessions."""

    @abstractmethod
    def show_summary(self) -> str:
        """Label the button that shows a summary."""

    @abstractmethod
    def restore_previous(self) -> str:
        """Label the button that goes back to the summary before."""

    # What the bot is

    @abstractmethod
    def how_to_address(self, name: str) -> str:
        """Say how to talk to the bot in a group; ``name`` begins with an @."""

    @abstractmethod
    def just_write(self) -> str:
        """Say that no command is needed in a private chat."""

    @abstractmethod
    def own_words(self) -> str:
        """Say which commands take something behind them, and that a button undoes."""

    @abstractmethod
    def language_chosen(self) -> str:
        """Say in which language the bot speaks from now on."""

    @abstractmethod
    def member(self) -> str:
        """Name the role of somebody who may talk to the bot."""

    @abstractmethod
    def anonymous(self) -> str:
        """Name the role of somebody who speaks for a group or a channel."""

    # Answers

    @abstractmethod
    def may_be_missing(self) -> str:
        """Say that nobody knows whether a part of an answer arrived."""

    @abstractmethod
    def unfinished(self) -> str:
        """Mark half an answer as such."""

    @abstractmethod
    def waiting(self, count: int) -> str:
        """Say how many further messages wait while answers fail."""

    @abstractmethod
    def dropped_waiting(self, count: int) -> str:
        """Say how many messages that waited for an answer get none."""

    @abstractmethod
    def gave_up(self) -> str:
        """Say that a message cannot be answered, whatever is tried."""

    @abstractmethod
    def no_storage(self) -> str:
        """Say that nothing can be stored now, and that the message is not lost."""

    @abstractmethod
    def unreadable(self) -> str:
        """Say that pictures, voice and files cannot be read yet."""

    @abstractmethod
    def how_to_rename(self, title: str, number: int) -> str:
        """Say what to send to give the session with this number another title."""

    # Refusals, which a tap may show

    @abstractmethod
    def for_admins(self) -> str:
        """Say that only admins of the group may do that."""

    @abstractmethod
    def cannot_check(self) -> str:
        """Say that Telegram does not tell just now whether somebody is an admin."""

    @abstractmethod
    def not_yours(self) -> str:
        """Say that a button is for whoever asked."""

    @abstractmethod
    def out_of_date(self) -> str:
        """Say that a button does not lead anywhere any more."""

    @abstractmethod
    def undone_already(self) -> str:
        """Say that a button took its thing back before."""

    @abstractmethod
    def asked_since(self) -> str:
        """Say that a later question would be asked again, and how to ask it."""

    # Strangers and operators

    @abstractmethod
    def stranger(self, user: str) -> str:
        """Say that the bot is closed, and which id its operator needs."""

    @abstractmethod
    def own_id(self, user: str) -> str:
        """Tell a stranger their id, and nothing else."""

    @abstractmethod
    def claim_granted(self) -> str:
        """Say that somebody runs the bot from now on, and what to do next."""

    @abstractmethod
    def claim_wrong(self) -> str:
        """Say that a code is wrong."""

    @abstractmethod
    def claim_over(self) -> str:
        """Say that a code was used, seen by others or too old, and how to get another."""

    @abstractmethod
    def claim_seen(self) -> str:
        """Say in a group that a code is void now because others could read it."""
