"""Where everything is stored: SQLite or PostgreSQL, backups and archives."""
