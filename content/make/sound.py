# SPDX-License-Identifier: MIT OR Apache-2.0
"""Sounds, as WAV files of 16 bits."""

import struct
from typing import List, Sequence

from .arithmetic import sine

RATE = 22050  # samples a second


def wav(samples: Sequence[int]) -> bytes:
    """A file of one channel."""
    form = struct.pack("<HHIIHH", 1, 1, RATE, 2 * RATE, 2, 16)
    data = struct.pack(f"<{len(samples)}h", *samples)
    chunks = b"".join(kind + struct.pack("<I", len(body)) + body for kind, body in ((b"fmt ", form), (b"data", data)))
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


def footstep() -> bytes:
    """A metal foot comes down: a thud of 70 Hz, and the hum of a servo whose pitch falls from 320 to 180 Hz."""
    count = RATE // 4
    samples: List[int] = []
    degrees = 0.0
    for at in range(count):
        left = 1.0 - at / count
        thud = left * left * left * left * left * left * sine(360.0 * 70.0 * at / RATE)
        degrees += 360.0 * (180.0 + 140.0 * left) / RATE
        servo = left * left * (sine(degrees) + 0.4 * sine(3.0 * degrees))
        samples.append(round(20000.0 * thud + 3500.0 * servo))
    return wav(samples)
