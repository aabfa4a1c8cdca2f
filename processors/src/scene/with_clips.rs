//! [`ModelWithClipsProcessor`]: combines a model and its clips in one value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rigmill_dom::Scene;
use rigmill_format::{
    AnimationSequence, ClipWeights, ModelWithClips, NamedClip, NormalFormat, PositionFormat, Skeleton,
};
use rigmill_pipeline::{
    AssetError, Diagnostic, Labelled, ProcessContext, Processor, SourcePath, StageError, ValueType,
};

use super::embedded::Embedded;
use super::game_effect::with_effect;
use super::index_order::IndexOrder;
use super::mesh::MeshOptions;
use super::params::ModelWithClipsParams;
use super::processors::scene_model;
use super::unique::{named_bones_reset, named_clips};
use super::weights::clip_weights;
use crate::codes;
use crate::report::{Result, Wanted, and_more, meant_asset, similar_asset, with_remedy};
use crate::skeletons::{other_unit, warn_of_units};

/// The characters that turn an entry of the parameter `clips_from` into a pattern.
const PATTERN: [char; 4] = ['*', '?', '[', '{'];

/// The placeholder for the model's own name in `clips_from`.
const OWN_NAME: &str = "{name}";

/// Turns a [`Scene`] into a [`ModelWithClips`], which contains the model, its own animations, and the clips of other assets.
/// Also makes a [`Texture`](rigmill_format::Texture) for each image inside the scene's file (such as `.skin.texture`).
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelWithClipsProcessor;

impl Processor for ModelWithClipsProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = ModelWithClipsParams;
    const NAME: &'static str = "model-with-clips";
    const VERSION: u32 = 13;

    fn process(&self, input: &Scene, params: &ModelWithClipsParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let input = &*params.placement().of_scene(input, ctx);
        let bones = named_bones_reset(input, params.reset_root, ctx);
        let drawn = with_effect(input, &params.effect, &params.effect_parameters, ctx)?;
        let mut embedded = Embedded::new(&drawn, params.compression, params.max_pixels, ctx)?;
        embedded.variant.clone_from(&params.texture_variant);
        let options = MeshOptions {
            weights: params.weights.get() as usize,
            tangents: params.tangents,
            vertex_cache: params.vertex_cache,
            index_order: IndexOrder::AsIs,
            positions: PositionFormat::F32,
            normals: NormalFormat::F32,
        };
        let model = scene_model(&drawn, &bones, &options, &mut embedded, ctx);
        let skeleton = bones.to_skeleton();
        let own = named_clips(input, &bones, ctx).into_iter();
        let mut clips: Vec<NamedClip> = own.map(|it| own_clip(input, it)).collect();
        add_clips(&params.clips_from, &skeleton, &mut clips, ctx)?;
        let bind = skeleton.bones.into_iter().map(|bone| bone.bind).collect();
        let mut products = Labelled::default();
        products.push("", ModelWithClips { model, bind, clips });
        embedded.textures.into_iter().for_each(|(label, texture)| products.push(label, texture));
        Ok(products)
    }
}

/// Converts a clip of the model's own source.
fn own_clip(scene: &Scene, it: super::clips::NamedClip<'_>) -> NamedClip {
    let name = it.label.trim_start_matches('@').to_owned();
    NamedClip { name, clip: it.clip, weights: clip_weights(scene, it.source) }
}

/// Adds the clips of names and patterns. Each clip gets the last part of its asset's name, or the whole name if the last part
/// is not unique. The order of the entries does not affect the names.
fn add_clips(
    from: &[String],
    skeleton: &Skeleton,
    clips: &mut Vec<NamedClip>,
    ctx: &mut ProcessContext<'_>,
) -> Result<()> {
    let mut known = BTreeSet::new();
    let mut added = Vec::new();
    for entry in from {
        let found = found(&of_model(entry, ctx.asset()), ctx)?;
        added.extend(found.into_iter().filter(|(asset, _)| known.insert(asset.clone())));
    }
    let mut taken: BTreeMap<String, u32> = clips.iter().map(|clip| (clip.name.clone(), 1)).collect();
    for (asset, _) in &added {
        *taken.entry(short(asset).to_owned()).or_default() += 1;
    }
    let mut unknown = UnknownBones::new(skeleton);
    let mut units = Vec::new();
    for (asset, clip) in &added {
        let is_unique = taken.get(short(asset)) == Some(&1);
        let name = if is_unique { short(asset) } else { asset.as_str() };
        units.extend(other_unit(clip, &format!("clip `{asset}`"), skeleton));
        let weights = ctx.value::<ClipWeights>(&format!("{asset}.weights")).ok();
        let weights = weights.map(|weights| (*weights).clone());
        clips.push(NamedClip { clip: unknown.without(clip, asset), name: name.to_owned(), weights });
    }
    warn_of_units(units, ctx);
    unknown.warn(ctx);
    Ok(())
}

