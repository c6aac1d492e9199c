"""English on Telegram."""

from bot.texts.telegram_base import TelegramTexts


class TelegramEnglish(TelegramTexts):
    """Telegram in English."""

    def undo(self) -> str:
        return "Undo"

    def retry(self) -> str:
        return "Try again"

    def send_again(self) -> str:
        return "Send it again"

    def help(self) -> str:
        return "Help"

    def back(self) -> str:
        return "‹ Back"

    def switch(self) -> str:
        return "Go on with it"

    def rename(self) -> str:
        return "Rename"

    def delete(self) -> str:
        return "Delete"

    def new(self) -> str:
        return "+ New"

    def all_sessions(self) -> str:
        return "All conversations"

    def show_summary(self) -> str:
        return "Show summary"

    def restore_previous(self) -> str:
        return "Restore previous"

    def how_to_address(self, name: str) -> str:
        return (
            f"Here I answer when you write {name}, reply to me or use a command. "
            "What else is said I neither read nor keep."
        )

    def just_write(self) -> str:
        return "Just write to me; no command is needed."

    def own_words(self) -> str:
        return "Behind a command: /new TITLE, /ask QUESTION."

    def language_chosen(self) -> str:
        return "I speak English here now."

    def member(self) -> str:
        return "member"

    def anonymous(self) -> str:
        return "anonymous"

    def may_be_missing(self) -> str:
        return "A part of my answer may not have reached you."

    def unfinished(self) -> str:
        return "⏸ This answer is unfinished. /retry asks again."

    def waiting(self, count: int) -> str:
        return f"{_messages(count)} more {'waits' if count == 1 else 'wait'} for an answer."

    def dropped_waiting(self, count: int) -> str:
        return f"{_messages(count)} that waited: no answer now."

    def gave_up(self) -> str:
        return "I tried several times and cannot answer this message. Please send it differently."

    def no_storage(self) -> str:
        return "I cannot store anything just now. Your message is not lost; I answer it later."

    def unreadable(self) -> str:
        return "I cannot read pictures, voice or files yet. Please write it as text."

    def how_to_rename(self, title: str, number: int) -> str:
        return f"To rename “{title}”, send:\n/sessions rename {number:,} NEW TITLE"

    def for_admins(self) -> str:
        return "Only admins of this group may do that."

    def cannot_check(self) -> str:
        return (
            "Telegram does not tell me just now whether you are an admin. "
            "Please try again in a minute."
        )

    def not_yours(self) -> str:
        return "This button is for whoever asked. Send /retry for your own question."

    def out_of_date(self) -> str:
        return "This button is out of date. Please send the command again."

    def undone_already(self) -> str:
        return "There is nothing to take back here any more."

    def asked_since(self) -> str:
        return "You have asked something else since. /retry asks that again."

    def stranger(self, user: str) -> str:
        return (
            "I only talk with people I was told about.\n"
            f"Your id is {user}: give it to whoever runs this bot."
        )

    def own_id(self, user: str) -> str:
        return f"Your id is {user}."

    def claim_granted(self) -> str:
        return (
            "You run this bot from now on.\n"
            "Who else may talk to me stands in the configuration: telegram.allowed_users and "
            "telegram.allowed_chats.\n"
            "/help shows what I can do."
        )

    def claim_wrong(self) -> str:
        return "That code is wrong. Please open the link as it was printed."

    def claim_over(self) -> str:
        return (
            "That code is over: used, too old, or others have seen it.\n"
            "On the bot's machine, dbridge-bot claim makes another."
        )

    def claim_seen(self) -> str:
        return (
            "Others can read that code, so it is void now.\n"
            "dbridge-bot claim makes another; send it to me in private."
        )


def _messages(count: int) -> str:
    return f"{count:,} message" if count == 1 else f"{count:,} messages"
