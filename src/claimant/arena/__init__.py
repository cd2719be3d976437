"""Tournaments between bots. Long ones run on any `concurrent.futures.Executor`."""
