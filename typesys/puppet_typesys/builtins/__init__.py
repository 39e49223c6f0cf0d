"""What the language brings along as data: resource types and metaparameters."""
