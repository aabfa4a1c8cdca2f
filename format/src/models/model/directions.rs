//! [`Normals`] and [`Tangents`]: the directions of a mesh's vertices, as floats or as octahedral codes.

use super::octahedral::{decode_normal, decode_tangent, is_bad_normal, is_bad_tangent};

/// How the normals and tangents of a mesh are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum NormalFormat {
    /// Floats: 12 bytes per normal, 16 bytes per tangent.
    #[default]
    F32,
    /// Octahedral codes: 4 bytes each. The error of a normal is at most 0.0038 degrees, the error of a tangent at most 0.0058
    /// degrees.
    Octahedral,
}

impl NormalFormat {
    /// Returns the name: `f32` or `octahedral`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::Octahedral => "octahedral",
        }
    }
}

macro_rules! directions {
    ($(#[$doc:meta])* $name:ident: $width:literal, $decode:ident, $is_bad:ident, $(#[$codes_doc:meta])*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum $name<'a> {
            /// As floats.
            F32(&'a [[f32; $width]]),
            $(#[$codes_doc])*
            Octahedral(&'a [[i16; 2]]),
        }

        impl<'a> $name<'a> {
            /// The number of elements: one per vertex, or 0.
            #[must_use]
            pub const fn len(&self) -> usize {
                match self {
                    Self::F32(all) => all.len(),
                    Self::Octahedral(codes) => codes.len(),
                }
            }

            /// Whether it is empty.
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// How the elements are stored.
            #[must_use]
            pub const fn format(&self) -> NormalFormat {
                match self {
                    Self::F32(_) => NormalFormat::F32,
                    Self::Octahedral(_) => NormalFormat::Octahedral,
                }
            }

            /// The floats, if the elements are stored as floats.
            #[must_use]
            pub const fn floats(&self) -> Option<&'a [[f32; $width]]> {
                match *self {
                    Self::F32(all) => Some(all),
                    Self::Octahedral(_) => None,
                }
            }

            /// The element of a vertex.
            #[must_use]
            pub fn get(&self, vertex: usize) -> Option<[f32; $width]> {
                match self {
                    Self::F32(all) => all.get(vertex).copied(),
                    Self::Octahedral(codes) => codes.get(vertex).map(|codes| $decode(*codes)),
                }
            }

            /// Returns all elements.
            pub fn iter(&self) -> impl Iterator<Item = [f32; $width]> + use<'a> {
                let all = *self;
                (0..self.len()).filter_map(move |vertex| all.get(vertex))
            }

            /// Returns all elements as floats.
            #[must_use]
            pub fn to_vec(&self) -> Vec<[f32; $width]> {
                self.iter().collect()
            }

            /// The first vertex whose codes no encoder creates.
            pub(super) fn bad_code(&self) -> Option<usize> {
                match self {
                    Self::F32(_) => None,
                    Self::Octahedral(codes) => codes.iter().position(|codes| $is_bad(*codes)),
                }
            }
        }
    };
}

directions! {
    /// The normals of a mesh: a unit vector x, y, z per vertex, or empty.
    Normals: 3, decode_normal, is_bad_normal,
    /// As octahedral codes, ready for a vertex buffer of `snorm16x2`. The codes are numbers x and y, and z = 1 - |x| - |y|. If
    /// z is below 0, x becomes (1 - |y|) sign(x), and y becomes (1 - |x|) sign(y), where the sign of 0 is 1. The normal is the
    /// normalized vector x, y, z.
}

directions! {
    /// The tangents of a mesh: a unit vector x, y, z and w = 1 or -1 per vertex, or empty. bitangent = w (normal x tangent).
    Tangents: 4, decode_tangent, is_bad_tangent,
    /// As octahedral codes, ready for a vertex buffer of `snorm16x2`. w is the sign of the second number s, and y is
    /// `(32,767 |s| - 16,384) / 16,383`. The rest is the same as for normals.
}
