"""Rules about the `Puppetfile`."""
