"""Packs to a ruleset, a ruleset to a game. It knows zones, components, goods, decisions and triggers, and no game."""

from engine.game import Decision, Game, IllegalChoice, Option, Playout, Standing
from engine.loader import load
from engine.record import replay
from engine.ruleset import Ruleset

__all__ = ["Decision", "Game", "IllegalChoice", "Option", "Playout", "Ruleset", "Standing", "load", "replay"]
