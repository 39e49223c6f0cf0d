class SemVer:
    pass
