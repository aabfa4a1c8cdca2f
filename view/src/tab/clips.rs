//! [`ClipIndex`]: finds the clips that fit what is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rigmill_runtime::clips::{Clip, ClipContent};
use rigmill_runtime::content::{ClipWeights, ContentType, Model, Skeleton};
use rigmill_runtime::{Content, Matrix, PlayMode};
use serde::Serialize;

use super::poser::Poser;
use crate::content::Asset;

/// The maximum number of clips that are examined.
const MAX_CLIPS: usize = 16_384;

/// The times at which poses are compared to find out whether a clip changes them, as fractions of its duration. They differ from
/// simple fractions, at which the poses of a periodic movement may be equal.
const COMPARED: [f32; 4] = [0.0, 0.23, 0.47, 0.81];

/// The difference between numbers of two poses, relative to the numbers, up to which they count as the same pose.
const STILL: f32 = 1e-4;

/// The number of points in the path of a root.
const PATH_POINTS: u16 = 64;

/// A clip that fits a skeleton or model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ClipFacts {
    pub(crate) name: String,
    /// The duration in seconds.
    pub(crate) duration: f32,
    /// The number of frames per second, if the keys have a fixed rate.
    pub(crate) rate: Option<f32>,
    /// The number of bones that the clip moves.
    pub(crate) moves: usize,
    /// The number of bones for which the clip has keys, including those that the skeleton does not have.
    pub(crate) tracks: usize,
    /// Whether the pose changes during the clip.
    pub(crate) stirs: bool,
    /// The bones that the clip moves.
    #[serde(skip)]
    pub(crate) moved: Vec<usize>,
    /// The meshes whose morph targets the clip animates, if it moves no bones.
    #[serde(skip)]
    pub(crate) morphs: BTreeSet<String>,
}

impl ClipFacts {
    /// Whether at least half of the bones that the clip moves are in the skeleton.
    pub(crate) fn is_for_skeleton(&self) -> bool {
        2 * self.moves >= self.tracks
    }

    /// Whether the clip moves bones, or morph targets of this model.
    pub(crate) fn moves_something(&self, model: Option<&Model>) -> bool {
        let has = |model: &Model| model.view().meshes().any(|mesh| self.morphs.contains(mesh.name()));
        self.moves > 0 || model.is_some_and(has)
    }
}

/// The data of a clip that the time line and the ground show.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct ClipDetails {
    pub(crate) events: Vec<EventFacts>,
    /// The positions of the root at equal time steps; empty for a clip without root motion.
    pub(crate) path: Vec<[f64; 3]>,
    /// The indices of the bones that the clip moves.
    pub(crate) moved: Vec<usize>,
}

/// An event of a clip.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EventFacts {
    /// The time in seconds.
    pub(crate) time: f32,
    pub(crate) name: String,
}

/// Knows which clips fit which skeletons, for all tabs. A clip is loaded again only if its file or the skeleton's file has
/// changed.
#[derive(Debug, Default)]
pub(crate) struct ClipIndex {
    known: Mutex<Known>,
}

/// The entries by skeleton, then by clip.
type Known = BTreeMap<String, BTreeMap<String, Entry>>;

#[derive(Debug)]
struct Entry {
    /// The checksums of the files of the skeleton, the clip and the weights.
    checksums: [Option<u64>; 3],
    /// `None` if the clip does not fit.
    facts: Option<ClipFacts>,
}

