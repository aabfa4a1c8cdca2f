//! Hostile input of every kind, through every reader: damaged sources through importers, processors and writers, damaged
//! content files through the runtime, damaged files of other formats through their codecs.
//!
//! [`run`] is all that a fuzzing engine needs. The program `rigmill-fuzz` damages inputs itself: [`seeds`] collects intact
//! ones, [`damage`] changes them by their structure, and a [`Corpus`] keeps those that got further. Any input gives a result or an
//! error: a panic is a finding.

mod clips;
mod codecs;
mod content;
mod corpus;
pub mod damage;
mod file;
mod harness;
mod manifest;
mod mix;
mod parts;
pub mod seeds;
mod stages;
mod target;
mod trace;

pub use corpus::{Corpus, Cost};
pub use harness::Harness;
pub use mix::{digest, random};
pub use target::{Parts, Target};
pub use trace::Trace;

thread_local! {
    static HARNESS: Harness = Harness::new();
}

/// Reads `bytes` as the target of this name does, with choices that follow from the bytes. Does nothing if there is no such target.
///
/// # Panics
/// If the bytes are a finding.
pub fn run(target: &str, bytes: &[u8]) {
    HARNESS.with(|harness| {
        if let Some(target) = harness.target(target) {
            target.run(bytes, digest(bytes));
        }
    });
}

#[cfg(test)]
mod tests;
