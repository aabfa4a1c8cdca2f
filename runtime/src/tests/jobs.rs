//! Jobs over the caller's buffers.

use rigmill_format::{AlignedBytes, Content as _, KeyFrameSequence, SkeletonLayout};

use super::clips::{BOTH, clip_of, named, slide, still, x};
use super::models::skeleton;
use crate::{AnimationSequence, JobError, LocalToModelJob, PlayMode, Rules, SampleJob, Skeleton};
use rigmill_math::matrix::IDENTITY;

fn job<'a>(clip: &'a AnimationSequence, time: f32, rules: Rules, out: &'a mut [crate::Matrix]) -> SampleJob<'a> {
    SampleJob { clip: clip.view(), time, mode: PlayMode::Once, rules, out }
}

fn clip(sequences: Vec<KeyFrameSequence>) -> AnimationSequence {
    AnimationSequence::from_owned(&clip_of(sequences)).unwrap()
}

#[test]
fn a_sample_job_writes_a_matrix_for_each_sequence() {
    for rules in BOTH {
        let clip = clip(vec![slide(&[0.0, 4.0], 1.0, 1.0), named("Arm", still(2.0))]);
        let mut out = [IDENTITY; 3];
        job(&clip, 0.25, rules, &mut out).run().unwrap();
        assert_eq!(out.map(x), [1.0, 2.0, 0.0]);
    }
}

#[test]
fn a_sample_job_tells_the_sequence_that_fails() {
    let clip = clip(vec![still(2.0), named("Arm", slide(&[0.0, 4.0], 1.0, 1.0))]);
    let mut out = [IDENTITY; 2];
    let error = job(&clip, -5.0, Rules::RobotGame, &mut out).run().unwrap_err();
    assert_eq!(error.to_string(), "sequence 1: key -5 of a list of 2");
    job(&clip, -5.0, Rules::Standard, &mut out).run().unwrap();
}

#[test]
fn a_short_buffer_is_told_and_left_alone() {
    let clip = clip(vec![still(2.0), named("Arm", still(3.0))]);
    let mut out = [IDENTITY; 1];
    let error = job(&clip, 0.0, Rules::Standard, &mut out).run().unwrap_err();
    assert_eq!(error, JobError::BufferTooShort { buffer: "out", found: 1, expected: 2 });
    assert_eq!(out, [IDENTITY]);
}

#[test]
fn a_model_job_multiplies_up_the_skeleton() {
    let skeleton = Skeleton::from_owned(&skeleton()).unwrap();
    let mut local = [IDENTITY; 3];
    for (matrix, x) in local.iter_mut().zip([1.0, 10.0, 100.0]) {
        matrix[12] = x;
    }
    let mut out = [IDENTITY; 3];
    LocalToModelJob { skeleton: skeleton.view(), local: &local, out: &mut out }.run().unwrap();
    assert_eq!(out.map(x), [1.0, 11.0, 111.0]);
    let error = LocalToModelJob { skeleton: skeleton.view(), local: &local[..2], out: &mut out }.run();
    assert!(matches!(error, Err(JobError::BufferTooShort { buffer: "local", .. })));
}

#[test]
fn a_view_of_bytes_that_were_not_checked_does_no_harm() {
    let file = AlignedBytes::from_slice(&skeleton().encode().unwrap());
    let layout = SkeletonLayout::parse(&file).unwrap();
    let noise = AlignedBytes::from_slice(&vec![0x11; file.len()]);
    let mut out = [IDENTITY; 3];
    LocalToModelJob { skeleton: layout.view(&noise), local: &[IDENTITY; 3], out: &mut out }.run().unwrap();
}
