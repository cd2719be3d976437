"""Search over hidden cards: heuristics, rollouts, and the worlds that explain what was played."""
