"""Scenarios: tables set, moves made and expectations checked, as a pack's own files state them."""
