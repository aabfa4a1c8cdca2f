//! The command line: one definition for the parser, `--help` and the completions.

mod content;
#[cfg(feature = "view")]
mod picture;
mod settings;
mod values;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell as CompletionShell;

pub(crate) use self::content::{InspectArgs, PackArgs, PlayArgs, PlayRules, VerifyArgs};
#[cfg(feature = "view")]
pub(crate) use self::picture::{Background, PictureArgs, Up};
pub(crate) use self::settings::{
    Appearance, CacheOptions, Color, MessageFormat, Output, RemoteOptions, Settings, Work,
};
#[cfg(feature = "view")]
use self::values::port;
use self::values::{asset, define, milliseconds};
use crate::byte_size;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Builds animation content for games, and rebuilds only what changed.
///
/// Rigmill turns source files into compact files that your game loads. A source can be an FBX or glTF scene, an
/// animation clip, a skeleton, an image, a sound, game data or an .xnb file. A project is a folder of source files. To
/// change how Rigmill builds a project, add a rigmill.toml to the project's folder. Rigmill builds each source in three
/// stages: an importer, a processor and a writer. The importer reads the source, the processor converts the data, and
/// the writer writes the output file.
#[derive(Debug, Parser)]
#[command(name = "rigmill", version, styles = STYLES, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 success\n            \
                  1 an asset failed, a file is damaged, or a check such as --deny-warnings failed\n            \
                  2 Rigmill could not run the command, for example because an option is unknown")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) appearance: Appearance,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the command line: the parser, its help and its completions. Options that a command shares with others are adapted to
/// it.
pub(crate) fn command() -> clap::Command {
    Args::command().mut_subcommands(|command| match command.get_name() {
        "build" => command.mut_arg("path", |path| path.help(PATH_OF_BUILD).long_help(PATH_OF_BUILD)),
        "cache" => command
            .mut_arg("remote_jobs", |jobs| jobs.hide(true))
            .mut_arg("remote_platform", |platform| platform.hide(true)),
        "doctor" => command.mut_arg("isolate", |isolate| isolate.hide(true)),
        _ => command,
    })
}

/// The help of the argument PATH of `build`.
const PATH_OF_BUILD: &str = "Project folder, path to its rigmill.toml, or source file. If the project has no \
    rigmill.toml, Rigmill uses the default settings. If you leave out PATH, Rigmill uses the nearest rigmill.toml in the \
    current folder or its parent folders; if there is none, PATH is required";

