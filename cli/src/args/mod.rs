//! The command line: one definition for the parser, `--help` and the completions.

#[cfg(feature = "view")]
mod picture;
mod settings;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell as CompletionShell;

#[cfg(feature = "view")]
pub(crate) use self::picture::{Background, PictureArgs, Up};
pub(crate) use self::settings::{
    Appearance, CacheOptions, Color, MessageFormat, Output, RemoteOptions, Settings, Work,
};
use crate::byte_size;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Builds game animation content and rebuilds only what changed.
///
/// Sources (FBX and glTF scenes, .Animation and other clips, skeletons, images, game data, .xnb files) become compact binary
/// files for the runtime crate, or .xnb files. A project is a folder; an optional rigmill.toml in it changes the defaults.
#[derive(Debug, Parser)]
#[command(name = "rigmill", version, styles = STYLES, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success; 1 some assets failed, a file is bad, or warnings are denied; 2 usage, manifest or environment."
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) appearance: Appearance,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// The settings of the command: its options, and the defaults of those that it does not have.
    pub(crate) fn settings(&self) -> Settings {
        let unset = Settings { appearance: self.appearance, ..Settings::default() };
        match &self.command {
            Command::Build(args) => unset.with_output(&args.output).with_work(&args.work),
            Command::Watch(args) => unset.with_output(&args.output).with_work(&args.work),
            #[cfg(feature = "view")]
            Command::View(args) => Settings { out: args.out.clone(), ..unset }.with_work(&args.work),
            Command::Doctor(args) => unset.with_output(&args.output).with_work(&args.work),
            Command::List(ListArgs { output, .. })
            | Command::Explain(ExplainArgs { output, .. })
            | Command::Graph(GraphArgs { output, .. })
            | Command::Clean(CleanArgs { output, .. }) => unset.with_output(output),
            Command::Cache(args) => Settings { cache: args.cache.clone(), remote: args.remote.clone(), ..unset },
            Command::Worker(args) => Settings { target: args.target.iter().cloned().collect(), ..unset },
            Command::Inspect(_)
            | Command::Play(_)
            | Command::Pack(_)
            | Command::Verify(_)
            | Command::Init(_)
            | Command::Schema
            | Command::Completions(_)
            | Command::Man(_) => unset,
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build a project's content.
    Build(BuildArgs),
    /// Build, then rebuild on every change until Ctrl-C.
    ///
    /// Prints a line for each rebuild: what, why and how long. Failures are reported, and retried with the next change. With
    /// --message-format json, each build ends with a `build-finished` message, and each asset whose output files changed has a
    /// `reload` message, which the runtime's Follower reads.
    Watch(WatchArgs),
    /// Show content in the browser, rebuilt on every change until Ctrl-C.
    ///
    /// Models and skeletons are drawn from the content files themselves, and the runtime poses them, as in a game. In a project,
    /// everything is built first and again on every change, as by `watch`: a saved source shows, and while it has an error, the last
    /// good content stays, with the error over it. The folder of built content itself may be shown as well.
    ///
    /// The page comes from this program, at 127.0.0.1 only, and its address has a secret in it: it is printed, for a tunnel, say
    /// (ssh -L PORT:127.0.0.1:PORT). Keys: / searches, arrows choose, space plays, comma and full stop step, f frames.
    ///
    /// With --png or --gif an asset is drawn into a file, without a browser, and the same bytes on every machine:
    /// rigmill view Models/Grund --clip Run --gif grund.gif
    #[cfg(feature = "view")]
    View(ViewArgs),
    /// List every asset: source, importer, processor, writers, outputs, state.
    List(ListArgs),
    /// Show why an asset is or is not up to date, and what it depends on; or what a diagnostic such as R0121 means.
    Explain(ExplainArgs),
    /// Draw the build graph: sources, stages, outputs, dependencies, and what is not up to date.
    Graph(GraphArgs),
    /// Show, shrink or check the object cache.
    Cache(CacheArgs),
    /// Remove the project's outputs, and nothing else.
    Clean(CleanArgs),
    /// Decode a content file: type, versions, sizes, tables.
    Inspect(InspectArgs),
    /// Run a play script headless and print the poses as lines of JSON.
    Play(PlayArgs),
    /// Put all content of a target into one file, for a game to ship.
    ///
    /// The runtime opens a pack as it opens the folder, maps it into memory, and finds content by its name: rigmill pack build/native
    /// game.rmp. With --against a patch is written, which has only what changed: rigmill pack build/native patch.rmp --against game.rmp.
    /// The same files make the same bytes. `rigmill verify game.rmp` checks a pack.
    Pack(PackArgs),
    /// Check the header, checksum and structure of every content file in a folder, or of a pack.
    Verify(VerifyArgs),
    /// Write a rigmill.toml, and add the output folder to .gitignore; --from-contentproj and --from-mgcb convert content projects of XNA and MonoGame.
    Init(InitArgs),
    /// Check the environment, and show how to fix problems.
    Doctor(DoctorArgs),
    /// Print the JSON schema of rigmill.toml, for editors: every key, stage and parameter.
    Schema,
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Write the man pages of all commands into a folder.
    Man(ManArgs),
    /// Build one asset for another machine or process, in the current folder.
    #[command(hide = true)]
    Worker(WorkerArgs),
}

/// The project.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ProjectArgs {
    /// Project folder or rigmill.toml. A folder without a rigmill.toml is built with the defaults [default: the nearest
    /// rigmill.toml upward, or else the nearest folder that was built before].
    pub(crate) path: Option<PathBuf>,
}

