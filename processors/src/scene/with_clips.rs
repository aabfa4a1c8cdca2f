//! [`ModelWithClipsProcessor`]: a model and its clips in one value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rigmill_dom::Scene;
use rigmill_format::{AnimationSequence, ModelWithClips, NamedClip, Skeleton};
use rigmill_pipeline::{AssetError, Diagnostic, Labelled, ProcessContext, Processor, SourcePath, StageError};

use super::embedded::Embedded;
use super::mesh::MeshOptions;
use super::params::ModelWithClipsParams;
use super::processors::{named_bones, named_clips, scene_model};
use crate::codes;
use crate::unit_ratio::other_unit;

/// What makes a name in the parameter a pattern.
const PATTERN: [char; 4] = ['*', '?', '[', '{'];

/// What stands for the model's own name in the parameter.
const OWN_NAME: &str = "{name}";

/// Turns a [`Scene`] into a [`ModelWithClips`]: its model with its own animations and the clips of other assets; and into a
/// [`Texture`](rigmill_format::Texture) for each image inside of the scene's file (`.skin.texture`).
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelWithClipsProcessor;

impl Processor for ModelWithClipsProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = ModelWithClipsParams;
    const NAME: &'static str = "model-with-clips";
    const VERSION: u32 = 4;

    fn process(
        &self,
        input: &Scene,
        params: &ModelWithClipsParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let bones = named_bones(input, params.reset_root, ctx);
        let mut embedded = Embedded::of(input, params.compression, params.max_pixels, ctx)?;
        let options = MeshOptions { weights: u32::from(params.weights) as usize, tangents: params.tangents };
        let model = scene_model(input, &bones, &options, &mut embedded, ctx);
        let skeleton = bones.to_skeleton();
        let own = named_clips(input, &bones, ctx).into_iter();
        let mut clips: Vec<NamedClip> =
            own.map(|it| NamedClip { name: it.label.trim_start_matches('@').to_owned(), clip: it.clip }).collect();
        add_clips(&params.clips_from, &skeleton, &mut clips, ctx)?;
        let bind = skeleton.bones.into_iter().map(|bone| bone.bind).collect();
        let mut products = Labelled::default();
        products.push("", ModelWithClips { model, bind, clips });
        embedded.textures.into_iter().for_each(|(label, texture)| products.push(label, texture));
        Ok(products)
    }
}

/// Adds the clips that names and patterns lead to, each under the last part of its asset's name, or all of it where two would have one
/// name: so that no order among them matters.
fn add_clips(
    from: &[String],
    skeleton: &Skeleton,
    clips: &mut Vec<NamedClip>,
    ctx: &mut ProcessContext<'_>,
) -> Result<(), StageError> {
    let mut known = BTreeSet::new();
    let mut added = Vec::new();
    for entry in from {
        let found = found(&of_model(entry, ctx.source()), ctx)?;
        added.extend(found.into_iter().filter(|(asset, _)| known.insert(asset.clone())));
    }
    let mut taken: BTreeMap<String, u32> = clips.iter().map(|clip| (clip.name.clone(), 1)).collect();
    for (asset, _) in &added {
        *taken.entry(short(asset).to_owned()).or_default() += 1;
    }
    let mut strangers = Strangers::of(skeleton);
    for (asset, clip) in &added {
        let is_alone = taken.get(short(asset)) == Some(&1);
        let name = if is_alone { short(asset) } else { asset.as_str() };
        other_unit(clip, &format!("clip `{asset}`"), skeleton).into_iter().for_each(|warning| ctx.report(warning));
        clips.push(NamedClip { clip: strangers.without(clip, asset), name: name.to_owned() });
    }
    strangers.tell(ctx);
    Ok(())
}

/// The last part of an asset's name.
fn short(asset: &str) -> &str {
    asset.rsplit(['/', '@']).next().unwrap_or(asset)
}

/// An entry of the parameter.
enum Entry {
    /// The name of a product.
    Name(String),
    /// A glob of sources.
    Pattern(String),
}

/// An entry of the parameter, with the model's own name filled in.
fn of_model(entry: &str, model: &SourcePath) -> Entry {
    let name = model.asset_name().rsplit('/').next().unwrap_or_default();
    if entry.replace(OWN_NAME, "").contains(PATTERN) {
        // In a pattern, what would be one in the name stands for itself.
        let literal = |letter| if PATTERN.contains(&letter) { format!("[{letter}]") } else { String::from(letter) };
        return Entry::Pattern(entry.replace(OWN_NAME, &name.chars().map(literal).collect::<String>()));
    }
    Entry::Name(entry.replace(OWN_NAME, name).trim_start_matches('/').to_owned())
}

