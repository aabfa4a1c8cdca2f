//! [`ModelMeshView`]: a mesh read from the bytes of its file.

use super::directions::{NormalFormat, Normals, Tangents};
use super::morph::{MorphTargetView, Morphed, ShapeTables, TargetRecord, repeated_name};
use super::positions::{PositionGrid, Positions};
use super::records::{MAX_SMALL_VERTICES, MeshRecord, ModelView, NONE, PartRecord};
use super::value::{JointSet, MAX_COLOR_SETS, MAX_JOINT_SETS, MAX_UV_SETS, MeshPart, MeshSkin, ModelMesh, Vertices};
use super::vertex_rules::{UNIT_TOLERANCE, check_finite, check_positions, check_set_count, check_tangents, check_unit};
use super::vertices::{AttributeRecord, SkinningMethod, VertexAttributeView, VertexRecord, check_attributes};
use crate::error::{ensure, invalid};
use crate::layout::numbers::{all_finite, is_affine};
use crate::layout::{getters, names};
use crate::{BoundingBox, BoundingSphere, InvalidContent};

/// A mesh of a model, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ModelMeshView<'a> {
    record: &'a MeshRecord,
    name: &'a [u8],
    positions: Positions<'a>,
    normals: Normals<'a>,
    tangents: Tangents<'a>,
    bitangents: &'a [[f32; 3]],
    colors: &'a [[f32; 4]],
    uvs: &'a [[f32; 2]],
    joints: &'a [[u16; 4]],
    weights: &'a [[f32; 4]],
    indices: Indices<'a>,
    parts: &'a [PartRecord],
    skin_bones: &'a [u32],
    inverse_binds: &'a [[f32; 16]],
    targets: &'a [TargetRecord],
    shapes: ShapeTables<'a>,
    vertices: VertexRecord,
    blend_weights: &'a [f32],
    attributes: &'a [AttributeRecord],
    attribute_values: &'a [f32],
    text: &'a [u8],
}

/// The indices of a mesh, in the width for its number of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices<'a> {
    /// For a mesh of at most 65,535 vertices.
    U16(&'a [u16]),
    /// For a mesh with more vertices.
    U32(&'a [u32]),
}

impl<'a> Indices<'a> {
    /// The number of indices: three per triangle.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::U16(indices) => indices.len(),
            Self::U32(indices) => indices.len(),
        }
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index at position `entry`.
    #[must_use]
    pub fn get(&self, entry: usize) -> Option<u32> {
        match self {
            Self::U16(indices) => indices.get(entry).copied().map(u32::from),
            Self::U32(indices) => indices.get(entry).copied(),
        }
    }

    /// Returns all elements.
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<'a> {
        let (small, large): (&[u16], &[u32]) = match *self {
            Self::U16(indices) => (indices, &[]),
            Self::U32(indices) => (&[], indices),
        };
        small.iter().copied().map(u32::from).chain(large.iter().copied())
    }
}

impl<'a> ModelMeshView<'a> {
    pub(super) fn new(model: &ModelView<'a>, index: usize, record: &'a MeshRecord) -> Self {
        let more = model.more.get(index).copied().unwrap_or_default();
        let vertices = model.vertex_records.get(index).copied().unwrap_or_default();
        let positions = positions(model, record, &vertices);
        let small = Indices::U16(record.indices_16.slice(model.indices_16));
        let large = Indices::U32(record.indices_32.slice(model.indices_32));
        Self {
            record,
            name: record.name.slice(model.text),
            positions,
            normals: normals(model, record, &vertices),
            tangents: tangents(model, record, &vertices),
            bitangents: more.bitangents.slice(model.bitangents),
            colors: record.colors.slice(model.colors),
            uvs: record.uvs.slice(model.uvs),
            joints: record.joints.slice(model.joints),
            weights: record.joints.slice(model.weights),
            indices: if positions.len() <= MAX_SMALL_VERTICES { small } else { large },
            parts: record.parts.slice(model.parts),
            skin_bones: record.skin.slice(model.skin_bones),
            inverse_binds: record.skin.slice(model.inverse_binds),
            targets: model.morphs.get(index).copied().unwrap_or_default().targets.slice(model.targets),
            shapes: ShapeTables {
                text: model.text,
                shapes: model.shapes,
                vertices: model.shape_vertices,
                positions: model.shape_positions,
                normals: model.shape_normals,
                tangents: model.shape_tangents,
            },
            blend_weights: vertices.blend_weights.slice(model.blend_weights),
            attributes: vertices.attributes.slice(model.attributes),
            attribute_values: model.attribute_values,
            text: model.text,
            vertices,
        }
    }

