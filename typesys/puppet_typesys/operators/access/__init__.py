"""`left[keys]`: elements of values, and parameters of types."""
