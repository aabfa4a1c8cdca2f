//! [`Pose`]: a clip at one time.

use std::io;
use std::path::{Path, PathBuf};

use rigmill_format::container::MAGIC;
use rigmill_format::{AnimationSequenceView, ContentType, KeyFrameSequenceView, SkeletonView};
use rigmill_pipeline::{Registry, nearest};
use rigmill_runtime::content::AlignedBytes;
use rigmill_runtime::{Matrix, PlayMode, Rules, Transform};
use walkdir::{DirEntry, WalkDir};

use super::request::Request;
use super::{scene, source};
use crate::args::InspectArgs;
use crate::content_file;
use crate::failure::Failure;
use crate::output::names::alternatives;
use crate::output::printable::quoted;

/// The number of bones that a message names.
const MAX_NAMED: usize = 5;

/// The maximum number of files and folders that are searched for a clip, and of clips that a question lists.
const MAX_SEARCHED: usize = 10_000;
const MAX_FOUND: usize = 3;

/// A clip at one of its times.
pub(super) struct Pose {
    path: PathBuf,
    clip: AlignedBytes,
    /// Seconds from the start of the clip.
    time: f32,
}

/// The pose from the command line, if there is one.
pub(super) fn from_args(args: &InspectArgs, request: Request<'_>) -> Result<Option<Pose>, Failure> {
    let Some(path) = &args.clip else { return Ok(None) };
    let mut bytes = content_file::read(path).map_err(|error| unreadable(path, error, request.registry))?;
    if let Some(content) = source::clip(Request { path, ..request }).filter(|_| !bytes.starts_with(&MAGIC)) {
        bytes = content.map_err(|error| Failure::other(format!("{}: {error}", shown(path)), Some(CLIP_HELP)))?;
    }
    let clip = AlignedBytes::from_slice(&bytes);
    let time = time(&clip, args)
        .map_err(|(reason, help)| Failure::other(format!("{}: {reason}", shown(path)), Some(&help)))?;
    Ok(Some(Pose { path: path.clone(), clip, time }))
}

/// The failure to read a clip. If there is no file at its path, the help names the clips with its name below the current folder.
fn unreadable(path: &Path, error: io::Error, registry: &Registry) -> Failure {
    let found = if error.kind() == io::ErrorKind::NotFound { clips_called(path, registry) } else { Vec::new() };
    let failure = Failure::io("read", path)(error);
    if found.is_empty() {
        return failure;
    }
    Failure::other(failure.to_string(), Some(&format!("did you mean {}?", alternatives(&found))))
}

/// The built clips and sources of clips below the current folder that have the name of a path, with any extension.
fn clips_called(path: &Path, registry: &Registry) -> Vec<String> {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let is_shown = |entry: &DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    let entries = WalkDir::new(".").sort_by_file_name().into_iter().filter_entry(is_shown).take(MAX_SEARCHED).flatten();
    let called = entries.filter(|entry| entry.file_type().is_file()).filter_map(|entry| {
        let file = entry.file_name().to_str()?;
        let rest = file.strip_prefix(name)?;
        let is_called = rest.is_empty() || rest.starts_with('.');
        let path = entry.path().strip_prefix(".").ok()?;
        (is_called && has_clip(path, file, registry)).then(|| shown(path))
    });
    called.take(MAX_FOUND).collect()
}

/// Whether the file at a path is a built clip, or a source from which a clip may be built.
fn has_clip(path: &Path, name: &str, registry: &Registry) -> bool {
    if let Some(importer) = registry.importer_for(name) {
        return importer.output().name() == CLIP_SOURCE || scene::makes_scenes(importer.as_ref());
    }
    let bytes = content_file::read(path).ok().map(|bytes| AlignedBytes::from_slice(&bytes));
    let header = bytes.as_deref().and_then(|bytes| rigmill_format::peek(bytes).ok());
    header.is_some_and(|header| header.content_type == ContentType::AnimationSequence)
}

/// The type that the importers of clips return.
const CLIP_SOURCE: &str = "AnimationSource";

const CLIP_HELP: &str = "set --clip to an AnimationSequence, or to a source that becomes an AnimationSequence";

/// A reason and a remedy.
type Refused = (String, String);

