//! [`Skin`]: the bones that move each vertex.

use rigmill_dom::{SceneInfluence, SceneMesh, SceneSkin, SkinningMethod as SourceMethod};
use rigmill_format::{JointSet, MeshSkin, SkinningMethod};
use rigmill_math::{affine, to_f32};

use super::bones::Bones;

/// The number of influences in a set.
const SET: usize = 4;

/// A mesh's skin, with the influences of each of its vertices.
pub(super) struct Skin {
    skin: MeshSkin,
    /// The bone and weight of each influence, by vertex.
    influences: Vec<Vec<(u16, f32)>>,
    /// By vertex of the source; empty unless the skin is blended.
    blend_weights: Vec<f32>,
}

impl Skin {
    /// Creates the skin of a mesh that belongs to `bone`, with at most `most` influences per vertex. Returns `None` for a rigid
    /// mesh, or if there are more bones than a model can have. Vertices without influences move with `bone`.
    pub(super) fn new(mesh: &SceneMesh, bone: u32, bones: &Bones, most: usize) -> Option<Self> {
        let source = mesh.skin.as_ref().filter(|skin| !skin.bones.is_empty())?;
        let number = u16::try_from(source.bones.len()).ok()?;
        let mut influences: Vec<_> = vertices(source).map(|all| normalize(all, most)).collect();
        let mut skin = MeshSkin {
            bones: source.bones.iter().map(|&node| bones.of_node(node)).collect::<Option<_>>()?,
            inverse_binds: source.inverse_binds.iter().map(affine::to_matrix).collect(),
            method: method(source.method),
            blend_weights: Vec::new(),
        };
        if influences.iter().any(Vec::is_empty) {
            skin.bones.push(bone);
            skin.inverse_binds.push(affine::to_matrix(&affine::IDENTITY));
            influences.iter_mut().filter(|all| all.is_empty()).for_each(|all| all.push((number, 1.0)));
        }
        Some(Self { skin, influences, blend_weights: source.blend_weights.clone() })
    }

    /// Returns the influences on a vertex of the source.
    pub(super) fn influences(&self, vertex: u32) -> &[(u16, f32)] {
        self.influences.get(vertex as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the joint sets for these vertices of the source.
    pub(super) fn joint_sets(&self, vertices: &[u32]) -> Vec<JointSet> {
        let most = vertices.iter().map(|&vertex| self.influences(vertex).len()).max().unwrap_or(0);
        (0..most.div_ceil(SET).max(1)).map(|set| self.joint_set(vertices, set * SET)).collect()
    }

    fn joint_set(&self, vertices: &[u32], first: usize) -> JointSet {
        let entry = |vertex: u32, at: usize| self.influences(vertex).get(first + at).copied().unwrap_or_default();
        JointSet {
            joints: vertices.iter().map(|&vertex| std::array::from_fn(|at| entry(vertex, at).0)).collect(),
            weights: vertices.iter().map(|&vertex| std::array::from_fn(|at| entry(vertex, at).1)).collect(),
        }
    }

    /// Returns the bits of a vertex's dual-quaternion weight; 0 unless the skin is blended.
    pub(super) fn blend_bits(&self, vertex: u32) -> u32 {
        self.blend_weights.get(vertex as usize).copied().unwrap_or_default().to_bits()
    }

    /// Returns the skin of a mesh that consists of these vertices of the source.
    pub(super) fn into_mesh_skin(self, vertices: &[u32]) -> MeshSkin {
        let weight = |vertex: &u32| self.blend_weights.get(*vertex as usize).copied().unwrap_or_default();
        let is_blended = self.skin.method == SkinningMethod::Blended;
        let blend_weights = vertices.iter().filter(|_| is_blended).map(weight).collect();
        MeshSkin { blend_weights, ..self.skin }
    }
}

fn method(source: SourceMethod) -> SkinningMethod {
    match source {
        SourceMethod::Linear => SkinningMethod::Linear,
        SourceMethod::DualQuaternion => SkinningMethod::DualQuaternion,
        SourceMethod::Blended => SkinningMethod::Blended,
    }
}

/// The largest loss of weight that is invisible.
const UNSEEN: f64 = 1e-3;

/// Returns the number of vertices that visibly lose influences if a vertex keeps at most `most`, and the largest fraction of a
/// vertex's weight that is lost.
pub(super) fn lost(skin: &SceneSkin, most: usize) -> (usize, f64) {
    let lost = |all: &[SceneInfluence]| {
        let sum = |all: &[SceneInfluence]| all.iter().map(|it| f64::from(it.weight)).sum::<f64>();
        if all.len() > most { sum(&all[most..]) / sum(all) } else { 0.0 }
    };
    let seen = vertices(skin).map(lost).filter(|lost| *lost > UNSEEN);
    seen.fold((0, 0.0), |(count, largest), lost| (count + 1, lost.max(largest)))
}

/// Returns the influences on each vertex.
fn vertices(skin: &SceneSkin) -> impl Iterator<Item = &[SceneInfluence]> {
    skin.vertex_starts
        .windows(2)
        .map(|pair| skin.influences.get(pair[0] as usize..pair[1] as usize).unwrap_or_default())
}

/// Returns the influences with the largest weights, scaled so that their sum is 1.
fn normalize(influences: &[SceneInfluence], most: usize) -> Vec<(u16, f32)> {
    let heaviest = &influences[..influences.len().min(most)];
    let total: f64 = heaviest.iter().map(|it| f64::from(it.weight)).sum();
    let share = |it: &SceneInfluence| (u16::try_from(it.bone).unwrap_or(0), to_f32(f64::from(it.weight) / total));
    heaviest.iter().filter(|_| total > 0.0).map(share).collect()
}
