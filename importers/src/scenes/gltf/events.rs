//! Events of clips: `events` in the extras of animations, which Blender writes from the custom properties of actions.

use rigmill_codec_gltf::decode_animation_extras;
use rigmill_codec_gltf::json::Root;

use super::problems::element;
use crate::report::Result;
use crate::scenes::events::{PROPERTY, TakeEvents};

/// The events of all animations.
pub(super) fn read(root: &Root, json: &[u8]) -> Result<Vec<TakeEvents>> {
    if root.animations.is_empty() {
        return Ok(Vec::new());
    }
    let extras = decode_animation_extras(json)?;
    let of_animation =
        |(index, (animation, mut extras)): (usize, (&rigmill_codec_gltf::json::Animation, serde_json::Value))| {
            let value = extras.get_mut(PROPERTY)?.take();
            let take = element("animation", animation.name.as_ref(), index);
            Some(TakeEvents { owner: take.clone(), take, value })
        };
    Ok(root.animations.iter().zip(extras).enumerate().filter_map(of_animation).collect())
}
