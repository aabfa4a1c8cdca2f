//! RobotGame's AnimationSequence.

use std::collections::HashSet;

use rigmill_dom::{AnimationSource, KeyFrameSource, Located, Position};

use super::cursor::Cursor;
use super::fault::{Fault, Read};
use crate::codes;

/// The fewest bytes of a sequence: an empty name, three numbers, seven flags, four empty lists.
const SMALLEST_SEQUENCE: usize = 1 + 12 + 7 + 16;
/// How many sequences an animation may have.
const MOST_SEQUENCES: usize = 16_384;
const HELP: &str = "build the file again from its source";

/// Reads an animation and checks the rules that a source of one keeps.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Read<AnimationSource> {
    let count = cursor.count(SMALLEST_SEQUENCE, "sequences")?;
    if count > MOST_SEQUENCES {
        let message = format!("{count} sequences, at most {MOST_SEQUENCES} are allowed");
        return Err(cursor.fault(codes::XNB_LIMIT, message, "split the animation"));
    }
    let duration = cursor.f32()?;
    at_least(0.0, duration, "the duration")?;
    let mut sequences = Vec::with_capacity(count);
    let mut bones = HashSet::new();
    for number in 1..=count {
        let sequence = read_sequence(cursor).map_err(|fault| fault.within(&format!("sequence {number}")))?;
        let bone = &sequence.bone_name.value;
        check(&sequence).map_err(|fault| fault.within(&format!("bone {bone:?}")))?;
        if !bones.insert(bone.clone()) {
            return Err(invalid(format!("bone {bone:?}: a second sequence")));
        }
        sequences.push(sequence);
    }
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    Ok(AnimationSource { key_frame_sequence_count: located(count), duration: located(duration), sequences })
}

fn located<T>(value: T) -> Located<T> {
    Located::new(value, Position::default())
}

fn read_sequence(cursor: &mut Cursor<'_>) -> Read<KeyFrameSource> {
    Ok(KeyFrameSource {
        position: Position::default(),
        bone_name: located(cursor.string()?),
        key_count: located(cursor.i32()?),
        duration: located(cursor.f32()?),
        key_interval: located(cursor.f32()?),
        has_translation: located(cursor.bool()?),
        has_rotation: located(cursor.bool()?),
        has_scale: located(cursor.bool()?),
        has_time: located(cursor.bool()?),
        fixed_translation: located(cursor.bool()?),
        fixed_rotation: located(cursor.bool()?),
        fixed_scale: located(cursor.bool()?),
        translation: list(cursor, "translations", Cursor::floats)?,
        rotation: list(cursor, "rotations", Cursor::floats)?,
        scale: list(cursor, "scales", Cursor::floats)?,
        time: list(cursor, "times", Cursor::f32)?,
    })
}

fn list<'a, T>(cursor: &mut Cursor<'a>, things: &str, item: fn(&mut Cursor<'a>) -> Read<T>) -> Read<Located<Vec<T>>> {
    let count = cursor.count(size_of::<T>(), things)?;
    (0..count).map(|_| item(cursor)).collect::<Read<_>>().map(located)
}

fn invalid(message: impl Into<String>) -> Box<Fault> {
    Fault::new(codes::XNB_VALUE, message, HELP)
}

fn at_least(limit: f32, seconds: f32, what: &str) -> Read<()> {
    if seconds >= limit { Ok(()) } else { Err(invalid(format!("{what} is {seconds} s, expected at least {limit}"))) }
}

/// The rules that concern one sequence alone.
fn check(sequence: &KeyFrameSource) -> Read<()> {
    let count = sequence.key_count.value;
    let keys = usize::try_from(count).ok().filter(|&keys| keys > 0);
    let keys = keys.ok_or_else(|| invalid(format!("the key count is {count}, expected at least 1")))?;
    at_least(0.0, sequence.duration.value, "the duration")?;
    let interval = sequence.key_interval.value;
    if keys > 1 && !sequence.has_time.value && interval <= 0.0 {
        return Err(invalid(format!("the key interval is {interval} s, expected more than 0")));
    }
    let fits = |what: &str, found: usize, has: bool, fixed: bool| {
        let fits = found == keys || (fixed && found == 1) || (!has && found == 0);
        if fits { Ok(()) } else { Err(invalid(format!("{found} {what} for {keys} keys"))) }
    };
    let it = sequence;
    fits("translations", it.translation.value.len(), it.has_translation.value, it.fixed_translation.value)?;
    fits("rotations", it.rotation.value.len(), it.has_rotation.value, it.fixed_rotation.value)?;
    fits("scales", it.scale.value.len(), it.has_scale.value, it.fixed_scale.value)?;
    fits("times", it.time.value.len(), it.has_time.value, false)?;
    let times = &sequence.time.value;
    match times.windows(2).position(|pair| pair[0] >= pair[1]).filter(|_| sequence.has_time.value) {
        None => Ok(()),
        Some(at) => {
            Err(invalid(format!("key {} is at {} s, key {at} before it at {} s", at + 1, times[at + 1], times[at])))
        }
    }
}
