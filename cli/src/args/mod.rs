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
/// Rigmill turns sources (FBX and glTF scenes, animation clips, skeletons, images, sounds, game data, .xnb files) into
/// compact files that a game loads. A project is a folder of sources. To configure the build, add a rigmill.toml to the
/// folder. Rigmill builds each source in three stages: an importer reads the source, a processor converts the data, and
/// a writer writes the output file.
#[derive(Debug, Parser)]
#[command(name = "rigmill", version, styles = STYLES, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 success\n            \
                  1 an asset failed, a file is damaged, or a check such as --deny-warnings failed\n            \
                  2 the command could not run: there is a problem with the command line, rigmill.toml or the environment")]
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
    /// Build a project, or a single source.
    ///
    /// If PATH is a source in a project, Rigmill builds only the assets of this source and their dependencies. If PATH
    /// is a source outside any project, Rigmill builds it with the default settings, and writes the output to the
    /// folder that --out names, or otherwise to `build` in the current folder.
    Build(BuildArgs),
    /// Build a project, then rebuild it on every change until you press Ctrl-C.
    ///
    /// For each rebuild, Rigmill prints one line: what was rebuilt, why, and how long it took. Rigmill reports each
    /// asset that fails, and tries it again when a source or rigmill.toml changes.
    ///
    /// With --message-format json, Rigmill prints a `reload` message for each asset whose output files changed. At the
    /// end of each rebuild, Rigmill prints a `build-finished` message. A game can read these messages to reload its
    /// content: see `Follower` in the crate rigmill-runtime.
    Watch(WatchArgs),
    /// Show content in a browser, and rebuild it on every change until you press Ctrl-C.
    ///
    /// Rigmill builds the project, then serves a page that shows the project's content. The page poses characters with
    /// the same code that games use. If a source has an error, the page shows the error together with the content of
    /// the last successful build. You can also view a folder of built content, without a project.
    ///
    /// Only this machine can open the page: Rigmill listens on 127.0.0.1, and the page's address contains a secret
    /// token. To open the page on another computer, run `ssh -L PORT:127.0.0.1:PORT HOST` there, then open the same
    /// address in its browser. PORT is the port in the address, and HOST is the machine that runs Rigmill.
    ///
    /// Keys: `/` searches for an asset. The arrow keys select an asset. Space plays and pauses. `,` steps one frame
    /// back, and `.` steps one frame forward. `F` fits the whole model in view.
    ///
    /// With --png or --gif, Rigmill draws one asset to a file instead of opening a browser. The same asset and options
    /// give exactly the same file on every machine. Example: `rigmill view Models/Grund --clip Low_Run --gif grund.gif`
    #[cfg(feature = "view")]
    View(ViewArgs),
    /// List every asset with its source, stages, outputs and state.
    List(ListArgs),
    /// Show why an asset is up to date or not, and what it depends on. Also explains diagnostic codes, such as R0121.
    Explain(ExplainArgs),
    /// Print a diagram of the build graph: sources, stages, outputs and dependencies.
    Graph(GraphArgs),
    /// Show, shrink or check the object cache, which stores the results of builds.
    Cache(CacheArgs),
    /// Remove the files that Rigmill built for this project, and nothing else.
    Clean(CleanArgs),
    /// Show what a content file contains, or what Rigmill would build from a source.
    Inspect(InspectArgs),
    /// Run an animation script without graphics: it plays clips on characters, and prints the results, such as poses,
    /// as JSON.
    Play(PlayArgs),
    /// Pack the built content of one target (output format), such as native, into a single file to ship with a game.
    ///
    /// This file is called a pack. The runtime maps the pack into memory, and finds content in the pack by name, as in
    /// a folder. Packing the same files always gives the same bytes. Example: `rigmill pack build/native game.rmp`
    ///
    /// With --against, Rigmill writes a patch instead of a pack. A patch contains only the changes since an earlier
    /// pack. Example: `rigmill pack build/native patch.rmp --against game.rmp`
    ///
    /// To check a pack for damage, use `rigmill verify game.rmp`.
    Pack(PackArgs),
    /// Check content files or a pack for damage.
    ///
    /// Rigmill checks the header, checksum and structure of one content file, or of every content file in a folder or
    /// pack.
    Verify(VerifyArgs),
    /// Start a project: write a rigmill.toml, and add the output folder to .gitignore.
    ///
    /// To convert the content project of an existing game, use --from-contentproj (XNA) or --from-mgcb (MonoGame). To
    /// create a Rust crate for your own stages, use --stage.
    Init(InitArgs),
    /// Check this machine and the project for problems, and show how to fix them.
    Doctor(DoctorArgs),
    /// Print the JSON schema of rigmill.toml, which lets editors offer completions and report mistakes as you type.
    Schema,
    /// Print a completion script for your shell.
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
    /// Project folder, or path of its rigmill.toml. A folder without a rigmill.toml uses the default settings [default:
    /// the nearest folder with a rigmill.toml, starting at the current folder and going up; if there is none, the
    /// nearest folder that Rigmill has built before].
    pub(crate) path: Option<PathBuf>,
}

