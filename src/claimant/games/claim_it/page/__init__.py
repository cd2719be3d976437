"""Claim It! in the web app."""
