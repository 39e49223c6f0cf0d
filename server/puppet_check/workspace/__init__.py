"""Finds files and knows what their place demands."""
