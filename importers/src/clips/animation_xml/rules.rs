//! The rules for a `KeyFrameSequence` beyond its structure.

use super::field::Field;
use super::item::Item;
use super::sequence::Sequence;
use crate::codes;
use crate::report::{Problem, Problems};
use crate::syntax::Span;

/// How many times longer than the animation its keys may last. If they last longer, `KeyInterval` is probably in milliseconds or
/// frames.
const MAX_RATIO: f32 = 10.0;

/// Checks the rules that apply to a single sequence.
pub(crate) fn check_sequence(sequence: &Sequence, problems: &mut Problems) {
    check_duration(&sequence.duration, sequence.span, problems);
    check_key_count(sequence, problems);
    check_key_interval(sequence, problems);
    let lists = [
        (&TRANSLATION, lengths(&sequence.translation, &sequence.has_translation, &sequence.fixed_translation)),
        (&ROTATION, lengths(&sequence.rotation, &sequence.has_rotation, &sequence.fixed_rotation)),
        (&SCALE, lengths(&sequence.scale, &sequence.has_scale, &sequence.fixed_scale)),
        (&TIME, lengths(&sequence.time, &sequence.has_time, &Field::default())),
    ];
    for (names, list) in lists {
        check_list(names, list, sequence, problems);
    }
    check_time_order(sequence, problems);
}

/// Checks that a duration is not negative.
pub(crate) fn check_duration(duration: &Field<f32>, owner: Span, problems: &mut Problems) {
    if let Some(seconds) = duration.known().filter(|seconds| **seconds < 0.0) {
        problems.error(|| {
            Problem::new(
                codes::ANIMATION_NEGATIVE_DURATION,
                format!("Duration is {seconds} s, expected at least 0"),
                "write the length of the animation in seconds",
            )
            .at(duration.span(owner))
        });
    }
}

fn check_key_count(sequence: &Sequence, problems: &mut Problems) {
    let field = &sequence.key_count;
    if let Some(count) = field.known().filter(|count| **count < 1) {
        let found = if field.is_given() { format!("KeyCount is {count}") } else { "KeyCount is missing".to_owned() };
        problems.error(|| {
            Problem::new(
                codes::ANIMATION_KEY_COUNT,
                format!("{found}, expected at least 1"),
                "write the number of keys, or remove the sequence",
            )
            .at(field.span(sequence.span))
        });
    }
}

fn check_key_interval(sequence: &Sequence, problems: &mut Problems) {
    let known = (sequence.key_interval.known(), sequence.key_count.known(), sequence.has_time.known());
    let (Some(interval), Some(count), Some(false)) = known else { return };
    if *count > 1 && *interval <= 0.0 {
        problems.error(|| {
            let fact = format!(
                "KeyInterval is {interval} s, but must be above 0 because HasTime is false and there are {count} keys"
            );
            Problem::new(
                codes::ANIMATION_KEY_INTERVAL,
                fact,
                "write the number of seconds between keys, or give each key a time",
            )
            .at(sequence.key_interval.span(sequence.span))
        });
    }
}

/// Returns the problem that the keys of a sequence last much longer than the animation, whose `Duration` is given.
pub(crate) fn overlong_keys(sequence: &Sequence, animation: &Field<f32>) -> Option<Problem> {
    let (interval, count) = (*sequence.key_interval.known()?, *sequence.key_count.known()?);
    let duration = sequence.duration.known()?.max(*animation.known()?);
    let intervals = count as f32 - 1.0;
    let last = intervals * interval;
    if *sequence.has_time.known()? || duration <= 0.0 || last <= duration * MAX_RATIO {
        return None;
    }
    let fact = format!("KeyInterval is {interval} s, so the {count} keys last {last} s, but Duration is {duration} s");
    let help = format!(
        "write KeyInterval in seconds, such as {} for {count} keys in {duration} s, or correct Duration",
        duration / intervals
    );
    Some(Problem::new(codes::ANIMATION_OVERLONG_KEYS, fact, help).at(sequence.key_interval.span(sequence.span)))
}

