//! Poses: clips sampled at any time, blended, and converted to matrices.

use std::sync::Arc;

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use rigmill_runtime::blocks::{
    BlendJob, BlendLayer, CompressedScratch, MakeAdditiveJob, PoseBlock, PoseToModelJob, Rig, WeightBlock,
};
use rigmill_runtime::clips::SampleJob;
use rigmill_runtime::content::Skeleton;

use crate::boundary::table::Read;
use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::clip::RigmillClip;
use crate::skeleton::RigmillSkeleton;
use crate::values::{RigmillMatrix, RigmillTransform, play_mode};

/// The maximum number of poses that are blended in one call.
pub const RIGMILL_MAX_BLENDED_POSES: usize = 16;

/// The local transforms of all bones of a skeleton, and the weight of each bone in blends. Only one thread may use it at a
/// time.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct RigmillPose {
    /// The handle; 0 means none.
    pub id: u64,
}

/// A pose that takes part in a blend.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct RigmillBlendLayer {
    /// The pose.
    pub pose: RigmillPose,
    /// The pose's weight. Negative values count as 0. Weights need not add up to 1.
    pub weight: f32,
    /// 0 if the pose is blended with the others. 1 if it is added to the blend of the others; such a pose comes from
    /// `rigmill_pose_make_additive`.
    pub additive: u32,
}

/// A pose with all buffers for computing with it.
#[derive(Debug)]
pub struct PoseBuffers {
    rig: Rig,
    blocks: Vec<PoseBlock>,
    mask: Vec<WeightBlock>,
    scratch: CompressedScratch,
}

handles! {
    RigmillPose => PoseBuffers, "pose";
}

impl PoseBuffers {
    fn new(skeleton: &Arc<Skeleton>) -> Self {
        let rig = Rig::new(&skeleton.view());
        Self {
            blocks: rig.bind().to_vec(),
            mask: vec![WeightBlock::ALL; rig.blocks()],
            scratch: CompressedScratch::new(rig.bones()),
            rig,
        }
    }

    fn check_bone(&self, bone: usize) -> Result<(), Failure> {
        if bone < self.rig.bones() { Ok(()) } else { Err(Failure::out_of_range("bone", bone, self.rig.bones())) }
    }

    fn check_same_length(&self, other: &Self) -> Result<(), Failure> {
        let (found, expected) = (other.rig.bones(), self.rig.bones());
        if found == expected {
            return Ok(());
        }
        let text = format!("a pose has {found} bones, but the result has {expected}");
        Err(Failure::new(RigmillStatus::DoesNotFit, text))
    }
}

/// Creates a pose of a skeleton: the bind pose, with weight 1 for every bone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_create(skeleton: RigmillSkeleton, pose: *mut RigmillPose) -> RigmillStatus {
    call(|| {
        let out = Out::new("pose", pose)?;
        let buffers = PoseBuffers::new(&*table::read(skeleton)?);
        out.set(table::open(buffers)?);
        Ok(())
    })
}

/// Resets all bones to the bind pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_reset(pose: RigmillPose) -> RigmillStatus {
    call(|| {
        let mut pose = table::write(pose)?;
        let PoseBuffers { rig, blocks, .. } = &mut *pose;
        blocks.copy_from_slice(rig.bind());
        Ok(())
    })
}

/// Gets the local transform of a bone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_bone(
    pose: RigmillPose,
    bone: usize,
    transform: *mut RigmillTransform,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("transform", transform)?;
        let pose = table::read(pose)?;
        pose.check_bone(bone)?;
        out.set((&pose.blocks[bone / 8].transform(bone)).into());
        Ok(())
    })
}

/// Sets the local transform of a bone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_set_bone(
    pose: RigmillPose,
    bone: usize,
    transform: *const RigmillTransform,
) -> RigmillStatus {
    call(|| {
        let transform = pointers::value("transform", transform)?;
        let mut pose = table::write(pose)?;
        pose.check_bone(bone)?;
        pose.blocks[bone / 8].set(bone, &(&transform).into());
        Ok(())
    })
}

/// Sets the pose's mask: the weight of each bone in blends, from 0 to 1. `weights` has one number per bone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_set_mask(pose: RigmillPose, weights: *const f32, count: usize) -> RigmillStatus {
    call(|| {
        let weights = pointers::array("weights", weights, count)?;
        let mut pose = table::write(pose)?;
        if count < pose.rig.bones() {
            let text = format!("`weights` has {count} numbers, expected {}", pose.rig.bones());
            return Err(Failure::new(RigmillStatus::BufferTooSmall, text));
        }
        let bones = pose.rig.bones();
        for (bone, weight) in weights.iter().enumerate().take(bones) {
            pose.mask[bone / 8].0[bone % 8] = *weight;
        }
        Ok(())
    })
}

