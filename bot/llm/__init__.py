"""Models that write the answers."""
