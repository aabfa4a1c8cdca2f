#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Reads and writes three file formats of sampled animation in Unity games: bytes to plain values and back.
//!
//! | module | files |
//! |---|---|
//! | [`sampled_clip`] | `.msgpack`: a clip of curves, as MessagePack-CSharp writes its classes |
//! | [`curve_streams`] | `NAME.txt` and `NAMEIndex.txt`: the curves of bones, in two binary files |
//! | [`motion_deltas`] | `.motion`: root motion, as the changes from frame to frame |
//!
//! Any bytes give values or an [`Error`]: never a panic, and never more time or memory than the size of the file justifies.

mod curve;
pub mod curve_streams;
mod error;
mod messagepack;
pub mod motion_deltas;
pub mod sampled_clip;

pub use curve::{AnimationCurve, Keyframe, Track, WrapMode};
pub use error::{Error, ErrorKind};
