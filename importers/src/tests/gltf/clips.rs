//! Tests of sampled animations.

use super::support::{params, refused, scene, scene_with, warned, warned_with};
use super::writer::Writer;
use rigmill_pipeline::Params;
use serde_json::json;

/// Returns a node that a channel moves.
fn moved(property: &str, interpolation: &str, times: &[f32], values: &[f32]) -> Writer {
    let mut file = Writer::new();
    let node = file.node(json!({ "name": "Hand" }));
    file.animation("Go", &[(node, property, interpolation, times, values)]);
    file
}

/// Returns x for each sample.
fn sampled(file: &Writer, toml: &str) -> Vec<f64> {
    let scene = scene_with(file, toml);
    scene.clips[0].tracks[0].translations.iter().map(|it| it[0]).collect()
}

fn close(found: &[f64], known: &[f64]) {
    let off = found.iter().zip(known).any(|(a, b)| (a - b).abs() > 1e-6);
    assert!(found.len() == known.len() && !off, "{found:?} {known:?}");
}

#[test]
fn lines_steps_and_splines_are_evaluated_as_the_format_says() {
    let times = [0.0, 0.5, 1.0];
    let values = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 0.0];
    close(&sampled(&moved("translation", "LINEAR", &times, &values), "sample_rate = 4"), &[0.0, 1.0, 2.0, 0.5, -1.0]);
    close(&sampled(&moved("translation", "STEP", &times, &values), "sample_rate = 4"), &[0.0, 0.0, 2.0, 2.0, -1.0]);
    // Two keys, 0 and 1, one second apart, with an out-tangent of 2 and an in-tangent of -4 per second: x(t) = (2t³-3t²+1)·0 +
    // (t³-2t²+t)·2 + …
    let spline = [[0.0; 3], [0.0; 3], [2.0, 0.0, 0.0], [-4.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]];
    let at =
        |t: f64| (t * t * t - 2.0 * t * t + t) * 2.0 + (3.0 * t * t - 2.0 * t * t * t) + (t * t * t - t * t) * -4.0;
    let file = moved("translation", "CUBICSPLINE", &[0.0, 1.0], spline.as_flattened());
    close(&sampled(&file, "sample_rate = 4"), &[0.0, at(0.25), at(0.5), at(0.75), 1.0]);
    // Tangents are per second, so their effect halves with the time.
    let file = moved("translation", "CUBICSPLINE", &[1.0, 1.5], spline.as_flattened());
    let half = |t: f64| at(t) - 0.5 * ((t * t * t - 2.0 * t * t + t) * 2.0 + (t * t * t - t * t) * -4.0);
    close(&sampled(&file, "sample_rate = 8\ntrim_start = true"), &[0.0, half(0.25), half(0.5), half(0.75), 1.0]);
}

#[test]
fn keys_close_together_are_not_merged() {
    // A linear jump in the first 20 µs, and a key just after a frame.
    let times = [0.0, 2e-5, 0.5, 0.500_02, 1.0];
    let values = [0.0, 1.0, 1.0, 3.0, 3.0].map(|x| [x, 0.0, 0.0]);
    let file = moved("translation", "LINEAR", &times, values.as_flattened());
    close(&sampled(&file, "sample_rate = 4"), &[0.0, 1.0, 1.0, 3.0, 3.0]);
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "files are in single precision")]
fn the_rate_of_a_long_file_is_that_of_its_frames() {
    for (rate, seconds) in [(60_u16, 700), (120, 300), (30, 1500), (24, 900)] {
        let (frames, rate) = (seconds * u32::from(rate), f64::from(rate));
        let times: Vec<f32> = (0..=frames).map(|frame| (f64::from(frame) / rate) as f32).collect();
        let values: Vec<[f32; 3]> = (0..=frames).map(|frame| [frame as f32, 0.0, 0.0]).collect();
        let file = moved("translation", "LINEAR", &times, values.as_flattened());
        assert_eq!(scene_with(&file, "max_samples = 1000000").clips[0].rate, rate, "{seconds} s");
    }
}

#[test]
fn rotations_take_the_shorter_arc_at_even_speed() {
    let turn = |degrees: f64| {
        let half = degrees.to_radians() / 2.0;
        [0.0, 0.0, libm::sin(half), libm::cos(half)]
    };
    #[expect(clippy::cast_possible_truncation, reason = "files are in single precision")]
    let keys = [turn(0.0), turn(120.0).map(|part| -part)].map(|q| q.map(|part| part as f32));
    let scene = scene_with(&moved("rotation", "LINEAR", &[0.0, 1.0], keys.as_flattened()), "sample_rate = 4");
    for (found, degrees) in scene.clips[0].tracks[0].rotations.iter().zip([0.0, 30.0, 60.0, 90.0, 120.0]) {
        close(found, &turn(degrees));
    }
}

