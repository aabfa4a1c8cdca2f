//! Tests how clips end: the last pose and the duration are those of the source, regardless of how the clip was sampled. Sampled
//! and uniform clips end with the last key. Compressed clips end with the pose that the source shows at its end, which is just
//! before the last key if rounding puts this key after the end.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, UniformSampleJob, pose_blocks};
use rigmill_runtime::clips::SampledClip;
use rigmill_runtime::content::{CompressedClip, Skeleton, UniformClip};
use rigmill_runtime::{Content, Transform};
use serde_json::Value;

use crate::robotgame::{element, elements, float, scalar};
use rigmill_test_random::Random;

use crate::support::{Project, files_below, outside};

/// The transform of a bone. Channels that the source does not have are `None`.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    channels: [Option<Vec<f64>>; 3],
}

/// The end of a source, read without Rigmill's importer.
struct End {
    duration: f32,
    /// The last keys.
    bones: BTreeMap<String, Place>,
    /// What the standard playback rules show at the end.
    played: BTreeMap<String, Place>,
}

fn list(source: &str, has: &str, name: &str, item: &str, components: &[&str]) -> Vec<Vec<f64>> {
    if element(source, has, 0).map(|(text, _)| text) != Some("true") {
        return Vec::new();
    }
    let inner = element(source, name, 0).map_or("", |(inner, _)| inner);
    let key = |key: &&str| components.iter().map(|name| f64::from(float(scalar(key, name)))).collect();
    elements(inner, item).iter().map(key).collect()
}

/// Interpolates between two keys. Rotations turn at constant speed.
#[expect(clippy::disallowed_methods, reason = "what is calculated is compared with a tolerance")]
fn between(a: &[f64], b: &[f64], part: f64) -> Vec<f64> {
    let mix = |weights: [f64; 2]| a.iter().zip(b).map(|(a, b)| a * weights[0] + b * weights[1]).collect();
    if a.len() < 4 {
        return mix([1.0 - part, part]);
    }
    let cosine: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    let angle = cosine.abs().min(1.0).acos();
    if angle < 1e-6 {
        return mix([1.0 - part, part * cosine.signum()]);
    }
    mix([((1.0 - part) * angle).sin() / angle.sin(), (part * angle).sin() / angle.sin() * cosine.signum()])
}

