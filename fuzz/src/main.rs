//! Damages and reads inputs of every kind on all cores, until a limit on time or number is reached.
//!
//! A supervisor starts one worker process per core. A worker writes each input to a file before it reads it, so that a stack
//! overflow or an abort does not lose the input. `fuzz/README.md` explains the command line.

mod args;
mod clock;
mod findings;
mod memory;
mod output;
mod repeat;
mod supervisor;
mod tally;
mod worker;

use std::process::ExitCode;

use args::Command;
use output::say;

#[global_allocator]
static MEMORY: memory::Counting = memory::Counting;

/// The stack size of the threads that run stages in a build, in bytes.
const STACK_SIZE: usize = 32 << 20;

fn main() -> ExitCode {
    let command = match args::parse(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(message) => {
            say(&format!("{message}\n\n{}", args::USAGE));
            return ExitCode::from(2);
        }
    };
    let run = move || match command {
        Command::Run(options) => supervisor::run(&options),
        Command::Work(options) => worker::run(&options).map(|()| true),
        Command::Repeat { folder, target, seed } => repeat::run(&folder, &target, &seed).map(|()| true),
    };
    let done = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).map(std::thread::JoinHandle::join);
    match done {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) => {
            say(&error.to_string());
            ExitCode::from(2)
        }
        // There were findings, or a repeated input caused a panic.
        _ => ExitCode::FAILURE,
    }
}