#[test]
fn a_step_comes_on_its_frame() {
    for start in [0_u16, 1, 7, 100] {
        let time = |frame: u16| f32::from(start + frame) / 30.0;
        let times = [0, 3, 11, 29, 30].map(time);
        let values: Vec<f32> = [0.0, 1.0, 2.0, 3.0, 3.0].into_iter().flat_map(|x| [x, 0.0, 0.0]).collect();
        let known: Vec<f64> = (0..=30)
            .map(|frame| f64::from(u8::from(frame >= 3) + u8::from(frame >= 11) + u8::from(frame >= 29)))
            .collect();
        let file = moved("translation", "STEP", &times, &values);
        assert_eq!(sampled(&file, "trim_start = true"), known, "from frame {start}");
        let held = sampled(&file, "");
        assert_eq!(held.len(), known.len() + usize::from(start), "from frame {start}");
        assert!(held.iter().rev().eq(known.iter().rev().chain(&vec![0.0; start.into()])), "{held:?}");
        let clip = &scene_with(&file, "trim_start = true").clips[0];
        assert!((clip.start - f64::from(start) / 30.0).abs() < 1e-6 && (clip.duration - 1.0).abs() < 1e-6);
    }
}

#[test]
fn the_rate_is_that_of_the_keys_where_they_have_one() {
    let rate = |times: &[f32]| {
        let values: Vec<f32> = times.iter().flat_map(|&time| [time, 0.0, 0.0]).collect();
        scene(&moved("translation", "LINEAR", times, &values)).clips[0].rate
    };
    let frames = |rate: f32, frames: &[u16]| frames.iter().map(|&frame| f32::from(frame) / rate).collect::<Vec<_>>();
    assert_eq!(rate(&frames(24.0, &[0, 1, 2, 30, 77])), 24.0);
    assert_eq!(rate(&frames(60.0, &[3, 4, 6000])), 60.0);
    assert_eq!(rate(&frames(12.0, &[0, 1, 2])), 36.0);
    assert_eq!(rate(&[0.0, 2.0]), 30.0);
    assert_eq!(rate(&[0.0, 0.1, 0.17, 0.33]), 30.0);
    assert_eq!(rate(&[0.0, 1e-6, 1.0]), 30.0);
    assert_eq!(rate(&[0.5]), 30.0);
    // The time before the first key counts, too.
    assert_eq!(rate(&frames(24.0, &[1, 7, 24])), 24.0);
    assert_eq!(rate(&[0.0625, 1.0]), 16.0);
    assert_eq!(rate(&[0.05, 0.35, 1.0]), 20.0);
    assert_eq!(rate(&[1e-6, 0.05, 1.0]), 20.0);
}

