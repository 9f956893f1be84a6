"""Slips planted in our own content, to see what lint finds of them."""
