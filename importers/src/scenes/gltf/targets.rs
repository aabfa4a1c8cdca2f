//! Morph targets: the changes of each primitive's vertices, put together for a mesh.

use rigmill_codec_gltf::Accessors;
use rigmill_codec_gltf::json::mesh::{MorphTarget, Primitive as Source};
use rigmill_codec_gltf::json::{Accessor, Index};
use rigmill_dom::{Element, SceneMorph, SceneShape};

use super::primitives::Primitive;
use super::problems::{not_finite, unreadable};
use crate::report::Result;
use crate::scenes::budget::Budget;

/// How many elements without bytes of their own take as much of the budget as one with bytes: they are looked at, and forgotten.
const ZEROS_PER_ITEM: u64 = 16;

/// The targets of a primitive with this number of vertices. Changes of normals and tangents count only where the primitive has these.
pub(super) fn read(
    source: &Source,
    part: &Primitive,
    element: &Element,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<Vec<SceneShape>> {
    let mut reader = Reader { vertices: part.positions.len(), element, accessors, budget };
    let has_normals = part.normals.is_some();
    let has_tangents = has_normals && part.tangents.is_some();
    source.targets.iter().flatten().map(|target| reader.shape(target, has_normals, has_tangents)).collect()
}

struct Reader<'a> {
    vertices: usize,
    element: &'a Element,
    accessors: &'a Accessors<'a>,
    budget: &'a mut Budget,
}

impl Reader<'_> {
    fn shape(&mut self, target: &MorphTarget, has_normals: bool, has_tangents: bool) -> Result<SceneShape> {
        let positions = self.changes(target.positions)?;
        let normals = self.changes(target.normals.filter(|_| has_normals))?;
        let tangents = self.changes(target.tangents.filter(|_| has_tangents))?;
        let changes = |list: &[[f32; 3]], vertex: usize| list.get(vertex).is_some_and(|change| *change != [0.0; 3]);
        let vertices: Vec<usize> = (0..self.vertices)
            .filter(|&vertex| [&positions, &normals, &tangents].iter().any(|list| changes(list, vertex)))
            .collect();
        let gather = |list: &[[f32; 3]]| -> Vec<[f32; 3]> {
            vertices.iter().filter_map(|&vertex| list.get(vertex).copied()).collect()
        };
        Ok(SceneShape {
            weight: 1.0,
            positions: if positions.is_empty() { vec![[0.0; 3]; vertices.len()] } else { gather(&positions) },
            normals: gather(&normals),
            tangents: gather(&tangents),
            vertices: vertices.iter().filter_map(|&vertex| u32::try_from(vertex).ok()).collect(),
        })
    }

    /// A change for each vertex; an empty list where there are none.
    fn changes(&mut self, accessor: Option<Index<Accessor>>) -> Result<Vec<[f32; 3]>> {
        let Some(index) = accessor else { return Ok(Vec::new()) };
        let (count, stored) = (self.accessors.count(index)?, self.accessors.stored(index)?);
        self.budget.take_geometry(stored.saturating_add(count / ZEROS_PER_ITEM))?;
        if count != self.vertices as u64 {
            let fact = format!("{}: a morph target of {count} vertices, there are {}", self.element, self.vertices);
            return Err(unreadable(fact));
        }
        let values = self.accessors.read::<f32, 3>(index)?;
        let finite = values.iter().flatten().all(|number| number.is_finite());
        if finite { Ok(values) } else { Err(not_finite(self.element, "a change of a morph target")) }
    }
}

/// The targets of a mesh that consists of these parts, which all have the same. A target without a name is named by its index.
pub(super) fn morphs(
    parts: &mut [Primitive],
    names: &[String],
    weights: &[f32],
    element: &Element,
) -> Result<Vec<SceneMorph>> {
    let count = parts.first().map_or(0, |part| part.targets.len());
    if parts.iter().any(|part| part.targets.len() != count) {
        return Err(unreadable(format!("{element}: its primitives do not have the same number of morph targets")));
    }
    if !weights.iter().all(|weight| weight.is_finite()) {
        return Err(not_finite(element, "the weight of a morph target"));
    }
    let name = |at: usize| names.get(at).filter(|name| !name.is_empty()).cloned();
    let morph = |at: usize| SceneMorph {
        name: name(at).unwrap_or_else(|| format!("target {at}")),
        weight: weights.get(at).copied().unwrap_or_default(),
        shapes: vec![joined(parts, at)],
    };
    let morphs = (0..count).map(morph).collect();
    parts.iter_mut().for_each(|part| part.targets = Vec::new());
    Ok(morphs)
}

/// The changes of all parts by one target; zero where only other parts have some of a kind.
fn joined(parts: &[Primitive], target: usize) -> SceneShape {
    let shapes = || parts.iter().filter_map(|part| part.targets.get(target));
    let has_normals = shapes().any(|shape| !shape.normals.is_empty());
    let has_tangents = shapes().any(|shape| !shape.tangents.is_empty());
    let mut joined = SceneShape { weight: 1.0, ..SceneShape::default() };
    let mut first = 0;
    for (part, shape) in parts.iter().zip(shapes()) {
        joined.vertices.extend(shape.vertices.iter().map(|vertex| first + vertex));
        joined.positions.extend(&shape.positions);
        append(&mut joined.normals, &shape.normals, shape.vertices.len(), has_normals);
        append(&mut joined.tangents, &shape.tangents, shape.vertices.len(), has_tangents);
        first += u32::try_from(part.positions.len()).unwrap_or(0);
    }
    joined
}

fn append(all: &mut Vec<[f32; 3]>, own: &[[f32; 3]], count: usize, wanted: bool) {
    match wanted {
        true if own.is_empty() => all.extend(std::iter::repeat_n([0.0; 3], count)),
        true => all.extend(own),
        false => {}
    }
}
