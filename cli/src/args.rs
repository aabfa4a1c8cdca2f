//! The command line: one definition for the parser, `--help` and the completions.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell as CompletionShell;

use crate::byte_size;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Builds game animation content: only what changed, always right.
///
/// Sources (FBX and glTF scenes, .Animation and other clips, skeletons, images, game data, .xnb files) become versioned
/// binary content that the runtime crate loads, or .xnb files. A project is a folder; rigmill.toml in it says what the
/// defaults do not.
#[derive(Debug, Parser)]
#[command(name = "rigmill", version, styles = STYLES, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 all good; 1 some assets failed or a file is bad; 2 usage, manifest or environment."
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes; a command ignores what means nothing to it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Global {
    /// The output folder [default: what rigmill.toml says, or build in the project's folder].
    #[arg(short, long, global = true, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The target: native, xna or gltf; for build, may be given more than once [default: what rigmill.toml says, or native].
    #[arg(short, long, global = true, value_name = "TARGET")]
    pub(crate) target: Vec<String>,
    /// Work on so many assets at once [default: one a core].
    #[arg(short, long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// The object cache, shared by all projects [default: rigmill in the user's cache folder].
    #[arg(long, global = true, value_name = "DIR", env = "RIGMILL_CACHE_DIR")]
    pub(crate) cache_dir: Option<PathBuf>,
    /// How large the object cache may grow, as in 500M or 5G; what was not used for longest goes first.
    #[arg(
        long,
        global = true,
        value_name = "SIZE",
        env = "RIGMILL_CACHE_SIZE",
        value_parser = byte_size::parse,
        default_value = "10G"
    )]
    pub(crate) cache_size: u64,
    /// How to print results: for people, a JSON object a line, GitHub workflow commands, or lines that MSBuild understands.
    #[arg(long, global = true, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
    pub(crate) message_format: MessageFormat,
    /// Say only what went wrong.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more: every asset, and why it was built.
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Whether to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that has them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build a project's content.
    Build(BuildArgs),
    /// Build, then rebuild on every change until Ctrl-C.
    ///
    /// Says a line a rebuild: what, why, how long. What fails is told and tried again with the next change. With
    /// --message-format json, each build ends with a build-finished message, and each asset whose files are others now
    /// has a reload message, which the runtime's Follower understands.
    Watch(WatchArgs),
    /// List every asset: source, importer, processor, outputs, state.
    List(ListArgs),
    /// Say why an asset is or is not up to date, and what it depends on.
    Explain(ExplainArgs),
    /// Draw the build graph: sources, stages, outputs, what depends on what, and what is not up to date.
    Graph(GraphArgs),
    /// Look after the object cache.
    Cache(CacheArgs),
    /// Remove what the project built, and nothing else.
    Clean(CleanArgs),
    /// Decode a content file: type, versions, sizes, tables.
    Inspect(InspectArgs),
    /// Run a play script headless and print the poses, a JSON line each.
    Play(PlayArgs),
    /// Check every content file of a folder: header, checksum and structure.
    Verify(VerifyArgs),
    /// Make a rigmill.toml, with --from-mgcb from a content project of MonoGame.
    Init(InitArgs),
    /// Check the environment: say what is wrong, and how to mend it.
    Doctor(DoctorArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
}

/// Which project.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ProjectArgs {
    /// The project: its folder or its rigmill.toml. A folder without one is built by the default rules [default: the
    /// nearest rigmill.toml upward, or else the nearest folder that was built before].
    pub(crate) path: Option<PathBuf>,
}

/// Options of `build`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Run every stage of every asset, whatever is known.
    #[arg(long)]
    pub(crate) force: bool,
    /// Read every output, instead of trusting its time and size.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Build everything twice, in other folders, in another order and on other threads, and compare the bytes. Finds
    /// stages whose results depend on more than their inputs: on the clock, say.
    #[arg(long)]
    pub(crate) check: bool,
    /// Write what was done when to this file, for Perfetto or chrome://tracing.
    #[arg(long, value_name = "FILE")]
    pub(crate) timings: Option<PathBuf>,
}

