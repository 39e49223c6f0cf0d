"""Static checks: evaluation of a program in which some values are known only by their types."""
