//! [`ClipRange`]: which part of which take becomes a clip.

use rigmill_pipeline::nearest;
use ufbx::AnimStack;

use super::params::{ClipChoice, FbxParams};
use super::refusal::Refusal;
use crate::codes;

/// Above so many takes no likeness is sought.
const MOST_CANDIDATES: usize = 1024;

/// A part of a take.
pub(super) struct ClipRange<'a> {
    pub(super) name: String,
    pub(super) take: &'a AnimStack,
    /// The first and the last frame on the file's time line; absent for the whole take.
    pub(super) frames: Option<[i32; 2]>,
}

/// What `params` asks for; all takes where it asks for none.
pub(super) fn choose<'a>(scene: &'a ufbx::Scene, params: &FbxParams) -> Result<Vec<ClipRange<'a>>, Refusal> {
    let choices = &params.clips.0;
    if choices.is_empty() {
        let whole = |take: &'a AnimStack| ClipRange { name: take.element.name.to_string(), take, frames: None };
        return Ok(scene.anim_stacks.iter().map(|take| whole(take.as_ref())).collect());
    }
    for (at, choice) in choices.iter().enumerate() {
        check(choice, &choices[..at])?;
    }
    choices.iter().map(|choice| range(scene, choice)).collect()
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

fn range<'a>(scene: &'a ufbx::Scene, choice: &ClipChoice) -> Result<ClipRange<'a>, Refusal> {
    let wanted = choice.take.as_ref().unwrap_or(&choice.name);
    let takes = || scene.anim_stacks.iter().map(AsRef::as_ref);
    let exact = takes().find(|take| *take.element.name == **wanted);
    let short = || takes().find(|take| after_bar(&take.element.name) == wanted);
    match exact.or_else(short) {
        Some(take) => Ok(ClipRange { name: choice.name.clone(), take, frames: choice.frames }),
        None => Err(no_take(scene, &choice.name, wanted)),
    }
}

/// What follows the object's name, which Blender puts before the action's.
fn after_bar(name: &str) -> &str {
    name.rsplit('|').next().unwrap_or(name)
}

fn no_take(scene: &ufbx::Scene, clip: &str, wanted: &str) -> Refusal {
    let names: Vec<&str> =
        scene.anim_stacks.iter().take(MOST_CANDIDATES).map(|take| take.element.name.as_ref()).collect();
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
