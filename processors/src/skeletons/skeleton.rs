//! [`SkeletonProcessor`]: converts a bone hierarchy to the form that a game loads.

use rigmill_dom::{BoneSource, SkeletonSource};
use rigmill_format::{Bone, Skeleton, Transform};
use rigmill_pipeline::{NoParams, ProcessContext, Processor};

use crate::report::Result;

/// Turns a [`SkeletonSource`] into a [`Skeleton`]. All values stay the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct SkeletonProcessor;

impl Processor for SkeletonProcessor {
    type Input = SkeletonSource;
    type Output = Skeleton;
    type Params = NoParams;
    const NAME: &'static str = "skeleton";
    const VERSION: u32 = 1;

    fn process(&self, input: &SkeletonSource, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<Skeleton> {
        let bones = input.bones.iter().map(bone).collect();
        Ok(Skeleton { bones, root_axis: input.root_axis.value })
    }
}

fn bone(source: &BoneSource) -> Bone {
    Bone {
        name: source.name.value.clone(),
        parent: source.parent.map(|parent| parent.value),
        bind: Transform {
            translation: source.translation.value,
            rotation: source.rotation.value,
            scale: source.scale.value,
        },
    }
}
