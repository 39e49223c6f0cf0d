from puppet_typesys.values.hash import Hash
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show
def text(v):
    if v is None: return ""
    if isinstance(v,bool): return "true" if v else "false"
    if isinstance(v,tuple): return "["+", ".join(map(text,v))+"]"
    if isinstance(v,Hash): return "{"+", ".join(f"{text(k)} => {text(x)}" for k,x in v.items())+"}"
    if isinstance(v,Type): return show(v)
    return str(v)
