"""Why something is not legal, in words, from what the rules themselves say."""
