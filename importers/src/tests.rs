//! Tests of the importers through their public interface.

mod action_sets;
mod animations;
mod curves;
mod data;
mod events;
#[cfg(feature = "fbx")]
mod fbx;
mod fonts;
#[cfg(feature = "gltf")]
mod gltf;
mod hostile;
mod images;
mod import_cases;
#[cfg(any(feature = "fbx", feature = "gltf"))]
mod kept;
mod large_files;
mod layers;
mod messages;
mod old_images;
mod places;
mod real_clips;
#[cfg(any(feature = "fbx", feature = "gltf"))]
mod scenes;
mod skeletons;
mod speed;
mod support;
mod xnb;

use rigmill_pipeline::Registry;

use crate::register;

#[test]
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
fn fbx_files_go_to_the_importer_that_reads_most_of_them() {
    let registry = register(Registry::new());
    let chosen = registry.importer_for("Grund.FBX").unwrap();
    assert_eq!(chosen.id().name, if cfg!(feature = "fbx") { "fbx" } else { "fbx-dom" });
    assert_eq!(registry.importer("fbx-dom").is_some(), cfg!(feature = "fbx-dom"));
}
