//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::shape::Shape;

/// Times Rigmill's build graph, and ninja on the same tree.
///
/// Makes projects of several shapes, no two assets alike, and for each a build.ninja with one `cp` for each source and the
/// same dependencies, and times both: cold (no output, no object cache), with nothing to do, and after several changes;
/// then what passes between saving a source and its finished output under `rigmill watch`. Progress goes to standard
/// error, the tables to standard output.
#[derive(Clone, Debug, Parser)]
#[command(name = "rigmill-bench-graph", version, max_term_width = 100)]
pub(crate) struct Args {
    /// What is measured.
    #[arg(long, value_name = "SHAPE,…", value_enum, value_delimiter = ',', default_values_t = [Shape::Plain, Shape::Shared, Shape::Models, Shape::Manifest, Shape::Cache, Shape::Watch, Shape::View])]
    pub(crate) shape: Vec<Shape>,
    /// How many plain clips; several numbers give rows each.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1000,10000,20000,100000", value_parser = number())]
    pub(crate) assets: Vec<u32>,
    /// How many clips share a skeleton.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number())]
    pub(crate) shared_assets: u32,
    /// How many models, each with a texture.
    #[arg(long, value_name = "N", default_value_t = 8_000, value_parser = number())]
    pub(crate) models: u32,
    /// How many plain clips are in the project whose manifest gets a comment.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number())]
    pub(crate) manifest_assets: u32,
    /// How many plain clips come from the object cache.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number())]
    pub(crate) cache_assets: u32,
    /// How many plain clips are watched.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number())]
    pub(crate) watch_assets: u32,
    /// How many plain clips are viewed.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number())]
    pub(crate) view_assets: u32,
    /// Rounds of builds that have little to do. Rigmill and ninja alternate; medians are reported.
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Rounds of builds of everything: cold, from the cache, after a change of the skeleton.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cold_rounds: u32,
    /// Time ninja's cold build of more than 10,000 sources, too: one of 100,000 takes minutes.
    #[arg(long)]
    pub(crate) ninja_cold_full: bool,
    /// Go without ninja.
    #[arg(long)]
    pub(crate) no_ninja: bool,
    /// How many saves are timed under `rigmill watch` and `rigmill view`.
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

/// A number of assets.
fn number() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=1_000_000)
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

    /// The numbers of assets of a shape, ascending.
    pub(crate) fn sizes(&self, shape: Shape) -> Vec<u32> {
        let mut sizes = match shape {
            Shape::Plain => self.assets.clone(),
            Shape::Shared => vec![self.shared_assets],
            Shape::Models => vec![self.models],
            Shape::Manifest => vec![self.manifest_assets],
            Shape::Cache => vec![self.cache_assets],
            Shape::Watch => vec![self.watch_assets],
            Shape::View => vec![self.view_assets],
        };
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
