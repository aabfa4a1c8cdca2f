#!/usr/bin/env python3
"""Makes a Python wheel of a built program, so that `pip install rigmill` and `uvx rigmill` work.

    make_wheel.py VERSION TARGET PROGRAM FOLDER

A wheel with a program is a zip archive: the program, and a folder of metadata that says for which systems it is. Nothing of it is
Python. The same program makes the same bytes.
"""

import base64
import hashlib
import pathlib
import sys
import zipfile

# The systems of each target, by the names that pip knows. A static program runs with any C library.
PLATFORMS = {
    "x86_64-unknown-linux-musl": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "aarch64-unknown-linux-musl": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "x86_64-apple-darwin": "macosx_10_12_x86_64",
    "aarch64-apple-darwin": "macosx_11_0_arm64",
    "x86_64-pc-windows-msvc": "win_amd64",
}

METADATA = """Metadata-Version: 2.4
Name: rigmill
Version: {version}
Summary: A content pipeline for game animation: builds FBX, glTF and XNA sources into content that games load
Home-page: https://github.com/rigmill/rigmill
License-Expression: MIT OR Apache-2.0
Keywords: gamedev,animation,fbx,gltf,monogame
Requires-Python: >=3.7
"""

WHEEL = """Wheel-Version: 1.0
Generator: rigmill
Root-Is-Purelib: false
"""


def record_line(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def make(version: str, target: str, program: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    platforms = PLATFORMS[target]
    info = f"rigmill-{version}.dist-info"
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in platforms.split("."))
    files = {
        f"rigmill-{version}.data/scripts/{program.name}": program.read_bytes(),
        f"{info}/METADATA": METADATA.format(version=version).encode(),
        f"{info}/WHEEL": (WHEEL + tags).encode(),
    }
    lines = [record_line(name, content) for name, content in files.items()]
    files[f"{info}/RECORD"] = ("".join(lines) + f"{info}/RECORD,,\n").encode()

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"rigmill-{version}-py3-none-{platforms}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            wheel.writestr(entry, content)
    return path


if __name__ == "__main__":
    if len(sys.argv) != 5 or sys.argv[2] not in PLATFORMS:
        sys.exit(f"usage: make_wheel.py VERSION TARGET PROGRAM FOLDER; targets: {', '.join(PLATFORMS)}")
    print(make(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])))
