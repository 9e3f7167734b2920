import Plugins
print(Rotate.spec.uri)
