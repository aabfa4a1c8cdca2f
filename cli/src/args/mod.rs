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

/// Builds game animation content, and rebuilds only what changed.
///
/// Rigmill turns sources (FBX and glTF scenes, animation clips, skeletons, images, sounds, game data, .xnb files) into compact
/// files that a game loads. A project is a folder of sources. You can change how they are built with a rigmill.toml in that folder.
#[derive(Debug, Parser)]
#[command(name = "rigmill", version, styles = STYLES, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success; 1 an asset failed, a file is damaged, or a denied warning occurred; 2 the command line, rigmill.toml or the environment is wrong."
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
    /// Build a project.
    Build(BuildArgs),
    /// Build, then rebuild on every change until you press Ctrl-C.
    ///
    /// Prints a line for each rebuild: what was rebuilt, why, and how long it took. Failures are reported, and retried when a source
    /// or rigmill.toml changes. With --message-format json, each rebuild ends with a `build-finished` message. A `reload` message
    /// names each asset whose output files changed; a game can follow these messages (see `Follower` in the crate rigmill-runtime).
    Watch(WatchArgs),
    /// Show content in the browser, and rebuild it on every change until you press Ctrl-C.
    ///
    /// The page draws the content files and poses characters with the same code as a game. A project is built first, and rebuilt
    /// when a source changes. While a source has an error, the page shows the last good content and the error. You can also view a
    /// folder of built content.
    ///
    /// Only this machine can open the page: it is served at 127.0.0.1, and its address contains a secret. The address is printed,
    /// so you can open it through a tunnel (ssh -L PORT:127.0.0.1:PORT). Keys: / searches, the arrow keys choose, the space bar
    /// plays, comma and full stop step through frames, f frames the model.
    ///
    /// With --png or --gif, the command draws an asset into a file instead of opening a browser. The file has the same
    /// bytes on every machine. Example: rigmill view Models/Grund --clip Low_Run --gif grund.gif
    #[cfg(feature = "view")]
    View(ViewArgs),
    /// List every asset with its source, stages, outputs and state.
    List(ListArgs),
    /// Explain an asset (why it is or is not up to date, and what it depends on) or a diagnostic such as R0121.
    Explain(ExplainArgs),
    /// Draw the build graph: sources, stages, outputs and dependencies.
    Graph(GraphArgs),
    /// Show, shrink or check the object cache.
    Cache(CacheArgs),
    /// Remove the files that Rigmill built in this project, and nothing else.
    Clean(CleanArgs),
    /// Show what is in a content file, or what a source would become.
    Inspect(InspectArgs),
    /// Run a play script without graphics, and print the poses as JSON, one per line.
    Play(PlayArgs),
    /// Pack a target's content into one file that a game ships.
    ///
    /// The runtime maps a pack into memory and finds content in it by name, as it does in a folder. Example: `rigmill
    /// pack build/native game.rmp`. With --against, the command writes a patch that contains only what changed:
    /// `rigmill pack build/native patch.rmp --against game.rmp`. The same files always give the same bytes.
    /// `rigmill verify game.rmp` checks a pack.
    Pack(PackArgs),
    /// Check content files or a pack for damage.
    ///
    /// Checks the header, the checksum and the structure of every content file in a folder, or of one file.
    Verify(VerifyArgs),
    /// Start a project: write a rigmill.toml, and add the output folder to .gitignore.
    ///
    /// --from-contentproj and --from-mgcb convert the content project of an XNA or MonoGame game. --stage starts a Rust crate with
    /// stages of your own.
    Init(InitArgs),
    /// Check this machine and the project for problems, and show how to fix them.
    Doctor(DoctorArgs),
    /// Print the JSON schema of rigmill.toml, for editors: every key, stage and parameter.
    Schema,
    /// Print a script that completes Rigmill's commands and options in your shell.
    Completions(CompletionsArgs),
    /// Write a man page for each command.
    Man(ManArgs),
    /// Build one asset for another machine or process, in the current folder.
    #[command(hide = true)]
    Worker(WorkerArgs),
}

/// The project.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ProjectArgs {
    /// Project folder or its rigmill.toml. A folder without a rigmill.toml uses the defaults [default: the nearest
    /// folder, from the current one upwards, that has a rigmill.toml; otherwise the nearest that was built before].
    pub(crate) path: Option<PathBuf>,
}

