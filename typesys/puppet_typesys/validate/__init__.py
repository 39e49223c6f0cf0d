"""What the reference's validator refuses: definitions, names, expressions, resources, ...

`validate` runs all rules over one program; Each issue is declared above the
rule that reports it; `table` has the decorators that enter a rule. The checker and the evaluator both run these rules.
"""

from puppet_typesys.validate.place import Place, module_place
from puppet_typesys.validate.run import validate

__all__ = ["Place", "module_place", "validate"]
