"""The pages of the courses."""
