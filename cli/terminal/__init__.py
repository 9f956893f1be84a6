"""A game at the terminal: drawn and told for a person, who is asked and answers."""
