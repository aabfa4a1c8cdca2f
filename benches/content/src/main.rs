//! Measures the benefits of triangle orders and of block compressors.
//!
//! `cargo run --release -p rigmill-bench-content -- order FILE...` measures built models (`.model.rmb`), and a sphere and a
//! grid of 20,000 triangles in random order. `blocks` compresses generated pictures as BC7. `raw FOLDER` writes these pictures
//! for other programs, such as `etcpak_peer.py` in this folder, and `decode FOLDER` measures the quality of their blocks.

mod blocks;
mod cache;
mod console;
mod mesh;
mod order;
mod overdraw;
mod pictures;
mod shapes;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (part, rest) = arguments.split_first().map_or(("", &[][..]), |(part, rest)| (part.as_str(), rest));
    let done = match (part, rest) {
        ("order", files) => order::report(files),
        ("blocks", []) => Ok(blocks::report()),
        ("raw", [folder]) => blocks::write_raw(Path::new(folder)).map(|()| String::new()).map_err(|it| it.to_string()),
        ("decode", [folder]) => blocks::decode(Path::new(folder)).map_err(|it| it.to_string()),
        _ => Err("expected `order FILE...`, `blocks`, `raw FOLDER` or `decode FOLDER`".to_owned()),
    };
    match done {
        Ok(text) => {
            console::print(&text);
            ExitCode::SUCCESS
        }
        Err(error) => {
            console::print(&error);
            ExitCode::from(2)
        }
    }
}
