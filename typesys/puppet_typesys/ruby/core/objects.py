"""What all objects have: `Object`, `Kernel`, `NilClass`, `true` and `false`, Procs and modules."""

from __future__ import annotations

from puppet_typesys.ruby.classes import CLASSES, class_of, error, is_kind_of, refuse
from puppet_typesys.ruby.compiling.variables import builtin_constant, member, state_of
from puppet_typesys.ruby.equality import INSTANCE, compare, equal, is_true, matches
from puppet_typesys.ruby.machine import Machine, method_of, singleton_of, table_of, type_name
from puppet_typesys.ruby.native import SELF, existing, method, yields
from puppet_typesys.ruby.objects import AnyProc, Code, Hash, Method, Module, NativeProc, Object, Parameters, Proc, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.sensitive import Sensitive


@method("Object", "class", keeps=True)
def _class(value: object) -> object:
    if isinstance(value, Module):
        return CLASSES["Class" if value.is_class else "Module"]
    return class_of(value)


@method("Object", "is_a?", "kind_of?", keeps=True, result="Boolean")
def _is_a(value: object, module: Module) -> object:
    if not isinstance(module, Module):
        refuse("TypeError", "class or module required")
    return is_kind_of(value, module)


@method("Object", "instance_of?", keeps=True, result="Boolean")
def _instance_of(value: object, module: Module) -> object:
    if not isinstance(module, Module):
        refuse("TypeError", "class or module required")
    return class_of(value) is module


@method("Object", "nil?", keeps=True, result="Boolean")
def _is_nil(value: object) -> object:
    return value is None


@method("Object", "!", result="Boolean")
def _not(value: object) -> object:
    return not is_true(value)


@method("Object", "==", "eql?", result="Boolean")
def _equal(value: object, other: object) -> object:
    return equal(value, other)


@method("Object", "equal?", result="Boolean")
def _same(value: object, other: object) -> object:
    return value is other or (isinstance(value, int | Symbol) and value.__class__ is other.__class__ and value == other)


@yields("Object", "!=", result="Boolean")
def _unequal(machine: Machine, block: AnyProc | None, value: object, other: object) -> object:
    return not is_true(machine.send(value, "==", [other]))


@method("Object", "===", result="Boolean")
def _matches(value: object, other: object) -> object:
    return matches(value, other)


@method("Object", "<=>")
def _compare(value: object, other: object) -> object:
    return compare(value, other)


@method("Object", "to_s", result="String")
def _to_s(value: object) -> object:
    return String(to_s(value))


@method("Object", "inspect", result="String")
def _inspect(value: object) -> object:
    return String(inspect(value))


@method("Object", "freeze", keeps=True, result=SELF)
def _freeze(value: object) -> object:
    if isinstance(value, String | Hash):
        value.freeze()
    return value


@method("Object", "frozen?", keeps=True, result="Boolean")
def _is_frozen(value: object) -> object:
    if isinstance(value, list | Object | Module):
        raise Unsupported("method", "Array#frozen?")
    return value.frozen if isinstance(value, String | Hash) else True


@method("Object", "dup", "clone", keeps=True, result=SELF)
def _dup(value: object) -> object:
    if isinstance(value, String):
        return String(value.text, False, value.binary)
    if isinstance(value, list):
        return list(value)
    if isinstance(value, Hash):
        made = Hash()
        made.entries.update(value.entries)
        made.default, made.default_proc = value.default, value.default_proc
        return made
    if isinstance(value, Object):
        if isinstance(value.held, list | Hash | dict):
            raise Unsupported("method", f"{value.kind.name}#dup")
        made_object = Object(value.kind, value.held)
        made_object.state.update(value.state)
        return made_object
    if isinstance(value, Module):
        raise Unsupported("method", "Module#dup")
    return value


@yields("Object", "tap", keeps=True)
def _tap(machine: Machine, block: AnyProc | None, value: object) -> object:
    machine.call(machine.needs(block, "tap"), value)
    return value


@yields("Object", "then", "yield_self", keeps=True)
def _then(machine: Machine, block: AnyProc | None, value: object) -> object:
    return machine.call(machine.needs(block, "then"), value)


@method("Object", "itself", keeps=True)
def _itself(value: object) -> object:
    return value


@yields("Object", "respond_to?", keeps=True, result="Boolean")
def _responds(machine: Machine, block: AnyProc | None, value: object, name: object, private: object = None) -> object:
    word = name_of_method(name)
    if isinstance(value, Object) and (found := method_of(value.kind, word)) is not None:
        return not found.private
    if isinstance(value, Module) and singleton_of(value, word) is not None:
        return True
    if word in table_of(value):
        return True
    known = existing(type_name(value))
    if not known or (isinstance(value, Object) and value.kind.name == INSTANCE):
        raise Unsupported("method", "respond_to?")
    return word in known or word in existing("Object")


