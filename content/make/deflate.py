# SPDX-License-Identifier: MIT OR Apache-2.0
"""A zlib stream (RFC 1950, 1951): what FBX arrays and PNG images are compressed with.

Python's own zlib gives other bytes with other versions of the C library behind it. This gives the same everywhere:
matches are found greedily, and coded with the fixed tables.
"""

import zlib
from typing import Dict, List, Tuple

SHORTEST, LONGEST = 3, 258
WINDOW = 32768
MAX_TRIES = 24


def code_table(count: int, first: int, growth: int) -> List[Tuple[int, int]]:
    """For each code, the smallest number it stands for and how many bits tell the numbers of one code apart."""
    table, start = [], first
    for code in range(count):
        bits = max(code // growth - 1, 0)
        table.append((start, bits))
        start += 1 << bits
    return table


LENGTHS = code_table(28, SHORTEST, 4) + [(LONGEST, 0)]
DISTANCES = code_table(30, 1, 2)


def code_of(number: int, table: List[Tuple[int, int]]) -> Tuple[int, int, int]:
    """The code of a number in a table, with what the bits behind it say and how many they are."""
    code = max(at for at, (start, _) in enumerate(table) if start <= number)
    start, bits = table[code]
    return code, number - start, bits


class Bits:
    """Bits, the lowest of each byte first."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.held = 0
        self.count = 0

    def push(self, value: int, count: int) -> None:
        self.held |= value << self.count
        self.count += count
        while self.count >= 8:
            self.bytes.append(self.held & 0xFF)
            self.held >>= 8
            self.count -= 8

    def push_code(self, code: int, count: int) -> None:
        """A Huffman code goes the other way round."""
        self.push(int(f"{code:0{count}b}"[::-1], 2), count)

    def push_symbol(self, symbol: int) -> None:
        if symbol < 144:
            self.push_code(0x30 + symbol, 8)
        elif symbol < 256:
            self.push_code(0x190 + symbol - 144, 9)
        elif symbol < 280:
            self.push_code(symbol - 256, 7)
        else:
            self.push_code(0xC0 + symbol - 280, 8)

    def push_match(self, length: int, distance: int) -> None:
        code, rest, bits = code_of(length, LENGTHS)
        self.push_symbol(257 + code)
        self.push(rest, bits)
        code, rest, bits = code_of(distance, DISTANCES)
        self.push_code(code, 5)
        self.push(rest, bits)


def longest_match(data: bytes, at: int, places: List[int]) -> Tuple[int, int]:
    """Length and distance of the longest match among the last places that begin alike."""
    best, distance = 0, 0
    most = min(LONGEST, len(data) - at)
    for place in reversed(places[-MAX_TRIES:]):
        if at - place > WINDOW or best == most:
            break
        if data[place + best] != data[at + best]:
            continue
        length = SHORTEST
        while length < most and data[place + length] == data[at + length]:
            length += 1
        if length > best:
            best, distance = length, at - place
    return best, distance


def deflated(data: bytes) -> bytes:
    """The data as a zlib stream."""
    bits = Bits()
    bits.push(1, 1)  # the last block
    bits.push(1, 2)  # with the fixed tables
    places: Dict[bytes, List[int]] = {}
    at = 0
    while at < len(data):
        length, distance = longest_match(data, at, places.get(data[at:at + SHORTEST], []))
        if length:
            bits.push_match(length, distance)
        else:
            bits.push_symbol(data[at])
            length = 1
        for passed in range(at, min(at + length, len(data) - SHORTEST + 1)):
            places.setdefault(data[passed:passed + SHORTEST], []).append(passed)
        at += length
    bits.push_symbol(256)
    bits.push(0, -bits.count % 8)
    stream = b"\x78\x01" + bytes(bits.bytes) + zlib.adler32(data).to_bytes(4, "big")
    if zlib.decompress(stream) != data:
        raise ValueError("the stream does not give back what was put into it")
    return stream
