"""Results of methods that are not computed, since they depend on the machine or are rare, but whose results have one kind."""

from __future__ import annotations

from puppet_typesys.ruby.native import returns

returns("NilClass", "!~", result="Boolean")
returns("String", "!~", result="Boolean")
returns("String", "oct", result="Integer")
returns("String", "scrub", result="String")
returns("File.", "directory?", result="Boolean")
returns("File.", "absolute_path", "expand_path", result="String")
returns("Facter::Core::Execution.", "execute", result="String")
returns("Kernel.", "block_given?", result="Boolean")
