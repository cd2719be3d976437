"""Claim It! as SVG."""
