//! Damaged content files, opened and played by the million.
//!
//! `cargo run --release -p rigmill-fuzz [COUNT] [SEED]` makes small compressed clips by chance, of both forms, damages them, makes
//! their checksums right again, and opens and samples them in every way there is. Whatever panics ends it: the same
//! numbers show it again. It needs nothing but stable Rust; the generator knows the layouts, so most of what it makes gets
//! past the container. With `CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true` in the environment of cargo, sums that overflow end it as well.

mod clips;
mod file;

use std::io::Write;
use std::process::ExitCode;

/// Executions between two lines.
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
    // Nobody may be listening.
    let _ = writeln!(std::io::stdout(), "{line}");
}
