//! Events of clips, from `events` in the extras of animations. Blender writes custom properties of actions there.

use rigmill_codec_gltf::document::Document;

use super::problems::element;
use rigmill_pipeline::Diagnostic;

use crate::scenes::events::{PROPERTY, TakeEvents, is_misspelt, misspelt};

/// Returns the events of all animations. Adds warnings about extras that are probably meant to be events.
pub(super) fn read(root: &Document, warnings: &mut Vec<Diagnostic>) -> Vec<TakeEvents> {
    let mut found = Vec::new();
    for (index, animation) in root.animations.iter().enumerate() {
        let names = animation.extras.as_object().into_iter().flat_map(|extras| extras.keys());
        if let Some(name) = names.into_iter().find(|name| is_misspelt(name)) {
            warnings.push(misspelt(&element("animation", animation.name.as_ref(), index), name));
        }
        if let Some(value) = animation.extras.get(PROPERTY) {
            let take = element("animation", animation.name.as_ref(), index);
            found.push(TakeEvents { owner: take.clone(), take, value: value.clone() });
        }
    }
    found
}
