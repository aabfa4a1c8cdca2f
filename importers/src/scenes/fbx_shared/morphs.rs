//! Morph targets of a mesh, made from the channels of blend shapes.

use rigmill_dom::{Element, SceneMorph, SceneShape};
use rigmill_math::affine::Affine;
use rigmill_math::to_f32;
use rigmill_math::vector::{add, cross, dot};

use super::problems::not_finite;
use crate::report::Result;

/// What a shape adds to a vertex and to the normals of its corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) vertex: u32,
    pub(crate) position: [f64; 3],
    pub(crate) normal: [f64; 3],
}

/// Makes the targets of a mesh.
pub(crate) struct Morphs<'a> {
    element: &'a Element,
    vertices: usize,
    /// The transform of the vertices.
    moved: Option<Affine>,
    made: Vec<SceneMorph>,
}

/// The lists of a shape.
struct Parts {
    vertices: Vec<u32>,
    positions: Vec<[f32; 3]>,
    /// The changes of normals; empty if no normal changes.
    normals: Vec<[f32; 3]>,
}

impl Parts {
    fn with_capacity(count: usize) -> Self {
        Self { vertices: Vec::with_capacity(count), positions: Vec::with_capacity(count), normals: Vec::new() }
    }
}

/// Returns whether a shape is ever applied. It is not if its weight is 0, or the same as the weight of the previous shape.
/// Weights ascend.
pub(crate) fn is_shown(weight: f64, before: Option<f64>) -> bool {
    weight.is_finite() && to_f32(weight) != 0.0 && before.is_none_or(|before| to_f32(before) < to_f32(weight))
}

impl<'a> Morphs<'a> {
    /// Creates the targets of a mesh with this number of vertices, which are transformed by `moved`.
    pub(crate) fn new(element: &'a Element, vertices: usize, moved: Option<Affine>) -> Self {
        Self { element, vertices, moved, made: Vec::new() }
    }

    /// Adds a target with its shapes, each with the weight at which it is fully applied. A weight of 1 is FBX's 100.
    pub(crate) fn push<C: Iterator<Item = Change> + Clone>(
        &mut self,
        name: &str,
        weight: f64,
        shapes: impl IntoIterator<Item = (f64, C)>,
    ) -> Result<()> {
        if !to_f32(weight).is_finite() {
            return Err(not_finite(self.element, "the weight of a blend shape"));
        }
        let shapes: Result<_> = shapes.into_iter().map(|(weight, changes)| self.shape(weight, changes)).collect();
        self.made.push(SceneMorph { name: name.to_owned(), weight: to_f32(weight), shapes: shapes? });
        Ok(())
    }

    pub(crate) fn finish(self) -> Vec<SceneMorph> {
        self.made
    }

    /// Creates a shape from changes in any order. Changes of the same vertex are added up. Changes of vertices that do not
    /// exist are ignored.
    fn shape(&self, weight: f64, changes: impl Iterator<Item = Change> + Clone) -> Result<SceneShape> {
        let parts = if changes.clone().map(|change| change.vertex).is_sorted() {
            self.summed(changes)
        } else {
            let mut sorted: Vec<Change> = changes.collect();
            sorted.sort_by_key(|change| change.vertex);
            self.summed(sorted.into_iter())
        };
        let all = parts.positions.iter().chain(&parts.normals).flatten();
        if !all.clone().all(|number| number.is_finite()) {
            return Err(not_finite(self.element, "a change of a blend shape"));
        }
        let Parts { vertices, positions, normals } = parts;
        Ok(SceneShape { weight: to_f32(weight), vertices, positions, normals, tangents: Vec::new() })
    }

    /// Sorts changes by vertex, and adds up the changes of each vertex.
    fn summed(&self, changes: impl Iterator<Item = Change>) -> Parts {
        let mut parts = Parts::with_capacity(changes.size_hint().0);
        let mut sum: Option<Change> = None;
        for change in changes.filter(|change| (change.vertex as usize) < self.vertices) {
            match &mut sum {
                Some(sum) if sum.vertex == change.vertex => {
                    sum.position = add(sum.position, change.position);
                    sum.normal = add(sum.normal, change.normal);
                }
                _ => sum.replace(change).into_iter().for_each(|whole| self.put(&whole, &mut parts)),
            }
        }
        sum.into_iter().for_each(|whole| self.put(&whole, &mut parts));
        parts
    }

    fn put(&self, change: &Change, parts: &mut Parts) {
        // Adding zero turns negative zeros into positive zeros.
        let rounded = |change: [f64; 3]| change.map(|number| to_f32(number + 0.0));
        let position = rounded(self.turned(change.position, linear));
        let normal = rounded(self.turned(change.normal, of_normals));
        let is_turned = normal != [0.0; 3];
        if position == [0.0; 3] && !is_turned {
            return;
        }
        if is_turned || !parts.normals.is_empty() {
            // The previous vertices have no changed normals.
            parts.normals.resize(parts.positions.len(), [0.0; 3]);
            parts.normals.push(normal);
        }
        parts.vertices.push(change.vertex);
        parts.positions.push(position);
    }

    fn turned(&self, change: [f64; 3], by: impl Fn(&Affine) -> [[f64; 3]; 3]) -> [f64; 3] {
        self.moved.as_ref().map_or(change, |moved| by(moved).map(|row| dot(row, change)))
    }
}

fn linear(moved: &Affine) -> [[f64; 3]; 3] {
    moved.map(|[x, y, z, _]| [x, y, z])
}

/// Returns the inverse transpose without its mean scale, because normals have unit length.
fn of_normals(moved: &Affine) -> [[f64; 3]; 3] {
    let [a, b, c] = linear(moved);
    let side = dot(a, cross(b, c)).signum();
    let rows = [cross(b, c), cross(c, a), cross(a, b)];
    let mean = (rows.iter().map(|&row| dot(row, row)).sum::<f64>() / 3.0).sqrt();
    let scale = if mean > 0.0 { side / mean } else { 0.0 };
    rows.map(|row| row.map(|number| number * scale))
}
