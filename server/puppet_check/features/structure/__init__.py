"""The outline of a text, its folds, selections and tokens."""
