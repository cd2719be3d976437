"""Claim It!: roll three dice, stake spaces, push your luck or bust. The largest mine wins."""
