"""The effect language: text to checked, compiled effects. It knows types, names and spans, and no game."""
