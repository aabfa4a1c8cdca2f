# Writes xxh3.json: checksums by xxHash's own C library, through the package xxhash of PyPI. `byte(i)` of the inputs is in xxh3.test.js, too.

import json
from pathlib import Path

import xxhash

LENGTHS = [*range(0, 260), 511, 512, 513, 1023, 1024, 1025, 1087, 1088, 1089, 2047, 2048, 2049, 4096, 70_001]
SEEDS = [0, 1, 0x9E3779B185EBCA8D, 2**64 - 1]

data = bytes((i * i * 7 + i * 13 + (i >> 8) * 31 + 5) & 0xFF for i in range(max(LENGTHS)))
made = {str(seed): [[length, str(xxhash.xxh3_64_intdigest(data[:length], seed))] for length in LENGTHS] for seed in SEEDS}
Path(__file__).with_suffix(".json").write_text(json.dumps(made, separators=(",", ":")).replace("],[", "],\n[") + "\n")
