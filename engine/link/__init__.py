"""From documents to an image: names declared, texts checked, layers put together, tables and code assembled."""
