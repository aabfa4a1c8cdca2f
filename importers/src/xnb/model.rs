//! XNA's Model, as its file has it.

use super::content::Content;
use super::fault::Read;
use super::value::XnbValue;
use crate::codes;

/// A model: bones, and meshes on them, whose buffers and effects are among the file's shared resources.
#[derive(Clone, Debug)]
pub(crate) struct XnbModel {
    pub(crate) bones: Vec<XnbBone>,
    pub(crate) meshes: Vec<XnbMesh>,
    pub(crate) tag: XnbValue,
}

#[derive(Clone, Debug)]
pub(crate) struct XnbBone {
    pub(crate) name: String,
    /// Rows, for row vectors.
    pub(crate) local: [f32; 16],
    pub(crate) parent: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct XnbMesh {
    pub(crate) name: String,
    pub(crate) bone: Option<usize>,
    /// Center and radius.
    pub(crate) sphere: [f32; 4],
    pub(crate) tag: XnbValue,
    pub(crate) parts: Vec<XnbPart>,
}

/// Triangles of one material.
#[derive(Clone, Debug)]
pub(crate) struct XnbPart {
    pub(crate) first_vertex: u32,
    pub(crate) vertices: u32,
    pub(crate) first_index: u32,
    pub(crate) triangles: u32,
    pub(crate) tag: XnbValue,
    /// Shared resources by number, from 1; 0 for none.
    pub(crate) vertex_buffer: u32,
    pub(crate) index_buffer: u32,
    pub(crate) effect: u32,
}

/// The most bones of a model.
const MOST_BONES: usize = 65_535;

pub(crate) fn read(content: &mut Content<'_>) -> Read<XnbModel> {
    let count = content.cursor.count(65, "bones")?;
    if count > MOST_BONES {
        let message = format!("{count} bones, at most {MOST_BONES} are allowed");
        return Err(content.cursor.fault(codes::XNB_LIMIT, message, "split the model"));
    }
    let mut bones = (0..count).map(|_| bone(content)).collect::<Read<Vec<_>>>()?;
    for bone in &mut bones {
        bone.parent = reference(content, count)?;
        let children = content.cursor.count(1, "children")?;
        for _ in 0..children {
            reference(content, count)?;
        }
    }
    let meshes = content.cursor.count(24, "meshes")?;
    let meshes = (0..meshes).map(|_| mesh(content, count)).collect::<Read<_>>()?;
    reference(content, count)?;
    let tag = content.object()?;
    Ok(XnbModel { bones, meshes, tag })
}

fn bone(content: &mut Content<'_>) -> Read<XnbBone> {
    Ok(XnbBone { name: content.name()?, local: content.cursor.floats()?, parent: None })
}

/// The number of a bone: one byte where 255 are enough for all and for none.
fn reference(content: &mut Content<'_>, bones: usize) -> Read<Option<usize>> {
    let number = if bones < 255 { u32::from(content.cursor.u8()?) } else { content.cursor.u32()? } as usize;
    if number > bones {
        let message = format!("bone {number} of {bones}");
        return Err(content.cursor.fault(codes::XNB_VALUE, message, "build the file again"));
    }
    Ok(number.checked_sub(1))
}

fn mesh(content: &mut Content<'_>, bones: usize) -> Read<XnbMesh> {
    let name = content.name()?;
    let bone = reference(content, bones)?;
    let sphere = content.cursor.floats()?;
    let tag = content.object()?;
    let parts = content.cursor.count(20, "parts")?;
    Ok(XnbMesh { name, bone, sphere, tag, parts: (0..parts).map(|_| part(content)).collect::<Read<_>>()? })
}

fn part(content: &mut Content<'_>) -> Read<XnbPart> {
    let cursor = &mut content.cursor;
    let [first_vertex, vertices, first_index, triangles] = [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
    let tag = content.object()?;
    let [vertex_buffer, index_buffer, effect] = [content.shared()?, content.shared()?, content.shared()?];
    Ok(XnbPart { first_vertex, vertices, first_index, triangles, tag, vertex_buffer, index_buffer, effect })
}