/// Options of `build`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Build only the assets with this name or source path, and their dependencies. NAME may be a glob, such as
    /// 'Models/*'. You can repeat this option. All other assets keep their existing output, even if it is out of date.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) asset: Vec<String>,
    /// Rebuild every asset, even if it is up to date or in a cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// Check the contents of every output file, instead of only its timestamp and size. Rigmill rebuilds output files
    /// that were changed or damaged since the last build.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Build everything twice and compare the results. --check finds stages whose results vary, for example because
    /// they depend on the time. The second build uses a different folder, build order and number of threads.
    #[arg(long, conflicts_with = "asset")]
    pub(crate) check: bool,
    /// Fail if the project has unused files: files that no importer accepts and that no other stage reads. To list
    /// them, add -v.
    #[arg(long)]
    pub(crate) deny_unknown: bool,
    /// Fail if there are any warnings, including warnings about assets that are up to date. Rigmill still builds all
    /// assets.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Write a timeline of the build to FILE, which you can open in Perfetto or chrome://tracing.
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
    /// In the first build, rebuild every asset, even if it is up to date or in a cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// In the first build, check the contents of every output file, instead of only its timestamp and size. Rigmill
    /// rebuilds output files that were changed or damaged since the last build.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Check all files for changes every MS milliseconds (500 if you don't give a number), instead of waiting for file
    /// events.
    ///
    /// Use --poll for network file systems and shared folders of virtual machines, which don't report edits made on
    /// other machines. If the operating system caches file attributes, Rigmill detects edits late even with --poll. On
    /// NFS, lower the mount option actimeo to detect edits sooner. If the operating system provides no file events,
    /// Rigmill prints a warning and polls even without --poll.
    #[arg(long, value_name = "MS", num_args = 0..=1, default_missing_value = "500", value_parser = milliseconds)]
    pub(crate) poll: Option<u64>,
    /// Write a timeline of the last rebuild to FILE, which you can open in Perfetto or chrome://tracing.
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
    /// What to show: a project folder, a folder of built content, a source, a content file, or the name of an asset in
    /// the current project. With --png or --gif, PATH is the name, source or content file of the asset to draw
    /// [default: the nearest folder with a rigmill.toml, starting at the current folder and going up].
    pub(crate) path: Option<PathBuf>,
    /// Print the page's address without opening a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Port to listen on [default: any free port].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = port)]
    pub(crate) port: u16,
    /// Output folder of the build [default: the key `project.out` in rigmill.toml; otherwise `build` in the project
    /// folder].
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: Work,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// Options of `list`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// List the parameters of every stage instead of the assets. To list only one stage, give its name instead of PATH,
    /// as in `rigmill list --params fbx`.
    #[arg(long)]
    pub(crate) params: bool,
    /// Print one JSON object per line, as with --message-format json.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Options of `explain`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// Asset name, source path (relative to the project folder), or diagnostic code, such as R0121.
    pub(crate) asset: String,
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Same as PATH.
    #[arg(short, long = "project", value_name = "PATH", hide = true, conflicts_with = "path")]
    pub(crate) project_path: Option<PathBuf>,
    /// Print the explanation as a JSON object.
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
    /// Draw only the assets with this name or source path, their dependencies, and the assets that depend on them. NAME
    /// may be a glob, such as 'Models/*'. You can repeat this option.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) asset: Vec<String>,
    /// Draw a node for every asset. Without this option, the diagram of a large project has one node for each folder.
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// The format of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// DOT, the language of Graphviz.
    Dot,
    /// Nodes and edges of every asset as JSON.
    Json,
    /// SVG picture, which you can open in a browser.
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
    /// Show the size of the cache, and when it was last used.
    Stats {
        /// Print the statistics as a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Shrink the cache by removing the least recently used entries.
    Gc {
        /// Shrink the cache to this size, such as 500M or 5G [default: the value of --cache-size].
        #[arg(long, value_name = "SIZE", value_parser = byte_size::parse)]
        max_size: Option<u64>,
    },
    /// Check every entry of the object cache on this machine for damage, and remove damaged entries.
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
    /// Content file (.rmb), pack, .xnb file, or source of any kind. For a source, Rigmill shows the result of importing
    /// and processing the source with default parameters.
    pub(crate) file: PathBuf,
    /// Print everything in the file except pixels, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the bones of a skeleton or model to this SVG file, in two views: from +z and from +x. Without --clip, the
    /// drawing shows the bind pose.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Clip (a content file or a source) that poses the bones for --svg. Without --frame or --time, the drawing shows
    /// the clip's first pose.
    #[arg(long, value_name = "CLIP", requires = "svg")]
    pub(crate) clip: Option<PathBuf>,
    /// Frame of the clip to draw, starting at 0.
    #[arg(long, value_name = "N", requires = "clip", conflicts_with = "time", value_parser = frame)]
    pub(crate) frame: Option<u32>,
    /// Time in the clip to draw, in seconds from its start.
    #[arg(long, value_name = "SECONDS", requires = "clip", value_parser = number, allow_negative_numbers = true)]
    pub(crate) time: Option<f32>,
}

