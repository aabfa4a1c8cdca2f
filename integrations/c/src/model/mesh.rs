//! Meshes: their vertices and indices, read in place.

use std::ffi::c_void;
use std::ptr;

use bytemuck::{Pod, Zeroable};
use rigmill_runtime::content::{Indices, Model, Normals, Positions, Tangents};

use super::RigmillModel;
use crate::boundary::{Failure, RigmillStatus, call, pointers, pointers::Out, table};
use crate::values::{RigmillMatrix, RigmillText, first, small};

/// The stream is empty.
pub const RIGMILL_FORMAT_NONE: u32 = 0;
/// Two floats.
pub const RIGMILL_FORMAT_FLOAT32X2: u32 = 1;
/// Three floats.
pub const RIGMILL_FORMAT_FLOAT32X3: u32 = 2;
/// Four floats.
pub const RIGMILL_FORMAT_FLOAT32X4: u32 = 3;
/// Four 16-bit integers.
pub const RIGMILL_FORMAT_UINT16X4: u32 = 4;
/// A position as four 16-bit integers, which represent 0 to 1: `box_min` + longest side of the box x number.
pub const RIGMILL_FORMAT_UNORM16X4: u32 = 5;
/// A direction as two 16-bit integers, which represent -1 to 1: a point of an octahedron, as described in docs/format.md.
pub const RIGMILL_FORMAT_OCTAHEDRAL: u32 = 6;
/// A 16-bit index.
pub const RIGMILL_FORMAT_UINT16: u32 = 7;
/// A 32-bit index.
pub const RIGMILL_FORMAT_UINT32: u32 = 8;

/// A list of items in memory, such as the positions of all vertices.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillStream {
    /// The first item; NULL if the stream is empty.
    pub data: *const c_void,
    /// The number of items in each set: vertices or indices.
    pub count: usize,
    /// The number of bytes from one item to the next.
    pub stride: u32,
    /// The format of an item: one of `RIGMILL_FORMAT_…`.
    pub format: u32,
    /// The number of sets, which are stored one after another. Texture coordinates, colours, joints and weights can have
    /// several sets.
    pub set_count: u32,
    /// Always 0.
    pub reserved: u32,
}

/// A mesh of a model. Its pointers stay valid until the model is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillMesh {
    /// The mesh's name.
    pub name: RigmillText,
    /// The position x, y, z of each vertex.
    pub positions: RigmillStream,
    /// The normal of each vertex; may be empty.
    pub normals: RigmillStream,
    /// The tangent of each vertex; may be empty. w is 1 or -1: bitangent = w (normal x tangent).
    pub tangents: RigmillStream,
    /// Colors r, g, b, a, linear; may be empty.
    pub colors: RigmillStream,
    /// Texture coordinates u, v; may be empty. v points down.
    pub uvs: RigmillStream,
    /// Four joints per vertex. Each is an index in `skin_bones`. Empty for a rigid mesh.
    pub joints: RigmillStream,
    /// The weights of the joints.
    pub weights: RigmillStream,
    /// Three indices per triangle.
    pub indices: RigmillStream,
    /// The bones of the model that move the vertices; NULL for a rigid mesh.
    pub skin_bones: *const u32,
    /// The matrix of each skin bone, from the mesh's space to the bone's space in the bind pose.
    pub inverse_binds: *const RigmillMatrix,
    /// The number of skin bones.
    pub skin_bone_count: usize,
    /// The bone of the model to which the mesh is attached.
    pub bone: u32,
    /// The number of vertices.
    pub vertex_count: u32,
    /// The number of parts. Each part has one material.
    pub part_count: u32,
    /// The number of morph targets.
    pub target_count: u32,
    /// The minimum x, y, z of the vertices.
    pub box_min: [f32; 3],
    /// The maximum x, y, z of the vertices.
    pub box_max: [f32; 3],
}

/// A part of a mesh that is drawn with one material.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillPart {
    /// The number of the part's first index.
    pub first_index: u32,
    /// The number of the part's indices.
    pub index_count: u32,
    /// The number of the part's material in the model; -1 for none.
    pub material: i32,
}

/// A vertex in the form that most engines draw: 56 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillVertex {
    /// The position x, y, z.
    pub position: [f32; 3],
    /// The unit normal; zeros if the mesh has no normals.
    pub normal: [f32; 3],
    /// Texture coordinates of the first set; zeros if the mesh has none.
    pub uv: [f32; 2],
    /// Indices in `skin_bones`; zeros for a rigid mesh.
    pub joints: [u16; 4],
    /// The weights of the joints; zeros for a rigid mesh.
    pub weights: [f32; 4],
}

/// Gets a mesh by its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_mesh(
    model: RigmillModel,
    index: usize,
    mesh: *mut RigmillMesh,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("mesh", mesh)?;
        let model = table::read(model)?;
        out.set(described(&model, index)?);
        Ok(())
    })
}

/// Gets a part of a mesh by its number. Parts are stored one after another and cover all indices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_part(
    model: RigmillModel,
    mesh: usize,
    index: usize,
    part: *mut RigmillPart,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("part", part)?;
        let model = table::read(model)?;
        let mesh = mesh_of(&model, mesh)?;
        let count = mesh.parts().len();
        let part = mesh.parts().nth(index).ok_or_else(|| Failure::out_of_range("part", index, count))?;
        let material = part.material.and_then(|material| i32::try_from(material).ok()).unwrap_or(-1);
        out.set(RigmillPart { first_index: part.first_index, index_count: part.index_count, material });
        Ok(())
    })
}

