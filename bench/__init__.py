"""Benchmarks of the games and the server, next to other projects; see docs/performance.md."""
