//! Skins: the bones that move each vertex.

use rigmill_codec_gltf::Accessors;
use rigmill_dom::{Element, SceneInfluence, SceneSkin};

use super::nodes::Nodes;
use super::primitives::Primitive;
use super::problems::{element, not_finite, unreadable};
use crate::report::Result;
use crate::scenes::budget::Budget;

const IDENTITY: [[f64; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// A skin's bones, with the matrices that transform a mesh's vertices to the space of each bone.
pub(super) struct SkinReader {
    bones: Vec<u32>,
    inverse_binds: Vec<[[f64; 4]; 3]>,
}

impl SkinReader {
    /// Reads the skin that the node `owner` uses for its mesh.
    pub(super) fn new(
        index: u32,
        owner: &Element,
        nodes: &Nodes<'_>,
        accessors: &Accessors<'_>,
        budget: &mut Budget,
    ) -> Result<Self> {
        let Some(skin) = accessors.root.skins.get(index as usize) else {
            return Err(unreadable(format!("{owner}: there is no skin {index}")));
        };
        let element = element("skin", skin.name.as_ref(), index as usize);
        budget.take_geometry(skin.joints.len() as u64)?;
        let bones: Option<Vec<u32>> = skin.joints.iter().map(|&joint| nodes.scene_index(joint)).collect();
        let Some(bones) = bones else {
            return Err(unreadable(format!("{element}: a joint is not in the scene")));
        };
        let inverse_binds = match skin.inverse_bind_matrices {
            None => vec![IDENTITY; bones.len()],
            Some(index) => {
                budget.take_geometry(accessors.count(index)?)?;
                accessors.read::<f32, 16>(index)?.iter().map(rows).collect()
            }
        };
        if inverse_binds.len() < bones.len() {
            let fact = format!("{element}: there are {} bind matrices for {} joints", inverse_binds.len(), bones.len());
            return Err(unreadable(fact));
        }
        if !inverse_binds.iter().flatten().flatten().all(|number| number.is_finite()) {
            return Err(not_finite(&element, "the bind matrix of a joint"));
        }
        Ok(Self { inverse_binds: inverse_binds[..bones.len()].to_vec(), bones })
    }
}

/// Converts 16 numbers, column by column, to three rows of four numbers.
fn rows(m: &[f32; 16]) -> [[f64; 4]; 3] {
    std::array::from_fn(|row| std::array::from_fn(|column| f64::from(m[column * 4 + row])))
}

/// Returns the skin of a mesh that consists of these parts.
pub(super) fn read(skin: SkinReader, parts: &[Primitive], element: &Element) -> Result<SceneSkin> {
    let mut vertex_starts = Vec::new();
    let mut influences = Vec::new();
    for part in parts {
        for vertex in 0..part.positions.len() {
            vertex_starts.push(u32::try_from(influences.len()).unwrap_or(u32::MAX));
            let own = influences_of(part, vertex);
            if own.iter().any(|it| it.bone as usize >= skin.bones.len()) {
                return Err(unreadable(format!("{element}: a vertex refers to a joint that its skin does not have")));
            }
            influences.extend(own);
        }
    }
    vertex_starts.push(u32::try_from(influences.len()).unwrap_or(u32::MAX));
    let SkinReader { bones, inverse_binds } = skin;
    Ok(SceneSkin { bones, inverse_binds, vertex_starts, influences, ..SceneSkin::default() })
}

/// Returns the influences on a vertex, largest weight first.
fn influences_of(part: &Primitive, vertex: usize) -> Vec<SceneInfluence> {
    let sets = part.joint_sets.iter().flat_map(|(joints, weights)| joints[vertex].into_iter().zip(weights[vertex]));
    let weighty = sets.filter(|(_, weight)| *weight > 0.0);
    let mut influences: Vec<_> = weighty.map(|(bone, weight)| SceneInfluence { bone, weight }).collect();
    influences.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    influences
}