/// Samples a clip at a time, in seconds from its start. Bones that the clip does not move get the bind pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_sample(
    pose: RigmillPose,
    clip: RigmillClip,
    time: f32,
    mode: u32,
) -> RigmillStatus {
    call(|| {
        let mode = play_mode(mode)?;
        let (mut pose, clip) = (table::write(pose)?, table::read(clip)?);
        clip.check(pose.rig.bones())?;
        let PoseBuffers { rig, blocks, scratch, .. } = &mut *pose;
        Ok(SampleJob { clip: &clip, time, mode, rest: rig.bind(), wanted: &[], scratch, out: blocks }.run()?)
    })
}

/// Makes an additive pose: the difference between a pose and a reference pose. All three must be different handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_make_additive(
    out: RigmillPose,
    pose: RigmillPose,
    reference: RigmillPose,
) -> RigmillStatus {
    call(|| {
        let (mut out, pose, reference) = (table::write(out)?, table::read(pose)?, table::read(reference)?);
        out.check_same_length(&pose)?;
        out.check_same_length(&reference)?;
        let (pose, reference) = (&pose.blocks[..], &reference.blocks[..]);
        Ok(MakeAdditiveJob { pose, reference, out: &mut out.blocks }.run()?)
    })
}

/// Blends up to `RIGMILL_MAX_BLENDED_POSES` poses by their weights and masks, into another pose. If the weights of a bone add
/// up to less than 0.1, the bind pose gets the missing weight.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_blend(
    out: RigmillPose,
    layers: *const RigmillBlendLayer,
    count: usize,
) -> RigmillStatus {
    call(|| {
        let layers = pointers::array("layers", layers, count)?;
        if count > RIGMILL_MAX_BLENDED_POSES {
            let text =
                format!("`count` is {count}, at most {RIGMILL_MAX_BLENDED_POSES} is allowed: blend in several steps");
            return Err(Failure::new(RigmillStatus::OutOfRange, text));
        }
        let mut out = table::write(out)?;
        let mut poses = [const { None::<Read<RigmillPose>> }; RIGMILL_MAX_BLENDED_POSES];
        for (slot, layer) in poses.iter_mut().zip(layers) {
            let pose = table::read(layer.pose)?;
            out.check_same_length(&pose)?;
            *slot = Some(pose);
        }
        blend(&mut out, layers, &poses)
    })
}

/// Computes the model-space matrix of each bone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_to_model(
    pose: RigmillPose,
    matrices: *mut RigmillMatrix,
    capacity: usize,
) -> RigmillStatus {
    call(|| {
        let pose = table::read(pose)?;
        let out = cast_slice_mut(pointers::array_mut("matrices", matrices, capacity, &[])?);
        Ok(PoseToModelJob { rig: &pose.rig, pose: &pose.blocks, out }.run()?)
    })
}

/// Closes a pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_pose_close(pose: RigmillPose) -> RigmillStatus {
    call(|| table::close(pose))
}

/// Blends without an allocation: both lists of layers are on the stack.
fn blend(
    out: &mut PoseBuffers,
    layers: &[RigmillBlendLayer],
    poses: &[Option<Read<RigmillPose>>; RIGMILL_MAX_BLENDED_POSES],
) -> Result<(), Failure> {
    let mut lists = [[BlendLayer { pose: &[], weight: 0.0, mask: None }; RIGMILL_MAX_BLENDED_POSES]; 2];
    let mut lengths = [0; 2];
    for (layer, pose) in layers.iter().zip(poses.iter().flatten()) {
        let list = usize::from(layer.additive != 0);
        let masked = pose.mask.iter().any(|block| *block != WeightBlock::ALL);
        let mask = masked.then_some(&pose.mask[..]);
        lists[list][lengths[list]] = BlendLayer { pose: &pose.blocks, weight: layer.weight, mask };
        lengths[list] += 1;
    }
    let PoseBuffers { rig, blocks, .. } = out;
    let [blended, additive] = [&lists[0][..lengths[0]], &lists[1][..lengths[1]]];
    let job = BlendJob { layers: blended, additive, rest: rig.bind(), threshold: BlendJob::THRESHOLD, out: blocks };
    Ok(job.run()?)
}