/// Options of `build`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Build only the assets with this name or source, and what they depend on. You can use a glob, such as 'Models/*', and repeat
    /// the option. The next build without it builds the other assets.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) asset: Vec<String>,
    /// Build everything again, even if it is up to date or in a cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// Read every output file to see whether it was changed, instead of trusting its time and size.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Build everything twice, with different folders, orders and thread counts, and compare the results. This finds
    /// stages whose results depend on something other than their inputs, such as the clock.
    #[arg(long, conflicts_with = "asset")]
    pub(crate) check: bool,
    /// Fail if the project has files that no importer takes and no stage reads. -v lists them.
    #[arg(long)]
    pub(crate) deny_unknown: bool,
    /// Fail if there is a warning, even about an asset that is up to date. Everything is built all the same.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Write a timeline of the build to this file, for Perfetto or chrome://tracing.
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
    /// Build everything again in the first build, even if it is up to date or in a cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// In the first build, read every output file to see whether it was changed, instead of trusting its time and size.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Look at every file at this interval (500 ms without a value) instead of waiting for file events.
    ///
    /// Network file systems and shared folders of virtual machines don't report edits made on other machines; use --poll there.
    /// The system may cache the attributes of files, which delays the detection of edits (on NFS, see the mount option actimeo).
    /// If the system provides no file events, Rigmill polls by itself and prints a warning.
    #[arg(long, value_name = "MS", num_args = 0..=1, default_missing_value = "500", value_parser = milliseconds)]
    pub(crate) poll: Option<u64>,
    /// Write a timeline of the last rebuild to this file, for Perfetto or chrome://tracing.
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
    /// Project folder, folder of built content, source, content file, or name of an asset in this project [default: as for
    /// `build`]. With --png or --gif: the asset to draw, its source or its content file.
    pub(crate) path: Option<PathBuf>,
    /// Print the address of the page, and don't open a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Port of 127.0.0.1 on which the page is served [default: any free port].
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
    /// List the parameters of every stage, instead of the assets.
    #[arg(long)]
    pub(crate) params: bool,
    /// Print one JSON object per line; the same as --message-format json.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Options of `explain`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// Name of an asset, path of its source relative to the project folder, or code of a diagnostic.
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
    /// Draw only the assets with this name or source, what they depend on, and what depends on them. You can use a glob, and repeat
    /// the option.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) asset: Vec<String>,
    /// Draw every asset. Without this option, a large project is drawn with one node for each folder.
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
    /// Nodes and edges for programs, always with every asset.
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
    /// Show how large the cache is, and when it was last used.
    Stats {
        /// Print a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Make the cache smaller: the least recently used entries are removed first.
    Gc {
        /// Maximum size of the cache, such as 500M or 5G [default: the value of --cache-size].
        #[arg(long, value_name = "SIZE", value_parser = byte_size::parse)]
        max_size: Option<u64>,
    },
    /// Read every entry, and discard damaged ones.
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
    /// Content file, .xnb file, or a source of any kind. A source is imported and shown as it would be built.
    pub(crate) file: PathBuf,
    /// Print everything in the file as JSON, except pixels.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the bones of a skeleton or model into this SVG file: in the bind pose, seen from +z and from +x.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw the skeleton in a pose of this clip, a content file. Without --frame or --time, in its first pose.
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
    /// Play script: a text file with one command per line (see docs/play-scripts.md).
    pub(crate) script: PathBuf,
    /// Folder that contains the clips of the script: sources or built content.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) content: PathBuf,
    /// Playback rules.
    #[arg(long, value_enum, default_value_t = PlayRules::Standard)]
    pub(crate) rules: PlayRules,
}

/// Playback rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayRules {
    /// The same as the XNA game RobotGame, frame for frame.
    Robotgame,
    /// What RobotGame's authors intended.
    Standard,
}

/// Options of `pack`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PackArgs {
    /// Folder of a target, such as build/native. Files other than content are packed unchanged.
    pub(crate) dir: PathBuf,
    /// Pack to write. An existing file is replaced.
    #[arg(value_name = "FILE")]
    pub(crate) pack: PathBuf,
    /// Write a patch for games that have this pack: the files that are new or different, and the names of those that
    /// were removed. If the games also have patches of that pack, list these after it, oldest first.
    #[arg(long, value_name = "PACK[,PATCH…]", value_delimiter = ',')]
    pub(crate) against: Vec<PathBuf>,
}

/// Options of `verify`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Folder of content, or a content file or pack.
    pub(crate) dir: PathBuf,
    /// Fail if there is a warning, for example because the folder has no content files.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

/// Options of `init`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Folder in which to start [default: the current folder, or the folder of the content project].
    pub(crate) path: Option<PathBuf>,
    /// Create the folder if it does not exist.
    #[arg(long, requires = "path")]
    pub(crate) create: bool,
    /// Convert a MonoGame content project (.mgcb): its items become rules in the rigmill.toml. Items that Rigmill cannot build are
    /// listed at the end of that file and reported by kind; -v reports each of them.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_mgcb: Option<PathBuf>,
    /// Convert an XNA 4 content project (.contentproj) in the same way.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_contentproj: Option<PathBuf>,
    /// Write a Rust crate for stages of your own: an importer, a processor and a writer for files with the extension
    /// NAME, with tests. Its program is rigmill with these stages added to the built-in ones [default folder: NAME].
    #[arg(long, value_name = "NAME", group = "from", conflicts_with = "define")]
    pub(crate) stage: Option<String>,
    /// Set a property that the content project uses in conditions and as $(NAME). You can repeat the option.
    #[arg(long, value_name = "NAME=VALUE", requires = "from", value_parser = define)]
    pub(crate) define: Vec<(String, String)>,
}

/// Reads an interval.
fn milliseconds(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|interval| *interval >= 20).ok_or("write a number of milliseconds, at least 20")
}

fn define(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.is_empty() { Err("no name before the `=`".to_owned()) } else { Ok((name.to_owned(), value.to_owned())) }
}

/// Options of `completions`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell.
    pub(crate) shell: CompletionShell,
}

/// Options of `man`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Folder for the pages, such as ~/.local/share/man/man1. It is created if it does not exist.
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
