"""What the functions of widely used modules return, for those that declare less: rules over the types of the arguments.

The functions themselves are those of the project; a rule here makes none known. It holds for all releases of its module.
"""
