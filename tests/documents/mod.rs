//! Tests the documents: their code blocks run, their links are valid, and the reference matches the code.

mod blocks;
mod commands;
mod links;
mod names;
mod page;
mod reference;
mod toml_blocks;
