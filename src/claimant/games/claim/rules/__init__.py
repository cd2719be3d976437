"""The rules of Claim, as kernels."""