    getters! { self:
        /// The name.
        name: &'a str = names::checked_text(self.name);
        /// The bone to which the mesh is attached.
        bone: usize = self.record.bone as usize;
        /// A bounding sphere of all vertices before morphing, in the mesh's space.
        sphere: BoundingSphere = self.record.sphere;
        /// A bounding box of all vertices before morphing, in the mesh's space.
        bounding_box: BoundingBox = self.record.bounding_box;
        /// The number of vertices.
        vertex_count: usize = self.positions.len();
        /// The number of triangles.
        triangle_count: usize = self.indices.len() / 3;
        /// The position x, y, z of each vertex, in the mesh's space.
        positions: Positions<'a> = self.positions;
        /// The normal of each vertex; may be empty.
        normals: Normals<'a> = self.normals;
        /// The tangent of each vertex; may be empty. w is 1 or -1: bitangent = w (normal x tangent).
        tangents: Tangents<'a> = self.tangents;
        /// The source's own bitangent of each vertex. If empty, bitangents are w (normal x tangent).
        bitangents: &'a [[f32; 3]] = self.bitangents;
        /// The first set of colours: r, g, b, a per vertex, linear; may be empty.
        colors: &'a [[f32; 4]] = self.color_sets().next().unwrap_or_default();
        /// The indices, three per triangle.
        indices: Indices<'a> = self.indices;
        /// Whether the mesh has a skin.
        is_skinned: bool = !self.skin_bones.is_empty();
        /// The bones of the model that move the vertices; empty for a rigid mesh.
        skin_bones: &'a [u32] = self.skin_bones;
        /// For each bone of the skin, the matrix from the mesh's space to the bone's space in the bind pose.
        inverse_binds: &'a [[f32; 16]] = self.inverse_binds;
        /// How the bones move the vertices.
        skinning_method: SkinningMethod = self.vertices.method();
        /// For each vertex, the share of dual quaternion skinning, 0 to 1. Empty unless the method is
        /// [`SkinningMethod::Blended`].
        blend_weights: &'a [f32] = self.blend_weights;
    }

    /// The sets of colours: r, g, b, a per vertex, linear.
    pub fn color_sets(&self) -> impl ExactSizeIterator<Item = &'a [[f32; 4]]> + use<'a> {
        self.colors.chunks_exact(self.positions.len().max(1))
    }

