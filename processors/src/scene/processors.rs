//! The processors of models, skeletons, clips and collision meshes.

use rigmill_dom::{CollisionSource, Scene};
use rigmill_format::{CollisionMesh, MAX_UV_SETS, Model, Skeleton};
use rigmill_pipeline::{Diagnostic, Labelled, ProcessContext, Processor};

use super::bones::Bones;
use super::clips::NamedClip;
use super::embedded::Embedded;
use super::game_effect::with_effect;
use super::mesh::MeshOptions;
use super::params::{ClipsParams, CollisionParams, ModelParams, SceneSkeletonParams};
use super::reduction::{Bound, reduced};
use super::reset_root::ResetRoot;
use super::unique::{clips_that_may_hold, named_bones, named_bones_reset};
use super::vertices::warn_of_losses;
use super::weights::push_weights;
use super::{collision, materials, model};
use crate::codes;
use crate::data::{data_without_references, push_events};
use crate::motion::{RootMotion, push_with_motion, take_scene_motion};
use crate::numbers::{Distance, MaxError};
use crate::report::Result;

/// Turns a [`Scene`] into these products:
///
/// - a [`Model`] (`.model`) and its [`Skeleton`] (`.skeleton`);
/// - an [`AnimationSequence`](rigmill_format::AnimationSequence) for each animation that moves anything (such as `@Run`), with
///   its [`ClipEvents`](rigmill_format::ClipEvents) if it has any (`@Run.events`);
/// - the [`ClipWeights`](rigmill_format::ClipWeights) of morph targets (`@Run.weights`);
/// - a [`Texture`](rigmill_format::Texture) for each image inside the scene's file (such as `.skin.texture`).
///
/// The model, skeleton and clips have the same bones, with the same names and in the same order.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelProcessor;

impl Processor for ModelProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = ModelParams;
    const NAME: &'static str = "model";
    const VERSION: u32 = 17;

    fn process(&self, input: &Scene, params: &ModelParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let input = &*params.placement().of_scene(input, ctx);
        let bones = named_bones_reset(input, params.reset_root, ctx);
        let mut products = Labelled::default();
        let drawn = with_effect(input, &params.effect, &params.effect_parameters, ctx)?;
        let mut embedded = Embedded::new(&drawn, params.compression, params.max_pixels, ctx)?;
        embedded.variant.clone_from(&params.texture_variant);
        let options = MeshOptions {
            weights: params.weights.get() as usize,
            tangents: params.tangents,
            vertex_cache: params.vertex_cache,
            index_order: params.index_order,
            positions: params.positions,
            normals: params.normals,
        };
        let mut model = scene_model(&drawn, &bones, &options, &mut embedded, ctx);
        if params.collision_tag {
            model.tag = Some(collision::collision_tag(input, &bones));
        }
        products.push(".model", model);
        embedded.textures.into_iter().for_each(|(label, texture)| products.push(label, texture));
        if params.skeleton {
            products.push(".skeleton", bones.to_skeleton());
        }
        if params.animations {
            let options = ClipOptions {
                hold: params.hold_bones,
                bound: bound(params.max_error, params.shell),
                root_motion: params.root_motion.as_ref(),
            };
            push_clips(&mut products, input, &bones, options, ctx)?;
        }
        Ok(products)
    }
}

/// Turns a [`Scene`] into its [`Skeleton`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneSkeletonProcessor;

impl Processor for SceneSkeletonProcessor {
    type Input = Scene;
    type Output = Skeleton;
    type Params = SceneSkeletonParams;
    const NAME: &'static str = "skeleton";
    const VERSION: u32 = 2;

    fn process(&self, input: &Scene, params: &SceneSkeletonParams, ctx: &mut ProcessContext<'_>) -> Result<Skeleton> {
        let input = &*params.placement().of_scene(input, ctx);
        Ok(named_bones_reset(input, params.reset_root, ctx).to_skeleton())
    }
}

/// Turns a [`Scene`] into an [`AnimationSequence`](rigmill_format::AnimationSequence) for each animation that moves anything,
/// labelled with its name, such as `@Run`. Also makes the animation's [`ClipEvents`](rigmill_format::ClipEvents), if it has any
/// (`@Run.events`), and the [`ClipWeights`](rigmill_format::ClipWeights) of morph targets (`@Run.weights`).
#[derive(Clone, Copy, Debug, Default)]
pub struct ClipsProcessor;

