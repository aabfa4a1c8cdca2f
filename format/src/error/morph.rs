//! [`MorphProblem`]: errors in a morph target.

use thiserror::Error;

/// An error in a morph target of a mesh.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MorphProblem {
    /// A name that is not UTF-8.
    #[error("its name is not UTF-8")]
    Name,
    /// A weight that is not a number.
    #[error("its weight is {0}, expected a finite number")]
    Weight(f32),
    /// A target without shapes.
    #[error("it has no shapes")]
    NoShapes,
    /// A shape whose weight is 0, not finite, or not above the weight of the previous shape.
    #[error("shape {shape} has weight {found}, expected a number other than 0, above the weight of the previous shape")]
    ShapeWeight {
        /// The index of the shape.
        shape: usize,
        /// The weight.
        found: f32,
    },
    /// A shape whose vertices are not in ascending order, or that has vertices that the mesh does not have.
    #[error("the vertices of shape {shape} do not ascend, or go beyond the {count} vertices of the mesh")]
    Vertices {
        /// The index of the shape.
        shape: usize,
        /// The number of vertices of the mesh.
        count: usize,
    },
    /// A shape that does not have one change for each of its vertices, or that changes an attribute that the mesh does not
    /// have.
    #[error(
        "shape {shape} changes {found} {attribute}, expected none, or one for each vertex of the shape if the mesh has {attribute}"
    )]
    Length {
        /// The index of the shape.
        shape: usize,
        /// `positions`, `normals` or `tangents`.
        attribute: &'static str,
        /// The number of changes.
        found: usize,
    },
    /// A change that is not a number.
    #[error("a change of {attribute} in shape {shape} is not finite")]
    NotFinite {
        /// The index of the shape.
        shape: usize,
        /// `positions`, `normals` or `tangents`.
        attribute: &'static str,
    },
}
