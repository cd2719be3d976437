"""Pictures and words: pure functions from a View to SVG and sentences."""
