//! Remote caches against real servers, and against servers and networks that do everything wrong.

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
