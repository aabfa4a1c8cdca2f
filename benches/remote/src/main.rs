//! Measures two machines with a remote cache: how much faster the second machine is, and the cost of a million assets.
//!
//! The server is buildbox-casd, whose path is in `RIGMILL_CASD`. A proxy adds latency. Each machine is a folder with a project
//! and its own cache.

mod casd;
mod failure;
mod keys;
mod machine;
mod proxy;
mod sources;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use casd::Casd;
use failure::Failure;
use machine::Machine;
use proxy::Proxy;

/// Measures builds with a remote cache.
#[derive(Debug, Parser)]
struct Args {
    /// The number of assets: half of them FBX models, half clips that share a skeleton.
    #[arg(long, default_value_t = 10_000)]
    assets: u32,
    /// The added latency of each round trip, in milliseconds.
    #[arg(long, value_delimiter = ',', default_value = "0,5,20,80")]
    delays: Vec<u64>,
    /// The number of keys to look up for the extrapolation to a million.
    #[arg(long, default_value_t = 50_000)]
    keys: u32,
    /// The folder to work in, which needs space for some gigabytes.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The program buildbox-casd.
    #[arg(long, env = "RIGMILL_CASD")]
    casd: PathBuf,
    /// The program to measure, built with the feature `remote`.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release/rigmill"))]
    rigmill: PathBuf,
}

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    let folder = args.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = tempfile::tempdir_in(&folder).map_err(Failure::at(&folder))?;
    let casd = Casd::start(&args.casd, &folder.path().join("casd"))?;
    let machine = |name: &str| Machine::create(folder.path().join(name), &args.rigmill, args.assets);
    let (first, mut second) = (machine("first")?, machine("second")?);
    let mut out = io::stdout();
    let mut say = |line: String| writeln!(out, "{line}").map_err(Failure::at("standard output"));

    say("| build | seconds | faster than alone | calls | received |".to_owned())?;
    say("|---|---|---|---|---|".to_owned())?;
    let built = first.build(Some(&casd.url()))?;
    say(format!("| first machine, with uploads | {} |", built.row(None)))?;
    let alone = second.build(None)?;
    say(format!("| second machine, alone | {} |", alone.row(None)))?;
    let expected = first.outputs()?;
    for &delay in &args.delays {
        let proxy = Proxy::start(casd.port(), Duration::from_millis(delay))?;
        second.forget()?;
        let fetched = second.build(Some(&proxy.url()))?;
        if fetched.fetched != u64::from(args.assets) || second.outputs()? != expected {
            return Err(Failure::Different { delay });
        }
        say(format!("| second machine, {delay} ms away | {} |", fetched.row(Some(&alone))))?;
    }

    say(String::new())?;
    say("| look-ups | a second | bytes sent, received for each | a million take |".to_owned())?;
    say("|---|---|---|---|".to_owned())?;
    for &delay in &args.delays {
        let proxy = Proxy::start(casd.port(), Duration::from_millis(delay))?;
        say(format!("| {delay} ms away | {} |", keys::measure(&proxy.url(), args.keys)?.row()))?;
    }
    Ok(())
}