fn time(clip: &AlignedBytes, args: &InspectArgs) -> Result<f32, Refused> {
    let broken = |error: rigmill_format::DecodeError| (error.to_string(), "build the clip again".to_owned());
    let found = rigmill_format::peek(clip).map_err(broken)?.content_type;
    if found != ContentType::AnimationSequence {
        return Err((format!("the file contains {found}"), CLIP_HELP.to_owned()));
    }
    let view = AnimationSequenceView::parse(clip).map_err(broken)?;
    let time = match (args.frame, args.time) {
        (Some(frame), _) => frame_time(&view, frame)?,
        (None, time) => time.unwrap_or(0.0),
    };
    if (0.0..=view.duration()).contains(&time) {
        return Ok(time);
    }
    Err((format!("the clip has no pose at {time} s"), format!("choose a time from 0 to {} s", view.duration())))
}

/// The time of a frame. A frame lasts as long as the shortest key interval.
fn frame_time(clip: &AnimationSequenceView<'_>, frame: u32) -> Result<f32, Refused> {
    let intervals = clip.sequences().map(|it| it.key_interval()).filter(|it| *it > 0.0);
    let interval = f64::from(intervals.fold(f32::INFINITY, f32::min));
    if !interval.is_finite() {
        return Err((
            "the keys of the clip are not evenly spaced, so there are no frames".to_owned(),
            "use --time instead of --frame".to_owned(),
        ));
    }
    let (time, duration) = (f64::from(frame) * interval, f64::from(clip.duration()));
    // The last frame may be rounded beyond the end.
    if time > duration + interval * 0.01 {
        let last = (duration / interval + 0.01).floor();
        return Err((format!("the clip has no frame {frame}"), format!("choose a frame from 0 to {last}")));
    }
    #[expect(clippy::cast_possible_truncation, reason = "times are in single precision")]
    let time = time.min(duration) as f32;
    Ok(time)
}

impl Pose {
    fn view(&self) -> Result<AnimationSequenceView<'_>, String> {
        AnimationSequenceView::parse(&self.clip).map_err(|error| error.to_string())
    }

    /// Each bone's matrix in local space; the bind pose for bones that the clip does not move.
    pub(super) fn locals(&self, skeleton: SkeletonView<'_>) -> Result<Vec<Matrix>, String> {
        let clip = self.view()?;
        self.check(&clip, skeleton)?;
        let keys = |name: &str| clip.sequences().find(|sequence| sequence.bone_name() == name);
        let local = |keys: Option<KeyFrameSequenceView<'_>>, bind: &Transform| match keys {
            None => Ok(bind.normalized().to_matrix()),
            Some(keys) => {
                let frame = Rules::Standard.sample_key_frame(&keys, self.time, PlayMode::Once);
                frame.map(|frame| frame.or(bind).to_matrix()).map_err(|error| error.to_string())
            }
        };
        skeleton.bones().map(|bone| local(keys(bone.name()), bone.bind())).collect()
    }

    /// Refuses a clip that moves no bone of the skeleton.
    fn check(&self, clip: &AnimationSequenceView<'_>, skeleton: SkeletonView<'_>) -> Result<(), String> {
        let has = |name: &str| skeleton.bones().any(|bone| bone.name() == name);
        let names: Vec<&str> = clip.sequences().map(|sequence| sequence.bone_name()).collect();
        let Some(first) = names.first().filter(|_| !names.iter().any(|name| has(name))) else { return Ok(()) };
        let near = nearest(first, skeleton.bones().map(|bone| bone.name()));
        let near = near.map(|near| format!(" (the nearest to {first:?} is {near:?})")).unwrap_or_default();
        Err(format!("the skeleton has none of the bones that {} moves: {}{near}", shown(&self.path), listed(&names)))
    }

    /// A note about bones that the clip moves but the picture does not have.
    pub(super) fn note(&self, is_drawn: impl Fn(&str) -> bool) -> Option<String> {
        let clip = self.view().ok()?;
        let names = clip.sequences().map(|sequence| sequence.bone_name());
        let lost: Vec<&str> = names.filter(|name| !is_drawn(name)).collect();
        let fact = || format!("{} moves bones that the skeleton does not have: {}", shown(&self.path), listed(&lost));
        (!lost.is_empty()).then(fact)
    }

    /// The caption of the picture.
    pub(super) fn caption(&self) -> String {
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        format!("{name} at {} s", self.time)
    }
}

fn shown(path: &Path) -> String {
    quoted(path).to_string()
}

fn listed(names: &[&str]) -> String {
    let first = names.iter().take(MAX_NAMED).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
