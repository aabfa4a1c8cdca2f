#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate reads and writes three file formats for sampled animation in Unity games, and converts between bytes and plain
//! values.
//!
//! | module | files |
//! |---|---|
//! | [`sampled_clip`] | `.msgpack`: a clip of curves, as MessagePack-CSharp writes its classes |
//! | [`curve_streams`] | `NAME.txt` and `NAMEIndex.txt`: bone curves in two binary files |
//! | [`motion_deltas`] | `.motion`: root motion, stored as changes from frame to frame |
//!
//! Decoding any bytes returns values or an [`Error`], never panics, and uses only as much time and memory as the size of the
//! file justifies.

mod curve;
pub mod curve_streams;
mod error;
mod messagepack;
pub mod motion_deltas;
pub mod sampled_clip;

pub use curve::{AnimationCurve, Keyframe, Track, WrapMode};
pub use error::{Error, ErrorKind};
