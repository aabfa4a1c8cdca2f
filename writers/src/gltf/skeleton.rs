//! Skeletons.

use rigmill_codec_gltf::Binary;
use rigmill_format::{Bone, Skeleton, Transform};
use rigmill_math::quaternion::normalize_in_f64;
use rigmill_pipeline::{WriteContext, Writer};

use super::nodes::{self, BoneNode};
use super::params::GlbParams;
use super::transforms::{followed_by, rotated, upright};
use super::{check, encode};
use crate::written::Written;

/// Writes a [`Skeleton`] as `.glb`: a node for each bone, in the bind pose. The root axis rotates the root bones.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlbSkeletonWriter;

impl Writer for GlbSkeletonWriter {
    type Input = Skeleton;
    type Params = GlbParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";

    fn write(&self, value: &Skeleton, params: &GlbParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        let mut document = super::document();
        let local = |bone: &Bone| match bone.parent {
            Some(_) => unit(&bone.bind),
            None => upright(&on_axis(&unit(&bone.bind), value.root_axis), params.axes),
        };
        let bones = value.bones.iter();
        nodes::write(
            bones.map(|bone| BoneNode { name: &bone.name, parent: bone.parent, local: local(bone) }),
            &mut document,
        );
        encode(document, Binary::default(), ctx)
    }
}

/// Returns the transform with a normalized rotation.
pub(super) fn unit(local: &Transform) -> Transform {
    Transform { rotation: normalize_in_f64(local.rotation), ..*local }
}

/// Returns the transform of a root bone, followed by the skeleton's root axis. Without a root axis, the transform keeps its
/// exact bits.
fn on_axis(local: &Transform, axis: [f32; 4]) -> Transform {
    if axis == Transform::IDENTITY.rotation {
        return *local;
    }
    Transform {
        translation: rotated(local.translation, axis),
        rotation: followed_by(local.rotation, axis),
        scale: local.scale,
    }
}
