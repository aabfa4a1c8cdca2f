//! The command line: one definition for the parser, `--help` and the completions.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell as CompletionShell;
#[cfg(feature = "view")]
use rigmill_view::picture::Camera;

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
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command. A command ignores options that it has no use for.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Global {
    /// Output folder [default: `out` in rigmill.toml, or `build` in the project's folder].
    #[arg(short, long, global = true, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Target: native, xna or gltf. `build` accepts several [default: `targets` in rigmill.toml, or native].
    #[arg(short, long, global = true, value_name = "TARGET")]
    pub(crate) target: Vec<String>,
    /// Number of parallel jobs [default: CPU cores].
    #[arg(short, long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Object cache, shared by all projects [default: `rigmill` in the user's cache folder].
    #[arg(long, global = true, value_name = "DIR", env = "RIGMILL_CACHE_DIR")]
    pub(crate) cache_dir: Option<PathBuf>,
    /// Size limit of the object cache, such as 500M or 5G. The least recently used entries are removed first.
    #[arg(
        long,
        global = true,
        value_name = "SIZE",
        env = "RIGMILL_CACHE_SIZE",
        value_parser = byte_size::parse,
        default_value = "10G"
    )]
    pub(crate) cache_size: u64,
    /// Remote cache, shared by machines: grpc://HOST:PORT, grpcs:// (Remote Execution API), http://, https:// (Bazel's HTTP
    /// cache), or a folder [default: `url` under [cache.remote] in rigmill.toml].
    #[arg(long, global = true, value_name = "URL", env = "RIGMILL_REMOTE_CACHE")]
    pub(crate) remote_cache: Option<String>,
    /// Machines that run stages for this one: grpc://HOST:PORT or grpcs:// (Remote Execution API). Their cache is the remote
    /// cache, if there is no other [default: `url` under [execution.remote] in rigmill.toml].
    #[arg(long, global = true, value_name = "URL", env = "RIGMILL_REMOTE_EXEC")]
    pub(crate) remote_exec: Option<String>,
    /// Number of assets that other machines work on at the same time [default: 32].
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) remote_jobs: Option<u16>,
    /// Properties by which the server of --remote-exec chooses machines: OSFamily=linux,container-image=… [default: `platform`
    /// in rigmill.toml, if that names the server, too].
    #[arg(
        long,
        global = true,
        value_name = "NAME=VALUE",
        env = "RIGMILL_REMOTE_PLATFORM",
        value_delimiter = ',',
        value_parser = property
    )]
    pub(crate) remote_platform: Vec<(String, String)>,
    /// Use no remote cache and no other machines.
    #[arg(long, global = true)]
    pub(crate) no_remote: bool,
    /// Format of the results: for people, one JSON object per line, GitHub workflow commands, or MSBuild errors.
    #[arg(long, global = true, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
    pub(crate) message_format: MessageFormat,
    /// Print only errors and warnings.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print every asset, and why it was built.
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

/// Reads `NAME=VALUE`. The value may have further equals signs.
fn property(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').filter(|(name, _)| !name.trim().is_empty()).ok_or("it is not NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On terminals that support them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
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
    /// Show why an asset is or is not up to date, and what it depends on.
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
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Build one asset for another machine, in the current folder.
    #[command(hide = true)]
    Worker(WorkerArgs),
}

/// The project.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ProjectArgs {
    /// Project folder or rigmill.toml. A folder without a rigmill.toml is built with the defaults [default: the nearest
    /// rigmill.toml upward, or else the nearest folder that was built before].
    pub(crate) path: Option<PathBuf>,
}

/// Options of `build`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Run every stage of every asset, ignoring state and cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// Read every output instead of trusting its time and size.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Build everything twice, in different folders, order and threads, and compare the bytes. This finds stages whose results
    /// depend on more than their inputs, such as the clock.
    #[arg(long)]
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
}

/// Options of `watch`.
#[derive(Clone, Debug, clap::Args)]
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
}

