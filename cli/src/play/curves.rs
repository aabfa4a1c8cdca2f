//! Curve clips and sampled clips of a script.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use rigmill_runtime::Transform;
use rigmill_runtime::clips::{CurveClip, SampledClip};

use super::content::ContentFolder;
use super::json::{number, numbers, text};
use super::only::Only;
use super::problem::{Problem, at};
use super::times::Times;
use crate::output::shell::must_print;

/// The curve clips and sampled clips that a script has loaded, by name.
#[derive(Default)]
pub(super) struct Curves {
    clips: BTreeMap<String, Clip>,
}

enum Clip {
    Curves(Arc<CurveClip>),
    Sampled(Arc<SampledClip>),
}

impl Curves {
    pub(super) fn add_curves(&mut self, name: &str, path: &str, content: &ContentFolder<'_>) -> Result<(), Problem> {
        let clip = content.load_by(Some("curve-clip"), path, CurveClip::from_owned).map_err(at(2))?;
        self.clips.insert(name.to_owned(), Clip::Curves(Arc::new(clip)));
        Ok(())
    }

    pub(super) fn add_sampled(&mut self, name: &str, path: &str, content: &ContentFolder<'_>) -> Result<(), Problem> {
        let clip = content.load_by(Some("sampled-clip"), path, SampledClip::from_owned).map_err(at(2))?;
        self.clips.insert(name.to_owned(), Clip::Sampled(Arc::new(clip)));
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
    pub(super) fn sample(&self, name: &str, times: Times, only: &Only, out: &mut impl Write) {
        let Some(clip) = self.clips.get(name) else { return };
        let paths: Vec<&str> = match clip {
            Clip::Curves(clip) => clip.paths().collect(),
            Clip::Sampled(clip) => clip.paths().collect(),
        };
        for (track, path) in paths.iter().enumerate() {
            let bone = path.rsplit_once('/').map_or(*path, |(_, bone)| bone);
            if only.shows(&[bone, path]) {
                match clip {
                    Clip::Curves(clip) => sample_curves(clip, bone, path, times, out),
                    Clip::Sampled(clip) => sample_frames(clip, bone, (track, path), times, out),
                }
            }
        }
    }
}

fn sample_curves(clip: &Arc<CurveClip>, bone: &str, path: &str, times: Times, out: &mut impl Write) {
    let mut player = clip.bind(&[path]);
    for time in times.all() {
        let mut pose = [Transform::IDENTITY];
        player.play(times.within(time, clip.duration()), &mut pose);
        print(bone, path, time, &player.values(0), &pose[0], out);
    }
}

fn sample_frames(clip: &SampledClip, bone: &str, (track, path): (usize, &str), times: Times, out: &mut impl Write) {
    let mut frame = vec![Transform::IDENTITY; clip.paths().len()];
    for time in times.all() {
        let within = times.within(time, clip.length());
        frame.fill(Transform::IDENTITY);
        clip.frame_at(within, &mut frame);
        print(bone, path, time, &clip.values_at(track, within), &frame[track], out);
    }
}

fn print(bone: &str, path: &str, time: f32, values: &[Option<f32>; 10], bone_is: &Transform, out: &mut impl Write) {
    let (bone, path, time) = (text(bone), text(path), number(time));
    let values = values.map(|value| value.map_or("null".to_owned(), number)).join(",");
    let Transform { translation, rotation, scale } = bone_is;
    let [position, rotation, scale] = [&translation[..], rotation, scale].map(numbers);
    must_print(writeln!(
        out,
        r#"{{"sample":{bone},"path":{path},"t":{time},"c":[{values}],"position":{position},"rotation":{rotation},"scale":{scale}}}"#
    ));
}
