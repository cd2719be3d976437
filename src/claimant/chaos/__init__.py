"""A server tortured: processes are killed, disks fill up, clocks jump, while people play on.

Everything here stands outside: servers are processes of their own, players are programs that use
the API, and what was kept is read from the store once a server is dead.
"""
