"""Rules about `metadata.json`."""
