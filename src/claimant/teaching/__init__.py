"""A teacher at the table: the course, reviews of finished games, and puzzles."""
