"""The rules of the reference's validator: about definitions, names, expressions, resources and so on.

`validate` applies all rules to one program. Each issue is declared above the rule that reports it, and the decorators in `table` register
the rules. Both the checker and the evaluator run them.
"""

from puppet_typesys.validate.place import AutoloadPlace, module_place
from puppet_typesys.validate.run import validate

__all__ = ["AutoloadPlace", "module_place", "validate"]
