//! Everything that the program prints: results on standard output and the rest on standard error, as text for people or as
//! messages.

pub(crate) mod diagnostics;
pub(crate) mod estimate;
pub(crate) mod explanations;
pub(crate) mod made;
pub(crate) mod message;
pub(crate) mod misuse;
pub(crate) mod names;
pub(crate) mod object;
pub(crate) mod paths;
pub(crate) mod printable;
pub(crate) mod progress;
pub(crate) mod remedy;
pub(crate) mod render;
pub(crate) mod replaceable;
pub(crate) mod shell;
pub(crate) mod times;
pub(crate) mod trace;
