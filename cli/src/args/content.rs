//! Options of the commands that read built content.

use std::path::PathBuf;

use clap::ValueEnum;

use super::values::{frame, number};

/// Options of `inspect`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InspectArgs {
    /// File to show: a content file (.rmb), a pack, an .xnb file or a source file. For a source file, Rigmill shows
    /// what it would build with default parameters.
    pub(crate) file: PathBuf,
    /// Print everything in the file as JSON, except pixels.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the bones of a skeleton or model to this SVG file, in two views: from +z and from +x. Without --clip, the
    /// drawing shows the bind pose.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// With --svg, pose the bones with a clip. CLIP_FILE is the content file or source file that contains the clip.
    /// Without --frame or --time, the drawing shows the clip's first pose.
    #[arg(long, value_name = "CLIP_FILE", requires = "svg")]
    pub(crate) clip: Option<PathBuf>,
    /// With --svg, draw the pose of this frame. Frames are numbered from 0.
    #[arg(long, value_name = "N", requires = "clip", conflicts_with = "time", value_parser = frame)]
    pub(crate) frame: Option<u32>,
    /// With --svg, draw the pose at this time, in seconds from the start of the clip.
    #[arg(long, value_name = "SECONDS", requires = "clip", value_parser = number, allow_negative_numbers = true)]
    pub(crate) time: Option<f32>,
}

/// Options of `play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// Text file with one command per line. For a list of the commands, see docs/play-scripts.md in Rigmill's repository.
    pub(crate) script: PathBuf,
    /// Folder with the source files or built content that the script uses.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) content: PathBuf,
    /// Rules for sampling and blending clips.
    #[arg(long, value_enum, default_value_t = PlayRules::Standard)]
    pub(crate) rules: PlayRules,
}

/// Playback rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayRules {
    /// Play clips as Microsoft's sample game RobotGame does, including its bugs.
    Robotgame,
    /// Play clips as RobotGame does, but without its bugs.
    Standard,
}

/// Options of `pack`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PackArgs {
    /// Folder of built content to pack, such as build/native. The pack contains every file in the folder, even files
    /// that Rigmill did not build.
    pub(crate) dir: PathBuf,
    /// Path of the pack to write. Rigmill replaces an existing pack, but does not replace any other kind of file.
    #[arg(value_name = "FILE")]
    pub(crate) pack: PathBuf,
    /// Write a patch for players who already have this pack. The patch contains the new and changed files, and the
    /// names of removed files. If your players also have earlier patches, list the patches after the pack, oldest
    /// first.
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
