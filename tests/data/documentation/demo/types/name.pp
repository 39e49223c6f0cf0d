# A name
type Demo::Name = String
