//! [`SampleJob`]: samples a clip of any type into a pose.

use rigmill_format::PlayMode;

use super::Clip;
use super::clip::ClipSource;
use crate::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, UniformSampleJob};
use crate::error::{JobError, check_length};

/// Samples a clip of any type at one time into blocks of eight bones, under [`Rules::Standard`](crate::Rules::Standard).
#[derive(Debug)]
pub struct SampleJob<'a> {
    /// The clip.
    pub clip: &'a Clip,
    /// The time in seconds from the clip's start. Times before the start give the first frame; times after the end give the
    /// last frame.
    pub time: f32,
    /// What the clip does at its end. Some clips of key frames close their loop between the last key and the end if they
    /// repeat.
    pub mode: PlayMode,
    /// The pose of bones and channels that the clip does not move, usually the bind pose: one block per eight bones.
    pub rest: &'a [PoseBlock],
    /// One flag per block: `false` leaves the block unchanged. Blocks beyond its end are sampled.
    pub wanted: &'a [bool],
    /// Buffers for compressed clips.
    pub scratch: &'a mut CompressedScratch,
    /// Receives the pose: one block per eight bones.
    pub out: &'a mut [PoseBlock],
}

impl SampleJob<'_> {
    /// Runs the job. Allocates no memory.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let Self { clip, time, mode, rest, wanted, scratch, out } = self;
        let blocks = clip.bones().div_ceil(8);
        check_length("rest", rest.len(), blocks)?;
        check_length("out", out.len(), blocks)?;
        match clip.source() {
            ClipSource::Uniform(clip) => UniformSampleJob { clip: clip.view(), time, wanted, out }.run(),
            ClipSource::Compressed(clip) => {
                CompressedSampleJob { clip: clip.view(), bind: rest, scratch, time, wanted, out }.run()
            }
            ClipSource::Sequence(tracks) => {
                lay_to_rest(&rest[..blocks], wanted, out);
                tracks.sample(time, mode, wanted, out);
                Ok(())
            }
            ClipSource::Curves(tracks) => {
                lay_to_rest(&rest[..blocks], wanted, out);
                tracks.sample(time.max(0.0).min(clip.duration()), wanted, out);
                Ok(())
            }
        }
    }
}

fn lay_to_rest(rest: &[PoseBlock], wanted: &[bool], out: &mut [PoseBlock]) {
    for (block, (out, rest)) in out.iter_mut().zip(rest).enumerate() {
        if wanted.get(block) != Some(&false) {
            *out = *rest;
        }
    }
}
