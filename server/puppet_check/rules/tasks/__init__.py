"""Rules about tasks: their files and their metadata."""