/// Returns the last key. In all sources of these tests, it is at the end, except for rounding.
fn end_of(source: &str) -> End {
    let (mut bones, mut played) = (BTreeMap::new(), BTreeMap::new());
    for sequence in elements(source, "KeyFrameSequence") {
        let lists = [
            list(sequence, "HasTranslation", "Translation", "Vector3", &["X", "Y", "Z"]),
            list(sequence, "HasRotation", "Rotation", "Quaternion", &["X", "Y", "Z", "W"]),
            list(sequence, "HasScale", "Scale", "Vector3", &["X", "Y", "Z"]),
        ];
        let (duration, count) = (float(scalar(sequence, "Duration")), float(scalar(sequence, "KeyCount")));
        let times = element(sequence, "Time", 0).map(|(times, _)| elements(times, "float")).unwrap_or_default();
        let time = |key: usize| match times.get(key) {
            Some(time) if scalar(sequence, "HasTime") == "true" => f64::from(float(time)),
            _ => f64::from(float(scalar(sequence, "KeyInterval"))) * key as f64,
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of keys")]
        let end_key = count as usize - 1;
        #[expect(clippy::cast_possible_truncation, reason = "a time of the source")]
        let last = time(end_key) as f32;
        let at_end = |keys: Vec<Vec<f64>>| {
            let found = keys.last().cloned()?;
            if keys.len() < 2 || time(end_key) <= f64::from(duration) {
                return Some(found);
            }
            let (from, to) = (time(end_key - 1), time(end_key));
            Some(between(&keys[end_key - 1], &found, (f64::from(duration) - from) / (to - from)))
        };
        assert!(last <= duration + 1e-6 * count, "the last key is at {last} s, the end at {duration} s");
        let name = scalar(sequence, "BoneName").to_owned();
        bones.insert(name.clone(), Place { channels: lists.each_ref().map(|keys| keys.last().cloned()) });
        played.insert(name, Place { channels: lists.map(at_end) });
    }
    End { duration: float(scalar(source, "Duration")), bones, played }
}

const KINDS: [&str; 3] = ["uniform-clip", "compress", "sampled-clip"];

/// A project that contains each clip once for each processor, on a skeleton with all bones. `rules` can add parameters for a
/// clip.
struct Ends {
    project: Project,
    ends: BTreeMap<String, End>,
    rates: BTreeMap<String, String>,
}

impl Ends {
    fn new() -> Self {
        Self { project: Project::new(), ends: BTreeMap::new(), rates: BTreeMap::new() }
    }

    fn add(&mut self, name: &str, source: &str, rate: Option<f64>) {
        for kind in KINDS {
            self.project.write(&format!("{kind}/{name}.Animation"), source);
        }
        if let Some(rate) = rate {
            self.rates.insert(name.to_owned(), format!(", rate = {rate:?}"));
        }
        self.ends.insert(name.to_owned(), end_of(source));
    }

    fn build(&self) -> Content {
        let mut names: Vec<&String> = self.ends.values().flat_map(|end| end.bones.keys()).collect();
        names.sort();
        names.dedup();
        let mut rig = String::new();
        for name in names {
            // In bind pose, each bone is at a position that no clip uses.
            write!(rig, "[[bone]]\nname = {name:?}\ntranslation = [7, 8, 9]\n").unwrap();
        }
        self.project.write("Rig.skeleton.toml", rig);
        let mut rules = String::new();
        for kind in KINDS {
            for name in self.ends.keys() {
                let rate = self.rates.get(name).map_or("", String::as_str);
                writeln!(rules, "[[rule]]\nmatch = \"{kind}/{name}.Animation\"\nprocessor = \"{kind}\"").unwrap();
                writeln!(rules, "params = {{ skeleton = \"Rig.skeleton\"{rate} }}").unwrap();
            }
        }
        self.project.write("rigmill.toml", rules);
        let built = self.project.build();
        // Random keys may not match the frames of any rate.
        let others = built.diagnostics().into_iter().filter(|it| it["code"] != "R0318").count();
        assert_eq!((built.code, others), (0, 0), "{:?}", built.diagnostics());
        Content::open(self.project.native()).unwrap()
    }

    /// Compares what the runtime samples at each clip's duration with the end of the source, and with the output of `inspect`.
    fn check(&self) {
        let content = self.build();
        let skeleton = content.load::<Skeleton>("Rig.skeleton").unwrap();
        for (name, end) in &self.ends {
            for kind in KINDS {
                let (duration, pose) = last_pose(&content, &skeleton, kind, name);
                assert_eq!(duration, end.duration, "{kind} {name}");
                for (bone, place) in if kind == "compress" { &end.played } else { &end.bones } {
                    check_bone(&pose[bone], place, kind, &format!("{kind} {name} {bone:?}"));
                }
                assert_eq!(self.inspected(kind, name), end.duration, "{kind} {name}");
            }
        }
    }

    /// Returns the duration that `inspect` shows, both to people and to programs.
    fn inspected(&self, kind: &str, name: &str) -> f32 {
        let path = format!("build/native/{kind}/{name}.rmb");
        let run = |json: &[&str]| {
            let output = self.project.command("inspect").arg(&path).args(json).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
        let duration = if kind == "sampled-clip" { &json["length"] } else { &json["duration"] };
        let text = run(&[]);
        assert!(text.contains(&format!(" {duration} s").replace(".0 s", " s")), "{duration}: {text}");
        duration.to_string().parse().unwrap()
    }
}

fn last_pose(content: &Content, skeleton: &Skeleton, kind: &str, name: &str) -> (f32, BTreeMap<String, Transform>) {
    let path = format!("{kind}/{name}");
    let bind = pose_blocks(skeleton.view().bones().map(|bone| *bone.bind()));
    let mut out = bind.clone();
    if kind == "sampled-clip" {
        let clip = content.load::<SampledClip>(&path).unwrap();
        let mut frame = vec![Transform::IDENTITY; clip.paths().len()];
        clip.frame_at(clip.length(), &mut frame);
        return (clip.length(), clip.paths().map(ToOwned::to_owned).zip(frame).collect());
    }
    let duration = if kind == "uniform-clip" {
        let clip = content.load::<UniformClip>(&path).unwrap();
        let time = clip.view().duration();
        UniformSampleJob { clip: clip.view(), time, wanted: &[], out: &mut out }.run().unwrap();
        time
    } else {
        let clip = content.load::<CompressedClip>(&path).unwrap();
        let (clip, time) = (clip.view(), clip.view().duration());
        let mut scratch = CompressedScratch::new(bind.len() * 8);
        CompressedSampleJob { clip, bind: &bind, scratch: &mut scratch, time, wanted: &[], out: &mut out }
            .run()
            .unwrap();
        time
    };
    let local = |bone: usize| out[bone / 8].transform(bone % 8);
    let named = skeleton.view().bones().enumerate().map(|(bone, it)| (it.name().to_owned(), local(bone)));
    (duration, named.collect::<BTreeMap<String, Transform>>())
}

/// Checks a bone with a tolerance for keys, in metres and in units of rotation. For compressed clips, it is what the bound of a
/// tenth of a millimetre at three centimetres allows.
fn check_bone(found: &Transform, expected: &Place, kind: &str, what: &str) {
    let (metres, turn) = if kind == "compress" { (1e-4, 2e-3) } else { (0.0, 5e-7) };
    let [translation, rotation, scale] = &expected.channels;
    let off = |found: &[f32], expected: &[f64]| -> f64 {
        found.iter().zip(expected).map(|(a, b)| (f64::from(*a) - b).powi(2)).sum::<f64>().sqrt()
    };
    let apart = off(&found.translation, translation.as_deref().unwrap_or(&[7.0, 8.0, 9.0]));
    assert!(apart <= metres, "{what}: {apart} m off: {found:?} {expected:?}");
    if let Some(rotation) = rotation {
        let length = rotation.iter().map(|part| part * part).sum::<f64>().sqrt();
        let [same, other] = [length, -length].map(|length| {
            let unit: Vec<f64> = rotation.iter().map(|part| part / length).collect();
            off(&found.rotation, &unit)
        });
        assert!(same.min(other) <= turn, "{what}: {found:?} {expected:?}");
    }
    // Sampled clips have no scale.
    if let Some(scale) = scale.as_ref().filter(|_| kind != "sampled-clip") {
        let apart = off(&found.scale, scale);
        assert!(apart <= metres * 40.0, "{what}: {found:?} {expected:?}");
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn every_real_clip_ends_with_its_last_keys_at_its_duration() {
    let robotgame = outside("RIGMILL_ROBOTGAME");
    let mut ends = Ends::new();
    let sources = files_below(&robotgame.join("content/Animation/Players"));
    for path in sources.iter().filter(|path| path.extension().is_some_and(|it| it == "Animation")) {
        ends.add(path.file_stem().unwrap().to_str().unwrap(), &fs::read_to_string(path).unwrap(), None);
    }
    assert!(ends.ends.len() >= 46);
    ends.check();
}

/// Writes a clip in the style of RobotGame's exporter: times with six decimals.
fn written(count: usize, interval: f64, duration: f64, timed: bool, random: &mut Random) -> String {
    let mut number = || random.below(2_000_001) as f64 / 1e6 - 1.0;
    let (mut translation, mut rotation, mut time) = (String::new(), String::new(), String::new());
    for key in 0..count {
        let [x, y, z] = [number(), number(), number()];
        writeln!(translation, "<Vector3><X>{x:.6}</X><Y>{y:.6}</Y><Z>{z:.6}</Z></Vector3>").unwrap();
        let tangent = number();
        let square = 1.0 + tangent * tangent;
        let (sine, cosine) = (2.0 * tangent / square, (1.0 - tangent * tangent) / square);
        writeln!(rotation, "<Quaternion><X>{sine:.6}</X><Y>0</Y><Z>0</Z><W>{cosine:.6}</W></Quaternion>").unwrap();
        writeln!(time, "<float>{:.6}</float>", key as f64 * interval).unwrap();
    }
    let time = if timed {
        format!("<HasTime>true</HasTime>\n<Time>\n{time}</Time>\n")
    } else {
        "<HasTime>false</HasTime>\n".into()
    };
    format!(
        "<?xml version=\"1.0\" ?>\n<AnimationSequence>\n<KeyFrameSequenceCount>1</KeyFrameSequenceCount>\n\
         <Duration>{duration:.6}</Duration>\n<KeyFrameSequences>\n<KeyFrameSequence>\n<BoneName>B</BoneName>\n\
         <KeyCount>{count}</KeyCount>\n<Duration>{duration:.6}</Duration>\n<KeyInterval>{interval:.6}</KeyInterval>\n\
         <HasTranslation>true</HasTranslation>\n<HasRotation>true</HasRotation>\n{time}\
         <Translation>\n{translation}</Translation>\n<Rotation>\n{rotation}</Rotation>\n</KeyFrameSequence>\n\
         </KeyFrameSequences>\n</AnimationSequence>\n"
    )
}

#[test]
fn clips_of_any_rate_and_length_end_with_their_last_keys_at_their_duration() {
    let mut random = Random::new(11);
    let mut ends = Ends::new();
    // Two seconds with four keys, and a clip that holds its last key.
    ends.add("four", &written(4, 2.0 / 3.0, 2.0, false, &mut random), None);
    ends.add("rest", &written(31, 0.035417, 1.066667, false, &mut random), None);
    let rates = [30.0, 24.0, 29.97, 23.976, 15.0, 60.0, 120.0, 6.0, 1.5, 7.0, 28.3];
    for number in 0..120 {
        let rate = rates[random.below(rates.len())];
        let count = 2 + random.below(90);
        let last = (count - 1) as f64 / rate;
        // A third of the clips hold the last key for part of an interval.
        let duration = last + if number % 3 == 0 { random.below(1000) as f64 / 1000.0 / rate } else { 0.0 };
        let own = [None, None, Some(30.0), Some(24.0), Some(25.0), Some(13.7), Some(60.0)];
        let source = written(count, 1.0 / rate, duration, random.below(4) == 0, &mut random);
        ends.add(&format!("clip{number}"), &source, own[random.below(own.len())]);
    }
    ends.check();
}

/// With an interval of 0.066667 s, the last of 16 keys is at 1.000005 s, but the clip ends at 1 s.
#[test]
fn a_compressed_clip_whose_last_key_is_after_its_end_keeps_its_bound_there() {
    let mut random = Random::new(19);
    let mut ends = Ends::new();
    let late = [(16, 0.066_667, 1.0), (31, 0.041_667, 1.25), (91, 0.016_667, 1.5), (11, 0.166_667, 1.666_667)];
    for (number, (count, interval, duration)) in late.into_iter().enumerate() {
        ends.add(&format!("late{number}"), &written(count, interval, duration, false, &mut random), None);
    }
    assert!(ends.ends.values().all(|end| end.bones != end.played));
    ends.check();
}
