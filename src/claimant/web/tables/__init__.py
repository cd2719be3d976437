"""Tables: their state, seats, deadlines, and what is sent to those who watch."""
