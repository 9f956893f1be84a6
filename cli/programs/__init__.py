"""Seats that other programs play: what they are asked, and what is done if they do not answer."""
