//! Reads polygons and their attributes.

use std::collections::HashMap;

use rigmill_dom::{Element, SceneMesh, SceneNode, UvSet};
use rigmill_math::to_f32;
use rigmill_math::vector::{cross, dot, normalize};
use ufbx::{Mesh, Vec2, Vec3, Vec4, VertexVec3, VertexVec4};

use super::elements::element;
use super::load::Geometric;
use super::materials::Materials;
use super::morphs;
use super::nodes::Nodes;
use super::numbers::{vec3, vec3_f32};
use super::properties::user_defined;
use super::skins;
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::budget::Budget;
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::left_out::LeftOut;
use crate::scenes::unusable_faces::leave_out;

/// Returns the meshes that nodes place, in the order of the nodes, and sets the `mesh` of these nodes. A mesh that nodes place
/// with different materials occurs once for each list of materials.
pub(super) fn read(
    nodes: &Nodes<'_>,
    geometric: &Geometric,
    materials: &mut Materials<'_>,
    budget: &mut Budget,
    placed: &mut [SceneNode],
    left_out: &mut LeftOut,
) -> Result<Vec<SceneMesh>> {
    let mut meshes = Vec::new();
    let mut known = HashMap::new();
    for ((_, node), placed) in nodes.iter().zip(placed) {
        let Some(mesh) = &node.mesh else { continue };
        let key = (mesh.element.typed_id, materials.of_node(node, mesh)?);
        // Counted once for each node, because a model contains a separate mesh for each node.
        budget.take_geometry(weight(mesh))?;
        let index = match known.get(&key) {
            Some(&index) => {
                let mesh: &SceneMesh = &meshes[index as usize];
                budget.take_polygons(mesh.face_sizes.iter().copied())?;
                index
            }
            None => {
                let mut read = read_mesh(mesh, key.1.clone(), nodes, left_out)?;
                let moved = geometric.get(&node.element.element_id).copied();
                read.morphs = morphs::read(mesh, &read.element, moved, left_out)?;
                leave_out(&mut read, |size| budget.can_cut(size), left_out);
                meshes.push(read);
                let index = u32::try_from(meshes.len() - 1).unwrap_or(u32::MAX);
                known.insert(key, index);
                index
            }
        };
        placed.mesh = Some(index);
    }
    Ok(meshes)
}

/// Returns what a mesh takes from the budget.
fn weight(mesh: &Mesh) -> u64 {
    let influences = mesh.skin_deformers.iter().map(|skin| skin.weights.count).sum::<usize>();
    let sets = 1 + mesh.uv_sets.count + mesh.color_sets.count;
    let corners = (mesh.num_indices as u64).saturating_mul(sets as u64);
    corners + mesh.num_vertices as u64 + mesh.num_faces as u64 + influences as u64 + morphs::weight(mesh)
}

fn read_mesh(mesh: &Mesh, materials: Vec<u32>, nodes: &Nodes<'_>, left_out: &mut LeftOut) -> Result<SceneMesh> {
    let element = element("Geometry", &mesh.element);
    let corners = Corners::new(mesh, &element);
    let mut color_sets = corners.color_sets()?.into_iter();
    let positions: Vec<[f32; 3]> = mesh.vertices.iter().map(|&position| vec3_f32(position)).collect();
    Ok(SceneMesh {
        name: mesh.element.name.to_string(),
        positions,
        face_sizes: mesh.faces.iter().map(|face| face.num_indices).collect(),
        corner_vertices: corners.vertices()?,
        corner_normals: corners.normals()?,
        corner_tangents: corners.tangents()?,
        corner_colors: color_sets.next(),
        more_colors: color_sets.collect(),
        attributes: Vec::new(),
        uv_sets: corners.uv_sets()?,
        face_materials: face_materials(mesh, materials.len()),
        materials,
        skin: skins::read(mesh, &element, nodes, left_out)?,
        morphs: Vec::new(),
        properties: user_defined(&mesh.element.props),
        stored: None,
        element,
    })
}

