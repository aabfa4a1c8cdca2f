"""Counts the lines of Rust code without blank lines, comments and tests, by crate and for the core.

The core is the code that turns a clip's source into a pose: what the reading list in ARCHITECTURE.md covers.

    python3 packaging/count_lines.py
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Folders and files of the core. Stores, file operations, the viewer and other content types are not part of it.
CORE = """
    math/src pipeline/src graph/src
    dom/src/clips dom/src/lib.rs importers/src/clips processors/src/clips
    format/src/clips format/src/container format/src/layout format/src/error format/src/lib.rs writers/src/rmb.rs
    runtime/src/content runtime/src/clips runtime/src/characters runtime/src/blocks runtime/src/lib.rs
    cli/src/commands/build.rs cli/src/main.rs
""".split()

TEST_MODULE = re.compile(r"^#\[cfg\((?:test|all\(test.*)\)\]\n(?:#.*\n)*mod \w+ \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def is_test(path):
    """Whether a file contains only tests."""
    parts = path.relative_to(ROOT).parts
    return "tests" in parts or parts[-1] == "tests.rs"


def lines(path):
    """Returns the number of lines of code of a file."""
    text = BLOCK_COMMENT.sub("", TEST_MODULE.sub("", path.read_text(encoding="utf-8")))
    return sum(1 for line in map(str.strip, text.splitlines()) if line and not line.startswith("//"))


def count(path):
    """Returns the number of lines of code of a file or a folder."""
    files = [path] if path.is_file() else sorted(path.rglob("*.rs"))
    return sum(lines(file) for file in files if not is_test(file))


def main():
    """Prints the counts."""
    crates = sorted(manifest.parent for manifest in ROOT.glob("**/Cargo.toml") if "target" not in manifest.parts)
    counts = {crate.relative_to(ROOT).as_posix(): count(crate / "src") for crate in crates if (crate / "src").is_dir()}
    for name, number in counts.items():
        print(f"{number:>7}  {name}")
    print(f"{sum(counts.values()):>7}  all crates")
    print(f"{sum(count(ROOT / part) for part in CORE):>7}  the core")


if __name__ == "__main__":
    main()
