"""The canonical form of texts: from syntax trees to text."""