fn face_materials(mesh: &Mesh, materials: usize) -> Vec<u32> {
    if materials < 2 {
        return Vec::new();
    }
    let of_face =
        |face| mesh.face_material.get(face).copied().filter(|&index| (index as usize) < materials).unwrap_or(0);
    (0..mesh.num_faces).map(of_face).collect()
}

fn check<const N: usize>(values: &[[f32; N]], element: &Element, what: &str) -> Result<()> {
    let finite = values.iter().flatten().all(|number| number.is_finite());
    finite.then_some(()).ok_or_else(|| not_finite(element, what))
}

/// The corners of a mesh, face by face.
struct Corners<'a> {
    mesh: &'a Mesh,
    element: &'a Element,
    /// The position of each corner in ufbx's lists; `None` if the corners are in the order of the faces.
    order: Option<Vec<u32>>,
}

impl<'a> Corners<'a> {
    fn new(mesh: &'a Mesh, element: &'a Element) -> Self {
        let mut next = 0;
        let in_order = mesh.faces.iter().all(|face| {
            let begins = face.index_begin == next;
            next = face.index_begin.saturating_add(face.num_indices);
            begins
        });
        let listed = || {
            mesh.faces
                .iter()
                .flat_map(|face| face.index_begin..face.index_begin.saturating_add(face.num_indices))
                .collect()
        };
        let order = (!in_order || next as usize != mesh.num_indices).then(listed);
        Self { mesh, element, order }
    }

    /// Returns the value of each corner, found through its index and converted by `map`.
    fn gather<S, T>(&self, values: &[S], indices: &[u32], map: impl Fn(&S) -> T) -> Result<Vec<T>> {
        let value = |&index: &u32| values.get(index as usize).map(&map);
        // The number is known, so the list does not need to grow.
        let count = self.order.as_ref().map_or(indices.len(), Vec::len);
        let mut gathered = Vec::with_capacity(count);
        match &self.order {
            None => gathered.extend(indices.iter().map_while(value)),
            Some(order) => gathered.extend(order.iter().map_while(|&at| indices.get(at as usize).and_then(value))),
        }
        if gathered.len() == count {
            return Ok(gathered);
        }
        let fact = format!("{}: an index is out of range", self.element);
        Err(Problem::new(codes::FBX_UNREADABLE, fact, "export the file again"))
    }

    fn vertices(&self) -> Result<Vec<u32>> {
        let all = &self.mesh.vertex_indices;
        let vertices: Vec<u32> = match &self.order {
            None => all.to_vec(),
            Some(order) => order.iter().filter_map(|&at| all.get(at as usize).copied()).collect(),
        };
        let count = self.mesh.vertices.count;
        match vertices.iter().find(|&&vertex| vertex as usize >= count) {
            None => Ok(vertices),
            Some(vertex) => {
                let fact = format!(
                    "{}: a corner refers to vertex {vertex}, but the mesh has only {count} vertices",
                    self.element
                );
                Err(Problem::new(codes::FBX_UNREADABLE, fact, "export the file again"))
            }
        }
    }

    fn normals(&self) -> Result<Option<Vec<[f32; 3]>>> {
        let source = &self.mesh.vertex_normal;
        if !source.exists {
            return Ok(None);
        }
        self.check_source(source, "a normal")?;
        let mut normals = self.gather(&source.values, &source.indices, |&normal| direction(normal))?;
        if normals.contains(&[0.0; 3]) {
            self.fix_normals(&mut normals);
        }
        Ok(Some(normals))
    }

    /// Replaces normals without a direction by the normal of their face.
    fn fix_normals(&self, normals: &mut [[f32; 3]]) {
        let mut begin = 0;
        for face in self.mesh.faces.iter() {
            let end = normals.len().min(begin + face.num_indices as usize);
            let missing = normals[begin..end].contains(&[0.0; 3]);
            let of_face = if missing { self.face_normal(*face) } else { [0.0; 3] };
            normals[begin..end].iter_mut().filter(|normal| **normal == [0.0; 3]).for_each(|normal| *normal = of_face);
            begin = end;
        }
    }