/// Options of `build`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Build only this asset and what it depends on: its name, its source, or a glob over names and sources. May be given more
    /// than once. The next build without this option builds the others.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) asset: Vec<String>,
    /// Run every stage of every asset, ignoring state and cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// Read every output instead of trusting its time and size.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Build everything twice, in different folders, order and threads, and compare the bytes. This finds stages whose results
    /// depend on more than their inputs, such as the clock.
    #[arg(long, conflicts_with = "asset")]
    pub(crate) check: bool,
    /// Fail if there are files that no importer takes and no stage reads. -v lists them all.
    #[arg(long)]
    pub(crate) deny_unknown: bool,
    /// Fail if there are warnings about the project, also those of assets that are up to date. What can be built is written.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Write a trace of the build to this file, for Perfetto or chrome://tracing.
    #[arg(long, value_name = "FILE")]
    pub(crate) timings: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Options of `watch`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Run every stage of every asset in the first build, ignoring state and cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// Read every output in the first build instead of trusting its time and size.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Check every file at this interval (500 ms by default) instead of waiting for file events.
    ///
    /// For network file systems and shared folders of virtual machines, which do not report edits made on other machines. How
    /// soon such an edit is seen also depends on how long the system caches file attributes (on NFS: the mount option actimeo).
    /// Where the system does not provide file events, polling starts by itself, with a warning.
    #[arg(long, value_name = "MS", num_args = 0..=1, default_missing_value = "500", value_parser = clap::value_parser!(u64).range(20..))]
    pub(crate) poll: Option<u64>,
    /// Write a trace of the last rebuild to this file, for Perfetto or chrome://tracing.
    #[arg(long, value_name = "FILE")]
    pub(crate) timings: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Options of `view`.
#[cfg(feature = "view")]
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ViewArgs {
    /// Project folder, rigmill.toml, a folder of built content, a source or content file, or an asset of the project here
    /// [default: as for `build`]. With --png or --gif: the asset to draw, or its source or content file.
    pub(crate) path: Option<PathBuf>,
    /// Print the address only, and open no browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Listen on this port of 127.0.0.1 [default: any that is free].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    /// Output folder [default: `out` in rigmill.toml, or `build` in the project's folder].
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Options of `list`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// List the parameters of every stage instead.
    #[arg(long)]
    pub(crate) params: bool,
    /// Print one JSON object per line.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Options of `explain`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// Name of the asset, or path of its source from the project's folder; or the code of a diagnostic.
    pub(crate) asset: String,
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Same as PATH.
    #[arg(short, long = "project", value_name = "PATH", hide = true, conflicts_with = "path")]
    pub(crate) project_path: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Options of `graph`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Format of the diagram [default: dot, or json with --message-format json].
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<GraphFormat>,
    /// Draw only this asset with its dependencies and dependents: its name, its source, or a glob. May be given more than
    /// once.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) asset: Vec<String>,
    /// Draw every asset. Without this, large projects are drawn folder by folder.
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// The format of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Graphviz.
    Dot,
    /// Nodes and edges, for programs; always complete.
    Json,
    /// A picture, for a browser.
    Svg,
}

