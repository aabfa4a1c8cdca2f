//! Skins: joints with their inverse bind matrices.

use std::collections::BTreeSet;

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Document, Skin, push};
use rigmill_format::{MeshSkin, Model};

use super::nodes;

/// Adds a skin; returns its index.
///
/// No node may be a joint twice. For a bone that a skin has twice, the second joint is a child node of its own.
pub(super) fn write(skin: &MeshSkin, model: &Model, document: &mut Document, binary: &mut Binary) -> u32 {
    let mut known = BTreeSet::new();
    let mut joints = Vec::with_capacity(skin.bones.len());
    for &bone in &skin.bones {
        if known.insert(bone) {
            joints.push(bone);
        } else {
            let name = model.bones.get(bone as usize).map_or("", |bone| bone.name.as_str());
            joints.push(nodes::add_child(bone, &format!("{name} skin"), document));
        }
    }
    let inverse_bind_matrices = binary.matrices(&skin.inverse_binds);
    push(&mut document.skins, Skin { inverse_bind_matrices, joints })
}
