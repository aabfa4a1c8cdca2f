//! The motion that a processor makes in addition to a clip of any type.

use rigmill_dom::Scene;
use rigmill_format::{AnimationSequence, Motion, Skeleton};
use rigmill_pipeline::{Labelled, ProcessContext, Product, Products, Value};

use super::animation::{self, Lasts};
use super::assemble::assemble;
use super::in_place::keep_in_place;
use super::root::Root;
use super::root_motion::RootMotion;
use super::scene;
use crate::report::Result;
use crate::scene::{Bones, NamedClip};

/// A clip, and the movement that was taken out of it.
#[derive(Clone, Debug)]
pub struct WithMotion<T> {
    /// The asset's main product.
    pub clip: T,
    /// The product `.motion`, if there is one.
    pub motion: Option<Motion>,
}

impl<T: Value> Products for WithMotion<T> {
    fn into_products(self) -> Result<Vec<Product>, String> {
        let mut products = Labelled::default();
        push_with_motion(&mut products, "", self.clip, self.motion);
        products.into_products()
    }
}

/// Adds a clip and its motion to the products. The motion's label is the clip's label followed by `.motion`.
pub(crate) fn push_with_motion<T: Value>(products: &mut Labelled, label: &str, clip: T, motion: Option<Motion>) {
    products.push(label, clip);
    if let Some(motion) = motion {
        products.push(format!("{label}.motion"), motion);
    }
}

/// Takes the root's movement out of a clip, if a parameter says so. The motion lasts as long as the clip. `skeleton` is the
/// clip's skeleton, unless the parameter names a different skeleton.
pub(crate) fn take_motion(
    clip: &mut AnimationSequence,
    root_motion: Option<&RootMotion>,
    skeleton: Option<&Skeleton>,
    ctx: &mut ProcessContext<'_>,
) -> Result<Option<Motion>> {
    let Some(root_motion) = root_motion else { return Ok(None) };
    let named = root_motion.skeleton(ctx)?;
    let skeleton = named.as_deref().or(skeleton);
    let root = animation::root(clip, root_motion.root(), Lasts::AsClip, skeleton, ctx)?;
    take(root, clip, root_motion, ctx).map(Some)
}

/// Like [`take_motion`], but for a clip of a scene.
pub(crate) fn take_scene_motion(
    scene: &Scene,
    bones: &Bones,
    clip: &mut NamedClip<'_>,
    root_motion: Option<&RootMotion>,
    ctx: &mut ProcessContext<'_>,
) -> Result<Option<Motion>> {
    // A clip that only changes weights has no root.
    let Some(root_motion) = root_motion.filter(|_| !clip.clip.sequences.is_empty()) else { return Ok(None) };
    let root = scene::root(scene, bones, clip.source, root_motion.root(), ctx)?;
    take(root, &mut clip.clip, root_motion, ctx).map(Some)
}

fn take(
    root: Root,
    clip: &mut AnimationSequence,
    root_motion: &RootMotion,
    ctx: &mut ProcessContext<'_>,
) -> Result<Motion> {
    let params = root_motion.params();
    keep_in_place(clip, &root, params, ctx)?;
    assemble(root.path, params, ctx)
}
