//! The C library of Rigmill's runtime: `include/rigmill.h` declares what the functions here do.
//!
//! Each exported function is a few lines: it checks what it is given, calls [`rigmill_runtime`], and hands back a [`RigmillStatus`].
//!
//! - [`boundary`]: statuses, error texts, handles, and the only code that touches memory of the caller.
//! - [`values`]: structs that both sides know.
//! - [`content`], [`skeleton`], [`model`], [`clip`], [`motion`], [`collision`]: loaded content, read in place.
//! - [`pose`]: clips sampled and blended into poses, for engines with a blend tree of their own.
//! - [`characters`]: players and crowds, and their pose layers, events and morph targets.
//!
//! Modules of exported functions allow `unsafe` for their signatures only: C can call them with any pointer. Their bodies are safe code;
//! the blocks of unsafe code are in `boundary/pointers.rs`.

#![allow(
    clippy::missing_safety_doc,
    reason = "the beginning of rigmill.h says for all functions what a caller promises"
)]

#[allow(unsafe_code, reason = "reads and writes memory of the caller, in one module, and exports a function by name")]
pub mod boundary;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod characters;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod clip;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod collision;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod content;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod model;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod motion;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod pose;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod skeleton;
pub mod values;
#[allow(unsafe_code, reason = "functions that C calls by name, with pointers")]
pub mod version;

#[cfg(test)]
mod tests;

pub use boundary::RigmillStatus;
