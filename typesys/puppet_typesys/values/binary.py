class Binary:
    def __init__(self,data): self.data=data
