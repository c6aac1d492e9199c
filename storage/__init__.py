"""Keeps what memory_core decides: implements its ports. Knows SQL, nothing of Telegram or models."""
