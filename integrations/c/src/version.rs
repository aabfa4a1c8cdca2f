//! Which version of the library it is.

use std::ffi::c_char;

/// The version of the functions and structs that this header declares.
///
/// It changes when a program that was compiled with an older header would misbehave. Functions may be added without a change.
pub const RIGMILL_ABI_VERSION: u32 = 1;

/// The `RIGMILL_ABI_VERSION` of the library. Compare it with that of the header before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn rigmill_abi_version() -> u32 {
    RIGMILL_ABI_VERSION
}

/// The version of Rigmill, such as `0.2.0`.
#[unsafe(no_mangle)]
pub extern "C" fn rigmill_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
