//! Events of clips, from `events` in the extras of animations. Blender writes custom properties of actions there.

use rigmill_codec_gltf::decode_animation_extras;
use rigmill_codec_gltf::json::Root;

use super::problems::element;
use crate::report::Result;
use rigmill_pipeline::Diagnostic;

use crate::scenes::events::{PROPERTY, TakeEvents, is_misspelt, misspelt};

/// Returns the events of all animations. Adds warnings about extras that are probably meant to be events.
pub(super) fn read(root: &Root, json: &[u8], warnings: &mut Vec<Diagnostic>) -> Result<Vec<TakeEvents>> {
    if root.animations.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (index, (animation, mut extras)) in root.animations.iter().zip(decode_animation_extras(json)?).enumerate() {
        let names = extras.as_object().into_iter().flat_map(|extras| extras.keys());
        if let Some(name) = names.into_iter().find(|name| is_misspelt(name)) {
            warnings.push(misspelt(&element("animation", animation.name.as_ref(), index), name));
        }
        if let Some(value) = extras.get_mut(PROPERTY) {
            let take = element("animation", animation.name.as_ref(), index);
            found.push(TakeEvents { owner: take.clone(), take, value: value.take() });
        }
    }
    Ok(found)
}
