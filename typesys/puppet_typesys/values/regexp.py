from __future__ import annotations
import re
class Match:
    def __init__(self, m): self.groups=(m.group(0),)+m.groups(); self.start=m.start(); self.end=m.end()
class Regexp:
    def __init__(self, source, options=0): self.source=source; self.options=options
    def check(self): re.compile(self.source)
    def match(self, text):
        m=re.compile(self.source.replace(r'\Z',r'(?=\n?\Z)').replace(r'\z',r'\Z').replace(r'\h','[0-9a-fA-F]'), re.M).search(text)
        return Match(m) if m else None
    def to_s(self): return self.source
    def delimited(self): return "/"+self.source.replace("/","\\/")+"/"
    def __eq__(self,o): return isinstance(o,Regexp) and o.source==self.source
    def __hash__(self): return hash(self.source)