/// The clips that an entry of the parameter leads to, with the names of their assets: one, or those of all sources that match.
fn found(entry: &Entry, ctx: &mut ProcessContext<'_>) -> Result<Vec<(String, Arc<AnimationSequence>)>, StageError> {
    let pattern = match entry {
        Entry::Pattern(pattern) => pattern,
        Entry::Name(name) => {
            let clip = ctx.value::<AnimationSequence>(name).map_err(|error| no_clip(&error, name, ctx))?;
            return Ok(vec![(name.clone(), clip)]);
        }
    };
    let sources = ctx.list(pattern).map_err(|error| fail(&format!("{pattern:?}: {error}"), "mend the pattern", ctx))?;
    let own = ctx.source().clone();
    let mut clips = Vec::new();
    for name in sources.iter().filter(|source| **source != own).map(SourcePath::asset_name) {
        match ctx.value::<AnimationSequence>(name) {
            Ok(clip) => clips.push((name.to_owned(), clip)),
            // What is no clip may well lie among clips.
            Err(AssetError::Missing { .. } | AssetError::OtherType { .. }) => {}
            Err(error) => return Err(no_clip(&error, name, ctx)),
        }
    }
    if clips.is_empty() {
        let fact = format!("no source that matches {pattern:?} becomes an AnimationSequence");
        let help =
            "a pattern is one of files, from the project's folder; clips of scenes have to be named, as `Low@Run`";
        return Err(fail(&fact, help, ctx));
    }
    Ok(clips)
}

fn no_clip(error: &AssetError, name: &str, ctx: &mut ProcessContext<'_>) -> StageError {
    let help = match near(error, name, ctx) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "name AnimationSequences of this project, or patterns of their files".to_owned(),
    };
    fail(&error.to_string(), &help, ctx)
}

/// A name that may be meant instead of one that is no clip's: that without a file's ending, or else one that is spelt nearly so.
fn near(error: &AssetError, name: &str, ctx: &mut ProcessContext<'_>) -> Option<String> {
    if !matches!(error, AssetError::Missing { .. }) {
        return None;
    }
    let stem = name.rsplit_once('.').map(|(stem, ending)| (stem, !ending.contains('/')));
    if let Some((stem, true)) = stem
        && ctx.value::<AnimationSequence>(stem).is_ok()
    {
        return Some(stem.to_owned());
    }
    // The asset itself may have no product of that very name, such as a model without one.
    ctx.nearest_asset(name).filter(|near| near != name)
}

fn fail(fact: &str, help: &str, ctx: &mut ProcessContext<'_>) -> StageError {
    let message = format!("parameter `clips_from` of rigmill.toml: {fact}");
    ctx.fail(Diagnostic::error(codes::MODEL_CLIPS, message).help(help))
}

/// Bones of clips that the model does not have.
struct Strangers<'a> {
    bones: BTreeSet<&'a str>,
    /// The first, with its clip, and how many there are.
    first: Option<(String, String)>,
    count: usize,
}

impl<'a> Strangers<'a> {
    fn of(skeleton: &'a Skeleton) -> Self {
        Self { bones: skeleton.bones.iter().map(|bone| bone.name.as_str()).collect(), first: None, count: 0 }
    }

    /// The clip without them.
    fn without(&mut self, clip: &AnimationSequence, asset: &str) -> AnimationSequence {
        let mut clip = clip.clone();
        clip.sequences.retain(|sequence| {
            let is_known = self.bones.contains(sequence.bone_name.as_str());
            if !is_known {
                self.first.get_or_insert_with(|| (asset.to_owned(), sequence.bone_name.clone()));
                self.count += 1;
            }
            is_known
        });
        clip
    }

    fn tell(self, ctx: &mut ProcessContext<'_>) {
        let Some((asset, bone)) = self.first else { return };
        let more = match self.count - 1 {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let message =
            format!("clip `{asset}` moves bone {bone:?}, which the model does not have: it is left out{more}");
        let help = "take clips that are for the model, or rename their bones (`rename_bones`)";
        ctx.report(Diagnostic::warning(codes::MODEL_CLIP_BONE, message).help(help));
    }
}
