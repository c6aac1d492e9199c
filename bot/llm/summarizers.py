"""Who summarises: the model for work in the background, or the sentences themselves."""

from bot.llm.offline.extracting import ExtractiveSummarizer
from memory_core.policy import Policy
from memory_core.ports import JsonModel
from memory_core.summarizing import ModelSummarizer, Summarizer


def of(model: JsonModel | None, policy: Policy, name: str) -> Summarizer:
    """Return the summariser that goes with a provider; without shaped answers it extracts."""
    if model is None:
        return ExtractiveSummarizer(policy)
    return ModelSummarizer(model, policy, name)
