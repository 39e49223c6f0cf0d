"""What the reference's validator refuses: definitions, names, expressions, resources, ...

`validate` runs all rules over one program; `RULES` lists them. Each rule is one function with its manual page beside it; `rule`
tells how to write one. The checker and the evaluator both run these rules.
"""

from puppet_typesys.validate.place import Place, module_place
from puppet_typesys.validate.run import RULES, validate

__all__ = ["RULES", "Place", "module_place", "validate"]
