#!/usr/bin/env python3
"""BC7 by etcpak, of the pictures that `rigmill-bench-content raw FOLDER` left: processor time. `decode FOLDER` gives their PSNR.

Needs the package etcpak. A file NAME_WIDTHxHEIGHT.rgba holds bytes red, green, blue, alpha, row by row.
"""

import pathlib
import sys
import time

import etcpak


def parameters(level):
    """Of bc7enc, which etcpak has for BC7: errors of red, green and blue alike, and the level from 0 to 4."""
    params = etcpak.BC7CompressBlockParams()
    params.init_linear_weights()
    params.m_uber_level = level
    return params


def measure(picture, width, height, level):
    """The blocks, and seconds of processor time for a megapixel: the least of three runs."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        blocks = etcpak.compress_bc7(picture, width, height, parameters(level))
        times.append(time.process_time() - begun)
    return blocks, min(times) / (width * height / 1e6)


for path in sorted(pathlib.Path(sys.argv[1]).glob("*.rgba")):
    name, size = path.stem.rsplit("_", 1)
    width, height = map(int, size.split("x"))
    for level in (0, 2, 4):
        blocks, seconds = measure(path.read_bytes(), width, height, level)
        path.with_name(f"{name}.etcpak{level}.bc7").write_bytes(blocks)
        print(f"| {name} | etcpak, level {level} | {seconds:.2f} |")
