"""The ∪ rows of the specification: `union` gives what the row says, wherever the row is an upper bound of its two sides.

A row's name is the heading of its table and its number there; rows with letters get types for them, more than one where it matters.
The third column is `union`'s answer. A fourth tells why it is not the row's own: the row is not an upper bound, or another row contradicts;
after `8.10:` why the row's own is an upper bound that the reference does not see.
"""

from __future__ import annotations

import pytest

from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import show
from puppet_typesys.types.union import union

ROWS = """
Any 1        | Any                       | Any                       | Any
Any 2        | Any                       | Integer                   | Any
Any 2        | Any                       | Optional[String]          | Any
Any 2        | Any                       | Variant[Integer, String]  | Any
Undef 1      | Undef                     | Undef                     | Undef
Undef 2      | Undef                     | Integer                   | Any
Undef 2      | Undef                     | Array[Integer]            | Any
Undef 2      | Undef                     | Default                   | Any
Data 1       | Data                      | Data                      | Data
Data 2       | Data                      | Numeric                   | Data
Data 2       | Data                      | Integer[1, 2]             | Data
Data 3       | Data                      | String                    | Data
Data 3       | Data                      | Enum['a']                 | Data
Data 4       | Data                      | Array[Data]               | Data
Data 5       | Data                      | Hash[String, Data]        | Data
Data 6       | Data                      | Undef                     | Data
Data 7       | Data                      | Regexp                    | Any
Data 7       | Data                      | Type                      | Any
Data 7       | Data                      | Hash[Integer, Data]       | Any
Scalar 1     | Scalar                    | Scalar                    | Scalar
Scalar 2     | Scalar                    | Integer[1, 2]             | Scalar
Scalar 2     | Scalar                    | SemVer                    | Scalar
Scalar 2     | Scalar                    | Timespan                  | Scalar
Scalar 2     | Scalar                    | Variant[Integer, String]  | Scalar
Scalar 3     | Scalar                    | Undef                     | Any
Scalar 3     | Scalar                    | Array                     | Any
Numeric 1    | Numeric                   | Numeric                   | Numeric
Numeric 2    | Numeric                   | Integer                   | Numeric
Numeric 2    | Numeric                   | Float[1.0, 2.0]           | Numeric
Numeric 3    | Numeric                   | String                    | Scalar
Numeric 3    | Numeric                   | Boolean                   | Scalar
Numeric 3    | Numeric                   | Regexp                    | Scalar
Numeric 4    | Numeric                   | Array                     | Any
Integer 1    | Integer                   | Integer                   | Integer
Integer 1    | Integer                   | Integer[1, 2]             | Integer
Integer 2    | Integer                   | Float                     | Numeric
Integer 2    | Integer[1, 2]             | Float[1.0, 2.0]           | Numeric
Integer 3    | Integer                   | Numeric                   | Numeric
Integer 4    | Integer                   | String                    | Scalar
Integer 4    | Integer                   | Boolean                   | Scalar
Integer 4    | Integer                   | Enum['a', 'b']            | Scalar
Integer 4    | Integer                   | SemVer                    | Scalar
Integer 5    | Integer                   | Undef                     | Any
Integer 5    | Integer                   | Hash                      | Any
Integer 5    | Integer                   | Optional[String]          | Any
Integer 6    | Integer[1, 2]             | Integer[5, 6]             | Integer[1, 6]
Integer 6    | Integer[5, 6]             | Integer[default, 2]       | Integer[default, 6]
Integer 6    | Integer[1, 5]             | Integer[3, default]       | Integer[1]
Float 1      | Float                     | Float                     | Float
Float 2      | Float                     | Integer                   | Numeric
Float 3      | Float                     | Numeric                   | Numeric
Float 4      | Float                     | String                    | Scalar
Float 4      | Float                     | Timestamp                 | Scalar
Float 5      | Float                     | Default                   | Any
Float 6      | Float[1.0, 2.0]           | Float[5.0, 6.0]           | Float[1.0, 6.0]
Float 6      | Float[1.0, 2.0]           | Float[default, 1.5]       | Float[default, 2.0]
Timespan 1   | Timespan                  | Timespan                  | Timespan
Timespan 2   | Timespan                  | Numeric                   | Scalar
Timespan 3   | Timespan                  | String                    | Scalar
Timespan 3   | Timespan                  | Timestamp                 | Scalar
Timespan 4   | Timespan                  | Undef                     | Any
Timespan 5   | Timespan[1, 2]            | Timespan[3, 4]            | Timespan[1, 4]
Timestamp 1  | Timestamp                 | Timestamp                 | Timestamp
Timestamp 2  | Timestamp                 | Numeric                   | Scalar
Timestamp 3  | Timestamp                 | String                    | Scalar
Timestamp 4  | Timestamp                 | Binary                    | Any
Timestamp 5  | Timestamp[1, 2]           | Timestamp[3, 4]           | Timestamp[1, 4]
String 1     | String                    | String                    | String
String 1     | String[1, 2]              | String[4, 5]              | String[1, 5]
String 2     | Enum['x']                 | Enum['x']                 | Enum['x']
String 3     | Enum['x']                 | Enum['y']                 | Enum['x', 'y']
String 4     | String                    | Enum['x', 'y']            | String
String 4     | String[3]                 | Enum['x', 'yy']           | String[1]
String 6     | String                    | Pattern[/a/]              | String
String 7     | String                    | Integer                   | Scalar
String 7     | String                    | Regexp                    | Scalar
String 8     | String                    | Undef                     | Any
String 8     | String                    | Binary                    | Any
String 8     | String                    | URI                       | Any
Enum         | Enum['a', 'b', 'c']       | Enum['x', 'b', 'c']       | Enum['a', 'b', 'c', 'x']
Enum         | Enum                      | Enum['a']                 | Enum
Enum         | Enum['a', true]           | Enum['B']                 | Enum['a', 'b', true]
Pattern      | Pattern[/a/]              | Pattern[/b/]              | Pattern[/a/, /b/] | 8.10: a Pattern accepts no narrower Pattern
Pattern      | Pattern                   | Pattern[/b/]              | Pattern
Pattern      | Pattern[/a/]              | Enum['ab']                | Pattern[/a/]
Pattern      | Pattern[/a/]              | Enum['b']                 | String
Boolean      | Boolean[true]             | Boolean[false]            | Boolean
Boolean      | Boolean                   | String                    | Scalar
Regexp 1     | Regexp                    | Regexp                    | Regexp
Regexp 2     | Regexp[/a/]               | Regexp[/a/]               | Regexp[/a/]
Regexp 3     | Regexp[/a/]               | Regexp[/b/]               | Regexp
Regexp 4     | Regexp[/a/]               | Integer                   | Scalar
Regexp 5     | Regexp[/a/]               | Undef                     | Any
SemVer       | SemVer['1.x']             | SemVer['2.x']             | SemVer['1.x', '2.x']
SemVer       | SemVer['>=1.0.0 <3.0.0']  | SemVer['>=2.0.0 <4.0.0']  | SemVer['>=1.0.0 <4.0.0']
SemVer       | SemVer                    | SemVer['1.x']             | SemVer
Binary       | Binary                    | String                    | Any
Array 1      | Array                     | Array                     | Array
Array 2      | Array[Integer]            | Array[Integer]            | Array[Integer]
Array 3      | Array[Integer]            | Array[Float]              | Array[Numeric]
Array 4      | Array[Integer, 1, 2]      | Array[Float, 3, 4]        | Array[Numeric, 1, 4]
Array 4      | Array[Integer, 1]         | Array[String, 3, 4]       | Array[Scalar, 1]
Array 5      | Array                     | Hash                      | Collection
Array 5      | Array[Integer]            | Hash[String, Integer]     | Collection
Hash 1       | Hash                      | Hash                      | Hash
Hash 2       | Hash[String, Integer]     | Hash[String, Float]       | Hash[String, Numeric]
Hash 2       | Hash[String, Integer]     | Hash[Integer, Float]      | Hash[Scalar, Numeric]
Hash 3       | Hash[String, Integer, 1, 2] | Hash[String, Float, 3, 4] | Hash[String, Numeric, 1, 4]
Hash 4       | Hash[String, Integer]     | Array[Integer]            | Collection
Hash 4       | Hash[String, Integer]     | Tuple[Integer]            | Collection
Hash 5       | Hash                      | Integer                   | Any
Hash 5       | Hash                      | Undef                     | Any
Struct 1     | Struct                    | Struct                    | Struct
Struct 2     | Struct[{'a' => Integer}]  | Struct[{'a' => Integer}]  | Struct[{'a' => Integer}]
Struct 3     | Struct[{'a' => Integer}]  | Struct[{'b' => String}]   | Hash[String, Scalar, 1, 1] | Struct accepts only {}
Struct 3     | Struct[{'a' => Integer}]  | Struct[{'a' => Integer, 'b' => Float}] | Hash[String, Numeric, 1, 2] | Struct accepts only {}
Struct 4     | Struct[{'s' => Integer}]  | Hash[String, Float]       | Hash[String, Numeric]
Struct 4     | Struct[{'s' => Integer}]  | Hash[Integer, Float]      | Hash[Scalar, Numeric]
Struct 5     | Struct[{'a' => Integer}]  | Array[Integer]            | Collection
Struct 5     | Struct[{'a' => Integer}]  | Collection                | Collection
Struct 6     | Struct[{'a' => Integer}]  | Integer                   | Any
Tuple 1      | Tuple                     | Tuple                     | Tuple
Tuple 2      | Tuple[Integer]            | Tuple[Float]              | Tuple[Numeric]
Tuple 2      | Tuple[Integer, String]    | Tuple[Float, Regexp]      | Tuple[Numeric, Scalar]
Tuple 2      | Tuple[Integer, 1, 2]      | Tuple[Float, 3, 4]        | Tuple[Numeric, 1, 4]
Tuple 2      | Tuple[Integer, String]    | Tuple[Integer]            | Tuple[Integer, String, 1, 2]
Tuple        | Tuple[Integer]            | Array[Float]              | Array[Numeric]
Collection 1 | Collection                | Collection                | Collection
Collection 1 | Collection[1, 2]          | Collection[4, 5]          | Collection[1, 5]
Collection 2 | Collection                | Array                     | Collection
Collection 3 | Collection                | Hash[String, Integer]     | Collection
Variant 1    | Variant                   | Variant                   | Variant
Variant 2    | Variant[Integer, String]  | Variant[Regexp, Undef]    | Variant[Integer, String, Regexp, Undef]
Variant 2    | Variant[Integer, String]  | Variant[String, Undef]    | Variant[Integer, String, Undef]
Variant 3    | Variant[Integer, Regexp]  | Boolean                   | Variant[Integer, Regexp, Boolean]
Variant 3    | Variant[Integer, Regexp]  | Undef                     | Variant[Integer, Regexp, Undef] | against Undef 2
Variant 3    | Variant[Integer, Undef]   | String                    | Variant[Integer, Undef, String] | against String 8
Optional 1   | Optional[Integer]         | Integer                   | Optional[Integer] | T does not accept undef; and against Optional 2
Optional 2   | Optional[Integer]         | Undef                     | Optional[Integer] | against Undef 2
Optional 3   | Optional[Integer]         | Optional[Float]           | Optional[Numeric]
Optional 3   | Optional[Integer]         | Optional[String]          | Optional[Scalar]
NotUndef 1   | NotUndef[Integer]         | Integer                   | NotUndef[Integer]
NotUndef 1   | NotUndef[Data]            | Data                      | Any | NotUndef[T] does not accept undef
NotUndef 2   | NotUndef[Integer]         | Undef                     | Any | Variant[] accepts neither; Undef 2 says Any
NotUndef 3   | NotUndef[Integer]         | NotUndef[Float]           | NotUndef[Numeric]
NotUndef 3   | NotUndef[Data]            | NotUndef[Type]            | NotUndef
Resource 1   | Resource                  | Resource                  | Resource
Resource 2   | Resource['file']          | Resource['file']          | Resource['file']
Resource 3   | Resource['file']          | Resource['user']          | Resource
Resource 4   | Resource['file', 'a']     | Resource['file', 'a']     | Resource['file', 'a']
Resource 5   | Resource['file', 'a']     | Resource['file', 'b']     | Resource['file']
Resource 6   | Resource['file', 'a']     | Class['c']                | CatalogEntry
Resource 6   | Resource                  | CatalogEntry              | CatalogEntry
Resource 7   | Resource['file']          | Integer                   | Any
Class 1      | Class                     | Class                     | Class
Class 2      | Class['c']                | Class['c']                | Class['c']
Class 3      | Class['c']                | Class['d']                | Class
Class 4      | Class['c']                | Resource['file']          | CatalogEntry
Class 5      | Class['c']                | String                    | Any
Type 1       | Type                      | Type                      | Type
Type 2       | Type                      | Type[Integer]             | Type
Type 3       | Type[Integer]             | Type[Integer]             | Type[Integer]
Type         | Type[Integer]             | Type[String]              | Type[Scalar]
Type         | Type[Enum['a', 'b', 'c']] | Type[Enum['x', 'b', 'c']] | Type[Enum['a', 'b', 'c', 'x']]
Type         | Type[Pattern[/a/]]        | Type[Pattern[/b/]]        | Type[Pattern[/a/, /b/]] | 8.10: likewise
Type 4       | Type[Integer]             | Integer                   | Any
Callable 1   | Callable                  | Callable                  | Callable | Callable[0, default] does not accept Callable
Callable 1   | Callable                  | Callable[0, default]      | Callable | Callable[0, default] does not accept Callable
Callable 2   | Callable[String]          | String                    | Any
Callable 2   | Callable                  | Undef                     | Any
Callable 3   | Callable[String]          | Callable[String]          | Callable[String]
Callable 4   | Callable[String]          | Callable[Scalar]          | Callable[String]
Callable 5   | Callable[Scalar]          | Callable[String]          | Callable[String]
Callable 6   | Callable[String]          | Callable[Numeric]         | Callable
Callable 6   | Callable[Array]           | Callable[Integer]         | Callable
Callable 7   | Callable[Integer]         | Callable[Float]           | Callable | Callable[Numeric] accepts neither; against Callable 6
Callable 8   | Callable[String, Callable[String]] | Callable[Scalar, Callable[Scalar]] | Callable | neither accepts the other
Sensitive    | Sensitive[Integer]        | Sensitive[String]         | Sensitive[Scalar]
Sensitive    | Sensitive[Integer]        | Integer                   | Any
Iterable     | Iterable[Integer]         | Iterable[Float]           | Iterable[Numeric]
Iterator     | Iterator[Integer]         | Iterator[Float]           | Iterator[Numeric]
Deferred     | Deferred                  | Deferred                  | Deferred
Deferred     | Deferred                  | String                    | Any
"""
CASES = [tuple(cell.strip() for cell in line.split(" | ")) for line in ROWS.strip().splitlines()]


@pytest.mark.parametrize("row", CASES, ids=[f"{at}: {row[0]}" for at, row in enumerate(CASES, 1)])
def test_union_is_the_row_and_an_upper_bound_either_way_round(row: tuple[str, ...]) -> None:
    left, right, expected = map(parse, row[1:4])
    both = union(left, right)
    assert both == expected, f"{show(left)} ∪ {show(right)} is {show(both)}"
    assert union(right, left) == both
    accepted = not row[-1].startswith("8.10: ")
    assert is_assignable(both, left) == is_assignable(both, right) == accepted


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (model.String("x"), model.String("x"), model.String("x")),  # String 2
        (model.String("x"), model.String("y"), model.Enum(("x", "y"))),  # String 3: String<x,y> is written as an Enum
        (model.String("x"), model.Enum(("x",)), model.String("x")),  # String 5
        (model.String("x"), model.Enum(("y",)), model.Enum(("x", "y"))),  # String 4, though the reference takes String<x> for Enum['y']
    ],
)
def test_strings_with_a_text_are_put_together(left: Type, right: Type, expected: Type) -> None:
    assert union(left, right) == union(right, left) == expected
