"""The terminal face: the same core, commands and database as everywhere, without an account."""
