//! Meshes, combined from their primitives.

use std::collections::BTreeMap;

use rigmill_codec_gltf::Accessors;
use rigmill_codec_gltf::document::{Document, Mesh};
use rigmill_dom::{Element, SceneMesh, SceneNode, UvSet};
use rigmill_math::to_f32;
use rigmill_math::vector::{cross, normalize, subtract};

use super::attributes::{self, AttributeChoice};
use super::extras::properties;
use super::left_out::{INFLUENCES, NO_POSITIONS, POINTS_AND_LINES};
use super::morphs;
use super::nodes::Nodes;
use super::primitives::{self, JOINT_SETS, Primitive};
use super::problems::{element, unreadable};
use super::skins::{self, SkinReader};
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::left_out::LeftOut;
use crate::scenes::unusable_faces::leave_out;

/// Returns the meshes of nodes, in the order of the nodes, and sets the mesh index of each node. A mesh that nodes use with
/// different skins, or with different weights of morph targets, occurs once for each combination.
pub(super) fn read(
    nodes: &Nodes<'_>,
    choice: AttributeChoice,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
    placed: &mut [SceneNode],
    left_out: &mut LeftOut,
) -> Result<Vec<SceneMesh>> {
    let root = accessors.root;
    let mut meshes = Vec::new();
    let mut known: BTreeMap<Key, u32> = BTreeMap::new();
    for ((_, node), placed) in nodes.iter().zip(placed) {
        let Some(index) = node.mesh else { continue };
        let key: Key = (index, node.skin, node.weights.as_deref().map(bits));
        if let Some(&mesh) = known.get(&key) {
            // A model contains a mesh once for each of its nodes.
            budget.take_geometry(meshes.get(mesh as usize).map_or(0, size))?;
            placed.mesh = Some(mesh);
            continue;
        }
        let Some(mesh) = root.meshes.get(index as usize) else {
            return Err(unreadable(format!("{}: there is no mesh {}", placed.element, key.0)));
        };
        let skin =
            node.skin.map(|skin| SkinReader::new(skin, &placed.element, nodes, accessors, budget)).transpose()?;
        if !known.keys().any(|(mesh, ..)| *mesh == key.0) {
            add_left_out(mesh, left_out);
        }
        let weights = node.weights.as_deref().unwrap_or(&mesh.weights);
        let element = element("mesh", mesh.name.as_ref(), index as usize);
        let mut mesh = read_mesh(mesh, element, skin, (weights, choice), accessors, budget)?;
        leave_out(&mut mesh, |_| true, left_out);
        meshes.push(mesh);
        let mesh = u32::try_from(meshes.len() - 1).unwrap_or(u32::MAX);
        known.insert(key, mesh);
        placed.mesh = Some(mesh);
    }
    Ok(meshes)
}

/// What distinguishes meshes: the index in the file, the skin, and the bits of the weights that a node sets for the targets.
type Key = (u32, Option<u32>, Option<Vec<u32>>);

fn bits(weights: &[f32]) -> Vec<u32> {
    weights.iter().map(|weight| weight.to_bits()).collect()
}

/// Returns the number of vertices and corners of a mesh, and of changes in its targets.
pub(super) fn size(mesh: &SceneMesh) -> u64 {
    let shapes = mesh.morphs.iter().flat_map(|morph| &morph.shapes);
    let changes: usize = shapes.map(|shape| shape.vertices.len()).sum();
    (mesh.positions.len() + mesh.corner_vertices.len() + changes) as u64
}

/// Adds the primitives and influences of a mesh that are left out.
fn add_left_out(mesh: &Mesh, left_out: &mut LeftOut) {
    let name = mesh.name.as_deref().unwrap_or_default();
    let others = mesh.primitives.iter().filter(|it| !primitives::is_surface(it));
    left_out.add_many(POINTS_AND_LINES, others.count(), name);
    let empty = mesh.primitives.iter().filter(|it| primitives::is_surface(it) && !primitives::has_positions(it));
    left_out.add_many(NO_POSITIONS, empty.count(), name);
    let third = format!("JOINTS_{JOINT_SETS}");
    let many = mesh.primitives.iter().filter(|it| it.attributes.contains_key(&third));
    left_out.add_many(INFLUENCES, many.count(), name);
}

