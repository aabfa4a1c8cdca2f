//! [`MorphTarget`]: changes of a mesh's vertices that are added by weight.

use std::collections::BTreeSet;

use bytemuck::{Pod, Zeroable};

use crate::InvalidContent;
use crate::error::{ensure, invalid};
use crate::layout::numbers::all_finite;
use crate::layout::{Span, getters};

/// A morph target, or blend shape: changes of vertices that are added to a mesh in proportion to a weight.
///
/// The changes of all targets are added up, before the skin moves the vertices.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MorphTarget {
    /// Its name, which no other target of the mesh has.
    pub name: String,
    /// The default weight, for when nothing sets it; finite. A weight of 1 adds the whole shape.
    pub weight: f32,
    /// The shapes in ascending order of their weights, at least one: in-between shapes and the whole shape.
    pub shapes: Vec<MorphShape>,
}

/// The changes of a target at one of its weights. [`shape_weights`] computes the share of each shape for a weight of the
/// target.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MorphShape {
    /// The target weight at which only this shape is added; finite and not 0. No two shapes of a target have the same weight.
    pub weight: f32,
    /// The vertices that the shape changes, in ascending order.
    pub vertices: Vec<u32>,
    /// The change of the position of each of these vertices.
    pub positions: Vec<[f32; 3]>,
    /// The change of the normal of each of these vertices. Empty if normals do not change.
    pub normals: Vec<[f32; 3]>,
    /// The change of x, y, z of the tangent of each of these vertices. Empty if tangents do not change.
    pub tangents: Vec<[f32; 3]>,
}

/// Computes how much of each shape of a target is added at a weight of the target. At a shape's weight, only that shape is
/// added; at 0, no shape is. Between two of these weights, the shares are interpolated linearly. Beyond the outermost weights,
/// they are extrapolated, as in FBX. A single shape of weight 1 is added in proportion to the target's weight, as in glTF.
///
/// `shapes` are the weights of the shapes in ascending order, none of them 0. `shares` receives one number per shape. If one of
/// the lists is shorter, the rest of the other is ignored.
pub fn shape_weights(shapes: &[f32], weight: f32, shares: &mut [f32]) {
    let count = shapes.len().min(shares.len());
    let (shapes, shares) = (&shapes[..count], &mut shares[..count]);
    shares.fill(0.0);
    let zero = shapes.partition_point(|shape| *shape < 0.0);
    // Stop number `zero` means no change.
    let stop = |at: usize| match at.cmp(&zero) {
        std::cmp::Ordering::Less => shapes[at],
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => shapes[at - 1],
    };
    let mut after = 1;
    while after < count && stop(after) <= weight {
        after += 1;
    }
    if count == 0 {
        return;
    }
    let (from, to) = (stop(after - 1), stop(after));
    let along = (weight - from) / (to - from);
    for (at, share) in [(after - 1, 1.0 - along), (after, along)] {
        match at.cmp(&zero) {
            std::cmp::Ordering::Less => shares[at] = share,
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => shares[at - 1] = share,
        }
    }
}

/// The targets of a mesh, since version 3.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MorphRecord {
    pub(super) targets: Span,
}

/// A target.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct TargetRecord {
    pub(super) name: Span,
    pub(super) weight: f32,
    pub(super) shapes: Span,
}

/// A shape of a target.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ShapeRecord {
    pub(super) weight: f32,
    pub(super) changes: Span,
    pub(super) normals: Span,
    pub(super) tangents: Span,
}

/// The sections that shapes share.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeTables<'a> {
    pub(super) text: &'a [u8],
    pub(super) shapes: &'a [ShapeRecord],
    pub(super) vertices: &'a [u32],
    pub(super) positions: &'a [[f32; 3]],
    pub(super) normals: &'a [[f32; 3]],
    pub(super) tangents: &'a [[f32; 3]],
}

/// A morph target, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct MorphTargetView<'a> {
    record: &'a TargetRecord,
    tables: ShapeTables<'a>,
}

/// A shape of a morph target, read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MorphShapeView<'a> {
    /// The target weight at which only this shape is added.
    pub weight: f32,
    /// The vertices that the shape changes, in ascending order.
    pub vertices: &'a [u32],
    /// The change of the position of each of these vertices.
    pub positions: &'a [[f32; 3]],
    /// The change of the normal of each of these vertices. Empty if normals do not change.
    pub normals: &'a [[f32; 3]],
    /// The change of x, y, z of the tangent of each of these vertices. Empty if tangents do not change.
    pub tangents: &'a [[f32; 3]],
}