/// Options of `doctor`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Options of `cache`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CacheArgs {
    #[command(subcommand)]
    pub(crate) command: CacheCommand,
    #[command(flatten)]
    pub(crate) cache: CacheOptions,
    #[command(flatten)]
    pub(crate) remote: RemoteOptions,
}

/// The commands of the object cache.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// Show how much it holds, and when it was used.
    Stats {
        /// Print a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Remove the least recently used entries until the rest is small enough.
    Gc {
        /// Size limit, such as 500M or 5G [default: --cache-size].
        #[arg(long, value_name = "SIZE", value_parser = byte_size::parse)]
        max_size: Option<u64>,
    },
    /// Read everything, and discard damaged entries.
    Verify,
}

/// Options of `clean`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CleanArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Options of `inspect`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InspectArgs {
    /// Content file, .xnb, .glb, MessagePack clip, curve streams, motion deltas, sound or font description.
    pub(crate) file: PathBuf,
    /// Print everything in it as JSON, except pixels.
    #[arg(long)]
    pub(crate) json: bool,
    /// Also draw the bones of a skeleton or a model in the bind pose, seen from +z and from +x.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw the skeleton posed by this clip [default: at its start].
    #[arg(long, value_name = "CLIP", requires = "svg")]
    pub(crate) clip: Option<PathBuf>,
    /// Frame of the clip, from 0.
    #[arg(long, value_name = "N", requires = "clip", conflicts_with = "time")]
    pub(crate) frame: Option<u32>,
    /// Time in the clip, in seconds from its start.
    #[arg(long, value_name = "SECONDS", requires = "clip")]
    pub(crate) time: Option<f32>,
}

/// Options of `play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// Play script.
    pub(crate) script: PathBuf,
    /// Folder of the script's clips: sources (imported on the fly) or built content.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) content: PathBuf,
    /// Playback rules.
    #[arg(long, value_enum, default_value_t = PlayRules::Standard)]
    pub(crate) rules: PlayRules,
}

/// Playback rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayRules {
    /// As the original game, frame for frame.
    Robotgame,
    /// As its authors intended.
    Standard,
}

/// Options of `pack`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PackArgs {
    /// The folder of a target, such as build/native. Files that are no content are packed as they are.
    pub(crate) dir: PathBuf,
    /// The pack to write, in place of one that is there.
    #[arg(value_name = "FILE")]
    pub(crate) pack: PathBuf,
    /// Write a patch: only what is not in this pack, which games have, and the names that it has and the folder has not. Patches of it
    /// that they have, too, follow in their order.
    #[arg(long, value_name = "PACK[,PATCH…]", value_delimiter = ',')]
    pub(crate) against: Vec<PathBuf>,
}

/// Options of `verify`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The folder, or a file.
    pub(crate) dir: PathBuf,
    /// Fail if there are warnings, such as that the folder has no content files.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

/// Options of `init`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Folder for the rigmill.toml [default: the current folder, or that of the content project].
    pub(crate) path: Option<PathBuf>,
    /// Create the folder if it does not exist.
    #[arg(long, requires = "path")]
    pub(crate) create: bool,
    /// Convert a MonoGame content project (.mgcb) to rules for its items. What cannot be built is reported, once a kind (-v names all
    /// items), and listed at the end of the rigmill.toml.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_mgcb: Option<PathBuf>,
    /// Convert an XNA 4 content project (.contentproj) in the same way.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_contentproj: Option<PathBuf>,
    /// Set a property for conditions and $(NAME) in the content project. May be given more than once.
    #[arg(long, value_name = "NAME=VALUE", requires = "from", value_parser = define)]
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

/// Options of `man`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// The folder, which is created if necessary, such as ~/.local/share/man/man1.
    pub(crate) dir: PathBuf,
}

/// Options of `worker`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// The source of the asset, from the project's folder.
    #[arg(long, value_name = "PATH")]
    pub(crate) source: String,
    /// The target.
    #[arg(long)]
    pub(crate) target: Option<String>,
    /// The project on this machine [default: the folder `project` in the current folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}
