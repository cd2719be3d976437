"""The exact solver of phase 2."""