impl Processor for ClipsProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = ClipsParams;
    const NAME: &'static str = "clips";
    const VERSION: u32 = 7;

    fn process(&self, input: &Scene, params: &ClipsParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let mut products = Labelled::default();
        let input = &*params.placement().of_scene(input, ctx);
        let bones = named_bones(input, ctx);
        let options = ClipOptions {
            hold: params.hold_bones,
            bound: bound(params.max_error, params.shell),
            root_motion: params.root_motion.as_ref(),
        };
        push_clips(&mut products, input, &bones, options, ctx)?;
        Ok(products)
    }
}

/// Turns a [`Scene`] into a [`CollisionMesh`] of all its triangles in the bind pose.
#[derive(Clone, Copy, Debug, Default)]
pub struct CollisionProcessor;

impl Processor for CollisionProcessor {
    type Input = Scene;
    type Output = CollisionMesh;
    type Params = CollisionParams;
    const NAME: &'static str = "collision";
    const VERSION: u32 = 2;

    fn process(&self, input: &Scene, params: &CollisionParams, ctx: &mut ProcessContext<'_>) -> Result<CollisionMesh> {
        let mesh = collision::collision_mesh(input, &Bones::new(input, ResetRoot::Never), params);
        warn_if_empty(&mesh, ctx);
        Ok(mesh)
    }
}

/// Returns the [`CollisionMesh`] of a file that stores one.
pub(crate) fn stored_collision(
    source: &CollisionSource,
    params: &CollisionParams,
    ctx: &mut ProcessContext<'_>,
) -> CollisionMesh {
    let mesh = collision::stored(source, params);
    warn_if_empty(&mesh, ctx);
    mesh
}

fn warn_if_empty(mesh: &CollisionMesh, ctx: &mut ProcessContext<'_>) {
    if mesh.triangles.is_empty() {
        let diagnostic =
            Diagnostic::warning(codes::COLLISION_NO_TRIANGLES, "the scene has no triangles to collide with");
        let help = "export the scene with its meshes, or set a different `processor` in a rule for this file";
        ctx.report(diagnostic.help(help));
    }
}

/// Converts a scene to a model. Warns about data that a model cannot store.
pub(super) fn scene_model(
    scene: &Scene,
    bones: &Bones,
    options: &MeshOptions,
    embedded: &mut Embedded,
    ctx: &mut ProcessContext<'_>,
) -> Model {
    for mesh in scene.meshes.iter().filter(|mesh| mesh.uv_sets.len() > MAX_UV_SETS) {
        let message = format!(
            "{}: the mesh has {} UV sets, but only the first {MAX_UV_SETS} are kept",
            mesh.element,
            mesh.uv_sets.len()
        );
        let diagnostic = Diagnostic::warning(codes::MESH_UV_SETS, message);
        ctx.report(diagnostic.help("delete unused UV sets, and export the scene again"));
    }
    warn_of_losses(scene, options.weights, ctx);
    let materials = materials::materials(scene, embedded, ctx);
    let mut model = model::model(scene, bones, materials, options, ctx);
    model.tag = scene.tag.as_ref().map(|tag| data_without_references(tag, ctx));
    model
}

fn bound(max_error: Option<MaxError>, shell: Distance) -> Option<Bound> {
    max_error.map(|error| Bound { max_error: error.get(), shell: shell.get() })
}

/// The options for making clips.
#[derive(Clone, Copy)]
struct ClipOptions<'a> {
    /// Whether clips keep bones that stay at the bind pose.
    hold: bool,
    bound: Option<Bound>,
    /// The movement to take out of the clips.
    root_motion: Option<&'a RootMotion>,
}

/// Adds the clips of a scene with their motions. If there is a bound, reduces their keys.
fn push_clips(
    products: &mut Labelled,
    scene: &Scene,
    bones: &Bones,
    options: ClipOptions<'_>,
    ctx: &mut ProcessContext<'_>,
) -> Result<()> {
    for mut clip in clips_that_may_hold(scene, bones, options.hold, ctx) {
        let motion = take_scene_motion(scene, bones, &mut clip, options.root_motion, ctx)?;
        let NamedClip { source, label, clip } = clip;
        let clip = match options.bound {
            Some(bound) => reduced(clip, bones, bound),
            None => clip,
        };
        push_events(products, &label, source);
        push_weights(products, &label, scene, source);
        push_with_motion(products, &label, clip, motion);
    }
    Ok(())
}
