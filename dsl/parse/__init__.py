"""From texts to syntax trees, or to what is wrong with them."""
