//! Clips of key frames.

use std::sync::Arc;

use rigmill_format::{Bone, PlayMode, Skeleton, Transform};
use rigmill_runtime::blocks::{
    CompressedSampleJob, CompressedScratch, PoseBlock, PoseToModelJob, Rig, UniformSampleJob, WeightBlock,
};
use rigmill_runtime::characters::{Crowd, PoseClip};
use rigmill_runtime::clips::SampleJob;
use rigmill_runtime::content::{self, AnimationSequence, CompressedClip, UniformClip};
use rigmill_runtime::{AnimatedModel, PlayOptions, Rules, matrix};
use rigmill_test_random::Random;

use super::numbers::number;

/// The most bones that are posed. A damaged file may have any number.
const BONES: usize = 512;

pub(super) fn options(random: &mut Random) -> PlayOptions {
    PlayOptions {
        start_time: number(random),
        blend_time: number(random).abs(),
        time_scale: number(random),
        mode: *random.pick(&[PlayMode::Once, PlayMode::Repeat]),
    }
}

/// Samples a clip, and plays it on a skeleton of its bones.
pub(super) fn play(clip: &Arc<AnimationSequence>, random: &mut Random) {
    let view = clip.view();
    let mut out = vec![matrix::IDENTITY; view.len()];
    for rules in [Rules::Standard, Rules::RobotGame] {
        let (time, mode) = (number(random), *random.pick(&[PlayMode::Once, PlayMode::Repeat]));
        // Under the rules of RobotGame some keys are errors.
        let _ = SampleJob { clip: view, time, mode, rules, out: &mut out }.run();
    }
    let bone = |name: &str| Bone { name: name.to_owned(), parent: None, bind: Transform::IDENTITY };
    let mut skeleton = Skeleton { bones: Vec::new(), ..Skeleton::default() };
    skeleton.bones.extend(view.sequences().take(BONES).map(|sequence| bone(sequence.bone_name())));
    let Ok(skeleton) = content::Skeleton::from_owned(&skeleton) else { return };
    let rules = *random.pick(&[Rules::Standard, Rules::RobotGame]);
    let mut model = AnimatedModel::new(Arc::new(skeleton), rules);
    for _ in 0..3 {
        let _ = model.play(clip, &options(random));
        let _ = model.update(number(random));
    }
    assert!(view.sequences().all(|sequence| view.find(sequence.bone_name()).is_some()), "a bone is not found");
}

/// Samples a compressed clip by itself and in a crowd.
pub(super) fn sample_compressed(clip: &Arc<CompressedClip>, random: &mut Random) {
    let view = clip.view();
    if view.bones() > BONES {
        return;
    }
    let bind = vec![PoseBlock::IDENTITY; view.bones().div_ceil(8)];
    let (mut out, mut scratch) = (bind.clone(), CompressedScratch::new(view.bones()));
    let (time, wanted) = (number(random), [random.once_in(2)]);
    let job =
        CompressedSampleJob { clip: view, bind: &bind, scratch: &mut scratch, time, wanted: &wanted, out: &mut out };
    assert_eq!(job.run(), Ok(()), "the buffers are long enough");
    crowd(view.bones(), PoseClip::Compressed(Arc::clone(clip)), random);
}

/// Samples a uniform clip by itself and in a crowd.
pub(super) fn sample_uniform(clip: &Arc<UniformClip>, random: &mut Random) {
    let view = clip.view();
    if view.bones() > BONES {
        return;
    }
    let mut out = vec![PoseBlock::IDENTITY; view.bones().div_ceil(8)];
    let wanted = [random.once_in(2)];
    assert_eq!(UniformSampleJob { clip: view, time: number(random), wanted: &wanted, out: &mut out }.run(), Ok(()));
    crowd(view.bones(), PoseClip::Uniform(Arc::clone(clip)), random);
}

/// Plays a clip on a few characters.
fn crowd(bones: usize, clip: PoseClip, random: &mut Random) {
    let bone = |number: usize| Bone {
        name: format!("{number}"),
        parent: number.checked_sub(1).and_then(|it| u32::try_from(it / 2).ok()),
        bind: Transform::IDENTITY,
    };
    let skeleton = Skeleton { bones: (0..bones).map(bone).collect(), ..Skeleton::default() };
    let Ok(skeleton) = content::Skeleton::from_owned(&skeleton) else { return };
    let rig = Arc::new(Rig::new(&skeleton.view()));
    let masks = vec![vec![WeightBlock::ALL; rig.blocks()]];
    let Ok(mut crowd) = Crowd::new(Arc::clone(&rig), vec![clip], masks, 2) else { return };
    for character in 0..3 {
        let _ = crowd.play(character, 0, 0, &options(random));
        let _ = crowd.update(number(random));
    }
    let mut out = vec![matrix::IDENTITY; bones];
    assert_eq!(PoseToModelJob { rig: &rig, pose: crowd.pose(0), out: &mut out }.run(), Ok(()));
}
