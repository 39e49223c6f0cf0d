"""The order in which an agent applies the resources of a catalog, and what follows from it; nothing of it is imported by a usual check."""
