//! [`Positions`]: the positions of a mesh, as floats or as 16-bit codes within the mesh's box.
//!
//! Codes are unsigned and normalized, as a GPU reads the vertex format `unorm16x4`. On every axis, 0 is the minimum corner of
//! the mesh's box, and 65,535 is the minimum corner plus the longest side of the box. Because the length is the same for all
//! axes, angles are kept: a shader may include it in the mesh's matrix and still transform normals by that matrix. The fourth
//! code is 65,535, which the GPU reads as w = 1.

use rigmill_math::to_f32;

use crate::BoundingBox;

/// How the positions of a mesh are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum PositionFormat {
    /// Three floats: 12 bytes.
    #[default]
    F32,
    /// Four 16-bit codes: 8 bytes. The error of each coordinate is at most half a step of the [`PositionGrid`].
    U16,
}

impl PositionFormat {
    /// Returns the name: `f32` or `u16`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::U16 => "u16",
        }
    }
}

/// The points that 16-bit codes represent: origin + size x code / 65,535.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionGrid {
    /// The point with codes 0, which is the minimum corner of the mesh's box.
    pub origin: [f32; 3],
    /// The length of all axes, at least 0. It is the longest side of the mesh's box.
    pub size: f64,
}

/// The largest code. It is also the fourth code of each vertex.
const MOST: u16 = u16::MAX;

impl PositionGrid {
    /// Creates the grid of a mesh with this box.
    #[must_use]
    pub fn new(bounds: &BoundingBox) -> Self {
        let side = |axis: usize| f64::from(bounds.max[axis]) - f64::from(bounds.min[axis]);
        let longer = |a: f64, b: f64| if a > b { a } else { b };
        Self { origin: bounds.min, size: longer(longer(side(0), side(1)), side(2)) }
    }

    /// Encodes a point within the box to the nearest codes.
    #[must_use]
    pub fn encode(&self, point: [f32; 3]) -> [u16; 4] {
        let code = |axis: usize| {
            let along = f64::from(point[axis]) - f64::from(self.origin[axis]);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
            let code = (along / self.size * f64::from(MOST) + 0.5) as u16;
            if self.size > 0.0 { code } else { 0 }
        };
        [code(0), code(1), code(2), MOST]
    }

    /// Decodes a point. Computes in double precision.
    #[must_use]
    pub fn decode(&self, [x, y, z, _]: [u16; 4]) -> [f32; 3] {
        let along =
            |origin: f32, code: u16| to_f32(f64::from(origin) + self.size * (f64::from(code) / f64::from(MOST)));
        [along(self.origin[0], x), along(self.origin[1], y), along(self.origin[2], z)]
    }
}

/// The position x, y, z of each vertex of a mesh, in the mesh's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Positions<'a> {
    /// As floats.
    F32(&'a [[f32; 3]]),
    /// As codes of a grid. The fourth code of each vertex is 65,535, so the codes are ready for a vertex buffer of `unorm16x4`.
    U16 {
        /// The codes of each vertex.
        codes: &'a [[u16; 4]],
        /// The points that the codes represent.
        grid: PositionGrid,
    },
}

impl<'a> Positions<'a> {
    /// The number of vertices.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::F32(points) => points.len(),
            Self::U16 { codes, .. } => codes.len(),
        }
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the positions are stored.
    #[must_use]
    pub const fn format(&self) -> PositionFormat {
        match self {
            Self::F32(_) => PositionFormat::F32,
            Self::U16 { .. } => PositionFormat::U16,
        }
    }

    /// The floats, if the positions are stored as floats.
    #[must_use]
    pub const fn floats(&self) -> Option<&'a [[f32; 3]]> {
        match *self {
            Self::F32(points) => Some(points),
            Self::U16 { .. } => None,
        }
    }

    /// The position of a vertex.
    #[must_use]
    pub fn get(&self, vertex: usize) -> Option<[f32; 3]> {
        match self {
            Self::F32(points) => points.get(vertex).copied(),
            Self::U16 { codes, grid } => codes.get(vertex).map(|codes| grid.decode(*codes)),
        }
    }

    /// Returns all elements.
    pub fn iter(&self) -> impl Iterator<Item = [f32; 3]> + use<'a> {
        let all = *self;
        (0..self.len()).filter_map(move |vertex| all.get(vertex))
    }

    /// Returns all elements as floats.
    #[must_use]
    pub fn to_vec(&self) -> Vec<[f32; 3]> {
        self.iter().collect()
    }

    /// The first vertex whose fourth code is not 65,535.
    pub(super) fn bad_code(&self) -> Option<usize> {
        match self {
            Self::F32(_) => None,
            Self::U16 { codes, .. } => codes.iter().position(|codes| codes[3] != MOST),
        }
    }
}
