//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::shape::Shape;

/// Measures Rigmill's build graph, and ninja on the same tree.
///
/// Creates projects of several shapes in which all assets differ and, for each project, a build.ninja with one `cp` per source
/// and the same dependencies. Measures both programs: cold (no output, no object cache), with nothing to do, and after several
/// changes. Then measures the time between saving a source and its finished output under `rigmill watch`. Progress is printed
/// to standard error, and the tables to standard output.
#[derive(Clone, Debug, Parser)]
#[command(name = "rigmill-bench-graph", version, max_term_width = 100)]
pub(crate) struct Args {
    /// The shapes to measure.
    #[arg(long, value_name = "SHAPE,…", value_enum, value_delimiter = ',', default_values_t = [Shape::Plain, Shape::Shared, Shape::Models, Shape::Manifest, Shape::Cache, Shape::Watch, Shape::View])]
    pub(crate) shape: Vec<Shape>,
    /// The number of plain clips; several numbers give separate rows.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1000,10000,20000,100000", value_parser = number())]
    pub(crate) assets: Vec<u32>,
    /// The number of clips that share a skeleton.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number())]
    pub(crate) shared_assets: u32,
    /// The number of models, each with a texture.
    #[arg(long, value_name = "N", default_value_t = 8_000, value_parser = number())]
    pub(crate) models: u32,
    /// The number of plain clips in the project whose manifest gets a comment.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number())]
    pub(crate) manifest_assets: u32,
    /// The number of plain clips that come from the object cache.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number())]
    pub(crate) cache_assets: u32,
    /// The number of plain clips that are watched.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number())]
    pub(crate) watch_assets: u32,
    /// The number of plain clips that are viewed.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number())]
    pub(crate) view_assets: u32,
    /// The number of rounds of builds that have little to do. Rigmill and ninja alternate; medians are reported.
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// The number of rounds of builds of everything: cold, from the cache, after a change of the skeleton.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cold_rounds: u32,
    /// Also measure ninja's cold build of more than 10,000 sources, which takes minutes for 100,000 sources.
    #[arg(long)]
    pub(crate) ninja_cold_full: bool,
    /// Do not measure ninja.
    #[arg(long)]
    pub(crate) no_ninja: bool,
    /// The number of saves that are measured under `rigmill watch` and `rigmill view`.
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) saves: u32,
    /// The program to measure [default: this repository's, built by cargo].
    #[arg(long, value_name = "PATH")]
    pub(crate) rigmill: Option<PathBuf>,
    /// The cargo profile to build it with; only the results of `release` are meaningful.
    #[arg(long, value_name = "NAME", default_value = "release", conflicts_with = "rigmill")]
    pub(crate) profile: String,
    /// The parent of the work folder [default: the system's folder for temporary files].
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Keep the files, because deleting them slows down programs that create files in the next minutes.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Print everything as one JSON object, including each single run.
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// Print the tables of docs/performance.md.
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// Returns the parser for a number of assets.
fn number() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=1_000_000)
}

/// The format of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Columns, for people.
    Text,
    /// The format of docs/performance.md.
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

    /// Returns the numbers of assets for a shape, ascending.
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
