//! [`Settings`]: the options that several commands share, in groups. A command has the groups that it uses.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::byte_size;

/// What a command was asked for beside its own options.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) appearance: Appearance,
    pub(crate) out: Option<PathBuf>,
    pub(crate) target: Vec<String>,
    pub(crate) jobs: Option<u16>,
    pub(crate) isolate: bool,
    pub(crate) cache: CacheOptions,
    pub(crate) remote: RemoteOptions,
}

impl Settings {
    /// These settings for a project outside of any other, whose outputs are in `out`.
    pub(crate) fn at(mut self, out: PathBuf) -> Self {
        self.out = Some(out);
        self.remote.no_remote = true;
        self
    }

    pub(super) fn with_output(self, output: &Output) -> Self {
        Self { out: output.out.clone(), target: output.target.clone(), ..self }
    }

    pub(super) fn with_work(self, work: &Work) -> Self {
        Self { jobs: work.jobs, isolate: work.isolate, cache: work.cache.clone(), remote: work.remote.clone(), ..self }
    }
}

/// How results look; every command has these options.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Display")]
pub(crate) struct Appearance {
    /// Format of results, errors and warnings.
    #[arg(long, global = true, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
    pub(crate) message_format: MessageFormat,
    /// Print only errors and warnings.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print more details, such as each built asset and why it was built.
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

/// Where outputs are.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Output {
    /// Output folder [default: the value of `project.out` in rigmill.toml, or else `build` in the project folder].
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Format of the output files: native (.rmb files for Rigmill's runtime), xna (.xnb files) or gltf (.glb files).
    /// To set several formats, separate them with commas, as in -t native,xna. `build`, `watch` and `clean` use all of
    /// them; other commands use only the first [default: the value of `project.targets` in rigmill.toml, or else native].
    #[arg(short, long, value_name = "TARGET", value_delimiter = ',')]
    pub(crate) target: Vec<String>,
}

/// How assets are built.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Work {
    /// Number of parallel jobs [default: the number of CPU cores].
    #[arg(short, long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    pub(crate) jobs: Option<u16>,
    /// Build each asset in a separate process, so that a crash fails only that asset, not the whole build. This makes the
    /// build slower. To isolate only some sources, set `isolate = true` in a rule in rigmill.toml.
    #[arg(long)]
    pub(crate) isolate: bool,
    #[command(flatten)]
    pub(crate) cache: CacheOptions,
    #[command(flatten)]
    pub(crate) remote: RemoteOptions,
}

/// The object cache of this machine.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Object cache")]
pub(crate) struct CacheOptions {
    /// Folder for the object cache, which stores build results for all your projects [default: `rigmill` in your user
    /// cache folder; on Linux, for example, ~/.cache/rigmill].
    #[arg(long, global = true, value_name = "DIR", env = "RIGMILL_CACHE_DIR")]
    pub(crate) cache_dir: Option<PathBuf>,
    /// Maximum size of the object cache, such as 500M or 5G. If the cache grows larger than this, Rigmill removes the least
    /// recently used entries during the next build, or when you run `rigmill cache gc`.
    #[arg(
        long,
        global = true,
        value_name = "SIZE",
        env = "RIGMILL_CACHE_SIZE",
        value_parser = byte_size::parse,
        allow_hyphen_values = true,
        default_value = "10G"
    )]
    pub(crate) cache_size: u64,
}

impl Default for CacheOptions {
    fn default() -> Self {
        Self { cache_dir: None, cache_size: 10 << 30 }
    }
}

/// Caches and machines that people share.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Remote cache and execution")]
pub(crate) struct RemoteOptions {
    /// Cache shared between several machines. URL can be the path of a folder, the address of a Bazel HTTP cache (http://
    /// or https://), or the address of a server that supports Bazel's Remote Execution API (grpc://HOST:PORT or grpcs://HOST:PORT) [default: the value of `cache.remote.url` in rigmill.toml].
    #[arg(long, global = true, value_name = "URL", env = "RIGMILL_REMOTE_CACHE")]
    pub(crate) remote_cache: Option<String>,
    /// Server that builds assets on other machines: grpc://HOST:PORT or grpcs://HOST:PORT. The server must support
    /// Bazel's Remote Execution API. If you don't set a remote cache, Rigmill also uses this server as the remote cache
    /// [default: the value of `execution.remote.url` in rigmill.toml].
    #[arg(long, global = true, value_name = "URL", env = "RIGMILL_REMOTE_EXEC")]
    pub(crate) remote_exec: Option<String>,
    /// Number of assets to build in parallel on other machines [default: the value of `execution.remote.jobs` in
    /// rigmill.toml, or else 32].
    #[arg(long, global = true, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    pub(crate) remote_jobs: Option<u16>,
    /// Comma-separated list of properties that a remote machine must have to build assets, such as
    /// OSFamily=linux,Pool=fast [default: the value of `execution.remote.platform` in rigmill.toml, but only if the
    /// remote execution server is also set there; otherwise none].
    #[arg(long, global = true, value_name = "NAME=VALUE", env = "RIGMILL_REMOTE_PLATFORM", value_delimiter = ',', value_parser = property)]
    pub(crate) remote_platform: Vec<(String, String)>,
    /// Don't use a remote cache or remote execution.
    #[arg(long, global = true)]
    pub(crate) no_remote: bool,
}

/// Reads a number of jobs.
fn jobs(text: &str) -> Result<u16, &'static str> {
    text.parse().ok().filter(|jobs| (1..=1024).contains(jobs)).ok_or("write a number from 1 to 1024")
}

/// Reads `NAME=VALUE`. The value may have further equals signs.
fn property(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.trim().is_empty())
        .ok_or("write NAME=VALUE, such as OSFamily=linux")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// Use colours if the terminal supports them.
    #[default]
    Auto,
    /// Always use colours.
    Always,
    /// Never use colours.
    Never,
}

/// The format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// Human-readable text.
    #[default]
    Human,
    /// One JSON object per line.
    Json,
    /// Errors and warnings that GitHub Actions shows as annotations.
    Github,
    /// Errors and warnings in the format that MSBuild and IDEs recognize.
    Msbuild,
}
