"""The rules of Claim It!, as kernels."""
