"""Statistics of bots' games in every allowed combination of packs: how they end, who wins, what cards are used."""