/// Copies the vertices of a mesh, in any format, to a vertex buffer with room for `capacity` vertices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_copy_vertices(
    model: RigmillModel,
    mesh: usize,
    vertices: *mut RigmillVertex,
    capacity: usize,
) -> RigmillStatus {
    call(|| {
        let model = table::read(model)?;
        let mesh = mesh_of(&model, mesh)?;
        let count = mesh.vertex_count();
        if capacity < count {
            let text = format!("`vertices` has room for {capacity} vertices, expected {count}");
            return Err(Failure::new(RigmillStatus::BufferTooSmall, text));
        }
        let vertices = pointers::array_mut("vertices", vertices, count, &[])?;
        let (positions, normals) = (mesh.positions(), mesh.normals());
        let (uvs, skin) = (mesh.uv_sets().next().unwrap_or_default(), mesh.joint_sets().next().unwrap_or_default());
        for (number, vertex) in vertices.iter_mut().enumerate() {
            *vertex = RigmillVertex {
                position: positions.get(number).unwrap_or_default(),
                normal: normals.get(number).unwrap_or_default(),
                uv: uvs.get(number).copied().unwrap_or_default(),
                joints: skin.0.get(number).copied().unwrap_or_default(),
                weights: skin.1.get(number).copied().unwrap_or_default(),
            };
        }
        Ok(())
    })
}

pub(crate) fn mesh_of(model: &Model, index: usize) -> Result<rigmill_format::ModelMeshView<'_>, Failure> {
    let view = model.view();
    view.mesh(index).ok_or_else(|| Failure::out_of_range("mesh", index, view.meshes().len()))
}

fn described(model: &Model, index: usize) -> Result<RigmillMesh, Failure> {
    let mesh = mesh_of(model, index)?;
    let vertices = mesh.vertex_count();
    let (bounds, joints) = (mesh.bounding_box(), mesh.joint_sets());
    let (joint_sets, first_joints) = (joints.len(), mesh.joint_sets().next().unwrap_or_default());
    Ok(RigmillMesh {
        name: RigmillText::new(mesh.name()),
        positions: positions(mesh.positions()),
        normals: match mesh.normals() {
            Normals::F32(all) => RigmillStream::new(RIGMILL_FORMAT_FLOAT32X3, all),
            Normals::Octahedral(codes) => RigmillStream::new(RIGMILL_FORMAT_OCTAHEDRAL, codes),
        },
        tangents: match mesh.tangents() {
            Tangents::F32(all) => RigmillStream::new(RIGMILL_FORMAT_FLOAT32X4, all),
            Tangents::Octahedral(codes) => RigmillStream::new(RIGMILL_FORMAT_OCTAHEDRAL, codes),
        },
        colors: sets(RIGMILL_FORMAT_FLOAT32X4, mesh.color_sets().next(), mesh.color_sets().len()),
        uvs: sets(RIGMILL_FORMAT_FLOAT32X2, mesh.uv_sets().next(), mesh.uv_sets().len()),
        joints: sets(RIGMILL_FORMAT_UINT16X4, Some(first_joints.0), joint_sets),
        weights: sets(RIGMILL_FORMAT_FLOAT32X4, Some(first_joints.1), joint_sets),
        indices: match mesh.indices() {
            Indices::U16(indices) => RigmillStream::new(RIGMILL_FORMAT_UINT16, indices),
            Indices::U32(indices) => RigmillStream::new(RIGMILL_FORMAT_UINT32, indices),
        },
        skin_bones: first(mesh.skin_bones()),
        inverse_binds: first(mesh.inverse_binds()),
        skin_bone_count: mesh.skin_bones().len(),
        bone: small(mesh.bone()),
        vertex_count: small(vertices),
        part_count: small(mesh.parts().len()),
        target_count: small(mesh.targets().len()),
        box_min: bounds.min,
        box_max: bounds.max,
    })
}

fn positions(positions: Positions<'_>) -> RigmillStream {
    match positions {
        Positions::F32(points) => RigmillStream::new(RIGMILL_FORMAT_FLOAT32X3, points),
        Positions::U16 { codes, .. } => RigmillStream::new(RIGMILL_FORMAT_UNORM16X4, codes),
    }
}

/// A stream of sets that are stored one after another. `first` is the first set.
fn sets<T>(format: u32, first: Option<&[T]>, count: usize) -> RigmillStream {
    RigmillStream { set_count: small(count), ..RigmillStream::new(format, first.unwrap_or_default()) }
}

impl RigmillStream {
    const NONE: Self =
        Self { data: ptr::null(), count: 0, stride: 0, format: RIGMILL_FORMAT_NONE, set_count: 0, reserved: 0 };

    fn new<T>(format: u32, items: &[T]) -> Self {
        if items.is_empty() {
            return Self::NONE;
        }
        let (data, stride) = (items.as_ptr().cast(), small(size_of::<T>()));
        Self { data, count: items.len(), stride, format, set_count: 1, reserved: 0 }
    }
}
