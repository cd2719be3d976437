"""Search over hidden cards: heuristics, rollouts, and which deals explain what was played."""
