"""What the nodes of a fleet use of the code and data of a control repository, and what none of them does."""
