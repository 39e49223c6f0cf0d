"""What is shown at a place of code: hovers, hints and types."""
