//! XNA's Model. Tags may hold any object, `T`.

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, ResourceId, read_finite, record, write_finite};

/// The most bones of a model.
const MOST_BONES: usize = 65_535;

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

record! {
    /// A mesh.
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

/// Bones, each with its name and matrix, then each with its parent and children.
fn read_bones(input: &mut ContentReader<'_>) -> Result<Vec<ModelBone>> {
    let count = input.bytes.count(<Option<String>>::SMALLEST + <[f32; 16]>::SMALLEST, "bones")?;
    let message = || format!("{count} bones, at most {MOST_BONES} are allowed");
    input.bytes.ensure(count <= MOST_BONES, ErrorKind::Limit, message)?;
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
    let message = || format!("the children of bone {} are not those whose parent it is", wrong.unwrap_or(0) + 1);
    input.bytes.expect(wrong.is_none(), ErrorKind::Value, message)?;
    Ok(bones)
}

/// For each bone those that have it for their parent.
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

/// A bone by its number from 1: one byte if 255 are enough for all bones and for none.
impl Field for Option<BoneId> {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let number = if input.bones < 255 { u8::read(input)?.into() } else { u32::read(input)? };
        let message = || format!("bone {number} of {}", input.bones);
        input.bytes.ensure(number as usize <= input.bones, ErrorKind::Value, message)?;
        Ok(number.checked_sub(1).map(BoneId))
    }

    fn write(&self, output: &mut ContentWriter) {
        let number = self.map_or(0, |bone| bone.0.saturating_add(1));
        if number as usize > output.bones {
            output.fail(ErrorKind::Value, format!("bone {number} of {}", output.bones));
        }
        match u8::try_from(number) {
            Ok(number) if output.bones < 255 => number.write(output),
            _ => number.write(output),
        }
    }
}
