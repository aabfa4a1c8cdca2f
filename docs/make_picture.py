#!/usr/bin/env python3
"""Draws docs/at-work.svg: the program at work on a copy of the sample game, its real output with its colours.

Run it from the top of the repository after `cargo build --release`.
"""

import html
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target" / "release" / "rigmill"
COLOURS = {"31": "#f07178", "91": "#f07178", "32": "#a5d6a7", "92": "#a5d6a7", "33": "#ffcb6b", "93": "#ffcb6b",
           "34": "#82aaff", "94": "#82aaff", "36": "#89ddff", "96": "#89ddff"}
INK, DIM, PAPER = "#d7dae0", "#7f8490", "#1b1e24"
CLIP = "Animation/Players/Grund/Low_Run.Animation"
SIZE, LEADING, MARGIN = 13, 18, 16


def spans(line):
    """The line as SVG spans, its escape sequences turned into colours."""
    out, style = [], []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            codes = part[2:-1].split(";")
            style = [] if codes in ([""], ["0"]) else style + codes
        elif part:
            colour = next((COLOURS[c] for c in reversed(style) if c in COLOURS), DIM if "2" in style else INK)
            weight = ' font-weight="bold"' if "1" in style else ""
            out.append(f'<tspan fill="{colour}"{weight}>{html.escape(part)}</tspan>')
    return "".join(out)


def run(folder, *arguments):
    """What the program prints for a command, with the command above it."""
    result = subprocess.run([PROGRAM, *arguments, "--color", "always"], cwd=folder, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False, env=os.environ | {"RIGMILL_CACHE_DIR": str(folder / ".cache")})
    text = re.sub(r"in \d+\.\d\d s", "in 0.03 s", result.stdout)
    return ["\x1b[2m$\x1b[0m \x1b[1mrigmill " + " ".join(arguments) + "\x1b[0m", *text.rstrip("\n").split("\n"), ""]


def main():
    with tempfile.TemporaryDirectory() as folder:
        game = pathlib.Path(folder) / "game"
        shutil.copytree(ROOT / "content", game, ignore=shutil.ignore_patterns("build"))
        run(game, "build")
        source = (game / CLIP).read_text()
        count = re.search(r"<KeyCount>(\d+)</KeyCount>", source).group(1)
        (game / CLIP).write_text(source.replace(f"<KeyCount>{count}<", "<KeyCount>7<", 1))
        lines = run(game, "build")
        value = re.search(r"<W>([^<]+)</W>", source).group(0)
        (game / CLIP).write_text(source.replace(value, "<W>0.500000</W>", 1))
        lines += run(game, "explain", CLIP.removesuffix(".Animation")) + run(game, "build")
    width = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines) * SIZE * 0.6 + 2 * MARGIN
    height = len(lines) * LEADING + MARGIN
    text = "\n".join(f'<text x="{MARGIN}" y="{MARGIN + SIZE + i * LEADING}" xml:space="preserve">{spans(line)}</text>'
                     for i, line in enumerate(lines))
    (ROOT / "docs" / "at-work.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" font-size="{SIZE}" '
        f'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n{text}\n</svg>\n')


main()