/// Returns the last part of an asset's name.
fn short(asset: &str) -> &str {
    asset.rsplit(['/', '@']).next().unwrap_or(asset)
}

/// An entry of the parameter `clips_from`.
enum Entry {
    /// The name of a product.
    Name(String),
    /// A glob of sources.
    Pattern(String),
}

/// Parses an entry of the parameter, and fills in the model's own name.
fn of_model(entry: &str, model: &str) -> Entry {
    let name = model.rsplit('/').next().unwrap_or_default();
    if entry.replace(OWN_NAME, "").contains(PATTERN) {
        // Special characters in the name are literal in a pattern.
        let literal = |letter| if PATTERN.contains(&letter) { format!("[{letter}]") } else { String::from(letter) };
        return Entry::Pattern(entry.replace(OWN_NAME, &name.chars().map(literal).collect::<String>()));
    }
    Entry::Name(entry.replace(OWN_NAME, name).trim_start_matches('/').to_owned())
}

/// Returns the clips of an entry with the names of their assets: a single clip, or the clips of all sources that match.
fn found(entry: &Entry, ctx: &mut ProcessContext<'_>) -> Result<Vec<(String, Arc<AnimationSequence>)>> {
    let pattern = match entry {
        Entry::Pattern(pattern) => pattern,
        Entry::Name(name) => {
            let clip = ctx.value::<AnimationSequence>(name).map_err(|error| no_clip(&error, name, ctx))?;
            return Ok(vec![(name.clone(), clip)]);
        }
    };
    let sources = ctx.list(pattern).map_err(|error| fail(&format!("{pattern:?}: {error}"), "fix the pattern", ctx))?;
    let own = ctx.source().clone();
    let mut clips = Vec::new();
    for name in sources.iter().filter(|source| **source != own).map(SourcePath::asset_name) {
        match ctx.value::<AnimationSequence>(name) {
            Ok(clip) => clips.push((name.to_owned(), clip)),
            // The pattern may also match sources that are not clips.
            Err(AssetError::Missing { .. } | AssetError::OtherType { .. }) => {}
            Err(error) => return Err(no_clip(&error, name, ctx)),
        }
    }
    if clips.is_empty() {
        let fact = format!("no file that matches {pattern:?} is built as an AnimationSequence clip");
        let help = "correct the pattern, or list clips inside scenes by name, such as `Low@Run`";
        return Err(fail(&fact, help, ctx));
    }
    Ok(clips)
}

fn no_clip(error: &AssetError, name: &str, ctx: &mut ProcessContext<'_>) -> StageError {
    let diagnostic = with_remedy(refusal(&error.to_string()), error, || {
        let is_missing = matches!(error, AssetError::Missing { .. });
        let files = is_missing.then(|| files_of_folder(name, ctx)).flatten();
        let wanted = [ValueType::of::<AnimationSequence>()];
        let near = files.or_else(|| meant_asset(error, name, Wanted::new(&wanted), ctx));
        similar_asset(near, "list the names of AnimationSequence clips, or patterns that match their files")
    });
    ctx.fail(diagnostic)
}

/// Returns the pattern for the files of a folder; `None` if there is no folder with this name.
fn files_of_folder(name: &str, ctx: &mut ProcessContext<'_>) -> Option<String> {
    let pattern = format!("{name}/*");
    let is_folder = ctx.list(&pattern).is_ok_and(|sources| !sources.is_empty());
    is_folder.then_some(pattern)
}

fn fail(fact: &str, help: &str, ctx: &mut ProcessContext<'_>) -> StageError {
    ctx.fail(refusal(fact).help(help))
}

fn refusal(fact: &str) -> Diagnostic {
    Diagnostic::error(codes::MODEL_CLIPS, fact).of_parameter("clips_from")
}

/// Collects bones of clips that the model does not have.
struct UnknownBones<'a> {
    /// The bones of the model.
    bones: BTreeSet<&'a str>,
    /// The first unknown bone, and its clip.
    first: Option<(String, String)>,
    count: usize,
}

impl<'a> UnknownBones<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        Self { bones: skeleton.bones.iter().map(|bone| bone.name.as_str()).collect(), first: None, count: 0 }
    }

    /// Returns the clip without its unknown bones.
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

    fn warn(self, ctx: &mut ProcessContext<'_>) {
        let Some((asset, bone)) = self.first else { return };
        let more = and_more(self.count - 1, ["bone", "bones"]);
        let message =
            format!("clip `{asset}` moves bone {bone:?}, which the model does not have, so the bone is left out{more}");
        let help = "list only clips for this model in `clips_from`, or rename the clip's bones with `rename_bones`";
        ctx.report(Diagnostic::warning(codes::MODEL_CLIP_BONE, message).help(help));
    }
}
