//! Reads FBX files with ufbx, with the same bits on every machine. The interface is that of the [`ufbx`] crate.
//!
//! The build script compiles ufbx's C source again: without instructions that round a multiplication and an addition only once,
//! and with the functions below. The linker takes each C function from the first library that defines it. This crate comes
//! before the `ufbx` crate, which it depends on, so the `ufbx` crate's own copy is left out.
#![allow(unsafe_code, reason = "C calls the functions of this crate by their names")]

pub use ufbx::*;

unsafe extern "C" {
    /// Does nothing, but makes the linker take the library that defines it.
    safe fn rigmill_ufbx_linked();
}

/// Loads a scene from the bytes of a file. See [`ufbx::load_memory`].
#[allow(clippy::result_large_err, reason = "the interface of the crate ufbx")]
pub fn load_memory(bytes: &[u8], options: LoadOpts<'_>) -> Result<SceneRoot> {
    rigmill_ufbx_linked();
    ufbx::load_memory(bytes, options)
}

/// Converts angles in degrees to a rotation. See [`ufbx::euler_to_quat`].
pub fn euler_to_quat(angles: Vec3, order: RotationOrder) -> Quat {
    rigmill_ufbx_linked();
    ufbx::euler_to_quat(angles, order)
}

/// Exports functions of `libm` for src/exact.c.
macro_rules! exported {
    ($($name:ident = $function:path, $($parameter:ident),+;)+) => {
        $(
            // SAFETY: no other library has a function of this name.
            #[unsafe(no_mangle)]
            extern "C" fn $name($($parameter: f64),+) -> f64 {
                $function($($parameter),+)
            }
        )+
    };
}

exported! {
    rigmill_ufbx_sin = libm::sin, x;
    rigmill_ufbx_cos = libm::cos, x;
    rigmill_ufbx_tan = libm::tan, x;
    rigmill_ufbx_asin = libm::asin, x;
    rigmill_ufbx_acos = libm::acos, x;
    rigmill_ufbx_atan = libm::atan, x;
    rigmill_ufbx_atan2 = libm::atan2, y, x;
    rigmill_ufbx_pow = libm::pow, x, y;
    rigmill_ufbx_fmin = libm::fmin, a, b;
    rigmill_ufbx_fmax = libm::fmax, a, b;
}

#[cfg(test)]
mod tests;
