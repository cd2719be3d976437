"""The network that judges Claim: its inputs, its weights, and how it is run."""
