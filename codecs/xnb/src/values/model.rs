//! XNA's Model. Tags may hold any object, `T`.

use crate::bytes::Binary;
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, ResourceId, record};

/// The most bones of a model.
const MOST_BONES: usize = 65_535;
/// The fewest bytes of a bone, without its parent and children: a null name and a matrix.
const SMALLEST_BONE: usize = 1 + 64;
/// The fewest bytes of a mesh, without its tag: a null name, a bone, a sphere, and a count of parts.
const SMALLEST_MESH: usize = 1 + 1 + 16 + 4;

/// A model: bones, and meshes on them, whose buffers and effects are shared resources of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<T> {
    /// The bones. The children of each are those that have it for their parent, in their order.
    pub bones: Vec<ModelBone>,
    /// The meshes.
    pub meshes: Vec<ModelMesh<T>>,
    /// The bone that all others are below.
    pub root: Option<BoneId>,
    /// What the game's pipeline left there.
    pub tag: T,
}

/// A bone.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelBone {
    /// The name, which may be null.
    pub name: Option<String>,
    /// From the bone's space to its parent's: row by row, for row vectors.
    pub transform: [f32; 16],
    /// The parent.
    pub parent: Option<BoneId>,
}

/// A bone of a model, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoneId(pub u32);

/// A mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelMesh<T> {
    /// The name, which may be null.
    pub name: Option<String>,
    /// The bone that moves the mesh.
    pub bone: Option<BoneId>,
    /// Center and radius of the bounding sphere.
    pub sphere: [f32; 4],
    /// What the game's pipeline left there.
    pub tag: T,
    /// The parts.
    pub parts: Vec<ModelMeshPart<T>>,
}

record! {
    /// Triangles of one effect.
    pub struct ModelMeshPart<T> {
        /// The first vertex of the part, from which its indices count.
        pub first_vertex: u32,
        /// The number of vertices.
        pub vertex_count: u32,
        /// The first index of the part.
        pub first_index: u32,
        /// The number of triangles.
        pub triangle_count: u32,
        /// What the game's pipeline left there.
        pub tag: T,
        /// The vertices.
        pub vertex_buffer: Option<ResourceId>,
        /// The indices.
        pub index_buffer: Option<ResourceId>,
        /// The effect.
        pub effect: Option<ResourceId>,
    }
}

impl<T: Field> Field for Model<T> {
    const SMALLEST: usize = 4 + 4 + 1 + T::SMALLEST;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let bones = read_bones(input)?;
        let count = input.bytes.count(SMALLEST_MESH + T::SMALLEST, "meshes")?;
        let meshes = (0..count).map(|_| read_mesh(bones.len(), input)).collect::<Result<_>>()?;
        let root = read_bone_id(bones.len(), input)?;
        Ok(Self { bones, meshes, root, tag: T::read(input)? })
    }

    fn write(&self, output: &mut ContentWriter) {
        write_bones(&self.bones, output);
        output.bytes.count(self.meshes.len());
        self.meshes.iter().for_each(|mesh| write_mesh(mesh, self.bones.len(), output));
        write_bone_id(self.root, self.bones.len(), output);
        self.tag.write(output);
    }
}

/// Bones, each with its name and matrix, then each with its parent and children.
fn read_bones(input: &mut ContentReader<'_>) -> Result<Vec<ModelBone>> {
    let count = input.bytes.count(SMALLEST_BONE, "bones")?;
    if count > MOST_BONES {
        let message = format!("{count} bones, at most {MOST_BONES} are allowed");
        return Err(input.bytes.error(ErrorKind::Limit, message));
    }
    let mut bones = Vec::with_capacity(count);
    for _ in 0..count {
        bones.push(ModelBone { name: Field::read(input)?, transform: Field::read(input)?, parent: None });
    }
    for bone in &mut bones {
        bone.parent = read_bone_id(count, input)?;
        for _ in 0..input.bytes.count(1, "children")? {
            read_bone_id(count, input)?;
        }
    }
    Ok(bones)
}

fn write_bones(bones: &[ModelBone], output: &mut ContentWriter) {
    output.bytes.count(bones.len());
    for bone in bones {
        bone.name.write(output);
        bone.transform.write(output);
    }
    let mut children: Vec<Vec<BoneId>> = vec![Vec::new(); bones.len()];
    for (number, bone) in (0..).zip(bones) {
        if let Some(siblings) = bone.parent.and_then(|parent| children.get_mut(parent.0 as usize)) {
            siblings.push(BoneId(number));
        }
    }
    for (bone, children) in bones.iter().zip(&children) {
        write_bone_id(bone.parent, bones.len(), output);
        output.bytes.count(children.len());
        children.iter().for_each(|&child| write_bone_id(Some(child), bones.len(), output));
    }
}

/// A bone by its number from 1: one byte if 255 are enough for all bones and for none.
fn read_bone_id(bones: usize, input: &mut ContentReader<'_>) -> Result<Option<BoneId>> {
    let number = if bones < 255 { u8::decode(&mut input.bytes)?.into() } else { u32::decode(&mut input.bytes)? };
    if number as usize > bones {
        return Err(input.bytes.invalid(format!("bone {number} of {bones}")));
    }
    Ok(number.checked_sub(1).map(BoneId))
}

fn write_bone_id(bone: Option<BoneId>, bones: usize, output: &mut ContentWriter) {
    let number = bone.map_or(0, |bone| bone.0.saturating_add(1));
    if number as usize > bones {
        output.fail(ErrorKind::Value, format!("bone {number} of {bones}"));
    }
    match u8::try_from(number) {
        Ok(number) if bones < 255 => number.encode(&mut output.bytes),
        _ => number.encode(&mut output.bytes),
    }
}

fn read_mesh<T: Field>(bones: usize, input: &mut ContentReader<'_>) -> Result<ModelMesh<T>> {
    Ok(ModelMesh {
        name: Field::read(input)?,
        bone: read_bone_id(bones, input)?,
        sphere: Field::read(input)?,
        tag: Field::read(input)?,
        parts: Field::read(input)?,
    })
}

fn write_mesh<T: Field>(mesh: &ModelMesh<T>, bones: usize, output: &mut ContentWriter) {
    mesh.name.write(output);
    write_bone_id(mesh.bone, bones, output);
    mesh.sphere.write(output);
    mesh.tag.write(output);
    mesh.parts.write(output);
}
