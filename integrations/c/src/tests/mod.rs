//! Tests that need neither a C compiler nor built content. The end-to-end tests run C, C++ and C# programs on the sample game.

mod handles;
mod header;
mod memory;
#[allow(unsafe_code, reason = "calls what is exported")]
mod overhead;
