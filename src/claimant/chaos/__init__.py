"""Chaos testing: processes are killed, disks fill up and clocks jump while clients play on.

Everything here observes the servers from outside: they are processes of their own, clients use the
API, and what was stored is read from the database after a server has been killed.
"""
