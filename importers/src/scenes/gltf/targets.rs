//! The morph targets of a primitive.

use rigmill_codec_gltf::Accessors;
use rigmill_codec_gltf::document::{Attributes, Primitive as Source};
use rigmill_dom::{Element, SceneShape};

use super::problems::{not_finite, unreadable};
use crate::report::Result;
use crate::scenes::budget::Budget;

/// The number of elements without bytes in the file that count as one element with bytes. They are examined, but not kept.
const ZEROS_PER_ITEM: u64 = 16;

/// The attributes of a primitive that targets may change.
pub(super) struct Base {
    pub(super) vertices: usize,
    pub(super) has_normals: bool,
    pub(super) has_tangents: bool,
}

/// Reads the targets of a primitive. Changes of normals and tangents are ignored if the primitive does not have these
/// attributes.
pub(super) fn read(
    source: &Source,
    base: &Base,
    element: &Element,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<Vec<SceneShape>> {
    let mut reader = Reader { base, element, accessors, budget };
    source.targets.iter().map(|target| reader.shape(target)).collect()
}

struct Reader<'a> {
    base: &'a Base,
    element: &'a Element,
    accessors: &'a Accessors<'a>,
    budget: &'a mut Budget,
}

impl Reader<'_> {
    fn shape(&mut self, target: &Attributes) -> Result<SceneShape> {
        let &Base { vertices, has_normals, has_tangents } = self.base;
        let positions = self.changes(target.get("POSITION"))?;
        let normals = self.changes(target.get("NORMAL").filter(|_| has_normals))?;
        let tangents = self.changes(target.get("TANGENT").filter(|_| has_tangents))?;
        let changes = |list: &[[f32; 3]], vertex: usize| list.get(vertex).is_some_and(|change| *change != [0.0; 3]);
        let vertices: Vec<usize> = (0..vertices)
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

    /// Reads a change for each vertex; an empty list if there are none.
    fn changes(&mut self, accessor: Option<&u32>) -> Result<Vec<[f32; 3]>> {
        let Some(&index) = accessor else { return Ok(Vec::new()) };
        let (count, stored) = (self.accessors.count(index)?, self.accessors.stored(index)?);
        self.budget.take_geometry(stored.saturating_add(count / ZEROS_PER_ITEM))?;
        if count != self.base.vertices as u64 {
            let fact = format!(
                "{}: a morph target has {count} vertices, but there are {} vertices",
                self.element, self.base.vertices
            );
            return Err(unreadable(fact));
        }
        let values = self.accessors.read::<f32, 3>(index)?;
        let finite = values.iter().flatten().all(|number| number.is_finite());
        if finite { Ok(values) } else { Err(not_finite(self.element, "a change of a morph target")) }
    }
}