fn check_time_order(sequence: &Sequence, problems: &mut Problems) {
    let (Some(true), Some(times)) = (sequence.has_time.known(), sequence.time.known()) else { return };
    let Some((index, span)) = sequence.descent else { return };
    problems.error(|| {
        let [before, time] = [index - 1, index].map(|at| times.get(at).copied().unwrap_or_default());
        let fact = format!("key {index} is at {time} s, but must be later than key {} ({before} s)", index - 1);
        Problem::new(codes::ANIMATION_TIME_ORDER, fact, "fix one of the two times, or remove one of the two keys")
            .at(span)
    });
}

/// The names of a list and its parts, for messages.
struct Names {
    singular: &'static str,
    plural: &'static str,
    /// The name after `Has` and `Fixed`.
    channel: &'static str,
    tag: &'static str,
    can_be_fixed: bool,
}

const TRANSLATION: Names = Names {
    singular: "translation",
    plural: "translations",
    channel: "Translation",
    tag: <[f32; 3]>::TAG,
    can_be_fixed: true,
};
const ROTATION: Names =
    Names { singular: "rotation", plural: "rotations", channel: "Rotation", tag: <[f32; 4]>::TAG, can_be_fixed: true };
const SCALE: Names =
    Names { singular: "scale", plural: "scales", channel: "Scale", tag: <[f32; 3]>::TAG, can_be_fixed: true };
const TIME: Names = Names { singular: "time", plural: "times", channel: "Time", tag: f32::TAG, can_be_fixed: false };

/// The numbers that determine the length of a list.
struct Lengths {
    found: usize,
    span: Option<Span>,
    has: Option<bool>,
    fixed: Option<bool>,
}

fn lengths<T>(list: &Field<Vec<T>>, has: &Field<bool>, fixed: &Field<bool>) -> Lengths {
    Lengths {
        found: list.value.len(),
        span: list.is_given().then(|| list.span(Span::default())),
        has: has.known().copied(),
        fixed: fixed.known().copied(),
    }
}

/// Checks that a list has one entry per key, a single entry if the channel is fixed, or none if there is no such channel.
fn check_list(names: &Names, list: Lengths, sequence: &Sequence, problems: &mut Problems) {
    let (Some(has), Some(fixed), Some(count)) = (list.has, list.fixed, sequence.key_count.known()) else { return };
    let Some(expected) = usize::try_from(*count).ok().filter(|count| *count > 0) else { return };
    let fits = list.found == expected || (fixed && list.found == 1) || (!has && list.found == 0);
    if !fits {
        let span = list.span.unwrap_or(sequence.span);
        problems.error(|| wrong_length(names, list.found, expected, fixed).at(span));
    }
}

fn wrong_length(names: &Names, found: usize, expected: usize, fixed: bool) -> Problem {
    let Names { singular, plural, channel, tag, can_be_fixed } = names;
    let fact = match found {
        0 => format!("KeyCount is {expected} and Has{channel} is true, but there are no {plural}"),
        1 => format!("KeyCount is {expected}, but there is 1 {singular}"),
        _ => format!("KeyCount is {expected}, but there are {found} {plural}"),
    };
    let s = if expected == 1 { "" } else { "s" };
    let write = format!("write {expected} `<{tag}>` element{s} in `<{channel}>`");
    let help = match found {
        0 => format!("{write}, or set Has{channel} to false"),
        1 if *can_be_fixed => format!("{write}, or set Fixed{channel} to true if the value never changes"),
        _ if fixed => format!("{write}; a single `<{tag}>` is also allowed, because Fixed{channel} is true"),
        _ => format!("{write}, or correct KeyCount"),
    };
    Problem::new(codes::ANIMATION_LIST_LENGTH, fact, help)
}
