"""The numbers of a message, Telegram's and ours."""

MESSAGE_UNITS = 4096
"""The longest text of a message, in UTF-16 units."""
MESSAGE_ENTITIES = 100
"""Telegram silently drops what is more."""
URL_CHARS = 2048
"""A longer address stays text."""
TABLE_CELLS = 34
"""The widest table a phone shows without breaking its lines."""
FILE_LINES = 100
FILE_UNITS = 2 * MESSAGE_UNITS
"""Code with more lines, or longer, is sent as a file."""
TAB_CELLS = 4
"""Telegram turns a tab into one space; here it fills up to the next stop."""
PREVIEW_CHARS = 20_000
"""How much of an answer is looked at for its first message."""
NESTED_BLOCKS = 12
"""How many lists and quotes may begin on one line."""
