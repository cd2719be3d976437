"""From bytes to requests: server, middleware, limits and errors."""
