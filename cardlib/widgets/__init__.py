"""Widgets for notebooks: one look, mouse and keyboard, no internet, nothing that needs NumPy."""
