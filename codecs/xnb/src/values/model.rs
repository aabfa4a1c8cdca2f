//! XNA's `Model`. Tags may contain any object, of type `T`.

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, ResourceId, read_finite, record, write_finite};

/// The maximum number of bones in a model.
const MAX_BONES: usize = 65_535;

/// A model: bones and the meshes attached to them. Buffers and effects of the meshes are shared resources of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<T> {
    /// The bones. The children of a bone are the bones that have it as their parent, in the same order.
    pub bones: Vec<ModelBone>,
    /// The meshes.
    pub meshes: Vec<ModelMesh<T>>,
    /// The bone that is the ancestor of all other bones.
    pub root: Option<BoneId>,
    /// An object that the game's pipeline attached to the model.
    pub tag: T,
}

/// A bone.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelBone {
    /// The name, which may be null.
    pub name: Option<String>,
    /// The transform from the bone's space to its parent's space: row by row, for row vectors.
    pub transform: [f32; 16],
    /// The parent.
    pub parent: Option<BoneId>,
}

/// A reference to a bone of a model, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoneId(pub u32);

record! {
    /// A mesh.
    pub struct ModelMesh<T> {
        /// The name, which may be null.
        pub name: Option<String>,
        /// The bone that moves the mesh.
        pub bone: Option<BoneId>,
        /// The centre and radius of the bounding sphere.
        pub sphere: [f32; 4],
        /// An object that the game's pipeline attached to the mesh.
        pub tag: T,
        /// The parts.
        pub parts: Vec<ModelMeshPart<T>>,
    }
}

record! {
    /// The triangles of a mesh that use the same effect.
    pub struct ModelMeshPart<T> {
        /// The first vertex of the part. Indices are relative to this vertex.
        pub first_vertex: u32,
        /// The number of vertices.
        pub vertex_count: u32,
        /// The first index of the part.
        pub first_index: u32,
        /// The number of triangles.
        pub triangle_count: u32,
        /// An object that the game's pipeline attached to the part.
        pub tag: T,
        /// The vertex buffer.
        pub vertex_buffer: Option<ResourceId>,
        /// The index buffer.
        pub index_buffer: Option<ResourceId>,
        /// The effect.
        pub effect: Option<ResourceId>,
    }
}

impl<T: Field> Field for Model<T> {
    const SMALLEST: usize = 4 + 4 + 1 + T::SMALLEST;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let outer = input.bones;
        let bones = read_bones(input)?;
        let model = Self { bones, meshes: Field::read(input)?, root: Field::read(input)?, tag: Field::read(input)? };
        input.bones = outer;
        Ok(model)
    }

    fn write(&self, output: &mut ContentWriter) {
        let outer = std::mem::replace(&mut output.bones, self.bones.len());
        write_bones(&self.bones, output);
        self.meshes.write(output);
        self.root.write(output);
        self.tag.write(output);
        output.bones = outer;
    }
}

/// Reads the name and matrix of each bone, then the parent and children of each bone.
fn read_bones(input: &mut ContentReader<'_>) -> Result<Vec<ModelBone>> {
    let count = input.bytes.count(<Option<String>>::SMALLEST + <[f32; 16]>::SMALLEST, "bones")?;
    let message = || format!("the model has {count} bones, but at most {MAX_BONES} are allowed");
    input.bytes.ensure(count <= MAX_BONES, ErrorKind::Limit, message)?;
    let mut bones = Vec::with_capacity(count);
    for _ in 0..count {
        bones.push(ModelBone { name: Field::read(input)?, transform: read_finite(input)?, parent: None });
    }
    input.bones = count;
    let mut found = Vec::with_capacity(count);
    for bone in &mut bones {
        bone.parent = Field::read(input)?;
        let count = input.bytes.count(1, "children")?;
        found.push((0..count).map(|_| Field::read(input)).collect::<Result<Vec<Option<BoneId>>>>()?);
    }
    let wrong = found.iter().zip(children(&bones)).position(|(found, expected)| *found != expected);
    let message =
        || format!("the list of children of bone {} does not match the parents of these bones", wrong.unwrap_or(0) + 1);
    input.bytes.expect(wrong.is_none(), ErrorKind::Value, message)?;
    Ok(bones)
}

/// Returns the children of each bone.
fn children(bones: &[ModelBone]) -> Vec<Vec<Option<BoneId>>> {
    let mut children = vec![Vec::new(); bones.len()];
    for (number, bone) in (0..).zip(bones) {
        if let Some(siblings) = bone.parent.and_then(|parent| children.get_mut(parent.0 as usize)) {
            siblings.push(Some(BoneId(number)));
        }
    }
    children
}

fn write_bones(bones: &[ModelBone], output: &mut ContentWriter) {
    output.bytes.count(bones.len());
    for bone in bones {
        bone.name.write(output);
        write_finite(&bone.transform, output);
    }
    for (bone, children) in bones.iter().zip(children(bones)) {
        bone.parent.write(output);
        children.write(output);
    }
}

/// Stored as the bone's number, counted from 1, or 0 for none. Takes one byte if all of these numbers fit into a byte.
impl Field for Option<BoneId> {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let number = if input.bones < 255 { u8::read(input)?.into() } else { u32::read(input)? };
        let message = || format!("bone {number} does not exist: the model has only {} bones", input.bones);
        input.bytes.ensure(number as usize <= input.bones, ErrorKind::Value, message)?;
        Ok(number.checked_sub(1).map(BoneId))
    }

    fn write(&self, output: &mut ContentWriter) {
        let number = self.map_or(0, |bone| bone.0.saturating_add(1));
        if number as usize > output.bones {
            output.fail(
                ErrorKind::Value,
                format!("bone {number} does not exist: the model has only {} bones", output.bones),
            );
        }
        match u8::try_from(number) {
            Ok(number) if output.bones < 255 => number.write(output),
            _ => number.write(output),
        }
    }
}
