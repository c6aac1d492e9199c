"""Rendering: every message against the rules of the Bot API twin."""
