"""The types, their algebra and their text."""
