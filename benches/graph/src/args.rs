//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// Times Rigmill's build graph, and ninja on the same tree.
///
/// Makes a project of small clips, no two alike, and a build.ninja with one `cp` for each, and times both: cold (no
/// output, no object cache), with nothing to do, and with one source changed; then what passes between saving a source
/// and its finished output under `rigmill watch`. Progress goes to standard error, the tables to standard output.
#[derive(Clone, Debug, Parser)]
#[command(name = "rigmill-bench-graph", version, max_term_width = 100)]
pub(crate) struct Args {
    /// How many assets; several numbers give a row each.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1000,10000,100000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) assets: Vec<u32>,
    /// Rounds of builds with nothing to do and with one source changed. Rigmill and ninja alternate; medians are reported.
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Rounds of cold builds, each in folders of its own.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cold_rounds: u32,
    /// Time ninja's cold build above 10,000 assets, too: at 100,000 each takes minutes.
    #[arg(long)]
    pub(crate) ninja_cold_full: bool,
    /// Go without ninja.
    #[arg(long)]
    pub(crate) no_ninja: bool,
    /// How many assets are watched; 0 leaves watching out.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(crate) watch_assets: u32,
    /// How many saves are timed under `rigmill watch`.
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) saves: u32,
    /// The program to time [default: this repository's, built by cargo].
    #[arg(long, value_name = "PATH")]
    pub(crate) rigmill: Option<PathBuf>,
    /// The cargo profile to build it with; figures of any other than release mean nothing.
    #[arg(long, value_name = "NAME", default_value = "release", conflicts_with = "rigmill")]
    pub(crate) profile: String,
    /// Where the files go: into a folder of their own in this one [default: the system's folder for temporary files].
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Keep the files: deleting them slows down what makes files in the next minutes.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Print everything as one JSON object, each single run included.
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// Print the tables of docs/performance.md.
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Columns, for people.
    Text,
    /// As docs/performance.md has them.
    Markdown,
    /// One object, for tools.
    Json,
}

impl Args {
    pub(crate) fn form(&self) -> Form {
        match (self.json, self.markdown) {
            (true, _) => Form::Json,
            (_, true) => Form::Markdown,
            _ => Form::Text,
        }
    }
}
