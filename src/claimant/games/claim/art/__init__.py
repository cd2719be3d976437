"""Claim as SVG."""
