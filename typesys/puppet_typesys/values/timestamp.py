class Timestamp:
    def __init__(self,n): self.nanoseconds=n
