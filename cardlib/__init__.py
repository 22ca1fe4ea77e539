"""Card games, exact odds and simulation for notebooks: Skyjo, Skyjo Action and Skip-Bo."""

__version__ = "0.1.0"
