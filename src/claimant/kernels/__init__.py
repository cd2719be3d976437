"""What all kernels share: decorators, sets as bits, random numbers, and reading records."""
