//! Curve clips and sampled clips of a script.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rigmill_pipeline::{Registry, SourcePath, Value};
use rigmill_runtime::{AlignedBytes, CurveClip, Loadable, MakeError, SampledClip, Transform};

use super::json::{number, numbers, text};
use super::times::Times;
use crate::content_file;
use crate::output::shell::{Shell, must_print};
use crate::standalone::products;

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
    pub(super) fn add_curves(
        &mut self,
        name: &str,
        path: &str,
        (registry, folder, shell): (&Registry, &Path, &Shell),
    ) -> Result<(), String> {
        let clip = load(registry, folder, path, shell, "curve-clip", CurveClip::from_owned)?;
        self.clips.insert(name.to_owned(), Clip::Curves(Arc::new(clip)));
        Ok(())
    }

    pub(super) fn add_sampled(
        &mut self,
        name: &str,
        path: &str,
        (registry, folder, shell): (&Registry, &Path, &Shell),
    ) -> Result<(), String> {
        let clip = load(registry, folder, path, shell, "sampled-clip", SampledClip::from_owned)?;
        self.clips.insert(name.to_owned(), Clip::Sampled(Arc::new(clip)));
        Ok(())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.clips.contains_key(name)
    }

    /// Prints a line for each bone and time. `only` names the bones to print; if it is empty, all are printed.
    pub(super) fn sample(&self, name: &str, times: Times, only: &[String], out: &mut impl Write) {
        let Some(clip) = self.clips.get(name) else { return };
        let paths: Vec<&str> = match clip {
            Clip::Curves(clip) => clip.paths().collect(),
            Clip::Sampled(clip) => clip.paths().collect(),
        };
        for (track, path) in paths.iter().enumerate() {
            let bone = path.rsplit_once('/').map_or(*path, |(_, bone)| bone);
            if only.is_empty() || only.iter().any(|name| name == bone || name == path) {
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

/// Loads a built file, or imports a source and runs a processor on it.
fn load<T: Loadable, O: Value>(
    registry: &Registry,
    folder: &Path,
    path: &str,
    shell: &Shell,
    processor: &str,
    make: fn(&O) -> Result<T, MakeError>,
) -> Result<T, String> {
    let source = SourcePath::new(path).map_err(|error| error.to_string())?;
    let Some(importer) = registry.importer_for(source.file_name()) else {
        let bytes = content_file::read(&folder.join(path)).map_err(|error| format!("cannot read {path}: {error}"))?;
        return T::from_bytes(AlignedBytes::from_slice(&bytes)).map_err(|error| format!("{path}: {error}"));
    };
    let products = products(registry, importer.as_ref(), processor, folder, &source, shell)?;
    let value = products.iter().find_map(|product| product.value.get::<O>());
    let value = value.ok_or_else(|| format!("{source} holds no {}", T::TYPE))?;
    make(value).map_err(|error| error.to_string())
}
