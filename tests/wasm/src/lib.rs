//! The runtime's scripts of recorded bits, as a WebAssembly module.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
#![expect(unsafe_code, reason = "exported names must be unique")]

#[path = "../../../runtime/src/tests/same_bits/script.rs"]
mod script;

/// The hash of uniform clips, blending, matrices and a crowd.
#[unsafe(no_mangle)]
pub extern "C" fn hash() -> u64 {
    script::script()
}

/// The value that [`hash`] must have.
#[unsafe(no_mangle)]
pub extern "C" fn recorded_hash() -> u64 {
    script::RECORDED
}

/// The hash of compressed clips.
#[unsafe(no_mangle)]
pub extern "C" fn compressed_hash() -> u64 {
    script::compressed_script()
}

/// The value that [`compressed_hash`] must have.
#[unsafe(no_mangle)]
pub extern "C" fn recorded_compressed_hash() -> u64 {
    script::RECORDED_COMPRESSED
}