/// Options of `play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// Play script: a text file with one command per line (see docs/play-scripts.md).
    pub(crate) script: PathBuf,
    /// Folder with the files that the script uses (sources or built content).
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) content: PathBuf,
    /// Rules for sampling and blending clips.
    #[arg(long, value_enum, default_value_t = PlayRules::Standard)]
    pub(crate) rules: PlayRules,
}

/// Playback rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayRules {
    /// Like Microsoft's XNA sample game RobotGame, including its bugs.
    Robotgame,
    /// The rules as RobotGame's authors intended them, without the bugs.
    Standard,
}

/// Options of `pack`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PackArgs {
    /// Folder with the content of a target, such as build/native. The pack also includes any other files in the folder.
    pub(crate) dir: PathBuf,
    /// Path of the pack file to write. If the file exists, Rigmill replaces it only if it is a pack.
    #[arg(value_name = "FILE")]
    pub(crate) pack: PathBuf,
    /// Write a patch for installed copies of the game that already have this pack. The patch contains the new and
    /// changed files, and the names of removed files. If these copies also have earlier patches, list the patches after
    /// the pack, oldest first.
    #[arg(long, value_name = "PACK[,PATCH…]", value_delimiter = ',')]
    pub(crate) against: Vec<PathBuf>,
}

/// Options of `verify`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Content file, pack, or folder of content files.
    #[arg(value_name = "PATH")]
    pub(crate) dir: PathBuf,
    /// Has no effect: `verify` reports no warnings.
    #[arg(long, hide = true)]
    pub(crate) deny_warnings: bool,
}

/// Options of `init`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Folder of the new project or crate [default: the current folder; with --from-mgcb or --from-contentproj, the
    /// folder of that file; with --stage NAME, a new folder called NAME].
    pub(crate) path: Option<PathBuf>,
    /// Create the folder if it does not exist.
    #[arg(long, requires = "path")]
    pub(crate) create: bool,
    /// Convert a MonoGame content project (.mgcb): its items become rules in rigmill.toml. Items that Rigmill cannot
    /// build are listed at the end of rigmill.toml. Rigmill also prints the first few for each kind of problem, or all
    /// with -v.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_mgcb: Option<PathBuf>,
    /// Convert an XNA 4 content project (.contentproj) in the same way as --from-mgcb.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_contentproj: Option<PathBuf>,
    /// Create a Rust crate with an importer, a processor, a writer and tests for files with the extension NAME. The
    /// crate builds a version of Rigmill with these stages and all built-in stages.
    #[arg(long, value_name = "NAME", group = "from", conflicts_with = "define")]
    pub(crate) stage: Option<String>,
    /// Set a property that the .mgcb or .contentproj file uses in conditions or as $(NAME). You can repeat this option.
    #[arg(long, value_name = "NAME=VALUE", requires = "from", value_parser = define)]
    pub(crate) define: Vec<(String, String)>,
}

/// Reads a number.
fn number(text: &str) -> Result<f32, &'static str> {
    text.parse().map_err(|_| "write a number, such as 0.5")
}

/// Reads the number of a frame.
fn frame(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "write a whole number, starting at 0")
}

/// Reads a port.
#[cfg(feature = "view")]
fn port(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "write a number from 0 to 65535")
}

/// Reads an interval.
fn milliseconds(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|interval| *interval >= 20).ok_or("write a number of milliseconds, at least 20")
}

fn define(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, such as Platform=Windows")?;
    if name.is_empty() { Err("no name before the `=`".to_owned()) } else { Ok((name.to_owned(), value.to_owned())) }
}

/// Options of `completions`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell that will use the script.
    pub(crate) shell: CompletionShell,
}

/// Options of `man`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Folder for the man pages, such as ~/.local/share/man/man1. Rigmill creates the folder if it does not exist.
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
