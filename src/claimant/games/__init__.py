"""The games: each a folder that knows everything about itself, found through the registry."""
