"""Issues of parsing."""
