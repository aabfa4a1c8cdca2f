//! [`clips_of`]: the clips that fit what is shown.

use std::sync::Arc;

use rigmill_runtime::Content;
use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::{ContentType, Model, Skeleton};
use serde::Serialize;

use crate::content::Asset;

/// The most clips that are looked at.
const MAX_CLIPS: usize = 4096;

/// How many points the path of a root has.
const PATH_POINTS: u16 = 64;

/// A clip, and what its time line shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ClipFacts {
    pub(crate) name: String,
    /// In seconds.
    pub(crate) duration: f32,
    /// Frames a second, if its keys have a rate.
    pub(crate) rate: Option<f32>,
    /// The number of bones that it moves.
    pub(crate) moves: usize,
    pub(crate) events: Vec<EventFacts>,
    /// Where the root goes, at equal steps of time; empty for a clip without root motion.
    pub(crate) path: Vec<[f64; 3]>,
}

/// An event of a clip.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EventFacts {
    /// In seconds.
    pub(crate) time: f32,
    pub(crate) name: String,
}

/// The name of the skeleton that poses an asset: a skeleton itself, the companion of a model, or else the largest skeleton all
/// of whose bones the model has.
pub(crate) fn skeleton_of(content: &Content, assets: &[Arc<Asset>], shown: &str) -> Option<String> {
    if content.content_type(shown) == Some(ContentType::Skeleton) {
        return Some(shown.to_owned());
    }
    let model = content.load::<Model>(shown).ok()?;
    let companion = format!("{}.skeleton", shown.strip_suffix(".model").unwrap_or(shown));
    if content.load::<Skeleton>(&companion).is_ok() {
        return Some(companion);
    }
    let skeletons = assets.iter().filter(|asset| asset.of() == Some(ContentType::Skeleton));
    let fitting = skeletons.filter_map(|asset| {
        let skeleton = content.load::<Skeleton>(&asset.name).ok()?;
        let view = skeleton.view();
        let fits = view.bones().all(|bone| model.view().find_bone(bone.name()).is_some());
        fits.then_some((view.len(), &asset.name))
    });
    fitting.max_by_key(|(bones, _)| *bones).map(|(_, name)| name.clone())
}

/// The clips for a skeleton, in order of their names.
pub(crate) fn clips_of(content: &Content, assets: &[Arc<Asset>], skeleton: &Skeleton) -> Vec<ClipFacts> {
    let clips = assets.iter().filter(|asset| asset.of().is_some_and(is_clip)).take(MAX_CLIPS);
    let bound = clips.filter_map(|asset| {
        let clip = Clip::load(content, &asset.name, &skeleton.view()).ok()?;
        (clip.check(skeleton.view().len()).is_ok() && !clip.moved_bones().is_empty())
            .then(|| facts(asset.name.clone(), &clip))
    });
    bound.collect()
}

/// Whether assets of this type pose skeletons.
pub(crate) fn is_clip(of: ContentType) -> bool {
    matches!(
        of,
        ContentType::AnimationSequence
            | ContentType::CompressedClip
            | ContentType::CurveClip
            | ContentType::SampledClip
            | ContentType::UniformClip
    )
}

fn facts(name: String, clip: &Clip) -> ClipFacts {
    let (duration, moves) = (clip.duration(), clip.moved_bones().len());
    ClipFacts { name, duration, rate: clip.frame_rate(), moves, events: events(clip), path: path(clip) }
}

fn events(clip: &Clip) -> Vec<EventFacts> {
    let Some(events) = clip.events() else { return Vec::new() };
    let facts = events.view().events().map(|event| EventFacts { time: event.time, name: event.name.to_owned() });
    facts.collect()
}

fn path(clip: &Clip) -> Vec<[f64; 3]> {
    let Some(motion) = clip.motion() else { return Vec::new() };
    let time = |point: u16| f64::from(clip.duration()) * f64::from(point) / f64::from(PATH_POINTS - 1);
    (0..PATH_POINTS).map(|point| motion.pose(time(point)).translation).collect()
}