    /// Returns Newell's normal of a face; up if the face has none.
    fn face_normal(&self, face: ufbx::Face) -> [f32; 3] {
        let corner = |at: u32| {
            let index = self.mesh.vertex_indices.get((face.index_begin + at % face.num_indices) as usize);
            index.and_then(|&index| self.mesh.vertices.get(index as usize)).map_or([0.0; 3], |&position| vec3(position))
        };
        let edges = (0..face.num_indices).map(|at| cross(corner(at), corner(at + 1)));
        let sum = edges.fold([0.0; 3], |sum, edge| [sum[0] + edge[0], sum[1] + edge[1], sum[2] + edge[2]]);
        normalize(sum).unwrap_or([0.0, 1.0, 0.0]).map(to_f32)
    }

    /// Returns the tangents, if each of them has a direction. If some are missing, it is better to compute all of them again.
    fn tangents(&self) -> Result<Option<Vec<[f32; 4]>>> {
        let source = &self.mesh.vertex_tangent;
        if !source.exists || !self.mesh.vertex_normal.exists {
            return Ok(None);
        }
        self.check_source(source, "a tangent")?;
        let tangents = self.gather(&source.values, &source.indices, |&tangent| vec3(tangent))?;
        let signs = self.bitangent_signs(&tangents)?;
        let whole: Option<Vec<[f32; 4]>> = tangents
            .into_iter()
            .zip(signs)
            .map(|(tangent, sign)| {
                let [x, y, z] = normalize(tangent)?.map(to_f32);
                Some([x, y, z, sign])
            })
            .collect();
        Ok(whole)
    }

    /// Returns, for each corner, on which side of normal and tangent the bitangent is.
    fn bitangent_signs(&self, tangents: &[[f64; 3]]) -> Result<Vec<f32>> {
        let Mesh { vertex_normal, vertex_bitangent, .. } = self.mesh;
        if !vertex_bitangent.exists {
            return Ok(vec![1.0; tangents.len()]);
        }
        let normals = self.gather(&vertex_normal.values, &vertex_normal.indices, |&normal| vec3(normal))?;
        let bitangents = self.gather(&vertex_bitangent.values, &vertex_bitangent.indices, |&it| vec3(it))?;
        let corners = normals.into_iter().zip(tangents).zip(bitangents);
        let side = |normal, tangent, bitangent| dot(cross(normal, tangent), bitangent);
        Ok(corners.map(|((n, &t), b)| if side(n, t, b) < 0.0 { -1.0 } else { 1.0 }).collect())
    }

    fn color_sets(&self) -> Result<Vec<Vec<[f32; 4]>>> {
        let sets = self.mesh.color_sets.iter().map(|set| &set.vertex_color).filter(|colors| colors.exists);
        sets.map(|colors| self.colors(colors)).collect()
    }

    fn colors(&self, source: &VertexVec4) -> Result<Vec<[f32; 4]>> {
        let color = |&Vec4 { x, y, z, w }: &Vec4| [x, y, z, w].map(to_f32);
        let colors = self.gather(&source.values, &source.indices, color)?;
        check(&colors, self.element, "a colour")?;
        Ok(colors)
    }

    fn uv_sets(&self) -> Result<Vec<UvSet>> {
        self.mesh.uv_sets.iter().filter(|set| set.vertex_uv.exists).map(|set| self.uv_set(set)).collect()
    }

    fn uv_set(&self, set: &ufbx::UvSet) -> Result<UvSet> {
        let uv = |&Vec2 { x, y }: &Vec2| [to_f32(x), to_f32(y)];
        let corner_uvs = self.gather(&set.vertex_uv.values, &set.vertex_uv.indices, uv)?;
        check(&corner_uvs, self.element, "a texture coordinate")?;
        Ok(UvSet { name: set.name.to_string(), corner_uvs })
    }

    fn check_source(&self, source: &VertexVec3, what: &str) -> Result<()> {
        let finite = source.values.iter().all(|v| v.x.is_finite() && v.y.is_finite() && v.z.is_finite());
        finite.then_some(()).ok_or_else(|| not_finite(self.element, what))
    }
}

/// Returns the direction of a vector with unit length; zero if it has no direction.
fn direction(v: Vec3) -> [f32; 3] {
    normalize(vec3(v)).unwrap_or([0.0; 3]).map(to_f32)
}
