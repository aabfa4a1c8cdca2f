//! Reads a mesh's skin. Its bones are in the mesh's Tag, because XNA's `Model` cannot store them.

use rigmill_codec_xnb::{Primitive, Value};
use rigmill_dom::{SceneInfluence, SceneSkin};

use super::problems::invalid;
use crate::report::Result;

/// The bones that move a vertex, as indices in the skin's list, with their weights.
pub(super) type Influences = Vec<(f32, f32)>;

/// The entries of a Tag that describe a skin.
pub(super) const ENTRIES: [&str; 2] = ["SkinBones", "InverseBinds"];

fn list<'a>(tag: &'a Value, name: &str) -> Option<&'a Vec<Value>> {
    match tag.entry(name) {
        Some(Value::List { items, .. }) => Some(items),
        _ => None,
    }
}

/// Reads the skin in a mesh's Tag; `None` for a rigid mesh.
pub(super) fn skin(tag: &Value, influences: Vec<Influences>, bones: usize) -> Result<Option<SceneSkin>> {
    let Some((skin_bones, binds)) = list(tag, ENTRIES[0]).zip(list(tag, ENTRIES[1])) else { return Ok(None) };
    let bone = |value: &Value| match value {
        Value::Primitive(Primitive::Int32(bone)) => u32::try_from(*bone).ok().filter(|bone| (*bone as usize) < bones),
        _ => None,
    };
    let bind = |value: &Value| match value {
        Value::Primitive(Primitive::Matrix(matrix)) => {
            matrix.iter().all(|it| it.is_finite()).then(|| columns(**matrix))
        }
        _ => None,
    };
    let skin_bones: Option<Vec<u32>> = skin_bones.iter().map(bone).collect();
    let binds: Option<Vec<_>> = binds.iter().map(bind).collect();
    let Some((skin_bones, inverse_binds)) = skin_bones.zip(binds).filter(|(bones, binds)| bones.len() == binds.len())
    else {
        return Err(invalid("the Tag refers to bones that do not exist, or lacks a finite matrix for a bone"));
    };
    let mut skin = SceneSkin { bones: skin_bones, inverse_binds, vertex_starts: vec![0], ..SceneSkin::default() };
    for vertex in influences {
        let first = skin.influences.len();
        for (joint, weight) in vertex.into_iter().filter(|(_, weight)| *weight > 0.0) {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a byte or a short that was made a float"
            )]
            let bone = joint.max(0.0) as u32;
            if bone as usize >= skin.bones.len() {
                return Err(invalid("a vertex refers to a bone that is not in the SkinBones of the mesh"));
            }
            skin.influences.push(SceneInfluence { bone, weight });
        }
        skin.influences[first..].sort_by(|a, b| b.weight.total_cmp(&a.weight));
        skin.vertex_starts.push(u32::try_from(skin.influences.len()).map_err(|_| invalid("too many influences"))?);
    }
    Ok(Some(skin))
}

/// Converts a matrix for row vectors to three rows for column vectors.
fn columns(m: [f32; 16]) -> [[f64; 4]; 3] {
    std::array::from_fn(|row| std::array::from_fn(|column| f64::from(m[column * 4 + row])))
}