@yields("Object", "send", "public_send", "__send__", keeps=True)
def _send(machine: Machine, block: AnyProc | None, value: object, name: object, *arguments: object) -> object:
    return machine.send(value, to_s(name), list(arguments), block, True)


@yields("Object", "method", keeps=True)
def _method(machine: Machine, block: AnyProc | None, value: object, name: object) -> object:
    word = to_s(name)
    return NativeProc(lambda *arguments: machine.send(value, word, list(arguments), None, True))


def _variable(name: object) -> str:
    word = name_of_method(name)
    if not word.startswith("@"):
        refuse("NameError", f"`{word}' is not allowed as an instance variable name")
    return word


def name_of_method(name: object) -> str:
    """The text of a Symbol or String; raises TypeError for other values."""
    if not isinstance(name, Symbol | String):
        refuse("TypeError", f"{inspect(name)} is not a symbol nor a string")
    return to_s(name)


@method("Object", "instance_variable_get")
def _get(value: Object, name: object) -> object:
    state, word = state_of(value), _variable(name)
    if word not in state and isinstance(value, Object) and value.held is not None:
        raise Unsupported("method", "instance_variable_get of an object of the core")
    return state.get(word)


@method("Object", "instance_variable_set", keeps=True)
def _set(value: Object, name: object, to: object) -> object:
    state_of(value)[_variable(name)] = to
    return to


@method("Object", "instance_variable_defined?")
def _is_set(value: Object, name: object) -> object:
    return _variable(name) in state_of(value)


@method("Object", "extend", keeps=True)
def _extend(value: object, *modules: object) -> object:
    if isinstance(value, Module) and all(each is value for each in modules):
        for name, each in value.methods.items():
            value.singleton.setdefault(name, each)
        return value
    raise Unsupported("method", "extend")


@yields("Object", "instance_eval", "instance_exec")
def _instance_eval(machine: Machine, block: AnyProc | None, value: object, *arguments: object) -> object:
    if not isinstance(block, Proc):
        raise Unsupported("method", "instance_eval of a String")
    return machine.call_with_self(block, value, list(arguments) or [value])


# ---- nil, true, false

method("NilClass", "=~")(lambda value, other: None)
method("NilClass", "to_a", result="Array")(lambda value: [])
method("NilClass", "to_h")(lambda value: Hash())
method("NilClass", "to_i", result="Integer")(lambda value: 0)
method("NilClass", "to_f", result="Float")(lambda value: 0.0)
method("NilClass FalseClass", "&")(lambda value, other: False)
method("NilClass FalseClass", "|", "^")(lambda value, other: is_true(other))
method("TrueClass", "&", result="Boolean")(lambda value, other: is_true(other))
method("TrueClass", "|", result="Boolean")(lambda value, other: True)
method("TrueClass", "^", result="Boolean")(lambda value, other: not is_true(other))


# ---- Sensitive

SENSITIVE = "Puppet::Pops::Types::PSensitiveType::Sensitive"


@yields(SENSITIVE, "unwrap", keeps=True)
def _unwrap(machine: Machine, block: AnyProc | None, value: Sensitive) -> object:
    from puppet_typesys.ruby.convert import from_puppet  # it knows this class

    return from_puppet(value.value) if not isinstance(value.value, String | list | Hash) else value.value


# ---- Procs


@yields("Proc", "call", "yield", "===", "[]", keeps=True)
def _call(machine: Machine, block: AnyProc | None, value: AnyProc, *arguments: object) -> object:
    if isinstance(value, NativeProc) and not arguments and value.arity not in (0, -1):
        refuse("ArgumentError", "no receiver given")
    return machine.call_proc(value, list(arguments), block)


@yields("Proc.", "new")
def _new_proc(machine: Machine, block: AnyProc | None, module: object) -> object:
    return machine.needs(block, "Proc.new")


@method("Proc", "lambda?")
def _is_lambda(value: AnyProc) -> object:
    return value.is_lambda if isinstance(value, Proc) else True


@method("Proc", "arity")
def _arity(value: AnyProc) -> object:
    return value.parameters.arity(value.is_lambda) if isinstance(value, Proc) else value.arity


@method("Proc", "to_proc")
def _to_proc(value: AnyProc) -> object:
    return value


# ---- modules and classes


@method("Module", "name", "to_s", "inspect")
def _name(value: Module) -> object:
    return String(value.name)


