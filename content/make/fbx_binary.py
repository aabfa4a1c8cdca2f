# SPDX-License-Identifier: MIT OR Apache-2.0
"""The bytes of a binary FBX file, version 7.4: records of values and of further records.

A record is: the place of its end, how many values it has and how many bytes they take (u32 each, little-endian), its
name after one byte that tells its length, the values, the records in it, and 13 zero bytes behind these.
"""

import struct
from typing import NamedTuple, Sequence, Union

from .deflate import deflated

VERSION = 7400
END = bytes(13)
# Programs check these three against the time of the file's making. They fit this one, so no file here has another.
CREATION_TIME = "1970-01-01 10:00:00:000"
FILE_ID = bytes.fromhex("28b32aebb624ccc2bfc8b02aa92bfcf1")
FOOT_ID = bytes.fromhex("fabcab09d0c8d466b176fb831cf7267e")
FOOT = bytes.fromhex("f85a8c6adef5d97eece90ce3758f290b")


class Long(int):
    """A number of 64 bits."""


class Array(NamedTuple):
    """Numbers of one kind: i and l (32 and 64 bits), f and d (single and double precision)."""

    kind: str
    numbers: Sequence[Union[int, float]]


Value = Union[int, float, str, bytes, Array]


class Record(NamedTuple):
    name: str
    values: Sequence[Value] = ()
    records: Sequence["Record"] = ()


def array_bytes(array: Array) -> bytes:
    """An array, deflated where that makes it smaller."""
    code = {"i": "i", "l": "q", "f": "f", "d": "d"}[array.kind]
    plain = struct.pack(f"<{len(array.numbers)}{code}", *array.numbers)
    packed = deflated(plain) if len(plain) > 64 else plain
    smaller = len(packed) < len(plain)
    data = packed if smaller else plain
    return array.kind.encode() + struct.pack("<3I", len(array.numbers), int(smaller), len(data)) + data


def value_bytes(value: Value) -> bytes:
    if isinstance(value, Array):
        return array_bytes(value)
    if isinstance(value, bool):
        return b"C" + bytes([value])
    if isinstance(value, Long):
        return b"L" + struct.pack("<q", value)
    if isinstance(value, int):
        return b"I" + struct.pack("<i", value)
    if isinstance(value, float):
        return b"D" + struct.pack("<d", value)
    kind, data = (b"S", value.encode("utf-8")) if isinstance(value, str) else (b"R", value)
    return kind + struct.pack("<I", len(data)) + data


def record_bytes(record: Record, begin: int) -> bytes:
    """A record that begins at a place of the file."""
    name = record.name.encode("ascii")
    values = b"".join(value_bytes(value) for value in record.values)
    parts = [bytes([len(name)]), name, values]
    at = begin + 12 + sum(map(len, parts))
    for below in record.records:
        parts.append(record_bytes(below, at))
        at += len(parts[-1])
    # A record without values that is empty ends like one with records; so do these two whatever they have.
    if record.records or not record.values or record.name in ("AnimationStack", "AnimationLayer"):
        parts.append(END)
        at += len(END)
    return struct.pack("<3I", at, len(record.values), len(values)) + b"".join(parts)


def file_bytes(records: Sequence[Record]) -> bytes:
    data = bytearray(b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", VERSION))
    for record in records:
        data += record_bytes(record, len(data))
    data += END + FOOT_ID + bytes(4)
    data += bytes(16 - len(data) % 16) + struct.pack("<I", VERSION) + bytes(120) + FOOT
    return bytes(data)