impl ClipIndex {
    /// Returns the clips for a skeleton, sorted by name.
    pub(crate) fn clips_of(
        &self,
        content: &Content,
        assets: &[Arc<Asset>],
        (name, skeleton): (&str, &Skeleton),
    ) -> Vec<ClipFacts> {
        let before = self.lock().remove(name).unwrap_or_default();
        let loaded: BTreeSet<String> = content.loaded().into_iter().collect();
        let checksum = |asset: &Asset| asset.file.map(|file| file.checksum);
        let of_skeleton = assets.iter().find(|asset| asset.name == name).and_then(|asset| checksum(asset));
        let weights: BTreeMap<&str, Option<u64>> = assets
            .iter()
            .filter(|asset| asset.of() == Some(ContentType::ClipWeights))
            .filter_map(|asset| Some((asset.name.strip_suffix(".weights")?, checksum(asset))))
            .collect();
        let clips = assets.iter().filter(|asset| asset.of().is_some_and(ContentType::is_clip)).take(MAX_CLIPS);
        let mut now = BTreeMap::new();
        for asset in clips {
            let of_weights = weights.get(asset.name.as_str()).copied().flatten();
            let checksums = [of_skeleton, checksum(asset), of_weights];
            let known = before.get(&asset.name).filter(|entry| entry.checksums == checksums);
            let facts = match known {
                Some(entry) => entry.facts.clone(),
                None => facts(content, &asset.name, (name, skeleton)),
            };
            // Only the facts of thousands of clips are kept, not the clips themselves.
            if known.is_none() && !loaded.contains(&asset.name) {
                content.unload(&asset.name);
            }
            now.insert(asset.name.clone(), Entry { checksums, facts });
        }
        let fitting = now.values().filter_map(|entry| entry.facts.clone()).collect();
        self.lock().insert(name.to_owned(), now);
        fitting
    }

    /// Tables are replaced as a whole, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the name of the skeleton that poses an asset: the asset itself if it is a skeleton, the skeleton that belongs to the
/// model or, failing that, the largest skeleton of which the model has all bones.
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

/// Returns the events of a clip, the path of its root, and the bones that it moves.
pub(crate) fn details(clip: &Clip) -> ClipDetails {
    ClipDetails { events: events(clip), path: path(clip), moved: clip.moved_bones().to_vec() }
}

/// Returns the facts of a clip if it fits the skeleton, either because it names this skeleton or because of its bones.
fn facts(content: &Content, name: &str, (of, skeleton): (&str, &Skeleton)) -> Option<ClipFacts> {
    let loaded = ClipContent::load(content, name).ok()?;
    let stated = match &loaded {
        ClipContent::Uniform(clip) => clip.view().skeleton(),
        ClipContent::Compressed(clip) => clip.view().skeleton(),
        _ => "",
    };
    if stated != of && content.content_type(stated) == Some(ContentType::Skeleton) {
        return None;
    }
    let stated_tracks = match &loaded {
        ClipContent::Sequence(clip) => clip.view().sequences().len(),
        _ => 0,
    };
    let clip = Clip::new(loaded, &skeleton.view());
    let (duration, moves) = (clip.duration(), clip.moved_bones().len());
    let tracks = stated_tracks.max(moves);
    // The animated morph targets matter only for a clip without bones.
    let morphs = if moves > 0 { BTreeSet::new() } else { morphs(content, name) };
    let fits = clip.check(skeleton.view().len()).is_ok() && (moves > 0 || !morphs.is_empty());
    fits.then(|| {
        let (rate, moved) = (clip.frame_rate(), clip.moved_bones().to_vec());
        let stirs = stirs(skeleton, clip);
        ClipFacts { name: name.to_owned(), duration, rate, moves, tracks, stirs, moved, morphs }
    })
}

/// Whether the pose changes during a clip.
fn stirs(skeleton: &Skeleton, clip: Clip) -> bool {
    let duration = clip.duration();
    let Ok(mut poser) = Poser::new(skeleton, clip) else { return false };
    let mut pose = |part: f32| poser.pose(part * duration, PlayMode::Once).map(<[_]>::to_vec).unwrap_or_default();
    let first = pose(COMPARED[0]);
    COMPARED[1..].iter().any(|part| differ(&first, &pose(*part)))
}

/// Whether bones are visibly elsewhere in two poses. Exporters write poses that are held with small errors.
fn differ(one: &[Matrix], other: &[Matrix]) -> bool {
    let far = |one: f32, other: f32| (one - other).abs() > STILL * (1.0 + one.abs());
    one.iter().flatten().zip(other.iter().flatten()).any(|(one, other)| far(*one, *other))
}

/// Returns the meshes whose morph targets a clip animates.
fn morphs(content: &Content, clip: &str) -> BTreeSet<String> {
    let Ok(weights) = content.load::<ClipWeights>(&format!("{clip}.weights")) else { return BTreeSet::new() };
    weights.view().tracks().map(|track| track.mesh.to_owned()).collect()
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
