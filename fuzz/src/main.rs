//! Opens and samples millions of damaged content files.
//!
//! `cargo run --release -p rigmill-fuzz [COUNT] [SEED]` generates small random compressed clips of both storage forms, damages them,
//! corrects their checksums, and opens and samples them in every way. A panic ends the program; the same arguments repeat it. It
//! needs only stable Rust. The generator knows the layouts, so most files get past the container's checks. With
//! `CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true` in cargo's environment, integer overflow ends it as well.

mod clips;
mod file;

use std::io::Write;
use std::process::ExitCode;

/// Executions per line of output.
const LINE: u64 = 1_000_000;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Ok(count), Ok(seed)) = (numbers.next().unwrap_or(Ok(LINE)), numbers.next().unwrap_or(Ok(1))) else {
        say("usage: rigmill-fuzz [COUNT] [SEED]");
        return ExitCode::from(2);
    };
    let mut tally = clips::Tally::default();
    let mut next = seed;
    while tally.executions < count {
        clips::run(LINE.min(count - tally.executions), next, &mut tally);
        next = next.wrapping_add(1);
        say(&format!("{tally}"));
    }
    ExitCode::SUCCESS
}

fn say(line: &str) {
    // Standard output may be closed.
    let _ = writeln!(std::io::stdout(), "{line}");
}
