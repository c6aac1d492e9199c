"""Keeps what memory_core decides: its ports, in SQL. Nothing of Telegram or models."""
