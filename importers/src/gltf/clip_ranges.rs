//! [`ClipRange`]: which part of which animation becomes a clip.

use rigmill_codec_gltf::json::{Animation, Root};
use rigmill_codec_gltf::shortened;
use rigmill_pipeline::nearest;

use super::params::GltfParams;
use super::refusal::Refusal;
use crate::clip_choice::ClipChoice;
use crate::codes;

/// Above so many animations no likeness is sought.
const MOST_CANDIDATES: usize = 1024;

/// A part of an animation.
pub(super) struct ClipRange<'a> {
    pub(super) name: String,
    /// The animation's place in the file.
    pub(super) index: usize,
    pub(super) animation: &'a Animation,
    /// The first and the last frame on the file's time line; absent for the whole animation.
    pub(super) frames: Option<[i32; 2]>,
}

/// What `params` asks for; all animations where it asks for none.
pub(super) fn choose<'a>(root: &'a Root, params: &GltfParams) -> Result<Vec<ClipRange<'a>>, Refusal> {
    let choices = &params.clips.0;
    if choices.is_empty() {
        let whole = |(index, animation)| ClipRange { name: name(index, animation), index, animation, frames: None };
        return Ok(root.animations.iter().enumerate().map(whole).collect());
    }
    for (at, choice) in choices.iter().enumerate() {
        check(choice, &choices[..at])?;
    }
    choices.iter().map(|choice| range(root, choice)).collect()
}

/// The name in the file; animations without one get one that tells them apart.
fn name(index: usize, animation: &Animation) -> String {
    animation.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| format!("animation {index}"))
}

fn check(choice: &ClipChoice, before: &[ClipChoice]) -> Result<(), Refusal> {
    let name = &choice.name;
    if before.iter().any(|other| other.name == *name) {
        let help = "give each clip a name of its own in `clips`";
        return Err(Refusal::new(codes::GLTF_CLIP, format!("two clips are called {name:?}"), help));
    }
    match choice.frames {
        Some([first, last]) if first > last => {
            let fact = format!("clip {name:?}: its first frame {first} is after its last, {last}");
            Err(Refusal::new(codes::GLTF_CLIP, fact, "write `frames = [first, last]`"))
        }
        _ => Ok(()),
    }
}

fn range<'a>(root: &'a Root, choice: &ClipChoice) -> Result<ClipRange<'a>, Refusal> {
    let wanted = choice.take.as_ref().unwrap_or(&choice.name);
    let mut animations = root.animations.iter().enumerate();
    match animations.find(|(index, animation)| name(*index, animation) == *wanted) {
        Some((index, animation)) => {
            Ok(ClipRange { name: choice.name.clone(), index, animation, frames: choice.frames })
        }
        None => Err(no_animation(root, &choice.name, wanted)),
    }
}

fn no_animation(root: &Root, clip: &str, wanted: &str) -> Refusal {
    let animations = root.animations.iter().enumerate().take(MOST_CANDIDATES);
    let names: Vec<String> = animations.map(|(index, animation)| name(index, animation)).collect();
    let help = match nearest(wanted, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near:?}?"),
        None if names.is_empty() => "the file has no animations".to_owned(),
        None => {
            let first = names.iter().take(8).map(|name| format!("{:?}", shortened(name)));
            format!("the file has {}", first.collect::<Vec<_>>().join(", "))
        }
    };
    Refusal::new(codes::GLTF_NO_ANIMATION, format!("clip {clip:?}: the file has no animation {wanted:?}"), help)
}
