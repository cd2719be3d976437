"""The server: tables that people, programs and bots play at, with HTTP, deadlines and the
database."""