#[test]
fn clips_are_cut_and_named() {
    let file = moved("translation", "LINEAR", &[0.0, 3.0], &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    let scene = scene_with(&file, "clips = [{ name = \"Part\", take = \"Go\", frames = [30, 60] }, { name = \"Go\" }]");
    let found: Vec<_> = scene.clips.iter().map(|it| (it.name.as_str(), it.start, it.duration, it.frames)).collect();
    assert_eq!(found, [("Part", 1.0, 1.0, 31), ("Go", 0.0, 3.0, 91)]);
    let ends: Vec<f64> = scene.clips.iter().map(|it| it.tracks[0].translations.last().unwrap()[0]).collect();
    close(&ends, &[2.0, 3.0]);
}

#[test]
fn frames_beyond_an_animation_are_reported() {
    let file = moved("translation", "LINEAR", &[1.0, 2.99], &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    let said = |frames: &str| {
        let clips = format!(
            "sample_rate = 30\ntrim_start = true\nclips = [{{ name = \"Part\", take = \"Go\", frames = {frames} }}]"
        );
        warned_with(&file, &clips)
    };
    assert_eq!(said("[30, 90]"), Vec::<String>::new());
    assert_eq!(
        said("[30, 1000]"),
        ["R0314: parameter `clips`: clip \"Part\": frame 1000 is after the last frame (90) of the animation \"Go\""]
    );
    assert_eq!(
        said("[0, 60]"),
        ["R0314: parameter `clips`: clip \"Part\": frame 0 is before the first frame (30) of the animation \"Go\""]
    );
    let from_0 = "sample_rate = 30\nclips = [{ name = \"Part\", take = \"Go\", frames = [0, 60] }]";
    assert_eq!(warned_with(&file, from_0), Vec::<String>::new(), "an animation begins at time 0");
}

#[test]
fn impossible_requests_are_reported() {
    let file = moved("translation", "LINEAR", &[0.0, 3.0], &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    let said = |toml: &str| {
        let (scene, said) =
            crate::tests::support::import_with::<crate::scenes::gltf::Gltf>(&file.glb(), &params(toml).unwrap());
        assert!(scene.is_none());
        said.iter()
            .map(|it| format!("{}: {}; {}", it.code, it.message, it.help.as_deref().unwrap()))
            .collect::<String>()
    };
    assert_eq!(
        said("clips = [{ name = \"Run\", take = \"Ga\" }]"),
        "R0148: parameter `clips`: clip \"Run\": the file contains no animation named \"Ga\"; use one of the animations in the file: \"Go\""
    );
    assert!(
        said("clips = [{ name = \"Go\", frames = [3, 2] }]")
            .starts_with("R0149: parameter `clips`: clip \"Go\": the first frame (3)")
    );
    assert!(
        said("clips = [{ name = \"Go\" }, { name = \"Go\" }]")
            .starts_with("R0149: parameter `clips`: two clips are named \"Go\"")
    );
    assert_eq!(
        said("clips = [{ name = \"go\", take = \"Go\" }, { name = \"Go\" }]"),
        "R0149: parameter `clips`: the clip names \"go\" and \"Go\" differ only in capitalization; give each clip in `clips` a unique name"
    );
    assert_eq!(
        said("clips = [{ name = \"Go/Back\" }]"),
        "R0149: parameter `clips`: clip \"Go/Back\": a file name cannot contain '/'; use a different `name`, and set `take = \"Go/Back\"` so that Rigmill finds the animation"
    );
    assert_eq!(
        said("clips = [{ name = \"\", take = \"Go\" }]"),
        "R0149: parameter `clips`: clip \"\": the name is empty; use a different `name`"
    );
    assert!(said("clips = [{ name = \"Go\", frames = [0, 2147483647] }]").starts_with("R0141"));
    for wrong in
        ["sample_rate = 0", "sample_rate = nan", "axes = \"file\"", "clips = [{}]", "clips = [{ name = \"a\", x = 1 }]"]
    {
        assert!(params(wrong).is_err(), "{wrong}");
    }
    assert_ne!(params("axes = \"z-up\"").unwrap().canonical(), params("").unwrap().canonical());
}

#[test]
fn keys_that_do_not_fit_are_refused() {
    let two = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let cases = [
        (moved("translation", "LINEAR", &[1.0, 0.0], &two), "R0140"),
        (moved("translation", "LINEAR", &[0.0, f32::NAN], &two), "R0142"),
        (moved("translation", "LINEAR", &[0.0, 1.0], &[f32::INFINITY; 6]), "R0142"),
        (moved("translation", "LINEAR", &[0.0, 1.0, 2.0], &two), "R0140"),
        (moved("translation", "CUBICSPLINE", &[0.0, 1.0], &two), "R0140"),
        (moved("translation", "SPLINE", &[0.0, 1.0], &two), "R0140"),
        (moved("rotation", "LINEAR", &[0.0, 1.0], &[0.0; 8]), "R0140"),
        (moved("translation", "LINEAR", &[0.0, 333_333.0], &two), "R0141"),
        (moved("translation", "LINEAR", &[0.0, 1e30], &two), "R0141"),
        (moved("translation", "LINEAR", &[], &[]), "R0140"),
    ];
    for (at, (file, code)) in cases.into_iter().enumerate() {
        assert!(refused(&file.glb()).starts_with(code), "{at}: {}", refused(&file.glb()));
    }
}

#[test]
fn channels_that_move_no_node_are_reported() {
    let mut file = moved("translation", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    file.json["animations"][0]["channels"][0]["target"]["path"] = "weights".into();
    let expected = "R0147: 1 animation channel that affects neither a node nor a mesh is left out: \"Go\"";
    assert_eq!(warned(&file), [expected]);
}

#[test]
fn channels_whose_target_is_no_node_are_left_out() {
    let mut file = moved("translation", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let mut channel = file.json["animations"][0]["channels"][0].clone();
    channel["target"] = serde_json::json!({ "path": "pointer" });
    file.json["animations"][0]["channels"].as_array_mut().unwrap().push(channel);
    let expected = "R0147: 1 animation channel that affects neither a node nor a mesh is left out: \"Go\"";
    assert_eq!(warned(&file), [expected]);
}

/// The specification (3.11): before its first key, a channel has this key's value.
#[test]
fn clips_begin_at_0_with_the_first_value_held() {
    let values = [[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
    let mut file = moved("translation", "LINEAR", &[0.5, 1.0], values.as_flattened());
    file.json["animations"][0]["extras"]["events"] = json!([{ "time": 0.75, "name": "step" }]);
    let at = |toml: &str| {
        let scene = scene_with(&file, toml);
        let clip = &scene.clips[0];
        (clip.start, clip.duration, clip.events[0].time.value, sampled(&file, toml))
    };
    assert_eq!(at("sample_rate = 4"), (0.0, 1.0, 0.75, vec![1.0, 1.0, 1.0, 2.0, 3.0]));
    assert_eq!(at("sample_rate = 4\ntrim_start = true"), (0.5, 0.5, 0.25, vec![1.0, 2.0, 3.0]));
    // Without a frame rate in the manifest, all keys are on frames.
    close(&at("").3[15..], &at("trim_start = true").3);
}
