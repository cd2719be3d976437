"""Play, host and study two games of staking a claim."""

__version__ = "0.1.0"
