"""People's own figures: counting finished games, ratings, and what the sums say."""
