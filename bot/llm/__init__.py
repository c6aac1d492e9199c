"""Models that write answers."""
