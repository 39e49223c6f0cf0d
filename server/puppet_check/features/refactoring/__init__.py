"""Code actions, and edits while typing."""
