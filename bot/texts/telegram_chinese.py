"""Simplified Chinese on Telegram."""

from bot.texts.telegram_base import TelegramTexts


class TelegramChinese(TelegramTexts):
    """Telegram in Chinese."""

    def undo(self) -> str:
        return "撤销"

    def retry(self) -> str:
        return "再试一次"

    def send_again(self) -> str:
        return "再发一次"

    def help(self) -> str:
        return "帮助"

    def back(self) -> str:
        return "‹ 返回"

    def switch(self) -> str:
        return "接着聊"

    def rename(self) -> str:
        return "改名"

    def delete(self) -> str:
        return "删除"

    def new(self) -> str:
        return "＋ 新对话"

    def all_sessions(self) -> str:
        return "所有对话"

    def show_summary(self) -> str:
        return "查看摘要"

    def restore_previous(self) -> str:
        return "恢复上一份"

    def how_to_address(self, name: str) -> str:
        return f"在群里，写 {name}、回复我或用命令，我就会回答。其他的话我不读也不存。"

    def just_write(self) -> str:
        return "直接写给我就好，不需要命令。"

    def own_words(self) -> str:
        return "命令后面可以接内容：/new 标题、/ask 问题。"

    def language_chosen(self) -> str:
        return "从现在起我在这里说中文。"

    def member(self) -> str:
        return "成员"

    def anonymous(self) -> str:
        return "匿名"

    def may_be_missing(self) -> str:
        return "我的回答可能有一部分没有送到。"

    def unfinished(self) -> str:
        return "⏸ 这个回答没有写完。/retry 可以再问一次。"

    def waiting(self, count: int) -> str:
        return f"还有 {count:,} 条消息在等回答。"

    def dropped_waiting(self, count: int) -> str:
        return f"{count:,} 条排队的消息不再回答。"

    def gave_up(self) -> str:
        return "我试了几次，还是回答不了这条消息。请换个方式再发一次。"

    def no_storage(self) -> str:
        return "我现在存不了任何东西。你的消息没有丢，稍后我会回答。"

    def unreadable(self) -> str:
        return "我还看不了图片、语音和文件。请用文字告诉我。"

    def how_to_rename(self, title: str, number: int) -> str:
        return f"要给“{title}”改名，请发送：\n/sessions rename {number:,} 新标题"

    def for_admins(self) -> str:
        return "只有本群的管理员可以这样做。"

    def cannot_check(self) -> str:
        return "Telegram 现在没有告诉我你是不是管理员。请过一分钟再试。"

    def not_yours(self) -> str:
        return "这个按钮只给提问的人用。你自己的问题请用 /retry 再问。"

    def out_of_date(self) -> str:
        return "这个按钮已经过期。请再发一次命令。"

    def undone_already(self) -> str:
        return "这里已经没有可恢复的了。"

    def asked_since(self) -> str:
        return "你后来又问了别的。/retry 会再问那个问题。"

    def stranger(self, user: str) -> str:
        return f"我只和登记过的人聊天。\n你的 ID 是 {user}，请把它交给机器人的运维者。"

    def own_id(self, user: str) -> str:
        return f"你的 ID 是 {user}。"

    def claim_granted(self) -> str:
        return (
            "从现在起你就是机器人的运维者。\n"
            "还有谁可以和我聊，写在配置里：telegram.allowed_users 和 telegram.allowed_chats。\n"
            "/help 看看我会做什么。"
        )

    def claim_wrong(self) -> str:
        return "这个代码不对。请原样打开打印出来的链接。"

    def claim_over(self) -> str:
        return (
            "这个代码已失效：用过了、过期了，或被别人看到了。\n"
            "在运行机器人的电脑上，dbridge-bot claim 会生成新的。"
        )

    def claim_seen(self) -> str:
        return "别人能看到这个代码，所以它已作废。\ndbridge-bot claim 会生成新的，请私下发给我。"
