//! The `rigmill` program with the built-in stages.

fn main() {}
