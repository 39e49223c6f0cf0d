class URI:
    pass
