//! Collects the `rust` blocks of the README and the book. Blocks with a comment `from` or `not run` before them are checked
//! elsewhere: tests/documents/blocks.rs.
//!
//! A block with functions or types is a module. Any other is the body of a function, whose parameters are the names that the
//! book's examples share.
#![allow(clippy::disallowed_methods, reason = "Cargo names the folders by environment variables")]
#![allow(clippy::print_stdout, reason = "Cargo reads what a build script prints")]
#![allow(clippy::unwrap_used, reason = "without the book there is nothing to compile")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What the examples call by the same names, wherever they are.
const SHARED: &str = "content: &Content, model: &Model, mut character: RigidTransform, time: f64, dt: f64, distance: f32, bytes: &[u8], \
     pack: &Pack";

/// A page that shows a whole crate: its own test makes the crate and builds it.
const OWN_CRATE: &str = "docs/guide/stages.md";

fn main() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap().to_owned();
    let mut code = String::new();
    for page in pages(&repository).iter().filter(|page| !page.ends_with(OWN_CRATE)) {
        println!("cargo::rerun-if-changed={}", page.display());
        let text = fs::read_to_string(page).unwrap();
        let name = page.strip_prefix(&repository).unwrap().display().to_string();
        for (line, block) in blocks(&text) {
            add(&mut code, &name, line, &block);
        }
    }
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap()).join("blocks.rs"), code).unwrap();
}

/// The README, and every Markdown file of the documentation.
fn pages(repository: &Path) -> Vec<PathBuf> {
    let mut pages = vec![repository.join("README.md")];
    let mut folders = vec![repository.join("docs")];
    while let Some(folder) = folders.pop() {
        println!("cargo::rerun-if-changed={}", folder.display());
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                None if path.is_dir() => folders.push(path),
                Some(extension) if extension == "md" => pages.push(path),
                _ => {}
            }
        }
    }
    pages.sort();
    pages
}

/// The blocks that are compiled here, with the lines of their fences.
fn blocks(text: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    let mut before = "";
    while let Some((number, line)) = lines.next() {
        if line.trim() == "```rust" {
            let code: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "```").collect();
            if !before.starts_with("<!--") {
                blocks.push((number + 1, code.join("\n")));
            }
        }
        before = line;
    }
    blocks
}

fn add(code: &mut String, page: &str, line: usize, block: &str) {
    let module: String = format!("{page}_{line}").to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "_");
    let is_item = |line: &str| ["fn ", "pub fn ", "impl ", "params!"].iter().any(|start| line.starts_with(start));
    let _ = writeln!(code, "// {page}:{line}\nmod {module} {{");
    if block.lines().any(is_item) {
        let _ = writeln!(code, "{block}");
    } else {
        let (uses, body): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with("use "));
        let (uses, body) = (uses.join("\n"), body.join("\n"));
        let _ = writeln!(
            code,
            "use crate::shared::*;\n{uses}\nfn shown({SHARED}) -> Result<(), Box<dyn std::error::Error>> {{\n{body}\nOk(())\n}}"
        );
    }
    let _ = writeln!(code, "}}");
}
