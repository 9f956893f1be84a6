"""The JSON Schemas of content files, and the check of every document against them."""
