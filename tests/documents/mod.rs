//! Tests the documents: their code blocks run, their links are valid, and the reference matches the code.

#[cfg(unix)]
mod blocks;
#[cfg(unix)]
mod commands;
mod links;
#[cfg(unix)]
mod names;
mod page;
mod reference;
mod toml_blocks;
