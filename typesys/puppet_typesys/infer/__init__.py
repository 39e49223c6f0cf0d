"""What can be known about a program without running it: evaluation with values that are known only by their types."""
