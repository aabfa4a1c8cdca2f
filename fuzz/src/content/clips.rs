//! Clips of key frames.

use std::sync::Arc;

use rigmill_format::{Bone, LayerBlend, PlayMode, Skeleton, Transform};
use rigmill_runtime::blocks::{
    CompressedSampleJob, CompressedScratch, PoseBlock, PoseToModelJob, UniformSampleJob, WeightBlock,
};
use rigmill_runtime::characters::CrowdLayer;
use rigmill_runtime::clips::{Clip, ClipContent};
use rigmill_runtime::content::{self, AnimationSequence, CompressedClip, UniformClip};
use rigmill_runtime::{AnimatedModel, Crowd, PlayOptions, Rules, matrix};
use rigmill_test_random::Random;

use super::numbers::number;

/// The maximum number of bones that are posed. A damaged file may have any number.
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
    for rules in [Rules::Standard, Rules::RobotGame] {
        let (time, mode) = (number(random), *random.pick(&[PlayMode::Once, PlayMode::Repeat]));
        // Under the rules of RobotGame, some keys are errors.
        view.sequences().for_each(|keys| drop(rules.sample_matrix(&keys, time, mode)));
    }
    let bone = |name: &str| Bone { name: name.to_owned(), parent: None, bind: Transform::IDENTITY };
    let mut skeleton = Skeleton { bones: Vec::new(), ..Skeleton::default() };
    skeleton.bones.extend(view.sequences().take(BONES).map(|sequence| bone(sequence.bone_name())));
    let Ok(skeleton) = content::Skeleton::from_owned(&skeleton) else { return };
    let rules = *random.pick(&[Rules::Standard, Rules::RobotGame]);
    let clip = Clip::new(clip, &skeleton.view());
    let mut model = AnimatedModel::new(Arc::new(skeleton), rules);
    for _ in 0..3 {
        let _ = model.play(&clip, &options(random));
        let _ = model.update(number(random));
    }
    assert!(view.sequences().all(|sequence| view.find(sequence.bone_name()).is_some()), "a bone is not found");
}

/// Samples a compressed clip individually and in a crowd.
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
    on_characters(view.bones(), clip, random);
}

/// Samples a uniform clip individually and in a crowd.
pub(super) fn sample_uniform(clip: &Arc<UniformClip>, random: &mut Random) {
    let view = clip.view();
    if view.bones() > BONES {
        return;
    }
    let mut out = vec![PoseBlock::IDENTITY; view.bones().div_ceil(8)];
    let wanted = [random.once_in(2)];
    assert_eq!(UniformSampleJob { clip: view, time: number(random), wanted: &wanted, out: &mut out }.run(), Ok(()));
    on_characters(view.bones(), clip, random);
}

/// Plays a clip on a model and on a few characters, and adds it to their poses.
fn on_characters(bones: usize, clip: impl Into<ClipContent>, random: &mut Random) {
    let bone = |number: usize| Bone {
        name: format!("{number}"),
        parent: number.checked_sub(1).and_then(|it| u32::try_from(it / 2).ok()),
        bind: Transform::IDENTITY,
    };
    let skeleton = Skeleton { bones: (0..bones).map(bone).collect(), ..Skeleton::default() };
    let Ok(skeleton) = content::Skeleton::from_owned(&skeleton) else { return };
    let (clip, skeleton) = (Clip::new(clip, &skeleton.view()), Arc::new(skeleton));
    let mut model = AnimatedModel::new(Arc::clone(&skeleton), *random.pick(&[Rules::Standard, Rules::RobotGame]));
    for _ in 0..3 {
        let _ = model.play(&clip, &options(random));
        let _ = model.update(number(random));
    }
    let mask = vec![WeightBlock::ALL; bones.div_ceil(8)];
    let layers = LayerBlend::ALL.map(|blend| CrowdLayer { mask: mask.clone(), blend });
    let Ok(mut crowd) = Crowd::new(&skeleton, vec![clip], layers, 2) else { return };
    let one = crowd.characters()[0];
    for step in 0..6 {
        let _ = crowd.play(one, step % 3, 0, &options(random));
        let _ = crowd.update(number(random));
        let _ = crowd.movement(one);
    }
    let rig = Arc::clone(crowd.rig());
    let mut out = vec![matrix::IDENTITY; bones];
    assert_eq!(PoseToModelJob { rig: &rig, pose: crowd.pose(one), out: &mut out }.run(), Ok(()));
}
