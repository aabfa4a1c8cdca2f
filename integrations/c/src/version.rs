//! The version of the library.

use std::ffi::c_char;

/// The version of the functions and structs that this header declares.
///
/// It changes when a program that was compiled with an older header would no longer work correctly. New functions do not change
/// it.
pub const RIGMILL_ABI_VERSION: u32 = 1;

/// Returns the `RIGMILL_ABI_VERSION` of the library. Before you call any other function, compare it with the header's version.
#[unsafe(no_mangle)]
pub extern "C" fn rigmill_abi_version() -> u32 {
    RIGMILL_ABI_VERSION
}

/// Returns the version of Rigmill, such as `0.2.0`.
#[unsafe(no_mangle)]
pub extern "C" fn rigmill_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
