"""Messages to people who have closed the page: Web Push and e-mail."""
