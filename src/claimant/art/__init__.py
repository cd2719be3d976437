"""Pictures that all games share, as SVG."""
