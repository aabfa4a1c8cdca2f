//! Passes hostile input of every kind through every reader: damaged sources through importers, processors and writers, damaged
//! content files through the runtime, and damaged files of other formats through their codecs.
//!
//! [`run`] is all that a fuzzing engine needs. The program `rigmill-fuzz` damages inputs itself: [`seeds`] collects intact
//! inputs, [`damage`] changes them according to their structure, and a [`Corpus`] keeps those that got further. Every input
//! must give a result or an error; a panic is a finding.

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

/// Reads `bytes` with the target of this name. All random choices are derived from the bytes. Does nothing if there is no such
/// target.
///
/// # Panics
/// Panics if the bytes cause a finding.
pub fn run(target: &str, bytes: &[u8]) {
    HARNESS.with(|harness| {
        if let Some(target) = harness.target(target) {
            target.run(bytes, digest(bytes));
        }
    });
}

#[cfg(test)]
mod tests;
