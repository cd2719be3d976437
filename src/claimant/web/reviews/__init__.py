"""Reviews of finished games, computed when no bot needs the processes."""
