"""The rules: what the model sees and what is remembered. Standard library, stemmer and graphemes only."""
