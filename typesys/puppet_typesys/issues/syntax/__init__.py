"""Issues of reading a text."""
