"""What operators need: settings, logs and metrics."""
