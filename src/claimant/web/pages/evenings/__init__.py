"""The pages of series and tournaments."""
