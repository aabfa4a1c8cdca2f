//! Morph targets: the channels of blend shapes, as a mesh has them.

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

/// Makes the targets of one mesh.
pub(crate) struct Morphs<'a> {
    element: &'a Element,
    vertices: usize,
    /// Moves the vertices.
    moved: Option<Affine>,
    made: Vec<SceneMorph>,
}

/// Whether a shape counts: one without a weight, or after another of the same weight, is never shown. Weights ascend.
pub(crate) fn is_shown(weight: f64, before: Option<f64>) -> bool {
    weight.is_finite() && to_f32(weight) != 0.0 && before.is_none_or(|before| to_f32(before) < to_f32(weight))
}

impl<'a> Morphs<'a> {
    /// For a mesh of this number of vertices, which `moved` moves.
    pub(crate) fn of(element: &'a Element, vertices: usize, moved: Option<Affine>) -> Self {
        Self { element, vertices, moved, made: Vec::new() }
    }

    /// Adds a target with its shapes, each with the weight at which it is whole: 1 stands for FBX's 100.
    pub(crate) fn push(&mut self, name: &str, weight: f64, shapes: Vec<(f64, Vec<Change>)>) -> Result<()> {
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

    /// The shape of changes in any order. Changes of one vertex add up, those of vertices that the mesh lacks are dropped.
    fn shape(&self, weight: f64, mut changes: Vec<Change>) -> Result<SceneShape> {
        changes.retain(|change| (change.vertex as usize) < self.vertices);
        changes.sort_by_key(|change| change.vertex);
        let [mut positions, mut normals] = [(); 2].map(|()| Vec::with_capacity(changes.len()));
        let mut vertices = Vec::with_capacity(changes.len());
        for of_vertex in changes.chunk_by(|a, b| a.vertex == b.vertex) {
            let position = of_vertex.iter().fold([0.0; 3], |sum, change| add(sum, change.position));
            let normal = of_vertex.iter().fold([0.0; 3], |sum, change| add(sum, change.normal));
            let (position, normal) =
                (self.turned(position, linear).map(to_f32), self.turned(normal, of_normals).map(to_f32));
            if position != [0.0; 3] || normal != [0.0; 3] {
                vertices.push(of_vertex[0].vertex);
                positions.push(position);
                normals.push(normal);
            }
        }
        if !positions.iter().chain(&normals).flatten().all(|number| number.is_finite()) {
            return Err(not_finite(self.element, "a change of a blend shape"));
        }
        if normals.iter().all(|normal| *normal == [0.0; 3]) {
            normals.clear();
        }
        Ok(SceneShape { weight: to_f32(weight), vertices, positions, normals, tangents: Vec::new() })
    }

    fn turned(&self, change: [f64; 3], by: impl Fn(&Affine) -> [[f64; 3]; 3]) -> [f64; 3] {
        self.moved.as_ref().map_or(change, |moved| by(moved).map(|row| dot(row, change)))
    }
}

fn linear(moved: &Affine) -> [[f64; 3]; 3] {
    moved.map(|[x, y, z, _]| [x, y, z])
}

/// The inverse transposed, without its mean scale, since normals have unit length.
fn of_normals(moved: &Affine) -> [[f64; 3]; 3] {
    let [a, b, c] = linear(moved);
    let side = dot(a, cross(b, c)).signum();
    let rows = [cross(b, c), cross(c, a), cross(a, b)];
    let mean = (rows.iter().map(|&row| dot(row, row)).sum::<f64>() / 3.0).sqrt();
    let scale = if mean > 0.0 { side / mean } else { 0.0 };
    rows.map(|row| row.map(|number| number * scale))
}
