//! Tests RobotGame's own clips, if they are available: they build without messages, and every value is preserved.

use std::fs;

use serde_json::Value;

use crate::support::{Project, files_below, outside};

/// Returns the text of the first `<name>` element at or after `from`, and its end. The real files have a simple form, so this
/// reads them without Rigmill's own importer.
pub(crate) fn element<'a>(text: &'a str, name: &str, from: usize) -> Option<(&'a str, usize)> {
    let open = format!("<{name}>");
    let start = from + text[from..].find(&open)? + open.len();
    let end = start + text[start..].find(&format!("</{name}>"))?;
    Some((&text[start..end], end))
}

pub(crate) fn elements<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((inner, end)) = element(text, name, at) {
        found.push(inner);
        at = end;
    }
    found
}

pub(crate) fn scalar<'a>(text: &'a str, name: &str) -> &'a str {
    element(text, name, 0).unwrap_or_else(|| panic!("no {name}")).0
}

/// Parses text to f64 and converts it to f32, like .NET.
#[allow(clippy::cast_possible_truncation, reason = "rounding to f32 is the point")]
pub(crate) fn float(text: &str) -> f32 {
    text.parse::<f64>().unwrap() as f32
}

#[allow(clippy::cast_possible_truncation, reason = "the JSON says f32 values")]
fn bits(value: &Value) -> u32 {
    // Parsed directly as f32: the promise is that the same f32 is read back.
    value.to_string().parse::<f32>().unwrap().to_bits()
}

fn check_list(sequence: &Value, source: &str, list: &str, item: &str, components: &[&str]) {
    let inner = element(source, list, 0).map_or("", |(inner, _)| inner);
    let expected: Vec<Vec<u32>> = elements(inner, item)
        .iter()
        .map(|key| match components {
            [] => vec![float(key).to_bits()],
            names => names.iter().map(|name| float(scalar(key, name)).to_bits()).collect(),
        })
        .collect();
    let found: Vec<Vec<u32>> = sequence[list.to_lowercase()]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key.as_array().map_or_else(|| vec![bits(key)], |key| key.iter().map(bits).collect()))
        .collect();
    assert_eq!(found, expected, "{list}");
}

fn check_sequence(found: &Value, source: &str) {
    assert_eq!(found["bone"], scalar(source, "BoneName"));
    assert_eq!(found["key_count"].to_string(), scalar(source, "KeyCount"));
    assert_eq!(bits(&found["duration"]), float(scalar(source, "Duration")).to_bits());
    assert_eq!(bits(&found["key_interval"]), float(scalar(source, "KeyInterval")).to_bits());
    for (key, name) in [
        ("has_translation", "HasTranslation"),
        ("has_rotation", "HasRotation"),
        ("has_scale", "HasScale"),
        ("has_time", "HasTime"),
        ("fixed_translation", "FixedTranslation"),
        ("fixed_rotation", "FixedRotation"),
        ("fixed_scale", "FixedScale"),
    ] {
        assert_eq!(found[key].to_string(), scalar(source, name), "{name}");
    }
    check_list(found, source, "Translation", "Vector3", &["X", "Y", "Z"]);
    check_list(found, source, "Rotation", "Quaternion", &["X", "Y", "Z", "W"]);
    check_list(found, source, "Scale", "Vector3", &["X", "Y", "Z"]);
    check_list(found, source, "Time", "float", &[]);
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn every_real_clip_builds_without_a_diagnostic_and_keeps_every_value() {
    let robotgame = outside("RIGMILL_ROBOTGAME");
    let project = Project::copy_of(&robotgame.join("content/Animation/Players"));
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let sources: Vec<_> = files_below(&project.root())
        .into_iter()
        .filter(|path| path.extension().is_some_and(|it| it == "Animation"))
        .collect();
    assert!(sources.len() >= 46);
    for path in sources {
        let source = fs::read_to_string(&path).unwrap();
        let output = project.native().join(path.strip_prefix(project.root()).unwrap()).with_extension("rmb");
        let inspect = project.command("inspect").arg("--json").arg(output).output().unwrap();
        let found: Value = serde_json::from_slice(&inspect.stdout).unwrap();
        assert_eq!(found["type"], "AnimationSequence");
        assert_eq!(found["key_frame_sequence_count"].to_string(), scalar(&source, "KeyFrameSequenceCount"));
        assert_eq!(bits(&found["duration"]), float(scalar(&source, "Duration")).to_bits());
        let sequences = elements(&source, "KeyFrameSequence");
        assert_eq!(found["sequences"].as_array().unwrap().len(), sequences.len());
        for (found, source) in found["sequences"].as_array().unwrap().iter().zip(sequences) {
            check_sequence(found, source);
        }
    }
}
