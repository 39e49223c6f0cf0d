"""Which symbols are at a place, where they are defined, and what is computed from their names."""
