"""People: names, cookies and personal links."""
