class Sensitive:
    def __init__(self,v): self.value=v
