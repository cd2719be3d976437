"""The declarations of all commands, by subject."""
