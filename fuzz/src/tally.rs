//! [`Tally`]: counts the outcomes of a target's inputs.

use std::fmt;
use std::str::FromStr;

/// Counts the outcomes of a target's inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) inputs: u64,
    pub(crate) accepted: u64,
    pub(crate) nanoseconds: u64,
    pub(crate) worst_nanoseconds: u64,
    pub(crate) worst_bytes: u64,
    /// The number of different sets of stages and codes.
    pub(crate) signatures: u64,
}

impl Tally {
    /// The header of the table.
    pub(crate) const HEAD: &'static str =
        "target                    inputs    /s (CPU)    accepted     refused  worst ms  worst MB  outcomes";

    /// Adds the tally of another worker.
    pub(crate) fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.nanoseconds += other.nanoseconds;
        self.worst_nanoseconds = self.worst_nanoseconds.max(other.worst_nanoseconds);
        self.worst_bytes = self.worst_bytes.max(other.worst_bytes);
        self.signatures = self.signatures.max(other.signatures);
    }

    /// Formats a line of the table.
    pub(crate) fn line(&self, name: &str) -> String {
        let rate = self.inputs as f64 * 1e9 / (self.nanoseconds.max(1)) as f64;
        let (milliseconds, megabytes) = (self.worst_nanoseconds as f64 / 1e6, self.worst_bytes as f64 / 1e6);
        let refused = self.inputs - self.accepted;
        let Self { inputs, accepted, signatures, .. } = self;
        format!(
            "{name:<22}{inputs:>10}{rate:>12.0}{accepted:>12}{refused:>12}{milliseconds:>10.1}{megabytes:>10.1}{signatures:>10}"
        )
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inputs, accepted, nanoseconds, worst_nanoseconds, worst_bytes, signatures } = self;
        write!(f, "{inputs} {accepted} {nanoseconds} {worst_nanoseconds} {worst_bytes} {signatures}")
    }
}

impl FromStr for Tally {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let numbers: Result<Vec<u64>, _> = text.split(' ').map(str::parse).collect();
        let [inputs, accepted, nanoseconds, worst_nanoseconds, worst_bytes, signatures] =
            numbers.map_err(drop)?.try_into().map_err(drop)?;
        Ok(Self { inputs, accepted, nanoseconds, worst_nanoseconds, worst_bytes, signatures })
    }
}
