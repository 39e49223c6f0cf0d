from puppet_typesys.values.hash import Hash
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show
from puppet_typesys.values.quoting import quote
def programmatic(v):
    if v is None: return "undef"
    if isinstance(v,bool): return "true" if v else "false"
    if isinstance(v,str): return quote(v)
    if isinstance(v,tuple): return "["+", ".join(map(programmatic,v))+"]"
    if isinstance(v,Hash): return "{"+", ".join(f"{programmatic(k)} => {programmatic(x)}" for k,x in v.items())+"}"
    if isinstance(v,Type): return show(v)
    if v.__class__.__name__=="Regexp": return v.delimited()
    return str(v)
