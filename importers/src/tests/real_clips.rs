//! Tests with the clips of a real game.

use std::fs;
use std::path::{Path, PathBuf};

use rigmill_dom::KeyFrameSource;

use super::support::{animation, clean, robotgame};

/// Returns every clip of the game, in order.
pub(super) fn clips() -> Vec<PathBuf> {
    let mut clips = Vec::new();
    collect(&robotgame().join("content/Animation/Players"), &mut clips);
    clips.sort();
    assert!(clips.len() >= 46, "only {} clips", clips.len());
    clips
}

fn collect(folder: &Path, clips: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, clips);
        } else if path.extension().is_some_and(|extension| extension == "Animation") {
            clips.push(path);
        }
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn every_real_clip_imports_without_a_word_and_bit_for_bit() {
    let clips = clips();
    for clip in clips {
        let text = fs::read_to_string(&clip).unwrap();
        let source = clean(animation(&text));
        let naive: Vec<_> = text.split("<KeyFrameSequence>").skip(1).collect();
        assert_eq!(source.sequences.len(), naive.len(), "{}", clip.display());
        for (sequence, text) in source.sequences.iter().zip(naive) {
            check_sequence(sequence, text);
        }
    }
}

/// Compares a sequence with the results of simple searches for tags.
fn check_sequence(sequence: &KeyFrameSource, text: &str) {
    assert_eq!([sequence.bone_name.value.as_str()], contents(text, "BoneName")[..]);
    assert_eq!([sequence.key_count.value.to_string().as_str()], contents(text, "KeyCount")[..]);
    assert_eq!(vec![sequence.duration.value.to_bits()], bits(text, "Duration"));
    assert_eq!(vec![sequence.key_interval.value.to_bits()], bits(text, "KeyInterval"));
    let flags = [
        (sequence.has_translation, "HasTranslation"),
        (sequence.has_rotation, "HasRotation"),
        (sequence.has_scale, "HasScale"),
        (sequence.has_time, "HasTime"),
        (sequence.fixed_translation, "FixedTranslation"),
        (sequence.fixed_rotation, "FixedRotation"),
        (sequence.fixed_scale, "FixedScale"),
    ];
    for (flag, tag) in flags {
        assert_eq!([flag.value.to_string().as_str()], contents(text, tag)[..], "{tag}");
    }
    check_list(&sequence.translation.value, text, "Translation");
    check_list(&sequence.rotation.value, text, "Rotation");
    check_list(&sequence.scale.value, text, "Scale");
    let times = contents(text, "Time").first().map(|list| bits(list, "float")).unwrap_or_default();
    assert_eq!(sequence.time.value.iter().map(|time| time.to_bits()).collect::<Vec<_>>(), times);
}

fn check_list<const N: usize>(keys: &[[f32; N]], text: &str, tag: &str) {
    let list = contents(text, tag).first().copied().unwrap_or_default();
    for (component, name) in ["X", "Y", "Z", "W"].into_iter().enumerate().take(N) {
        let found: Vec<u32> = keys.iter().map(|key| key[component].to_bits()).collect();
        assert_eq!(found, bits(list, name), "{tag} {name}");
    }
}

fn contents<'a>(text: &'a str, tag: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    text.split(&open).skip(1).map(|rest| rest.split(&close).next().unwrap()).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "the same rounding as .NET's")]
fn bits(text: &str, tag: &str) -> Vec<u32> {
    contents(text, tag).iter().map(|number| (number.parse::<f64>().unwrap() as f32).to_bits()).collect()
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn made_up_clips_import_but_for_times_that_stand_still() {
    let folder = robotgame();
    let mut clips = Vec::new();
    collect(&folder.join("content/Animation/Synthetic"), &mut clips);
    assert_eq!(clips.len(), 5);
    for clip in clips {
        let (value, diagnostics) = animation(fs::read(&clip).unwrap());
        let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code.as_ref()).collect();
        let stands_still = clip.ends_with("Times.Animation");
        assert_eq!((value.is_some(), codes), (!stands_still, if stands_still { vec!["R0020"] } else { vec![] }));
    }
}
