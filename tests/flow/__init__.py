"""Whole turns: what is asked, what the model reads, what is kept."""