impl MorphShapeView<'_> {
    /// A copy that owns its changes.
    #[must_use]
    pub fn to_owned(&self) -> MorphShape {
        MorphShape {
            weight: self.weight,
            vertices: self.vertices.to_vec(),
            positions: self.positions.to_vec(),
            normals: self.normals.to_vec(),
            tangents: self.tangents.to_vec(),
        }
    }
}

impl<'a> MorphTargetView<'a> {
    pub(super) fn new(record: &'a TargetRecord, tables: ShapeTables<'a>) -> Self {
        Self { record, tables }
    }

    getters! { self:
        /// The name of the target. No other target of the mesh has this name.
        name: &'a str = self.record.name.text(self.tables.text);
        /// The default weight, for when nothing sets it.
        weight: f32 = self.record.weight;
        /// A copy that owns its shapes.
        to_owned: MorphTarget = MorphTarget {
            name: self.name().to_owned(),
            weight: self.weight(),
            shapes: self.shapes().map(|shape| shape.to_owned()).collect(),
        };
    }

    /// The shapes, in ascending order of their weights.
    pub fn shapes(&self) -> impl ExactSizeIterator<Item = MorphShapeView<'a>> + use<'a> {
        let tables = self.tables;
        self.record.shapes.slice(tables.shapes).iter().map(move |record| MorphShapeView {
            weight: record.weight,
            vertices: record.changes.slice(tables.vertices),
            positions: record.changes.slice(tables.positions),
            normals: record.normals.slice(tables.normals),
            tangents: record.tangents.slice(tables.tangents),
        })
    }

    pub(super) fn check(&self, mesh: &Morphed) -> Result<(), InvalidContent> {
        let name = std::str::from_utf8(self.record.name.slice(self.tables.text));
        ensure!(name.is_ok(), "its name is not UTF-8");
        let weight = self.weight();
        ensure!(weight.is_finite(), "its weight is {weight}, expected a finite number");
        let mut before = None;
        for (shape, view) in self.shapes().enumerate() {
            let found = view.weight;
            let ascends = before.is_none_or(|before| before < found);
            ensure!(
                found.is_finite() && found != 0.0 && ascends,
                "shape {shape} has weight {found}, expected a number other than 0, above the weight of the previous shape"
            );
            before = Some(found);
            mesh.check(shape, &view)?;
        }
        ensure!(before.is_some(), "it has no shapes");
        Ok(())
    }
}

/// The attributes that shapes of a mesh may change.
pub(super) struct Morphed {
    pub(super) vertices: usize,
    pub(super) has_normals: bool,
    pub(super) has_tangents: bool,
}

impl Morphed {
    fn check(&self, shape: usize, view: &MorphShapeView<'_>) -> Result<(), InvalidContent> {
        let is_order = view.vertices.is_sorted_by(|a, b| a < b);
        let exist = view.vertices.last().is_none_or(|last| (*last as usize) < self.vertices);
        ensure!(
            is_order && exist,
            "the vertices of shape {shape} do not ascend, or go beyond the {} vertices of the mesh",
            self.vertices
        );
        let lists = [
            ("positions", view.positions, true),
            ("normals", view.normals, self.has_normals),
            ("tangents", view.tangents, self.has_tangents),
        ];
        for (attribute, list, is_there) in lists {
            if !list.is_empty() && (list.len() != view.vertices.len() || !is_there) {
                return Err(wrong_length(shape, attribute, list.len()));
            }
            ensure!(all_finite(list.as_flattened()), "a change of {attribute} in shape {shape} is not finite");
        }
        Ok(())
    }
}

/// The error of a shape that changes an attribute of some of its vertices, or an attribute that the mesh lacks.
pub(super) fn wrong_length(shape: usize, attribute: &str, found: usize) -> InvalidContent {
    invalid!(
        "shape {shape} changes {found} {attribute}, expected none, or one for each vertex of the shape if the mesh has \
         {attribute}"
    )
}

/// The first name that two targets have.
pub(super) fn repeated_name<'a>(mut targets: impl Iterator<Item = MorphTargetView<'a>>) -> Option<&'a str> {
    let mut known = BTreeSet::new();
    targets.find(|target| !known.insert(target.name())).map(|target| target.name())
}
