//! Skins: joints and their inverse bind matrices.

use std::collections::BTreeSet;

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Document, Skin, push};
use rigmill_format::{MeshSkin, Model};

use super::nodes;

/// Adds a skin, and returns its index.
///
/// No node may be a joint twice. If a skin contains a bone twice, the second joint is a separate child node.
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
    push(&mut document.skins, Skin { inverse_bind_matrices: Some(inverse_bind_matrices), joints, ..Skin::default() })
}
