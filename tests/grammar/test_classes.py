"""Classes that every run makes are as the standard ones: compared, hashed, shown, copied, pickled and refused in the same cases."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import typing

import pytest

from puppet_grammar.dataclass import dataclass, field, replace
from puppet_grammar.named import NamedTuple


class Own(NamedTuple):
    """With our base class."""

    name: str
    size: int = 3

    @property
    def twice(self) -> int:
        """A member beside the fields."""
        return 2 * self.size


class Standard(typing.NamedTuple):
    """With the standard one."""

    name: str
    size: int = 3


@dataclass(frozen=True, slots=True)
class Frozen:
    """A frozen class with slots."""

    name: str
    others: tuple[str, ...] = ()


@dataclass()
class Changing:
    """A class whose objects change."""

    names: list[str] = field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class StandardClass:
    """A standard class."""

    name: str
    size: int = 1


def test_a_named_tuple_is_as_a_standard_one() -> None:
    own, standard = Own("a"), Standard("a")
    assert own == standard == ("a", 3)
    assert hash(own) == hash(standard)
    assert repr(own) == repr(standard).replace("Standard", "Own")
    assert (own._fields, own._asdict(), own._field_defaults) == (standard._fields, standard._asdict(), standard._field_defaults)
    assert own._replace(size=4) == Own._make(("a", 4))
    assert own._replace(size=4).twice == 8
    assert pickle.loads(pickle.dumps(own)) == copy.copy(own) == own
    match own:
        case Own(name, size=3):
            assert name == "a"
    for wrong in (lambda: Own(), lambda: Own("a", 1, 2), lambda: Own._make("abc")):
        with pytest.raises(TypeError):
            wrong()  # type: ignore[no-untyped-call]  # it is wrong
    with pytest.raises(ValueError, match="unexpected"):
        own._replace(other=1)  # type: ignore[call-arg]  # it is wrong
    with pytest.raises(AttributeError):
        own.name = "b"  # type: ignore[misc]  # it is wrong


def test_methods_are_named_and_their_parameters_too() -> None:
    assert Own.__new__.__qualname__ == "Own.__new__"
    assert Own(size=4, name="b") == ("b", 4)
    assert Frozen(others=("x",), name="b") == Frozen("b", ("x",))
    with pytest.raises(TypeError, match="other"):
        Own(other=1)  # type: ignore[call-arg]  # it is wrong


def test_a_field_without_a_default_is_refused_after_one_with_a_default() -> None:
    with pytest.raises(TypeError, match="without a default"):
        type(Own)("Wrong", (NamedTuple,), {"__annotations__": {"a": "int", "b": "int"}, "a": 1, "__qualname__": "Wrong"})


def test_a_frozen_class_is_compared_hashed_and_pickled_by_its_fields() -> None:
    one, same, other = Frozen("a"), Frozen("a"), Frozen("a", ("b",))
    assert one == same != other
    assert len({one, same, other}) == 2
    assert repr(other) == "Frozen(name='a', others=('b',))"
    assert pickle.loads(pickle.dumps(other)) == copy.deepcopy(other) == other
    assert replace(one, others=("b",)) == other
    with pytest.raises(AttributeError):
        one.name = "b"  # type: ignore[misc]  # it is wrong


def test_each_object_has_a_default_of_its_own() -> None:
    one, other = Changing(), Changing()
    one.names.append("a")
    assert one != other
    assert one == Changing(["a"])
    with pytest.raises(TypeError):
        hash(one)


def test_standard_classes_are_copied_as_well() -> None:
    assert replace(StandardClass("a"), size=2) == StandardClass("a", 2)
