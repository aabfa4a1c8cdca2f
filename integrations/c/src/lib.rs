//! The C library of Rigmill's runtime. `include/rigmill.h` declares the functions of this crate.
//!
//! Each exported function has only a few lines: it checks its arguments, calls [`rigmill_runtime`], and returns a
//! [`RigmillStatus`].
//!
//! - [`boundary`]: statuses, error texts, handles, and the only code that accesses the caller's memory.
//! - [`values`]: structs that C and Rust share.
//! - [`content`], [`skeleton`], [`model`], [`clip`], [`motion`], [`collision`]: loaded content, read in place.
//! - [`pose`]: clips sampled and blended into poses, for engines with their own blend tree.
//! - [`characters`]: players and crowds, with their pose layers, events and morph targets.
//!
//! Modules with exported functions allow `unsafe` only for the signatures, because C can call these functions with any pointer.
//! The function bodies are safe code. All blocks of unsafe code are in `boundary/pointers.rs`.

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
