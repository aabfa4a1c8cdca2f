//! Compressed clips of a script, each with its skeleton.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, pose_blocks};
use rigmill_runtime::content::{CompressedClip, Skeleton};

use super::content::ContentFolder;
use super::json::{number, numbers, text};
use super::only::Only;
use super::problem::{Problem, at};
use super::times::Times;
use crate::output::shell::must_print;

/// The compressed clips that a script has loaded, by name.
#[derive(Default)]
pub(super) struct CompressedClips {
    clips: BTreeMap<String, Posed>,
}

/// A clip and the skeleton it animates.
struct Posed {
    clip: Arc<CompressedClip>,
    skeleton: Arc<Skeleton>,
}

impl CompressedClips {
    pub(super) fn load(
        &mut self,
        name: &str,
        (path, skeleton_path): (&str, &str),
        content: &ContentFolder<'_>,
    ) -> Result<(), Problem> {
        let clip: Arc<CompressedClip> = content.load(path).map_err(at(2))?;
        let skeleton: Arc<Skeleton> = content.load(skeleton_path).map_err(at(3))?;
        let (needed, found) = (clip.view().bones(), skeleton.view().len());
        if needed != found {
            return Err(format!("{path} has {needed} bones, but {skeleton_path} has {found} bones").into());
        }
        self.clips.insert(name.to_owned(), Posed { clip, skeleton });
        Ok(())
    }

    /// The names of the clips.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.clips.keys()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.clips.contains_key(name)
    }

    /// Prints a line for each time and each bone that `only` shows.
    pub(super) fn sample(&self, name: &str, times: Times, only: &Only, out: &mut impl Write) -> Result<(), Problem> {
        let Some(posed) = self.clips.get(name) else { return Ok(()) };
        let (clip, skeleton) = (posed.clip.view(), posed.skeleton.view());
        let bind = pose_blocks(skeleton.bones().map(|bone| *bone.bind()));
        let mut pose = vec![PoseBlock::IDENTITY; bind.len()];
        let mut scratch = CompressedScratch::new(skeleton.len());
        let length = clip.duration();
        for time in times.all() {
            let within = times.within(time, length);
            let job = CompressedSampleJob {
                clip,
                bind: &bind,
                scratch: &mut scratch,
                time: within,
                wanted: &[],
                out: &mut pose,
            };
            job.run().map_err(Problem::new)?;
            for (number, bone) in skeleton.bones().enumerate() {
                if only.shows(&[bone.name()]) {
                    print(bone.name(), time, &pose[number / 8], number % 8, out);
                }
            }
        }
        Ok(())
    }
}

fn print(bone: &str, time: f32, block: &PoseBlock, lane: usize, out: &mut impl Write) {
    let local = block.transform(lane);
    let (bone, time) = (text(bone), number(time));
    let [position, rotation, scale] = [&local.translation[..], &local.rotation, &local.scale].map(numbers);
    must_print(writeln!(
        out,
        r#"{{"sample":{bone},"t":{time},"position":{position},"rotation":{rotation},"scale":{scale}}}"#
    ));
}