/// Options of `watch`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Run every stage of every asset at the start, whatever is known.
    #[arg(long)]
    pub(crate) force: bool,
    /// Read every output at the start, instead of trusting its time and size.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Look at every file each so many milliseconds (500 if not said), instead of waiting for file events.
    ///
    /// For network file systems and shared folders of virtual machines, which tell nothing of what other machines
    /// change. How soon a change shows there depends on how long the system keeps file attributes, too (on NFS: the
    /// mount option actimeo). Where the system refuses file events, polling begins by itself, with a warning.
    #[arg(long, value_name = "MS", num_args = 0..=1, default_missing_value = "500", value_parser = clap::value_parser!(u64).range(20..))]
    pub(crate) poll: Option<u64>,
    /// Write what the last rebuild did when to this file, for Perfetto or chrome://tracing.
    #[arg(long, value_name = "FILE")]
    pub(crate) timings: Option<PathBuf>,
}

/// How to print results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
    /// GitHub workflow commands.
    Github,
    /// Errors and warnings as MSBuild and the IDEs around it understand them.
    Msbuild,
}

/// Options of `list`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// List the parameters of every stage instead.
    #[arg(long)]
    pub(crate) params: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `explain`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The asset: its name, or its source as seen from the project's folder.
    pub(crate) asset: String,
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Another way to name the project.
    #[arg(short, long = "project", value_name = "PATH", hide = true, conflicts_with = "path")]
    pub(crate) project_path: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `graph`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// The form of the drawing [default: dot, or json with --message-format json].
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<GraphFormat>,
    /// Draw only this asset, what it depends on and what depends on it: its name, its source, or a glob; may be given
    /// more than once.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) asset: Vec<String>,
    /// Draw every asset, however many there are; without it, many are drawn folder by folder.
    #[arg(long)]
    pub(crate) all: bool,
}

/// The form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Graphviz.
    Dot,
    /// Nodes and edges, for programs; always all of them.
    Json,
    /// A picture, for a browser.
    Svg,
}

/// Options of `doctor`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// Options of `cache`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CacheArgs {
    #[command(subcommand)]
    pub(crate) command: CacheCommand,
}

/// What to do with the object cache.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// Say how much it holds, and when it was used.
    Stats {
        /// Print a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Remove what was not used for longest, until the rest is small enough.
    Gc {
        /// How large it may be, as in 500M or 5G [default: as --cache-size].
        #[arg(long, value_name = "SIZE", value_parser = byte_size::parse)]
        max_size: Option<u64>,
    },
    /// Read all of it, and leave out what is damaged.
    Verify,
}

/// Options of `clean`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CleanArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// Options of `inspect`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InspectArgs {
    /// The content file; or a MessagePack clip, curve streams or motion deltas.
    pub(crate) file: PathBuf,
    /// Print everything in it as JSON, but for pixels.
    #[arg(long)]
    pub(crate) json: bool,
    /// Also draw its bones, of a skeleton or a model, at bind: seen from +z and from +x.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw a skeleton as this clip poses it, at its beginning unless told otherwise.
    #[arg(long, value_name = "CLIP", requires = "svg")]
    pub(crate) clip: Option<PathBuf>,
    /// Which frame of the clip, from 0.
    #[arg(long, value_name = "N", requires = "clip", conflicts_with = "time")]
    pub(crate) frame: Option<u32>,
    /// Which time of the clip, in seconds from its beginning.
    #[arg(long, value_name = "SECONDS", requires = "clip")]
    pub(crate) time: Option<f32>,
}

/// Options of `play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// The play script.
    pub(crate) script: PathBuf,
    /// The folder below which the script's clips are: sources (imported on the fly) or built content.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) content: PathBuf,
    /// The rules to play by.
    #[arg(long, value_enum, default_value_t = PlayRules::Standard)]
    pub(crate) rules: PlayRules,
}

/// The rules to play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayRules {
    /// What the original game does, frame for frame.
    Robotgame,
    /// What its authors meant.
    Standard,
}

/// Options of `verify`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The folder.
    pub(crate) dir: PathBuf,
}

/// Options of `init`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// The folder to make it in [default: the current folder, or that of the .mgcb].
    pub(crate) path: Option<PathBuf>,
    /// Make it from a content project of MonoGame: a rule for each item that can be built. What cannot is told, and listed at
    /// the end of rigmill.toml.
    #[arg(long, value_name = "FILE")]
    pub(crate) from_mgcb: Option<PathBuf>,
    /// Set a property before the first line of the .mgcb, for its $if and $(NAME); may be given more than once.
    #[arg(long, value_name = "NAME=VALUE", requires = "from_mgcb", value_parser = define)]
    pub(crate) define: Vec<(String, String)>,
}

fn define(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.is_empty() { Err("no name before the `=`".to_owned()) } else { Ok((name.to_owned(), value.to_owned())) }
}

/// Options of `completions`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: CompletionShell,
}
