"""What operators read of how the bot is doing."""

from abc import ABC, abstractmethod
from datetime import timedelta

from memory_core.model import Language
from memory_core.vitals import Vitals


class MetricsTexts(ABC):
    """The metrics screen's sentences, in one language."""

    @abstractmethod
    def well(self) -> str:
        """Say that nothing is wrong."""

    @abstractmethod
    def unwell(self, rate: str) -> str:
        """Say that compaction fails too often."""

    @abstractmethod
    def truncated(self, count: int) -> str:
        """Say how often a long message was shortened (L1)."""

    @abstractmethod
    def reused(self, count: int) -> str:
        """Say how often a summary stood for a long history (L2)."""

    @abstractmethod
    def compactions(self, vitals: Vitals) -> str:
        """Say how the compactions went (L3)."""

    @abstractmethod
    def failure_rate(self, rate: str | None) -> str:
        """Say which share of the day's compactions failed."""

    @abstractmethod
    def pending(self, count: int, oldest: timedelta | None) -> str:
        """Say how many compactions are under way, and since when."""

    @abstractmethod
    def turns(self, count: int) -> str:
        """Say how many turns there were since the start."""

    @abstractmethod
    def spent(self, tokens: int, cost: str | None) -> str:
        """Say what today has cost."""

    @abstractmethod
    def saved(self, tokens: int) -> str:
        """Say how many tokens compaction has saved."""

    @abstractmethod
    def operators_only(self) -> str:
        """Say that only operators may see it."""

    @abstractmethod
    def sent_privately(self) -> str:
        """Say that the answer went to the private chat."""


class MetricsEnglish(MetricsTexts):
    """The metrics screen in English."""

    def well(self) -> str:
        return "All well"

    def unwell(self, rate: str) -> str:
        return f"⚠ {rate} of the compactions fail"

    def truncated(self, count: int) -> str:
        return f"L1 shortened: {count:,}"

    def reused(self, count: int) -> str:
        return f"L2 summary reused: {count:,}"

    def compactions(self, vitals: Vitals) -> str:
        each = vitals.attempts
        return (
            f"L3 compactions: {each.trigger:,}\n"
            f"  {each.success:,} good · {each.failure:,} failed · {each.discarded:,} discarded"
        )

    def failure_rate(self, rate: str | None) -> str:
        return f"Failed in 24 h: {rate or 'none made'}"

    def pending(self, count: int, oldest: timedelta | None) -> str:
        since = f", oldest {oldest.total_seconds():,.0f} s" if oldest is not None else ""
        return f"Pending: {count:,}{since}"

    def turns(self, count: int) -> str:
        return f"Turns since the start: {count:,}"

    def spent(self, tokens: int, cost: str | None) -> str:
        return f"Today: {tokens:,} tokens" + (f", {cost}" if cost else "")

    def saved(self, tokens: int) -> str:
        return f"Saved by compaction: {tokens:,} tokens"

    def operators_only(self) -> str:
        return "Only operators can see the metrics."

    def sent_privately(self) -> str:
        return "I sent you the metrics in our private chat."


class MetricsChinese(MetricsTexts):
    """The metrics screen in Chinese."""

    def well(self) -> str:
        return "一切正常"

    def unwell(self, rate: str) -> str:
        return f"⚠ {rate} 的压缩失败了"

    def truncated(self, count: int) -> str:
        return f"L1 截断：{count:,}"

    def reused(self, count: int) -> str:
        return f"L2 复用摘要：{count:,}"

    def compactions(self, vitals: Vitals) -> str:
        each = vitals.attempts
        return (
            f"L3 压缩：{each.trigger:,}\n"
            f"  成功 {each.success:,} · 失败 {each.failure:,} · 作废 {each.discarded:,}"
        )

    def failure_rate(self, rate: str | None) -> str:
        return f"24 小时失败率：{rate or '没有压缩'}"

    def pending(self, count: int, oldest: timedelta | None) -> str:
        since = f"，最早 {oldest.total_seconds():,.0f} 秒前" if oldest is not None else ""
        return f"进行中：{count:,}{since}"

    def turns(self, count: int) -> str:
        return f"启动以来的轮次：{count:,}"

    def spent(self, tokens: int, cost: str | None) -> str:
        return f"今天：{tokens:,} 个 token" + (f"，{cost}" if cost else "")

    def saved(self, tokens: int) -> str:
        return f"压缩节省：{tokens:,} 个 token"

    def operators_only(self) -> str:
        return "只有运维者能看指标。"

    def sent_privately(self) -> str:
        return "指标已发到我们的私聊里。"


_TEXTS: dict[Language, MetricsTexts] = {"en": MetricsEnglish(), "zh": MetricsChinese()}


def of(language: Language) -> MetricsTexts:
    """Return the metrics screen's sentences of a language."""
    return _TEXTS[language]
