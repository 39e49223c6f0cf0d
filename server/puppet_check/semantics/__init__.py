"""What is at a place of a program: which function is called, what its arguments name, and which variables are in scope."""
