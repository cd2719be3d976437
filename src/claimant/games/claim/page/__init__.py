"""Claim in the web app."""