    /// The custom attributes, whose meaning only the game knows.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = VertexAttributeView<'a>> + use<'a> {
        let (text, values) = (self.text, self.attribute_values);
        self.attributes.iter().map(move |record| VertexAttributeView::new(record, text, values))
    }

    /// The custom attribute with this name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<VertexAttributeView<'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The share of dual quaternion skinning for a vertex: from 0 (linear skinning) to 1.
    #[must_use]
    pub fn blend_weight(&self, vertex: usize) -> f32 {
        match self.skinning_method() {
            SkinningMethod::Linear => 0.0,
            SkinningMethod::DualQuaternion => 1.0,
            SkinningMethod::Blended => self.blend_weights.get(vertex).copied().unwrap_or_default(),
        }
    }

    /// The sets of texture coordinates: u, v per vertex. v points down.
    pub fn uv_sets(&self) -> impl ExactSizeIterator<Item = &'a [[f32; 2]]> + use<'a> {
        self.uvs.chunks_exact(self.positions.len().max(1))
    }

    /// The sets of four influences per vertex: joints, which are indices in [`skin_bones`](Self::skin_bones), and their
    /// weights.
    pub fn joint_sets(&self) -> impl ExactSizeIterator<Item = (&'a [[u16; 4]], &'a [[f32; 4]])> + use<'a> {
        let count = self.positions.len().max(1);
        self.joints.chunks_exact(count).zip(self.weights.chunks_exact(count))
    }

    /// The influences on a vertex in all sets: joints, which are indices in [`skin_bones`](Self::skin_bones), and their
    /// weights.
    pub fn influences(&self, vertex: usize) -> impl Iterator<Item = (u16, f32)> + Clone + use<'a> {
        let (count, joints, weights) = (self.positions.len().max(1), self.joints, self.weights);
        let places = (vertex..joints.len()).step_by(count);
        let set = move |at: usize| joints[at].into_iter().zip(weights[at]);
        places.filter(move |_| vertex < count).flat_map(set)
    }

    /// The morph targets, which change vertices before the skin moves them.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = MorphTargetView<'a>> + use<'a> {
        let shapes = self.shapes;
        self.targets.iter().map(move |record| MorphTargetView::new(record, shapes))
    }

    /// The number of the morph target with this name.
    #[must_use]
    pub fn find_target(&self, name: &str) -> Option<usize> {
        self.targets().position(|target| target.name() == name)
    }

    /// The parts, each with one material. They are stored one after another and cover all indices.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = MeshPart> + use<'a> {
        self.parts.iter().map(|record| MeshPart {
            material: u32::try_from(record.material).ok(),
            first_index: record.first_index,
            index_count: record.index_count,
        })
    }

    /// A copy that owns its vertices.
    #[must_use]
    pub fn to_owned(&self) -> ModelMesh {
        let joint_sets = self.joint_sets();
        let joint_sets =
            joint_sets.map(|(joints, weights)| JointSet { joints: joints.into(), weights: weights.into() });
        let skin = || MeshSkin {
            bones: self.skin_bones.to_vec(),
            inverse_binds: self.inverse_binds.to_vec(),
            method: self.skinning_method(),
            blend_weights: self.blend_weights.to_vec(),
        };
        ModelMesh {
            name: self.name().to_owned(),
            bone: self.record.bone,
            vertices: Vertices {
                position_format: self.positions.format(),
                normal_format: self.normal_format(),
                positions: self.positions.to_vec(),
                normals: self.normals.to_vec(),
                tangents: self.tangents.to_vec(),
                bitangents: self.bitangents.to_vec(),
                colors: self.colors().to_vec(),
                more_colors: self.color_sets().skip(1).map(<[_]>::to_vec).collect(),
                uv_sets: self.uv_sets().map(<[_]>::to_vec).collect(),
                joint_sets: joint_sets.collect(),
                attributes: self.attributes().map(|attribute| attribute.to_owned()).collect(),
            },
            indices: self.indices.iter().collect(),
            parts: self.parts().collect(),
            skin: self.is_skinned().then(skin),
            targets: self.targets().map(|target| target.to_owned()).collect(),
            sphere: self.sphere(),
            bounding_box: self.bounding_box(),
        }
    }

    /// How normals and tangents are stored.
    fn normal_format(&self) -> NormalFormat {
        if self.normals.is_empty() { self.tangents.format() } else { self.normals.format() }
    }

    pub(super) fn name_bytes(&self) -> &'a [u8] {
        self.name
    }

    /// Checks all rules of a mesh, in a model with this number of bones and materials.
    pub(super) fn check(&self, bones: usize, materials: usize) -> Result<(), InvalidContent> {
        ensure!(self.bone() < bones, "it is attached to bone {}, but the model has {bones} bones", self.record.bone);
        self.check_formats()?;
        self.check_lengths()?;
        self.check_bounds()?;
        self.check_attributes()?;
        self.check_indices()?;
        self.check_parts(materials)?;
        self.check_skin(bones)?;
        self.check_influences()?;
        self.vertices.check_skinning(self.blend_weights, self.vertex_count(), self.is_skinned())?;
        check_attributes(self.attributes(), self.vertex_count())?;
        self.check_targets()
    }

    /// Checks that no attribute is stored both as floats and as codes, and that encoders create these codes.
    fn check_formats(&self) -> Result<(), InvalidContent> {
        let (record, codes) = (self.record, &self.vertices);
        let directions = codes.normal_codes.count > 0 || codes.tangent_codes.count > 0;
        let lists = [
            ("positions", record.positions, codes.position_codes.count > 0),
            ("normals", record.normals, directions),
            ("tangents", record.tangents, directions),
        ];
        if let Some((attribute, ..)) = lists.iter().find(|(_, floats, has_codes)| *has_codes && floats.count > 0) {
            return Err(invalid!("its {attribute} are stored both as floats and as codes, expected only one form"));
        }
        let codes = [
            ("positions", self.positions.bad_code()),
            ("normals", self.normals.bad_code()),
            ("tangents", self.tangents.bad_code()),
        ];
        match codes.into_iter().find_map(|(attribute, vertex)| Some((attribute, vertex?))) {
            Some((attribute, vertex)) => Err(invalid!("{attribute}: vertex {vertex} has an invalid code")),
            None => Ok(()),
        }
    }

    fn check_lengths(&self) -> Result<(), InvalidContent> {
        let vertices = self.vertex_count();
        ensure!(vertices != 0, "it has no vertices");
        let attributes = [
            ("normals", self.normals.len(), 1),
            ("tangents", self.tangents.len(), 1),
            ("bitangents", self.bitangents.len(), 1),
            ("colors", self.colors.len(), MAX_COLOR_SETS),
            ("uvs", self.uvs.len(), MAX_UV_SETS),
            ("joints", self.joints.len(), MAX_JOINT_SETS),
        ];
        for (attribute, found, limit) in attributes {
            let fits = found.is_multiple_of(vertices) && (limit > 1 || found <= vertices);
            ensure!(fits, "it has {found} {attribute} for {vertices} vertices");
            let found = found / vertices;
            check_set_count(attribute, found, limit)?;
        }
        Ok(())
    }

    fn check_bounds(&self) -> Result<(), InvalidContent> {
        let (sphere, bounding_box) = (self.sphere(), self.bounding_box());
        ensure!(sphere.is_valid(), "its bounding sphere is not finite, or inverted");
        ensure!(bounding_box.is_valid(), "its bounding box is not finite, or inverted");
        check_positions(self.positions.iter(), sphere, bounding_box)
    }

    fn check_attributes(&self) -> Result<(), InvalidContent> {
        check_unit("normals", self.normals.iter())?;
        check_tangents(self.tangents.iter())?;
        check_unit("bitangents", self.bitangents.iter().copied())?;
        let (found, vertices) = (self.tangents.len(), self.vertex_count());
        ensure!(found >= self.bitangents.len(), "it has {found} tangents for {vertices} vertices");
        self.color_sets().try_for_each(|set| check_finite("colors", set))?;
        self.uv_sets().try_for_each(|set| check_finite("uvs", set))
    }

    fn check_indices(&self) -> Result<(), InvalidContent> {
        let other = match self.indices {
            Indices::U16(_) => self.record.indices_32.count,
            Indices::U32(_) => self.record.indices_16.count,
        };
        ensure!(other == 0, "its indices have the wrong width for its number of vertices");
        let (found, count) = (self.indices.len(), self.vertex_count());
        let are_triangles = found > 0 && found.is_multiple_of(3);
        ensure!(are_triangles, "it has {found} indices, expected a multiple of 3, at least one triangle");
        match self.indices.iter().enumerate().find(|(_, index)| *index as usize >= count) {
            Some((entry, found)) => {
                Err(invalid!("index {entry} refers to vertex {found}, but the mesh has {count} vertices"))
            }
            None => Ok(()),
        }
    }

    fn check_parts(&self, materials: usize) -> Result<(), InvalidContent> {
        let mut next = 0;
        for (part, record) in self.parts.iter().enumerate() {
            let found = record.index_count;
            ensure!(
                found > 0 && found.is_multiple_of(3),
                "part {part} has {found} indices, expected a multiple of 3, at least one triangle"
            );
            let first = u64::from(record.first_index);
            ensure!(first == next, "part {part} begins at index {first}, expected {next}");
            next += u64::from(found);
            let found = record.material;
            let known = usize::try_from(found).is_ok_and(|material| material < materials);
            ensure!(
                known || found == NONE,
                "part {part} refers to material {found}, but the model has {materials} materials"
            );
        }
        let expected = self.indices.len() as u64;
        ensure!(next == expected, "its parts have {next} indices, but the mesh has {expected}");
        Ok(())
    }

    fn check_skin(&self, count: usize) -> Result<(), InvalidContent> {
        let (bones, sets) = (self.skin_bones.len(), self.joint_sets().len());
        ensure!(
            (bones == 0) == (sets == 0),
            "it has {bones} bones in its skin and {sets} sets of joints, expected both or neither"
        );
        let missing = self.skin_bones.iter().enumerate().find(|(_, bone)| **bone as usize >= count);
        if let Some((entry, &found)) = missing {
            return Err(invalid!("entry {entry} of its skin refers to bone {found}, but the model has {count} bones"));
        }
        match self.inverse_binds.iter().position(|matrix| !all_finite(matrix) || !is_affine(matrix)) {
            Some(entry) => {
                Err(invalid!("inverse bind matrix {entry} is not finite, or its last column is not 0, 0, 0, 1"))
            }
            None => Ok(()),
        }
    }

    fn check_targets(&self) -> Result<(), InvalidContent> {
        let (vertices, has_normals) = (self.vertex_count(), !self.normals.is_empty());
        let mesh = Morphed { vertices, has_normals, has_tangents: !self.tangents.is_empty() };
        for (index, target) in self.targets().enumerate() {
            let name = target.name();
            target.check(&mesh).map_err(|error| error.within(format_args!("morph target {index} ({name:?})")))?;
        }
        repeated_name(self.targets()).map_or(Ok(()), |name| Err(invalid!("two morph targets are named {name:?}")))
    }

    fn check_influences(&self) -> Result<(), InvalidContent> {
        let count = self.skin_bones.len();
        for (joints, weights) in self.joint_sets() {
            check_finite("weights", weights)?;
            for (vertex, joints) in joints.iter().enumerate() {
                if let Some(&found) = joints.iter().find(|joint| usize::from(**joint) >= count) {
                    return Err(invalid!("vertex {vertex} refers to joint {found}, but the skin has {count} bones"));
                }
            }
        }
        let vertices = if self.is_skinned() { self.vertex_count() } else { 0 };
        (0..vertices).try_for_each(|vertex| self.check_weights(vertex))
    }

    fn check_weights(&self, vertex: usize) -> Result<(), InvalidContent> {
        let weights = || self.joint_sets().flat_map(|(_, weights)| weights[vertex]);
        let found: f32 = weights().sum();
        // Also rejects a NaN sum.
        let good = weights().all(|weight| weight >= 0.0) && (found - 1.0).abs() <= UNIT_TOLERANCE;
        ensure!(good, "the weights of vertex {vertex} add up to {found}, expected 1, with no weight below 0");
        Ok(())
    }
}

fn positions<'a>(model: &ModelView<'a>, record: &MeshRecord, vertices: &VertexRecord) -> Positions<'a> {
    let codes = vertices.position_codes.slice(model.position_codes);
    match codes.is_empty() {
        true => Positions::F32(record.positions.slice(model.positions)),
        false => Positions::U16 { codes, grid: PositionGrid::new(&record.bounding_box) },
    }
}

fn normals<'a>(model: &ModelView<'a>, record: &MeshRecord, vertices: &VertexRecord) -> Normals<'a> {
    match vertices.normal_codes.slice(model.normal_codes) {
        [] => Normals::F32(record.normals.slice(model.normals)),
        codes => Normals::Octahedral(codes),
    }
}

fn tangents<'a>(model: &ModelView<'a>, record: &MeshRecord, vertices: &VertexRecord) -> Tangents<'a> {
    match vertices.tangent_codes.slice(model.tangent_codes) {
        [] => Tangents::F32(record.tangents.slice(model.tangents)),
        codes => Tangents::Octahedral(codes),
    }
}
