"""What tests share: set-ups, servers, browsers, and ways to talk to them."""
