#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Vectors, quaternions and matrices as plain arrays.
//!
//! Every result has the same bits on every machine. Each operation is a fixed sequence of + - * / and square roots, which IEEE
//! 754 defines to the last bit. No operations are fused, and sums are computed from left to right. Arc tangents come from
//! `libm`.
//!
//! Quaternions are x, y, z, w.

pub mod affine;
pub mod angle;
pub mod matrix;
pub mod matrix3;
mod power;
pub mod quaternion;
mod real;
pub mod skin;
pub mod vector;

pub use matrix::Matrix;
pub use power::power;
pub use real::Real;

/// Returns the nearest `f32`. Infinite if `value` is too large for an `f32`.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]
pub const fn to_f32(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod skin_tests;
#[cfg(test)]
mod tests;
