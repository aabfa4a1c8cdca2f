//! Tests remote caches with real servers, and with servers and networks that misbehave in every way.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[cfg(feature = "tls")]
mod encrypted;
mod execution;
mod faults;
mod folders;
mod hostile;
mod merging;
mod numbers;
mod round_trip;
mod scripted_execution;
mod settings;
mod support;
mod uploading;
