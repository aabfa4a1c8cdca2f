//! Tests which functions of the system's math library the program calls.

use std::fs;

use crate::support::rigmill;

/// The functions that do not always return the nearest number, so their results depend on the system. Those for single
/// precision have an `f` at the end of their names.
const INEXACT: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "exp10", "exp2", "expm1",
    "hypot", "lgamma", "lgamma_r", "log", "log10", "log1p", "log2", "pow", "sin", "sincos", "sinh", "tan", "tanh",
    "tgamma",
];

/// What skrifa and read-fonts call for variable components, colours and a style of outlines that Rigmill does not use.
const OF_FONTS: &[&str] = &["cosf", "hypotf", "sincosf", "sinf", "tanf"];

/// What tokio, which the `remote` feature brings, calls for statistics of its own.
const OF_TOKIO: &[&str] = if cfg!(feature = "remote") { &["pow"] } else { &[] };

/// The numbers of a section, in the order of the ELF format: name, type, flags, address, offset, size, link and others.
struct Section {
    kind: u64,
    offset: usize,
    size: usize,
    link: usize,
}

/// Returns a little-endian number.
fn number(bytes: &[u8], at: usize, width: usize) -> usize {
    bytes[at..at + width].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

fn sections(elf: &[u8]) -> Vec<Section> {
    assert_eq!(elf[..6], *b"\x7fELF\x02\x01", "not a little-endian 64-bit program");
    let [start, size, count] = [number(elf, 40, 8), number(elf, 58, 2), number(elf, 60, 2)];
    (0..count)
        .map(|at| start + at * size)
        .map(|at| Section {
            kind: number(elf, at + 4, 4) as u64,
            offset: number(elf, at + 24, 8),
            size: number(elf, at + 32, 8),
            link: number(elf, at + 40, 4),
        })
        .collect()
}

/// Returns the names of the functions that a program takes from shared libraries.
fn imports(elf: &[u8]) -> Vec<String> {
    const DYNAMIC_SYMBOLS: u64 = 11;
    let sections = sections(elf);
    let table = sections.iter().find(|section| section.kind == DYNAMIC_SYMBOLS).unwrap();
    let symbols = elf[table.offset..table.offset + table.size].chunks_exact(24);
    let name = |symbol: &[u8]| {
        let name = &elf[sections[table.link].offset + number(symbol, 0, 4)..];
        String::from_utf8(name.split(|byte| *byte == 0).next().unwrap().to_vec()).unwrap()
    };
    // Symbols of the program itself have a section.
    symbols.filter(|symbol| number(symbol, 6, 2) == 0).map(name).collect()
}

#[test]
fn the_program_takes_no_inexact_function_from_the_system() {
    let imports = imports(&fs::read(rigmill().get_program()).unwrap());
    assert!(imports.iter().any(|name| name == "memcpy"), "{imports:?}");
    let is_inexact =
        |name: &str| INEXACT.contains(&name) || name.strip_suffix('f').is_some_and(|it| INEXACT.contains(&it));
    let is_allowed = |name: &str| OF_FONTS.contains(&name) || OF_TOKIO.contains(&name);
    let found: Vec<_> = imports.iter().filter(|name| is_inexact(name) && !is_allowed(name)).collect();
    assert!(found.is_empty(), "results may depend on the system: {found:?}");
}
