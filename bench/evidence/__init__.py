"""Evidence: for every error in working modules, the reference's own refusal of the same statement, or that there is none."""