impl Args {
    /// The settings of the command: its options, and the defaults of those that it does not have.
    pub(crate) fn settings(&self) -> Settings {
        let message_format = match self.command {
            // In the output of `inspect --json`, the file is the only JSON value.
            Command::Inspect(_) => self.appearance.message_format,
            _ => self.format_of_errors(),
        };
        let unset = Settings { appearance: Appearance { message_format, ..self.appearance }, ..Settings::default() };
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

    /// The format of errors that end the command. `--json` sets it, too.
    pub(crate) fn format_of_errors(&self) -> MessageFormat {
        let as_json = match &self.command {
            Command::List(args) => args.json,
            Command::Explain(args) => args.json,
            Command::Inspect(args) => args.json,
            Command::Cache(CacheArgs { command: CacheCommand::Stats { json }, .. }) => *json,
            _ => false,
        };
        match self.appearance.message_format {
            MessageFormat::Human if as_json => MessageFormat::Json,
            format => format,
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build a project or a single source file.
    ///
    /// If PATH is a source file in a project, Rigmill builds only that file, its dependencies, and the assets that belong to
    /// it, such as `Robot.skeleton` and `Robot@Run` to `Robot.fbx`. If the file is not in a project, Rigmill uses the
    /// default settings and writes the output to `build` in the current folder. To choose a different output folder, use
    /// --out.
    Build(BuildArgs),
    /// Build a project, and rebuild it whenever a file changes. To stop, press Ctrl-C.
    ///
    /// After each rebuild, Rigmill prints one line that shows how many assets it rebuilt, why, and how long the rebuild
    /// took. If an asset fails, Rigmill prints the error and keeps watching.
    ///
    /// With --message-format json, Rigmill prints a `reload` message for each asset whose output files changed. At the
    /// end of each rebuild, Rigmill also prints a `build-finished` message. Your game can read the `reload` messages to
    /// load changed content while it runs. A game in Rust does not need these messages: use `Follower` from the
    /// rigmill-runtime crate.
    Watch(WatchArgs),
    /// Show a project's content in a browser, and rebuild it whenever a file changes. To stop, press Ctrl-C.
    ///
    /// Rigmill builds the project, then serves a web page that shows the project's content. The page poses characters
    /// with Rigmill's runtime, so they move as they do in your game. If a source has an error, the page shows the error
    /// together with the content of the last successful build. You can also view a folder of built content without a
    /// project.
    ///
    /// Only browsers on this machine can open the page: Rigmill listens on 127.0.0.1, and the page's address contains a
    /// secret token. To open the page on another computer, run `ssh -L PORT:127.0.0.1:PORT HOST` on that computer. HOST
    /// is the machine that runs Rigmill, and PORT is the port in the page's address. Then open the page's address in a
    /// browser on the other computer.
    ///
    /// On the page, press `/` to search for an asset, and use the arrow keys to select one. Press Space to play or
    /// pause. Press `,` to step back by one frame, and `.` to step forward by one frame. Press F to fit the whole model
    /// in the view.
    ///
    /// With --png or --gif, Rigmill renders one asset to a file instead of opening a browser. The same asset and options
    /// produce exactly the same file on every machine. Example: `rigmill view Models/Grund --clip Low_Run --gif
    /// grund.gif`
    #[cfg(feature = "view")]
    View(ViewArgs),
    /// List every asset with its source, importer, processor, writer and output files, and show whether it is up to date.
    List(ListArgs),
    /// Show whether an asset is up to date and why, and list its dependencies. To see what an error or warning means, pass
    /// its code, such as R0121, instead of an asset.
    Explain(ExplainArgs),
    /// Print a diagram that shows how Rigmill builds each asset, and how assets depend on each other.
    Graph(GraphArgs),
    /// Show, shrink or check the object cache, where Rigmill stores build results.
    Cache(CacheArgs),
    /// Remove the files that Rigmill built for this project, and nothing else.
    Clean(CleanArgs),
    /// Show what a content file contains, or what Rigmill would build from a source file.
    Inspect(InspectArgs),
    /// Run a script that plays animation clips on characters, and print the poses and other results as JSON.
    Play(PlayArgs),
    /// Put a folder of built content into a single file, called a pack, to ship with your game.
    ///
    /// Your game opens the pack with Rigmill's runtime, and loads content from the pack by name, just as it would from
    /// a folder. Packing the same files again produces an identical pack, byte for byte. Example: `rigmill pack
    /// build/native game.rmp`
    ///
    /// With --against, Rigmill writes a patch instead of a pack. A patch contains only the changes since an earlier
    /// pack. Example: `rigmill pack build/native patch.rmp --against game.rmp`
    ///
    /// To check the pack game.rmp for damage, run `rigmill verify game.rmp`.
    Pack(PackArgs),
    /// Check a content file, a folder of content files, or a pack for damage.
    ///
    /// Rigmill checks the header, checksum and structure of each content file.
    Verify(VerifyArgs),
    /// Set up a project: write a rigmill.toml, and add the output folder to .gitignore.
    ///
    /// To convert the content project of an XNA game, use --from-contentproj. To convert the content project of a
    /// MonoGame game, use --from-mgcb. To create a Rust crate for your own importer, processor and writer, use --stage.
    Init(InitArgs),
    /// Check this machine and the project for problems, and show how to fix them.
    Doctor(DoctorArgs),
    /// Print a JSON schema that lets your editor complete and check rigmill.toml as you type.
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
    /// Project folder, or path to its rigmill.toml. If the project has no rigmill.toml, Rigmill uses the
    /// default settings. If you leave out PATH, Rigmill uses the nearest rigmill.toml in the current folder or its parent
    /// folders; if there is none, PATH is required.
    pub(crate) path: Option<PathBuf>,
}

/// Options of `build`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// Build only the assets with this name or source path, and their dependencies. NAME may be a glob, such as
    /// 'Models/*'. To build several assets, repeat --asset. Rigmill does not rebuild any other assets, even if their
    /// output is out of date.
    #[arg(short, long, value_name = "NAME", value_parser = asset)]
    pub(crate) asset: Vec<String>,
    /// Rebuild every asset, even if it is up to date or in a cache.
    #[arg(long)]
    pub(crate) force: bool,
    /// Check the contents of every output file, not just its timestamp and size. Rigmill rebuilds output files that
    /// were changed or damaged since the last build.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Build everything twice, and compare the results. This finds importers, processors and writers whose results vary
    /// from build to build. To provoke differences, the second build uses a different folder, a different build order
    /// and a different number of threads.
    #[arg(long, conflicts_with = "asset")]
    pub(crate) check: bool,
    /// Fail if the project contains files that no importer, processor or writer reads. To list all of these files, add -v.
    #[arg(long)]
    pub(crate) deny_unknown: bool,
    /// Fail if there are any warnings, including warnings about assets that are up to date. Rigmill still builds all
    /// assets, and then fails.
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
    /// In the first build, check the contents of every output file, not just its timestamp and size. Rigmill
    /// rebuilds output files that were changed or damaged since the last build.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Check all files for changes every MS milliseconds, instead of waiting for file events from the operating system.
    /// If you leave out MS, the interval is 500 milliseconds.
    ///
    /// Use --poll on network file systems and in virtual machine shared folders, where the operating system does not report
    /// edits made on another machine. Even with --poll, Rigmill may notice edits late if the operating system caches file
    /// attributes. On NFS, lower the actimeo mount option so that Rigmill notices edits sooner. If the operating system
    /// provides no file events, Rigmill prints a warning and turns on --poll.
    #[arg(long, value_name = "MS", num_args = 0..=1, default_missing_value = "500", value_parser = milliseconds)]
    pub(crate) poll: Option<u64>,
    /// After each rebuild, write its timeline to FILE, which you can open in Perfetto or chrome://tracing. The new timeline
    /// replaces the previous one.
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
    /// What to show: a project folder, a folder of built content, a source file, a content file, or the name of an
    /// asset. If you leave out PATH, Rigmill looks for a rigmill.toml in the current folder and its parent folders, and
    /// shows that project. With --png or --gif, you must give PATH: the name, source file or content file of the asset to
    /// render.
    pub(crate) path: Option<PathBuf>,
    /// Print the page's address without opening a browser.
    #[arg(long, conflicts_with = "drawn")]
    pub(crate) no_open: bool,
    /// Port for the page [default: any free port].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = port, conflicts_with = "drawn")]
    pub(crate) port: u16,
    /// Output folder [default: the value of `project.out` in rigmill.toml, or else `build` in the project folder].
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
    /// List the parameters of every importer, processor and writer, instead of the assets. For a single importer,
    /// processor or writer, give its name instead of PATH, as in `rigmill list --params fbx`.
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
    /// Name or source path of an asset, or code of an error or warning, such as R0121. A source path is relative to the
    /// project folder.
    #[arg(value_parser = asset)]
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
    /// Draw only the assets with this name or source path, everything they depend on, and everything that depends on
    /// them. NAME may be a glob, such as 'Models/*'. To draw several assets, repeat --asset.
    #[arg(short, long, value_name = "NAME", value_parser = asset)]
    pub(crate) asset: Vec<String>,
    /// Draw a node for every asset. Without --all, a diagram of more than 300 assets has one node for each folder.
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// The format of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// DOT, the text format of Graphviz.
    Dot,
    /// Nodes and edges of every asset as JSON.
    Json,
    /// SVG image, which you can open in a browser.
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
    /// Show the size of the object cache, and when it was last used.
    Stats {
        /// Print the statistics as a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Shrink the object cache by removing the least recently used entries.
    Gc {
        /// Shrink the cache to this size, such as 500M or 5G [default: the value of --cache-size].
        #[arg(long, value_name = "SIZE", value_parser = byte_size::parse, allow_hyphen_values = true)]
        max_size: Option<u64>,
    },
    /// Check every entry of the object cache for damage, and remove damaged entries.
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

/// Options of `init`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// Folder of the new project or crate. The default is the current folder. With --from-mgcb or --from-contentproj,
    /// the default is the folder of the content project. With --stage NAME, the default is a new folder called NAME.
    pub(crate) path: Option<PathBuf>,
    /// Create the folder PATH if it does not exist.
    #[arg(long, requires = "path")]
    pub(crate) create: bool,
    /// Convert a MonoGame content project (.mgcb) to rules in rigmill.toml. At the end of rigmill.toml, Rigmill lists
    /// the items that it cannot build. It also prints a few of these items, or all of them with -v.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_mgcb: Option<PathBuf>,
    /// Convert an XNA 4 content project (.contentproj) to rules in rigmill.toml, as --from-mgcb does.
    #[arg(long, value_name = "FILE", group = "from")]
    pub(crate) from_contentproj: Option<PathBuf>,
    /// Create a Rust crate with an importer, a processor, a writer and tests for files with the extension NAME. When you
    /// compile the crate, you get a version of Rigmill that includes the new importer, processor and writer.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["from", "define"])]
    pub(crate) stage: Option<String>,
    /// Set a property that the .mgcb or .contentproj file uses in conditions or as $(NAME). To set several properties,
    /// repeat --define.
    #[arg(long, value_name = "NAME=VALUE", requires = "from", value_parser = define)]
    pub(crate) define: Vec<(String, String)>,
}

/// Options of `completions`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell to print the script for.
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
