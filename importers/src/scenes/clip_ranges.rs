//! [`ClipRange`]: the part of a take that becomes a clip.

use rigmill_pipeline::{Code, Diagnostic, did_you_mean};

use super::clip_choice::{ClipChoice, ClipList};
use crate::codes;
use crate::report::{Problem, Result, shortened};

/// The parameter that selects clips.
const CLIPS: &str = "clips";
/// The maximum number of names in a message.
const MAX_NAMES: usize = 8;
/// The part of a frame by which a time in a file may be rounded.
const ROUNDING: f64 = 1e-3;

/// A format's term for the takes from which clips are cut, and the codes of problems with them.
pub(crate) struct Takes {
    /// `take` or `animation`.
    pub(crate) noun: &'static str,
    /// Returns the part of a take's name that the manifest may use instead of the full name.
    pub(crate) short_name: fn(&str) -> &str,
    pub(crate) clip_code: Code,
    pub(crate) missing_code: Code,
}

/// A part of a take.
pub(crate) struct ClipRange<T> {
    /// The number of the clip in `clips`, counted from 1; `None` if `clips` is not set.
    pub(crate) number: Option<usize>,
    pub(crate) name: String,
    pub(crate) take: T,
    /// The first and the last frame on the file's timeline; `None` for the whole take.
    pub(crate) frames: Option<[i32; 2]>,
}

impl Takes {
    /// Returns the takes that `list` selects; all takes if it is empty. `takes` are given with their names.
    pub(crate) fn choose<T: Copy>(&self, takes: &[(&str, T)], list: &ClipList) -> Result<Vec<ClipRange<T>>> {
        let choices = &list.0;
        if choices.is_empty() {
            let whole =
                |&(name, take): &(&str, T)| ClipRange { number: None, name: name.to_owned(), take, frames: None };
            return Ok(takes.iter().map(whole).collect());
        }
        for (at, choice) in choices.iter().enumerate() {
            self.check(choice, &choices[..at]).map_err(|problem| problem.in_item(at + 1))?;
        }
        let range = |(at, choice): (usize, &ClipChoice)| {
            let take = self.take(takes, choice).map_err(|problem| problem.in_item(at + 1))?;
            Ok(ClipRange { number: Some(at + 1), name: choice.name.clone(), take, frames: choice.frames })
        };
        choices.iter().enumerate().map(range).collect()
    }

    fn check(&self, choice: &ClipChoice, before: &[ClipChoice]) -> Result<()> {
        let name = &choice.name;
        if let Some(other) = before.iter().find(|other| other.name.to_lowercase() == name.to_lowercase()) {
            let fact = match &other.name {
                same if same == name => format!("two clips are named {name:?}"),
                other => format!("the clip names {other:?} and {name:?} differ only in capitalization"),
            };
            return Err(self.clip_problem(fact, "give each clip in `clips` a unique name"));
        }
        if let Some(fact) = unusable(name) {
            let help = match choice.take {
                None if !name.is_empty() => {
                    format!("use a different `name`, and set `take = {name:?}` so that Rigmill finds the {}", self.noun)
                }
                _ => "use a different `name`".to_owned(),
            };
            return Err(self.clip_problem(format!("clip {:?}: {fact}", shortened(name)), &help));
        }
        match choice.frames {
            Some([first, last]) if first > last => {
                let fact = format!("clip {name:?}: the first frame ({first}) is after the last frame ({last})");
                Err(self.clip_problem(fact, &format!("swap the two frames: `frames = [{last}, {first}]`")))
            }
            _ => Ok(()),
        }
    }

    fn clip_problem(&self, fact: String, help: &str) -> Problem {
        Problem::new(self.clip_code, fact, help).of_parameter(CLIPS)
    }

    fn take<T: Copy>(&self, takes: &[(&str, T)], choice: &ClipChoice) -> Result<T> {
        let wanted = choice.take.as_deref().unwrap_or(&choice.name);
        let exact = takes.iter().find(|(name, _)| *name == wanted);
        let short = || takes.iter().find(|(name, _)| (self.short_name)(name) == wanted);
        match exact.or_else(short) {
            Some(&(_, take)) => Ok(take),
            None => Err(self.missing(takes, &choice.name, wanted)),
        }
    }

    /// Returns a warning if the first or the last frame of a clip is not in its take, in which nothing moves beyond `span`, in
    /// seconds.
    pub(crate) fn beyond(
        &self,
        (number, clip): (Option<usize>, &str),
        take: &str,
        [first, last]: [i32; 2],
        span: [f64; 2],
        rate: f64,
    ) -> Option<Diagnostic> {
        // Times in files are rounded, and the last frame of a take may be only partly in it. Adding 0 removes the sign of -0.
        let begin = (span[0] * rate + ROUNDING).floor() + 0.0;
        let end = (span[1] * rate - ROUNDING).ceil() + 0.0;
        let (frame, place, bound) = if f64::from(last) > end {
            (last, "after the last frame", end)
        } else if f64::from(first) < begin {
            (first, "before the first frame", begin)
        } else {
            return None;
        };
        let noun = self.noun;
        let fact = format!("clip {clip:?}: frame {frame} is {place} ({bound}) of the {noun} {take:?}");
        let help = format!("fix `frames` in `clips`: nothing moves {place} of the {noun}");
        let warning = Diagnostic::warning(codes::SCENE_CLIP_RANGE, fact).of_parameter(CLIPS).help(help);
        Some(match number {
            Some(number) => warning.in_key(&number.to_string()),
            None => warning,
        })
    }

    fn missing<T>(&self, takes: &[(&str, T)], clip: &str, wanted: &str) -> Problem {
        let noun = self.noun;
        let names = || takes.iter().map(|(name, _)| *name);
        let known = || match takes.len() {
            0 => format!("remove the clip from `clips`: the file contains no {noun}s"),
            _ => {
                let first = names().take(MAX_NAMES).map(|name| format!("{:?}", shortened(name)));
                format!("use one of the {noun}s in the file: {}", first.collect::<Vec<_>>().join(", "))
            }
        };
        let help = did_you_mean(wanted, names()).unwrap_or_else(known);
        Problem::new(self.missing_code, format!("clip {clip:?}: the file contains no {noun} named {wanted:?}"), help)
            .of_parameter(CLIPS)
    }
}

/// Returns why the name of a clip cannot be part of a file name. A `|` is allowed: Blender writes it after the name of an
/// armature, which is removed.
fn unusable(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some("the name is empty".to_owned());
    }
    let is_forbidden = |letter: &char| letter.is_control() || r#"/\:*?"<>"#.contains(*letter);
    if let Some(letter) = name.chars().find(is_forbidden) {
        return Some(format!("a file name cannot contain {letter:?}"));
    }
    let is_trimmed = name.trim() != name || name.ends_with('.');
    is_trimmed.then(|| "a file name cannot begin or end with a space, or end with a dot".to_owned())
}
