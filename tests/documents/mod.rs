//! The documents: their code blocks run, their links lead somewhere, and the reference says what the code does.

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