fn read_mesh(
    source: &Mesh,
    element: Element,
    skin: Option<SkinReader>,
    (weights, choice): (&[f32], AttributeChoice),
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<SceneMesh> {
    let mut parts = Vec::new();
    let mut materials = Materials::default();
    for primitive in source.primitives.iter().filter(|it| primitives::is_read(it)) {
        let mut part = primitives::read(primitive, skin.is_some(), &element, accessors, budget)?;
        if choice == AttributeChoice::Keep {
            part.attributes = attributes::read(primitive, part.positions.len(), &element, accessors, budget)?;
        }
        materials.push(primitive.material, part.triangles.len(), accessors.root)?;
        parts.push(part);
    }
    let skin = skin.map(|skin| skins::read(skin, &parts, &element)).transpose()?;
    let (materials, face_materials) = materials.into_lists(accessors.root.materials.len());
    let morphs = morphs::read(&mut parts, &source.extras.target_names, weights, &element)?;
    let mut color_sets = color_sets(&parts).into_iter();
    Ok(SceneMesh {
        name: source.name.clone().unwrap_or_default(),
        face_sizes: vec![3; parts.iter().map(|part| part.triangles.len()).sum()],
        corner_vertices: corner_vertices(&parts),
        corner_normals: Some(corners(&parts, normals)),
        corner_tangents: tangents(&parts),
        corner_colors: color_sets.next(),
        more_colors: color_sets.collect(),
        attributes: attributes::of_corners(&parts, budget)?,
        uv_sets: uv_sets(&parts),
        positions: parts.into_iter().flat_map(|part| part.positions).collect(),
        materials,
        face_materials,
        skin,
        morphs,
        properties: properties(&source.extras.others),
        stored: None,
        element,
    })
}

/// The materials of a mesh's faces.
#[derive(Default)]
struct Materials {
    list: Vec<Option<u32>>,
    of_faces: Vec<u32>,
}

impl Materials {
    fn push(&mut self, material: Option<u32>, faces: usize, root: &Document) -> Result<()> {
        if let Some(lost) = material.filter(|&index| index as usize >= root.materials.len()) {
            return Err(unreadable(format!("a primitive refers to material {lost}, which does not exist")));
        }
        let known = self.list.iter().position(|it| *it == material).unwrap_or_else(|| {
            self.list.push(material);
            self.list.len() - 1
        });
        self.of_faces.extend(std::iter::repeat_n(u32::try_from(known).unwrap_or(u32::MAX), faces));
        Ok(())
    }

    /// Returns the materials, and for each face the index of its material in this list. Faces without a material have the
    /// format's default material, which follows the materials of the file. If all faces have the same material, the second list
    /// is empty. If none of them has a material, both lists are.
    fn into_lists(self, default: usize) -> (Vec<u32>, Vec<u32>) {
        if self.list == [None] {
            return (Vec::new(), Vec::new());
        }
        let default = u32::try_from(default).unwrap_or(u32::MAX);
        let several = self.list.len() > 1;
        let materials = self.list.into_iter().map(|material| material.unwrap_or(default)).collect();
        (materials, if several { self.of_faces } else { Vec::new() })
    }
}

fn corner_vertices(parts: &[Primitive]) -> Vec<u32> {
    let mut first = 0;
    let mut vertices = Vec::new();
    for part in parts {
        vertices.extend(part.triangles.iter().flatten().map(|vertex| first + vertex));
        first += u32::try_from(part.positions.len()).unwrap_or(0);
    }
    vertices
}

/// Calls `of_part` for each part, and returns the results for all corners.
fn corners<T>(parts: &[Primitive], of_part: impl Fn(&Primitive) -> Vec<T>) -> Vec<T> {
    parts.iter().flat_map(of_part).collect()
}

/// Returns the values of a part's corners.
fn gather<T: Copy>(part: &Primitive, values: &[T]) -> Vec<T> {
    part.triangles.iter().flatten().map(|&vertex| values[vertex as usize]).collect()
}

/// Returns the normals of a part's corners. If the file contains none, returns the normals of their triangles, as the format
/// requires.
fn normals(part: &Primitive) -> Vec<[f32; 3]> {
    let own = part.normals.as_ref().map(|values| gather(part, values)).unwrap_or_default();
    let flat = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| part.positions[vertex as usize].map(f64::from));
        normalize(cross(subtract(b, a), subtract(c, a))).unwrap_or([0.0, 1.0, 0.0])
    };
    let corners = part.triangles.iter().flat_map(|triangle| [triangle; 3]).enumerate();
    let normal = |(corner, triangle): (usize, &[u32; 3])| {
        let own = own.get(corner).and_then(|normal| normalize(normal.map(f64::from)));
        own.unwrap_or_else(|| flat(triangle)).map(to_f32)
    };
    corners.map(normal).collect()
}

/// Returns the tangents, if all corners have a tangent with a direction. If some are missing, it is better to compute all of
/// them again.
fn tangents(parts: &[Primitive]) -> Option<Vec<[f32; 4]>> {
    if parts.is_empty() || parts.iter().any(|part| part.tangents.is_none() || part.normals.is_none()) {
        return None;
    }
    let all = corners(parts, |part| gather(part, part.tangents.as_deref().unwrap_or_default()));
    let normalized = |[x, y, z, sign]: [f32; 4]| {
        let [x, y, z] = normalize([x, y, z].map(f64::from))?.map(to_f32);
        Some([x, y, z, if sign < 0.0 { -1.0 } else { 1.0 }])
    };
    all.into_iter().map(normalized).collect()
}

/// Returns the colour sets. Parts with fewer sets than others are white.
fn color_sets(parts: &[Primitive]) -> Vec<Vec<[f32; 4]>> {
    let sets = parts.iter().map(|part| part.color_sets.len()).max().unwrap_or(0);
    let set = |at: usize| {
        let of_part = |part: &Primitive| match part.color_sets.get(at) {
            Some(colors) => gather(part, colors),
            None => vec![[1.0; 4]; part.triangles.len() * 3],
        };
        corners(parts, of_part)
    };
    (0..sets).map(set).collect()
}

/// Returns the texture coordinate sets. In the file, v points down. Parts with fewer sets than others have zeros.
fn uv_sets(parts: &[Primitive]) -> Vec<UvSet> {
    let sets = parts.iter().map(|part| part.uv_sets.len()).max().unwrap_or(0);
    let set = |at: usize| {
        let of_part = |part: &Primitive| match part.uv_sets.get(at) {
            Some(uvs) => gather(part, uvs).into_iter().map(|[u, v]| [u, 1.0 - v]).collect(),
            None => vec![[0.0; 2]; part.triangles.len() * 3],
        };
        UvSet { name: String::new(), corner_uvs: corners(parts, of_part) }
    };
    (0..sets).map(set).collect()
}
