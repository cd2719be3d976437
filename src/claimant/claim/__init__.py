"""Claim: win followers in one round of tricks, the factions in the next, and take the throne."""
