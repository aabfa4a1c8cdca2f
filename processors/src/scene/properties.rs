//! User-defined properties of the parts of a model.

use std::collections::BTreeMap;

use rigmill_dom::{DataSource, DataValue, Located, Position, Scene, SceneMesh};
use rigmill_format::{DataField, ModelProperties, PropertyKind, PropertyOwner};
use rigmill_pipeline::ProcessContext;

use super::bones::Bones;
use crate::data::data_without_references;

type Properties = [(String, DataValue)];

/// Returns the properties of all parts of a model, in the model's order. `meshes` are the sources of the model's meshes.
///
/// A node that is not a bone passes its properties to the cameras and lights that it carries.
pub(super) fn properties(
    scene: &Scene,
    bones: &Bones,
    meshes: &[&SceneMesh],
    ctx: &mut ProcessContext<'_>,
) -> Vec<ModelProperties> {
    let mut all = Collected { properties: Vec::new(), ctx };
    for (node, source) in (0..).zip(&scene.nodes) {
        if let Some(bone) = bones.of_node(node) {
            all.push(PropertyKind::Bone, bone, &[&source.properties]);
        }
    }
    for (index, mesh) in (0..).zip(meshes) {
        all.push(PropertyKind::Mesh, index, &[&mesh.properties]);
    }
    for (index, material) in (0..).zip(&scene.materials) {
        all.push(PropertyKind::Material, index, &[&material.properties]);
    }
    let of_node = |node: u32| match bones.of_node(node) {
        Some(_) => &[][..],
        None => &scene.nodes[node as usize].properties,
    };
    for (index, camera) in (0..).zip(&scene.cameras) {
        all.push(PropertyKind::Camera, index, &[of_node(camera.node), &camera.properties]);
    }
    for (index, light) in (0..).zip(&scene.lights) {
        all.push(PropertyKind::Light, index, &[of_node(light.node), &light.properties]);
    }
    all.properties.sort_by_key(|it| it.owner);
    all.properties
}

struct Collected<'c, 'a> {
    properties: Vec<ModelProperties>,
    ctx: &'c mut ProcessContext<'a>,
}

impl Collected<'_, '_> {
    /// Adds the values of a part. If several values have the same name, the last one is kept.
    fn push(&mut self, kind: PropertyKind, index: u32, sources: &[&Properties]) {
        let values: BTreeMap<&String, &DataValue> =
            sources.iter().flat_map(|source| source.iter()).map(|(name, value)| (name, value)).collect();
        if values.is_empty() {
            return;
        }
        let mut field = |(name, value): (&String, &DataValue)| {
            let source = DataSource { root: Located::new(value.clone(), Position::START) };
            DataField { name: name.clone(), value: data_without_references(&source, self.ctx).root }
        };
        let values = values.into_iter().map(&mut field).collect();
        self.properties.push(ModelProperties { owner: PropertyOwner { kind, index }, values });
    }
}
