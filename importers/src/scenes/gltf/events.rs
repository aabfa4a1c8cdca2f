//! Events of clips, from `events` in the extras of animations. Blender writes custom properties of actions there.

use rigmill_codec_gltf::decode_animation_extras;
use rigmill_codec_gltf::json::Root;

use super::problems::element;
use crate::report::Result;
use crate::scenes::events::{PROPERTY, TakeEvents};

/// Returns the events of all animations.
pub(super) fn read(root: &Root, json: &[u8]) -> Result<Vec<TakeEvents>> {
    if root.animations.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (index, (animation, mut extras)) in root.animations.iter().zip(decode_animation_extras(json)?).enumerate() {
        if let Some(value) = extras.get_mut(PROPERTY) {
            let take = element("animation", animation.name.as_ref(), index);
            found.push(TakeEvents { owner: take.clone(), take, value: value.take() });
        }
    }
    Ok(found)
}
