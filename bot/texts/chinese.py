"""Simplified Chinese."""

from datetime import timedelta

from bot.slash import Command, CommandName, Group
from bot.texts.base import Part, Texts
from bot.texts.measures import Unit, change, largest_unit
from memory_core.errors import StorageTrouble

_GROUPS: dict[Group, str] = {
    "talk": "聊天",
    "memory": "记忆",
    "chat": "这个聊天",
    "operators": "运维",
}
_COMMANDS: dict[CommandName, str] = {
    "start": "打个招呼，介绍自己",
    "help": "看看我会做什么",
    "new": "开始一段新对话",
    "clear": "从头开始（可撤销）",
    "sessions": "查看、切换、改名、删除对话",
    "stop": "停止正在写的回答",
    "retry": "把上个问题再问一遍",
    "ask": "单独提问，不带记忆",
    "whoami": "看看我把你认作谁",
    "quit": "离开",
    "exit": "离开",
    "compact": "把较早的消息压成摘要",
    "memory": "查看我记住的关于你的事",
    "settings": "设置语言和习惯",
    "why": "查看回答的依据",
    "source": "选择要查询的数据库",
    "agent": "选择由谁回答",
    "usage": "查看用量和费用",
    "export": "导出关于你的一切",
    "forgetme": "抹去关于你的一切",
    "metrics": "查看机器人的运行状况",
    "pause": "暂停服务",
    "resume": "恢复服务",
    "invite": "生成邀请链接",
    "users": "查看谁在使用",
    "block": "禁止某人使用",
    "allow": "允许某个群使用",
}
_STOPPED: dict[Part, str] = {
    "kept": "已停止，上面这部分我会保留。",
    "shown": "已停止。",
    "none": "已停止，还没来得及回答。",
}
_COMPACTION: dict[str, str] = {
    "overtaken": "对话在这期间有变动",
    "not shorter": "摘要并不比原来的消息短多少",
    "nothing in it": "摘要里没有内容",
    "too long": "摘要太长了",
    "RateLimited": "模型收到的请求太多",
    "ModelUnavailable": "连不上模型",
    "ModelTimedOut": "模型用时太久",
    "ModelMisconfigured": "模型的服务器拒绝了我的请求",
}
_DIMENSIONS: dict[str, str] = {
    "requests": "需求与意图",
    "decisions": "决定与结论",
    "objects": "创建或修改的对象",
    "schema_changes": "结构变更",
    "data_operations": "数据操作",
    "errors_and_fixes": "错误与修复",
    "todos": "待办",
    "preferences": "个人偏好",
    "tool_calls": "工具调用",
    "other_context": "其他背景",
}
_UNITS: dict[Unit, str] = {"second": "秒", "minute": "分钟", "hour": "小时", "day": "天"}
_STORAGE: dict[StorageTrouble, str] = {
    "full": "磁盘满了，请腾出一些空间。",
    "busy": "数据库正忙，通常等一会儿就好。",
    "read-only": "我无权写数据库，请检查数据库文件和目录的属主。",
    "damaged": "数据库文件似乎损坏了。请先留一份副本，再恢复最近的备份。",
    "unreachable": "连不上数据库，请检查 storage.url。",
}


