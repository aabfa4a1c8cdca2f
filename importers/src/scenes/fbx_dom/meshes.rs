//! Reads polygons and their attributes.

use std::collections::HashMap;

use rigmill_dom::{Element, SceneMesh, SceneNode, UvSet};
use rigmill_math::affine::{Affine, transform_point};
use rigmill_math::to_f32;
use rigmill_math::vector::{cross, dot, normalize};

use super::document::{Document, Object};
use super::materials::Materials;
use super::matrices::determinant;
use super::morphs;
use super::nodes::Nodes;
use super::records::{Record, ints, reals, text_in};
use super::skins;
use super::transforms::geometric;
use super::unsupported::{malformed, unsupported};
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::budget::Budget;
use crate::scenes::fbx_shared::params::{FbxParams, GeometricTransforms};
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::left_out::LeftOut;
use crate::scenes::unusable_faces::leave_out;

/// Returns the meshes that nodes place, in the order of the nodes, and sets the `mesh` of these nodes. A mesh that nodes place
/// with different materials occurs once for each list of materials.
pub(super) fn read(
    document: &Document<'_>,
    nodes: &Nodes<'_>,
    params: &FbxParams,
    materials: &mut Materials<'_, '_>,
    budget: &mut Budget,
    placed: &mut [SceneNode],
    left_out: &mut LeftOut,
) -> Result<Vec<SceneMesh>> {
    let mut meshes = Vec::new();
    let mut known = HashMap::new();
    // For each geometry that a node has placed, whether a node moves its vertices.
    let mut users: HashMap<i64, bool> = HashMap::new();
    for ((_, node), placed) in nodes.iter().zip(placed) {
        let mut geometries = document.children(node.object.id, "Geometry");
        let Some(geometry) = geometries.next() else { continue };
        if geometries.next().is_some() {
            return Err(unsupported(format!("Model {:?} has two geometries", node.object.name)));
        }
        if geometry.class != "Mesh" {
            continue;
        }
        let moves_vertices = params.geometric_transforms == GeometricTransforms::Mesh;
        let own = geometric(&node.properties);
        let moved = own.filter(|_| moves_vertices);
        let moved_before = users.insert(geometry.id, moved.is_some());
        if moved_before.is_some_and(|before| before || moved.is_some()) {
            return Err(unsupported(format!("Geometry {:?} is used twice, with geometric transforms", geometry.name)));
        }
        let key = (geometry.id, materials.of_node(node.object.id));
        let index = match known.get(&key) {
            Some(&index) => {
                // Counted once for each node, because a model contains a separate mesh for each node.
                let mesh: &SceneMesh = &meshes[index as usize];
                budget.take_geometry(weight(mesh))?;
                budget.take_polygons(mesh.face_sizes.iter().copied())?;
                index
            }
            None => {
                let mut mesh = Source::new(geometry, moved, budget)?.mesh(key.1.clone(), budget)?;
                leave_out(&mut mesh, |size| budget.can_cut(size), left_out);
                mesh.properties = document.properties(geometry).user_defined();
                mesh.skin = skins::read(geometry, mesh.positions.len(), document, nodes, budget, left_out)?;
                mesh.morphs = morphs::read(geometry, mesh.positions.len(), moved, document, budget, left_out)?;
                if mesh.skin.is_some() && own.is_some() {
                    return Err(unsupported(format!(
                        "Model {:?} has a skin and a geometric transform",
                        node.object.name
                    )));
                }
                meshes.push(mesh);
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
fn weight(mesh: &SceneMesh) -> u64 {
    let corners = mesh.corner_vertices.len() * (1 + mesh.uv_sets.len() + mesh.more_colors.len());
    let influences = mesh.skin.as_ref().map_or(0, |skin| skin.influences.len());
    let shapes = mesh.morphs.iter().flat_map(|morph| &morph.shapes);
    let changes: usize = shapes.map(|shape| 1 + shape.vertices.len()).sum();
    (corners + mesh.positions.len() + mesh.face_sizes.len() + influences + changes) as u64
}

/// The elements of a mesh for which a layer contains values.
#[derive(Clone, Copy, PartialEq)]
enum Mapping {
    Corner,
    Vertex,
    Face,
    All,
}

/// A mesh of the file.
struct Source<'a> {
    record: Record<'a>,
    element: Element,
    name: &'a str,
    positions: Vec<[f64; 3]>,
    face_sizes: Vec<u32>,
    corner_vertices: Vec<u32>,
    /// The transform of the vertices.
    moved: Option<Affine>,
}

impl<'a> Source<'a> {
    fn new(object: Object<'a>, moved: Option<Affine>, budget: &mut Budget) -> Result<Self> {
        let element = object.element("Geometry");
        let numbers = reals(object.record, "Vertices")?.unwrap_or_default();
        let corners = ints(object.record, "PolygonVertexIndex")?.unwrap_or_default();
        let (positions, rest) = numbers.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(malformed(format!("{element}: the number of its coordinates is not a multiple of 3")));
        }
        let layers = ["LayerElementUV", "LayerElementColor"];
        let sets = 1 + layers.iter().map(|name| object.record.children_by_name(name).count() as u64).sum::<u64>();
        budget.take_geometry((corners.len() as u64).saturating_mul(sets) + positions.len() as u64)?;
        let (face_sizes, corner_vertices) = faces(corners, positions.len(), &element)?;
        let positions = positions.to_vec();
        Ok(Self { record: object.record, element, name: object.name, positions, face_sizes, corner_vertices, moved })
    }

    fn mesh(&self, materials: Vec<u32>, budget: &mut Budget) -> Result<SceneMesh> {
        budget.take_geometry(self.face_sizes.len() as u64)?;
        let place =
            |&position: &[f64; 3]| self.moved.map_or(position, |moved| transform_point(&moved, position)).map(to_f32);
        let positions: Vec<[f32; 3]> = self.positions.iter().map(place).collect();
        let normals = self.directions("LayerElementNormal", "Normals", "NormalsIndex", Role::Normal)?;
        let mut color_sets = self.color_sets()?.into_iter();
        let mesh = SceneMesh {
            name: self.name.to_owned(),
            face_sizes: self.face_sizes.clone(),
            corner_vertices: self.corner_vertices.clone(),
            corner_tangents: self.tangents(normals.as_deref())?,
            corner_normals: normals.map(|normals| self.with_computed(&normals, &positions)),
            corner_colors: color_sets.next(),
            more_colors: color_sets.collect(),
            attributes: Vec::new(),
            uv_sets: self.uv_sets()?,
            face_materials: self.face_materials(materials.len())?,
            materials,
            skin: None,
            morphs: Vec::new(),
            properties: Vec::new(),
            stored: None,
            positions,
            element: self.element.clone(),
        };
        Ok(mesh)
    }

    fn wrong(&self, what: &str) -> Problem {
        malformed(format!("{}: {what}", self.element))
    }

    fn mapping(&self, layer: Record<'_>) -> Result<Mapping> {
        match text_in(layer, "MappingInformationType") {
            Some("ByPolygonVertex") => Ok(Mapping::Corner),
            Some("ByVertice" | "ByVertex") => Ok(Mapping::Vertex),
            Some("ByPolygon") => Ok(Mapping::Face),
            Some("AllSame") => Ok(Mapping::All),
            other => Err(unsupported(format!(
                "{}: {} has the mapping {:?}",
                self.element,
                layer.name(),
                other.unwrap_or_default()
            ))),
        }
    }

    /// Returns each corner's value in a layer of attributes with `N` numbers each.
    fn gather<const N: usize>(&self, layer: Record<'_>, list: &str, index: &str) -> Result<Vec<[f64; N]>> {
        let mapping = self.mapping(layer)?;
        let values = reals(layer, list)?.unwrap_or_default();
        let (values, rest) = values.as_chunks::<N>();
        if !rest.is_empty() {
            return Err(self.wrong(&format!("the length of {list} is not a multiple of {N}")));
        }
        let indices = match text_in(layer, "ReferenceInformationType") {
            Some("Direct") => None,
            Some("IndexToDirect" | "Index") => {
                Some(ints(layer, index)?.ok_or_else(|| self.wrong(&format!("{index} is missing")))?)
            }
            other => {
                let kind = other.unwrap_or_default();
                return Err(unsupported(format!("{}: {list} have the reference type {kind:?}", self.element)));
            }
        };
        let value = |place: usize| {
            let place = match indices {
                None => place,
                Some(indices) => usize::try_from(*indices.get(place)?).ok()?,
            };
            values.get(place).copied()
        };
        let mut gathered = Vec::with_capacity(self.corner_vertices.len());
        for (face, &size) in self.face_sizes.iter().enumerate() {
            for _ in 0..size {
                let corner = gathered.len();
                let place = match mapping {
                    Mapping::Corner => corner,
                    Mapping::Vertex => self.corner_vertices[corner] as usize,
                    Mapping::Face => face,
                    Mapping::All => 0,
                };
                gathered
                    .push(value(place).ok_or_else(|| self.wrong(&format!("an index into {list} is out of range")))?);
            }
        }
        Ok(gathered)
    }

    /// Returns vectors for each corner, transformed with the vertices.
    fn directions(&self, layer: &str, list: &str, index: &str, role: Role) -> Result<Option<Vec<[f64; 3]>>> {
        let Some(layer) = self.record.first_child_by_name(layer) else { return Ok(None) };
        let mut all: Vec<[f64; 3]> = self.gather(layer, list, index)?;
        if let Some(moved) = &self.moved {
            let rows = role.matrix(moved);
            all.iter_mut().for_each(|v| *v = rows.map(|row| dot(row, *v)));
        }
        let finite = all.iter().flatten().all(|number| number.is_finite());
        if finite { Ok(Some(all)) } else { Err(not_finite(&self.element, role.name())) }
    }

    /// Returns unit normals. Normals without a direction are replaced by the normal of their face, or by up.
    fn with_computed(&self, normals: &[[f64; 3]], positions: &[[f32; 3]]) -> Vec<[f32; 3]> {
        let mut unit = Vec::with_capacity(normals.len());
        for &size in &self.face_sizes {
            let begin = unit.len();
            for &normal in &normals[begin..begin + size as usize] {
                let normal = normalize(normal).unwrap_or_else(|| self.face_normal(begin, size as usize, positions));
                unit.push(normal.map(to_f32));
            }
        }
        unit
    }

    /// Returns Newell's normal of a face.
    fn face_normal(&self, begin: usize, size: usize, positions: &[[f32; 3]]) -> [f64; 3] {
        let corner = |at: usize| positions[self.corner_vertices[begin + at % size] as usize].map(f64::from);
        // More corners do not improve the normal, and would be slow for a face with a million corners.
        let edges = (0..size.min(1000)).map(|at| cross(corner(at), corner(at + 1)));
        let sum = edges.fold([0.0; 3], |sum, edge| [sum[0] + edge[0], sum[1] + edge[1], sum[2] + edge[2]]);
        normalize(sum).unwrap_or([0.0, 1.0, 0.0])
    }

    /// Returns the tangents, if each of them has a direction. If some are missing, it is better to compute all of them again.
    fn tangents(&self, normals: Option<&[[f64; 3]]>) -> Result<Option<Vec<[f32; 4]>>> {
        let Some(normals) = normals else { return Ok(None) };
        let tangents = self.directions("LayerElementTangent", "Tangents", "TangentsIndex", Role::Tangent)?;
        let Some(tangents) = tangents else { return Ok(None) };
        let bitangents = self.directions("LayerElementBinormal", "Binormals", "BinormalsIndex", Role::Tangent)?;
        let side = |at: usize| {
            let bitangent = bitangents.as_ref().map(|all| all[at]);
            bitangent.is_some_and(|bitangent| dot(cross(normals[at], tangents[at]), bitangent) < 0.0)
        };
        let whole = tangents.iter().enumerate().map(|(at, &tangent)| {
            let [x, y, z] = normalize(tangent)?.map(to_f32);
            Some([x, y, z, if side(at) { -1.0 } else { 1.0 }])
        });
        Ok(whole.collect())
    }

    fn color_sets(&self) -> Result<Vec<Vec<[f32; 4]>>> {
        self.record.children_by_name("LayerElementColor").map(|layer| self.colors(layer)).collect()
    }

    fn colors(&self, layer: Record<'_>) -> Result<Vec<[f32; 4]>> {
        let colors: Vec<[f64; 4]> = self.gather(layer, "Colors", "ColorIndex")?;
        let colors: Vec<[f32; 4]> = colors.into_iter().map(|color| color.map(to_f32)).collect();
        check(&colors, &self.element, "a colour")?;
        Ok(colors)
    }

    fn uv_sets(&self) -> Result<Vec<UvSet>> {
        self.record.children_by_name("LayerElementUV").map(|layer| self.uv_set(layer)).collect()
    }

    fn uv_set(&self, layer: Record<'_>) -> Result<UvSet> {
        let uvs: Vec<[f64; 2]> = self.gather(layer, "UV", "UVIndex")?;
        let corner_uvs: Vec<[f32; 2]> = uvs.into_iter().map(|uv| uv.map(to_f32)).collect();
        check(&corner_uvs, &self.element, "a texture coordinate")?;
        Ok(UvSet { name: text_in(layer, "Name").unwrap_or_default().to_owned(), corner_uvs })
    }

    fn face_materials(&self, materials: usize) -> Result<Vec<u32>> {
        if materials < 2 {
            return Ok(Vec::new());
        }
        let faces = self.face_sizes.len();
        let Some(layer) = self.record.first_child_by_name("LayerElementMaterial") else { return Ok(vec![0; faces]) };
        let indices = ints(layer, "Materials")?.unwrap_or_default();
        let known = |index: &i32| u32::try_from(*index).ok().filter(|&index| (index as usize) < materials);
        let of = |place: usize| indices.get(place).and_then(known).unwrap_or(0);
        match self.mapping(layer)? {
            Mapping::All => Ok(vec![of(0); faces]),
            Mapping::Face => Ok((0..faces).map(of).collect()),
            _ => Err(unsupported(format!("{}: its materials are mapped by corner", self.element))),
        }
    }
}

/// How a vector is transformed with the vertices.
#[derive(Clone, Copy)]
enum Role {
    Normal,
    Tangent,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Self::Normal => "a normal",
            Self::Tangent => "a tangent",
        }
    }

    fn matrix(self, moved: &Affine) -> [[f64; 3]; 3] {
        let rows: [[f64; 3]; 3] = moved.map(|[x, y, z, _]| [x, y, z]);
        match self {
            Self::Tangent => rows,
            Self::Normal => {
                // The inverse transpose, except for its length.
                let side = determinant(rows).signum();
                let [a, b, c] = rows;
                [cross(b, c), cross(c, a), cross(a, b)].map(|row| row.map(|number| number * side))
            }
        }
    }
}

/// Returns the sizes of faces and the vertices of their corners. The file stores the last corner of each face as its bitwise
/// complement.
fn faces(corners: &[i32], vertices: usize, element: &Element) -> Result<(Vec<u32>, Vec<u32>)> {
    let mut sizes = Vec::new();
    let mut size = 0;
    let mut found = Vec::with_capacity(corners.len());
    for &corner in corners {
        let vertex = if corner < 0 { !corner } else { corner }.cast_unsigned();
        if vertex as usize >= vertices {
            let fact =
                format!("{element}: a corner refers to vertex {vertex}, but the mesh has only {vertices} vertices");
            return Err(Problem::new(codes::FBX_UNREADABLE, fact, "export the file again"));
        }
        found.push(vertex);
        size += 1;
        if corner < 0 {
            sizes.push(size);
            size = 0;
        }
    }
    if size > 0 { Err(malformed(format!("{element}: its last face has no end"))) } else { Ok((sizes, found)) }
}

fn check<const N: usize>(values: &[[f32; N]], element: &Element, what: &str) -> Result<()> {
    let finite = values.iter().flatten().all(|number| number.is_finite());
    finite.then_some(()).ok_or_else(|| not_finite(element, what))
}
