//! Converts RobotGame's animations.

use std::collections::HashSet;

use rigmill_codec_xnb::{Animation, KeyFrameSequence};
use rigmill_dom::{AnimationSource, KeyFrameSource, Located, Position};

use super::problems::invalid;
use crate::report::Result;

/// Converts an animation. It must follow the same rules as an animation in XML.
pub(super) fn source(animation: Animation) -> Result<AnimationSource> {
    at_least(0.0, animation.duration, "the duration")?;
    let mut bones = HashSet::new();
    for sequence in &animation.sequences {
        let bone = &sequence.bone_name;
        check(sequence).map_err(|problem| problem.in_part(format!("bone {bone:?}")))?;
        if !bones.insert(bone) {
            return Err(invalid(format!("bone {bone:?}: there is a second sequence")));
        }
    }
    let count = i32::try_from(animation.sequences.len()).unwrap_or(i32::MAX);
    Ok(AnimationSource {
        key_frame_sequence_count: located(count),
        duration: located(animation.duration),
        sequences: animation.sequences.into_iter().map(key_frames).collect(),
    })
}

/// XNB files have no lines, so all positions are the default.
fn located<T>(value: T) -> Located<T> {
    Located::new(value, Position::default())
}

fn key_frames(sequence: KeyFrameSequence) -> KeyFrameSource {
    KeyFrameSource {
        position: Position::default(),
        bone_name: located(sequence.bone_name),
        key_count: located(sequence.key_count),
        duration: located(sequence.duration),
        key_interval: located(sequence.key_interval),
        has_translation: located(sequence.has.translation),
        has_rotation: located(sequence.has.rotation),
        has_scale: located(sequence.has.scale),
        has_time: located(sequence.has.time),
        fixed_translation: located(sequence.fixed.translation),
        fixed_rotation: located(sequence.fixed.rotation),
        fixed_scale: located(sequence.fixed.scale),
        translation: located(sequence.translation),
        rotation: located(sequence.rotation),
        scale: located(sequence.scale),
        time: located(sequence.time),
    }
}

fn at_least(limit: f32, seconds: f32, what: &str) -> Result<()> {
    if seconds >= limit { Ok(()) } else { Err(invalid(format!("{what} is {seconds} s, expected at least {limit}"))) }
}

/// Checks the rules that apply to a single sequence.
fn check(sequence: &KeyFrameSequence) -> Result<()> {
    let count = sequence.key_count;
    let keys = usize::try_from(count).ok().filter(|&keys| keys > 0);
    let keys = keys.ok_or_else(|| invalid(format!("the key count is {count}, expected at least 1")))?;
    at_least(0.0, sequence.duration, "the duration")?;
    let interval = sequence.key_interval;
    if keys > 1 && !sequence.has.time && interval <= 0.0 {
        return Err(invalid(format!("the key interval is {interval} s, expected more than 0")));
    }
    let fits = |what: &str, found: usize, has: bool, fixed: bool| {
        let fits = found == keys || (fixed && found == 1) || (!has && found == 0);
        if fits { Ok(()) } else { Err(invalid(format!("{found} {what} for {keys} keys"))) }
    };
    fits("translations", sequence.translation.len(), sequence.has.translation, sequence.fixed.translation)?;
    fits("rotations", sequence.rotation.len(), sequence.has.rotation, sequence.fixed.rotation)?;
    fits("scales", sequence.scale.len(), sequence.has.scale, sequence.fixed.scale)?;
    fits("times", sequence.time.len(), sequence.has.time, false)?;
    let times = &sequence.time;
    match times.windows(2).position(|pair| pair[0] >= pair[1]).filter(|_| sequence.has.time) {
        None => Ok(()),
        Some(at) => {
            let [before, time] = [times[at], times[at + 1]];
            Err(invalid(format!(
                "key {} is at {time} s, but must be later than key {at}, which is at {before} s",
                at + 1
            )))
        }
    }
}
