"""Studies of the games: who plays how well. Heavy ones run on any `concurrent.futures.Executor`."""
