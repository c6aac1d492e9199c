"""Keeps what memory_core decides: its ports, in SQL. Nothing of Telegram or models."""

from storage.opening import Durability, open_storage

__all__ = ["Durability", "open_storage"]