class Chinese(Texts):
    """The bot in Chinese."""

    def ago(self, elapsed: timedelta) -> str:
        number, unit = largest_unit(elapsed)
        return "刚刚" if unit == "second" else f"{number:,} {_UNITS[unit]}前"

    def span(self, length: timedelta) -> str:
        number, unit = largest_unit(length)
        return f"{number:,} {_UNITS[unit]}"

    def messages(self, count: int) -> str:
        return f"{count:,} 条消息"

    def about(self) -> str:
        return "我是 dbridge-bot：可以和我聊你的工作和数据库，我会记住我们在这里说过的话。"

    def privacy(self) -> str:
        return (
            "你写的内容保存在本机器人的数据库里，只用于这个聊天。\n"
            "机器人的运维者可以看到它；最近的部分会发送给模型。"
        )

    def try_this(self) -> str:
        return "试试说：“我们的订单在 sales.orders 表里。”\n再问：“关于订单我说过什么？”"

    def group(self, group: Group) -> str:
        return _GROUPS[group]

    def described(self, command: CommandName) -> str:
        return _COMMANDS[command]

    def coming(self, commands: str) -> str:
        return f"以后会有：{commands}"

    def later(self, command: CommandName) -> str:
        return f"/{command}（{self.described(command)}）会在以后的版本中提供。"

    def unknown(self, word: str, nearest: CommandName | None) -> str:
        hint = f"你是想用 /{nearest} 吗？" if nearest else "/help 列出了所有命令。"
        return f"没有 /{word} 这个命令。{hint}如果想把它当作消息发送，请不要以斜杠开头。"

    def usage(self, command: Command) -> str:
        return "请这样写：\n" + "\n".join(command.forms)

    def stopped(self, part: Part, retry: str | None) -> str:
        return _STOPPED[part] + (f"{retry} 可以再问一遍。" if retry else "")

    def broke_off(self, part: Part, reason: str, retry: str | None) -> str:
        kept = "，上面这部分我会保留" if part == "kept" else ""
        return f"回答中断了{kept}。{reason}" + (f"{retry} 可以再问一遍。" if retry else "")

    def failed(self, reason: str, retry: str | None) -> str:
        return reason + (f"你的问题已保留：{retry} 可以再问一遍。" if retry else "")

    def dropped(self) -> str:
        return "这段对话刚才被清空或更换了，所以我放弃了这个回答。如果还想知道，请再问一次。"

    def nothing_running(self) -> str:
        return "没有可停止的：现在没有正在写的回答。"

    def stopping(self, turns: int) -> str:
        return f"正在停止 {turns:,} 个回答。"

    def untitled(self) -> str:
        return "未命名"

    def cleared(self, messages: int, within: timedelta, undo: str | None) -> str:
        how = f"可以用 {undo} 恢复" if undo else "可以撤销"
        return (
            f"已把 {self.messages(messages)}放到一边：我从头开始，什么都没有删除。"
            f"{self.span(within)}内{how}。"
        )

    def nothing_to_clear(self) -> str:
        return "没有可清空的：这段对话本来就是全新的。"

    def restored(self, messages: int) -> str:
        return f"已恢复 {self.messages(messages)}：我又记得这段对话了。"

    def session_back(self, title: str, back: str | None) -> str:
        return f"“{title}”回来了" + (f"，{back} 可以切换过去。" if back else "，我们接着聊。")

    def began(self, title: str, former: str | None, back: str | None) -> str:
        fresh = f"新对话开始了：“{title}”。" if title else "新对话开始了。"
        if former is None:
            return fresh
        return f"{fresh}“{former}”还在" + (f"，{back} 可以回去。" if back else "。")

    def session(self, title: str, messages: int, used: timedelta) -> str:
        return f"{title} · {self.messages(messages)} · {self.ago(used)}"

    def sessions(self, count: int) -> str:
        return f"这里有 {count:,} 段对话"

    def switched(self, title: str) -> str:
        return f"我们接着聊“{title}”。"

    def renamed(self, title: str) -> str:
        return f"现在叫“{title}”。"

    def deleted(self, title: str, within: timedelta, undo: str | None) -> str:
        how = f"可以用 {undo} 恢复" if undo else "可以撤销"
        return f"“{title}”已删除。{self.span(within)}内{how}，之后会被抹去。"

    def no_such_number(self, number: int, count: int) -> str:
        return f"没有第 {number:,} 段，一共 {count:,} 段。"

    def compacting(self) -> str:
        return "正在压缩……"

    def compacting_stopped(self) -> str:
        return "已停止，什么都没有改变。"

    def compacted(self, folded: int, kept: int, took: timedelta) -> str:
        return f"已折叠 {self.messages(folded)}，保留 {kept:,} 条，用时 {self.span(took)}。"

    def shrunk(self, before: int, after: int) -> str:
        return f"{before:,} → {after:,} token（{change(before, after)}）"

    def summary_of(self, messages: int) -> str:
        return f"{self.messages(messages)}的摘要"

    def made_offline(self) -> str:
        return "离线生成，由原话摘录而成。"

    def dimension(self, dimension: str) -> str:
        return _DIMENSIONS[dimension]

    def no_summary(self) -> str:
        return "这段对话没有摘要，/compact 可以生成一份。"

    def summary_restored(self, messages: int) -> str:
        return f"现在用的是上一份摘要，它代表 {self.messages(messages)}。"

    def summary_withdrawn(self) -> str:
        return "现在不用摘要了，我会重新读原来的消息。"

    def identity(self, user: str, role: str, chat: str) -> str:
        return f"你：{user}\n角色：{role}\n这个聊天：{chat}"

    def operator(self) -> str:
        return "运维者"

    def input_too_long(self, chars: int, limit: int) -> str:
        return f"这条消息有 {chars:,} 个字符，我最多读 {limit:,} 个。请缩短一些，或分几次发送。"

    def window_too_small(self, tokens: int, window: int) -> str:
        return (
            f"这条消息约 {tokens:,} 个 token，模型最多收 {window:,} 个。请缩短一些，或分几次发送。"
        )

    def empty_input(self) -> str:
        return "这条消息里没有可回答的内容。你想知道什么？"

    def session_not_found(self) -> str:
        return "那段对话不在了。/sessions 会列出现有的对话。"

    def nothing_to_undo(self) -> str:
        return "没有可恢复的：撤销只在短时间内有效。"

    def nothing_to_retry(self) -> str:
        return "没有你问过的问题可以再问。直接写一个就好。"

    def nothing_to_compact(self) -> str:
        return "没有可压缩的：最近的消息会原样保留。"

    def compaction_running(self) -> str:
        return "这段对话已经在压缩了，我会照常回答。"

    def compaction_failed(self, failure: str) -> str:
        why = _COMPACTION.get(failure, "模型没有给出像样的回答")
        return f"没有生成新的摘要，什么都没有改变：{why}。"

    def settings_error(self, detail: str) -> str:
        return f"配置无法使用。\n{detail}"

    def storage_unavailable(self, trouble: StorageTrouble) -> str:
        return _STORAGE[trouble]

    def not_saved(self) -> str:
        return "这次什么都没有保存，之后请再试一次。"

    def schema_too_new(self, found: int, known: int) -> str:
        return (
            f"数据库由更新的版本写成（结构版本 {found}，当前程序只认识到 {known}）。"
            "请升级 dbridge-bot。"
        )

    def rate_limited(self, wait: timedelta | None) -> str:
        return f"模型一下子收到太多问题了。请过{self._in(wait)}再试。"

    def model_unavailable(self, wait: timedelta | None) -> str:
        return f"现在连不上模型，或者它太忙了。请过{self._in(wait)}再试。"

    def model_timed_out(self) -> str:
        return "模型太久没有回答。请过一会儿再试。"

    def model_misconfigured(self) -> str:
        return (
            "模型服务器拒绝了我发送的内容：密钥、模型名称或别的设置不对。"
            "需要运维者处理，日志和 `dbridge-bot doctor` 会说明原因。"
        )

    def context_overflow(self) -> str:
        return "这段对话超过了模型能接收的长度。/new 可以开始新的对话。"

    def answer_interrupted(self) -> str:
        return "和模型的连接断了。再问一次通常就好。"

    def answer_cut(self) -> str:
        return "它达到了回答的最大长度。可以让我接着说，或分几部分问。"

    def bad_output(self) -> str:
        return "模型的回答我读不懂。再问一次也许有用。"

    def refused(self) -> str:
        return "模型不愿回答这个问题。换个问法也许有用。"

    def empty_answer(self) -> str:
        return "模型给了空的回答。再问一次或换个问法通常有用。"

    def model_error(self) -> str:
        return "模型没有给出像样的回答。再问一次也许有用。"

    def _in(self, wait: timedelta | None) -> str:
        return "一分钟" if wait is None else f" {self.span(wait)}"

    def unexpected(self) -> str:
        return "我这边出了点问题，日志里有记录。请再试一次。"
