"""Puzzles that people solve in the web app."""