/// Options of `view` that draw a picture instead of showing a page.
#[cfg(feature = "view")]
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// Build, and draw an asset into this file, without a browser.
    #[arg(long, value_name = "FILE", requires = "path", group = "drawn")]
    pub(crate) png: Option<PathBuf>,
    /// Build, and draw one loop of a clip into this file.
    #[arg(long, value_name = "FILE", requires = "path", group = "drawn")]
    pub(crate) gif: Option<PathBuf>,
    /// Project folder, rigmill.toml, or a folder of built content that has the asset [default: as for `build`].
    #[arg(long, value_name = "DIR", requires = "drawn")]
    pub(crate) project: Option<PathBuf>,
    /// The clip that poses the asset: its name, or the end of it if no other clip that fits ends so, such as Run for Low_Run.
    #[arg(long, value_name = "CLIP", requires = "drawn")]
    pub(crate) clip: Option<String>,
    /// Time in the clip, in seconds from its start.
    #[arg(long, value_name = "SECONDS", requires = "png", default_value_t = 0.0, hide_default_value = true)]
    pub(crate) time: f32,
    /// Frames a second of the GIF, 1 to 50.
    #[arg(long, value_name = "N", requires = "gif", default_value_t = 25.0)]
    pub(crate) rate: f32,
    /// Size in pixels.
    #[arg(long, value_name = "WxH", requires = "drawn", default_value = "800x600", value_parser = size)]
    pub(crate) size: [u32; 2],
    /// Degrees around the asset (0 is the front, 90 its left side) and above the horizon, and metres to its middle [default: 30,14, and
    /// as near as shows all of it].
    #[arg(long, value_name = "YAW,PITCH[,DISTANCE]", requires = "drawn", value_parser = camera, allow_hyphen_values = true)]
    pub(crate) camera: Option<Camera>,
    /// Which axis of the asset points up: z for content that its game turns upright.
    #[arg(long, value_enum, value_name = "AXIS", requires = "drawn", default_value_t = Up::Y)]
    pub(crate) up: Up,
    /// Draw the bones over the mesh.
    #[arg(long, requires = "drawn")]
    pub(crate) bones: bool,
    /// What is behind the asset: a dark or light ground with a grid in metres, or nothing.
    #[arg(long, value_enum, value_name = "WHICH", requires = "drawn", default_value_t = Background::Dark)]
    pub(crate) background: Background,
}

#[cfg(feature = "view")]
impl PictureArgs {
    /// Whether something is drawn.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.png.is_some() || self.gif.is_some()
    }
}

/// What is behind an asset in a picture.
#[cfg(feature = "view")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Background {
    /// Dark ground.
    Dark,
    /// Light ground.
    Light,
    /// Transparent pixels.
    Transparent,
}

/// Which axis of an asset points up.
#[cfg(feature = "view")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Up {
    /// As content is, unless its game turns it.
    Y,
    /// Turned by -90 degrees around x.
    Z,
}

/// Reads `800x600`.
#[cfg(feature = "view")]
fn size(text: &str) -> Result<[u32; 2], String> {
    let (width, height) = text.split_once('x').ok_or("it is not WIDTHxHEIGHT")?;
    let side = |text: &str| {
        let sides = 1..=rigmill_view::picture::MAX_SIDE;
        text.parse().ok().filter(|it| sides.contains(it)).ok_or(format!("each side is 1 to {} pixels", sides.end()))
    };
    Ok([side(width)?, side(height)?])
}

/// Reads `30,14` or `30,14,5`.
#[cfg(feature = "view")]
fn camera(text: &str) -> Result<Camera, String> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    match numbers.unwrap_or_default()[..] {
        [yaw, pitch] => Ok(Camera { yaw, pitch, distance: None }),
        [yaw, pitch, distance] => Ok(Camera { yaw, pitch, distance: Some(distance) }),
        _ => Err("it is not YAW,PITCH or YAW,PITCH,DISTANCE".to_owned()),
    }
}

/// The format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// For people.
    Human,
    /// One JSON object per line.
    Json,
    /// GitHub workflow commands.
    Github,
    /// Errors and warnings in the form that MSBuild and IDEs recognize.
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
    /// Print one JSON object per line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `explain`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// Name of the asset, or path of its source from the project's folder.
    pub(crate) asset: String,
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Same as PATH.
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
}

/// Options of `cache`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CacheArgs {
    #[command(subcommand)]
    pub(crate) command: CacheCommand,
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

/// Options of `worker`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// The source of the asset, from the project's folder.
    #[arg(long, value_name = "PATH")]
    pub(crate) source: String,
}
