"""What counts as a secret, and where the secrets of a catalog end: an evaluation with marked secrets, of which the marks are searched."""
