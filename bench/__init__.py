"""How fast the games run, beside other libraries: `python -m bench`, see docs/performance.md."""
