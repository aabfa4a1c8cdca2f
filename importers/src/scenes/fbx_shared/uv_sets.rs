//! Texture coordinate sets: FBX identifies them by name, and a scene by number.

use rigmill_dom::{Scene, SceneMaterial, SceneMesh};

/// The names of the texture coordinate sets of a material's textures, in the order of [`SceneMaterial::texture_uses`].
pub(crate) type UvSetNames = Vec<String>;

/// Sets the number of the texture coordinate set that each texture names, in the first mesh that has both the material and the
/// set. If no mesh has the set, uses the first set, as the modelling programs do.
pub(crate) fn number(scene: &mut Scene, names: &[UvSetNames]) {
    let mut meshes_of: Vec<Vec<&SceneMesh>> = vec![Vec::new(); scene.materials.len()];
    for mesh in &scene.meshes {
        for material in &mesh.materials {
            meshes_of.get_mut(*material as usize).into_iter().for_each(|meshes| meshes.push(mesh));
        }
    }
    for ((material, names), meshes) in scene.materials.iter_mut().zip(names).zip(meshes_of) {
        number_of_material(material, names, &meshes);
    }
}

fn number_of_material(material: &mut SceneMaterial, names: &[String], meshes: &[&SceneMesh]) {
    for (texture, name) in material.texture_uses_mut().zip(names).filter(|(_, name)| !name.is_empty()) {
        let set = meshes.iter().find_map(|mesh| mesh.uv_sets.iter().position(|set| set.name == *name));
        texture.placement.uv_set = set.and_then(|set| u32::try_from(set).ok()).unwrap_or(0);
    }
}
