"""The server: tables that people, programs and bots play at. The only part with a clock, a network
and a database."""
