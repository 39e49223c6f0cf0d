"""Makes releases: versions, change log, distributions, checksums and bill of materials."""
