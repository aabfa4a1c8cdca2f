//! [`Influences`]: the joints and weights of each vertex, in the form that the specification requires.

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::Attributes;
use rigmill_format::JointSet;

use super::gather::gather;
use super::transforms::to_finite_f32;

/// The number of influences in a set.
const SET: usize = 4;

/// The joints and weights of each vertex. No joint has several weights on a vertex, joints without weight have the index 0, and
/// the sum of the weights is 1, except for rounding.
pub(super) struct Influences {
    sets: Vec<JointSet>,
    /// Whether each joint index fits into a byte.
    are_bytes: bool,
}

impl Influences {
    pub(super) fn new(sets: &[JointSet], joints: usize) -> Self {
        let vertices = sets.first().map_or(0, |set| set.joints.len());
        let mut cleaned = vec![JointSet::default(); sets.len()];
        for vertex in 0..vertices {
            let all = sets.iter().flat_map(|set| set.joints[vertex].into_iter().zip(set.weights[vertex]));
            let shares = shares(all);
            for (at, set) in cleaned.iter_mut().enumerate() {
                let share = |slot: usize| shares.get(at * SET + slot).copied().unwrap_or_default();
                set.joints.push(std::array::from_fn(|slot| share(slot).0));
                set.weights.push(std::array::from_fn(|slot| share(slot).1));
            }
        }
        Self { sets: cleaned, are_bytes: joints <= 1 << 8 }
    }

    /// Writes the influences of these vertices.
    pub(super) fn write(&self, vertices: &[u32], attributes: &mut Attributes, binary: &mut Binary) {
        for (number, set) in self.sets.iter().enumerate() {
            let joints = gather(&set.joints, vertices);
            let accessor = if self.are_bytes {
                let bytes: Vec<[u8; SET]> =
                    joints.iter().map(|four| four.map(|joint| joint.to_le_bytes()[0])).collect();
                binary.attribute(&bytes)
            } else {
                binary.attribute(&joints)
            };
            attributes.insert(format!("JOINTS_{number}"), accessor);
            attributes.insert(format!("WEIGHTS_{number}"), binary.attribute(&gather(&set.weights, vertices)));
        }
    }
}

/// Returns the total weight of each joint on a vertex.
fn shares(influences: impl Iterator<Item = (u16, f32)>) -> Vec<(u16, f32)> {
    let mut joints: Vec<(u16, f64)> = Vec::new();
    for (joint, weight) in influences.filter(|(_, weight)| *weight > 0.0) {
        match joints.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += f64::from(weight),
            None => joints.push((joint, weight.into())),
        }
    }
    let sum: f64 = joints.iter().map(|(_, weight)| weight).sum();
    joints.into_iter().map(|(joint, weight)| (joint, to_finite_f32(weight / sum))).collect()
}
