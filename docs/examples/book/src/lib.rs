//! The Rust code of the README and of the book, which `build.rs` collects: that it compiles is the test.
#![allow(dead_code, unused, clippy::all, clippy::pedantic, missing_docs, reason = "the book shows parts of programs")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    reason = "the book shows parts of programs"
)]

/// What the parts of programs use without saying so.
mod shared {
    pub(crate) use rigmill_runtime::content::*;
    pub(crate) use rigmill_runtime::motion::*;
    pub(crate) use rigmill_runtime::text::*;
    pub(crate) use rigmill_runtime::*;
}

include!(concat!(env!("OUT_DIR"), "/blocks.rs"));
