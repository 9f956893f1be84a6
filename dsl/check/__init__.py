"""From syntax trees to checked trees: names and types resolved."""
