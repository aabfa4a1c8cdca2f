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
    /// A shape whose weight is 0, not finite, or not above that of the shape before.
    #[error("shape {shape} has weight {found}, expected a number other than 0, above the shape before")]
    ShapeWeight {
        /// Which shape.
        shape: usize,
        /// Its weight.
        found: f32,
    },
    /// A shape whose vertices do not ascend, or that the mesh does not have.
    #[error("the vertices of shape {shape} do not ascend, or go beyond the mesh's {count}")]
    Vertices {
        /// Which shape.
        shape: usize,
        /// Vertices of the mesh.
        count: usize,
    },
    /// A shape without one change for each of its vertices, or with changes of what the mesh does not have.
    #[error(
        "shape {shape} changes {found} {attribute}, expected none, or one for each of its vertices, of those that the mesh has"
    )]
    Length {
        /// Which shape.
        shape: usize,
        /// `positions`, `normals` or `tangents`.
        attribute: &'static str,
        /// Changes there are.
        found: usize,
    },
    /// A change that is not a number.
    #[error("a change of {attribute} in shape {shape} is not finite")]
    NotFinite {
        /// Which shape.
        shape: usize,
        /// `positions`, `normals` or `tangents`.
        attribute: &'static str,
    },
}
