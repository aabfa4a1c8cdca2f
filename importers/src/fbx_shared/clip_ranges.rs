//! [`ClipRange`]: which part of which take becomes a clip.

use rigmill_pipeline::nearest;

use super::params::FbxParams;
use super::refusal::Refusal;
use crate::clip_choice::ClipChoice;
use crate::codes;

/// Above so many takes no likeness is sought.
const MOST_CANDIDATES: usize = 1024;

/// A part of a take.
pub(crate) struct ClipRange<T> {
    pub(crate) name: String,
    pub(crate) take: T,
    /// The first and the last frame on the file's time line; absent for the whole take.
    pub(crate) frames: Option<[i32; 2]>,
}

/// What `params` asks for of `takes`, which come with their names; all of them where it asks for none.
pub(crate) fn choose<T: Copy>(takes: &[(&str, T)], params: &FbxParams) -> Result<Vec<ClipRange<T>>, Refusal> {
    let choices = &params.clips.0;
    if choices.is_empty() {
        let whole = |&(name, take): &(&str, T)| ClipRange { name: name.to_owned(), take, frames: None };
        return Ok(takes.iter().map(whole).collect());
    }
    for (at, choice) in choices.iter().enumerate() {
        check(choice, &choices[..at])?;
    }
    choices.iter().map(|choice| range(takes, choice)).collect()
}

fn check(choice: &ClipChoice, before: &[ClipChoice]) -> Result<(), Refusal> {
    let name = &choice.name;
    if before.iter().any(|other| other.name == *name) {
        let help = "give each clip a name of its own in `clips`";
        return Err(Refusal::new(codes::FBX_CLIP, format!("two clips are called {name:?}"), help));
    }
    match choice.frames {
        Some([first, last]) if first > last => {
            let fact = format!("clip {name:?}: its first frame {first} is after its last, {last}");
            Err(Refusal::new(codes::FBX_CLIP, fact, "write `frames = [first, last]`"))
        }
        _ => Ok(()),
    }
}

fn range<T: Copy>(takes: &[(&str, T)], choice: &ClipChoice) -> Result<ClipRange<T>, Refusal> {
    let wanted = choice.take.as_deref().unwrap_or(&choice.name);
    let exact = takes.iter().find(|(name, _)| *name == wanted);
    let short = || takes.iter().find(|(name, _)| after_bar(name) == wanted);
    match exact.or_else(short) {
        Some(&(_, take)) => Ok(ClipRange { name: choice.name.clone(), take, frames: choice.frames }),
        None => Err(no_take(takes, &choice.name, wanted)),
    }
}

/// What follows the object's name, which Blender puts before the action's.
fn after_bar(name: &str) -> &str {
    name.rsplit('|').next().unwrap_or(name)
}

fn no_take<T>(takes: &[(&str, T)], clip: &str, wanted: &str) -> Refusal {
    let names: Vec<&str> = takes.iter().take(MOST_CANDIDATES).map(|(name, _)| *name).collect();
    let help = match nearest(wanted, names.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None if names.is_empty() => "the file has no takes".to_owned(),
        None => format!(
            "the file has {}",
            names.iter().take(8).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
        ),
    };
    Refusal::new(codes::FBX_NO_TAKE, format!("clip {clip:?}: the file has no take {wanted:?}"), help)
}
