"""From checked trees to Python syntax trees."""
