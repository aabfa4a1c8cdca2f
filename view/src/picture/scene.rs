//! [`Scene`]: triangles in the world, ready to draw.

use std::sync::Arc;

use super::texels::Texels;

/// A vertex.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    /// In metres.
    pub(super) position: [f32; 3],
    /// Of any length; zero for that of the triangle.
    pub(super) normal: [f32; 3],
    /// Of any length, and the sign of the bitangent; zero for none.
    pub(super) tangent: [f32; 4],
    /// Linear.
    pub(super) color: [f32; 4],
    pub(super) uv: [f32; 2],
}

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// Entries of [`Scene::corners`].
    pub(super) corners: [u32; 3],
    /// An entry of [`Scene::paints`].
    pub(super) paint: u32,
}

/// How a surface reflects light. Colours are linear.
#[derive(Clone, Debug)]
pub(super) struct Paint {
    pub(super) diffuse: [f32; 3],
    pub(super) specular: [f32; 3],
    pub(super) shininess: f32,
    pub(super) emissive: [f32; 3],
    pub(super) opacity: f32,
    pub(super) diffuse_map: Option<Arc<Texels>>,
    pub(super) normal_map: Option<Arc<Texels>>,
}

/// What is drawn. Entries that name what does not exist are not drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) corners: Vec<Corner>,
    pub(super) triangles: Vec<Triangle>,
    pub(super) paints: Vec<Paint>,
}

impl Paint {
    /// A surface of one colour.
    pub(super) const fn plain(diffuse: [f32; 3]) -> Self {
        Self {
            diffuse,
            specular: [0.1; 3],
            shininess: 16.0,
            emissive: [0.0; 3],
            opacity: 1.0,
            diffuse_map: None,
            normal_map: None,
        }
    }
}

impl Scene {
    /// The vertices of a triangle.
    pub(super) fn corners_of(&self, triangle: &Triangle) -> Option<[&Corner; 3]> {
        let [a, b, c] = triangle.corners.map(|corner| self.corners.get(corner as usize));
        Some([a?, b?, c?])
    }
}