@method("Module", "===")
def _has(value: Module, other: object) -> object:
    return is_kind_of(other, value)


@method("Module", "<=")
def _below(value: Module, other: Module) -> object:
    if not isinstance(other, Module):
        refuse("TypeError", "compared with non class/module")
    if any(each is other for each in value.ancestors()):
        return True
    if value in other.ancestors():
        return False
    if not value.is_class or not other.is_class:
        raise Unsupported("method", "Module#<= of a module")
    return None


@method("Module", "<")
def _strictly_below(value: Module, other: Module) -> object:
    return False if value is other else _below(value, other)


@yields("Class", "new", keeps=True)
def _new(machine: Machine, block: AnyProc | None, kind: Module, *arguments: object) -> object:
    if CLASSES.get(kind.name) is kind:
        if kind.name in ("Object", "BasicObject"):
            return Object(kind)
        raise Unsupported("method", f"{kind.name}.new")
    made = Object(kind)
    initialize = method_of(kind, "initialize")
    if initialize is not None:
        machine.invoke(initialize, made, list(arguments), block)
    elif arguments:
        raise error("ArgumentError", f"wrong number of arguments (given {len(arguments)}, expected 0)")
    return made


@yields("Module", "private")
def _private(machine: Machine, block: AnyProc | None, module: Module, *names: object) -> object:
    listed = [to_s(each) for name in names for each in (name if isinstance(name, list) else [name])]
    for name in listed:
        found = module.methods.get(name)
        if found is not None:
            found.hide()
    if not listed:
        machine.visibility[module] = "private"
    return None


@yields("Module", "protected")
def _protected(machine: Machine, block: AnyProc | None, module: Module, *names: object) -> object:
    raise Unsupported("method", "Module#protected")


@yields("Module", "private_class_method", "private_constant")
def _private_of_class(machine: Machine, block: AnyProc | None, module: Module, *names: object) -> object:
    if CLASSES.get(module.name) is module:
        raise Unsupported("method", "Module#private_class_method")
    return None


@yields("Module", "public")
def _public(machine: Machine, block: AnyProc | None, module: Module, *names: object) -> object:
    if names:
        raise Unsupported("method", "Module#public")
    machine.visibility.pop(module, None)
    return None


@yields("Module", "module_function")
def _module_function(machine: Machine, block: AnyProc | None, module: Module, *names: object) -> object:
    if not names:
        machine.visibility[module] = "module_function"
    for name in names:
        module.singleton[to_s(name)] = module.methods[to_s(name)]
    return None


@yields("Module", "attr_reader")
def _attr_reader(machine: Machine, block: AnyProc | None, module: Module, *names: object) -> object:
    for each in names:
        word = to_s(each)
        module.methods[word] = Method(word, Parameters(), _reader(f"@{word}"), module)
    return None


def _reader(name: str) -> Code:
    return lambda frame: state_of(frame.receiver).get(name)


@yields("Module", "include", "prepend")
def _include(machine: Machine, block: AnyProc | None, module: Module, *others: object) -> object:
    if module.name in ("Puppet::Parser::Functions", "Object"):
        return module
    for each in others:
        if not isinstance(each, Module) or CLASSES.get(each.name) is each:
            raise Unsupported("method", "include")
        for name, found in each.methods.items():
            module.methods.setdefault(name, found)
    return module


@yields("Module", "define_method")
def _define_method(machine: Machine, block: AnyProc | None, module: Module, name: object, body: object = None) -> object:
    proc = block if block is not None else body
    if not isinstance(proc, Proc) or CLASSES.get(module.name) is module:
        raise Unsupported("method", "define_method")
    word = to_s(name)
    module.methods[word] = Method(word, proc.parameters, proc.body, module, proc)
    return Symbol.named(word)


@yields("Module", "const_get")
def _const_get(machine: Machine, block: AnyProc | None, module: Module, path: object, inherits: object = True) -> object:
    """The constant that a name, or names with `::` between them, lead to; those of no module belong to all of them."""
    found: object = module
    for name in to_s(path).removeprefix("::").split("::"):
        if not isinstance(found, Module) or not is_true(inherits):
            raise Unsupported("method", "const_get")
        found = _everywhere(machine, name) if found.name in ("Object", "Kernel", "Module", "Class") else member(machine, found, name)
    return found


def _everywhere(machine: Machine, name: str) -> object:
    """The constant of a name that belongs to no module."""
    found = machine.top.constants.get(name)
    found = builtin_constant(name) if found is None else found
    if found is None:
        raise Unsupported("constant", name)
    return found
