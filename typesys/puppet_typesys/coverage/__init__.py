"""Which branches and statements of a program were evaluated."""
