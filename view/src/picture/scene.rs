//! [`Scene`]: triangles in the world, ready to be drawn.

use std::sync::Arc;

use rigmill_format::AlphaMode;

use super::shot::Up;
use super::texels::Texels;

/// A vertex.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    /// The position in metres.
    pub(super) position: [f32; 3],
    /// The normal, with any length. Zero means the normal of the triangle.
    pub(super) normal: [f32; 3],
    /// The tangent, with any length, and the sign of the bitangent. Zero means that there is no tangent.
    pub(super) tangent: [f32; 4],
    /// The colour, in linear space.
    pub(super) color: [f32; 4],
    pub(super) uv: [f32; 2],
}

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// Indices into [`Scene::corners`].
    pub(super) corners: [u32; 3],
    /// An index into [`Scene::paints`].
    pub(super) paint: u32,
}

/// How a surface reflects light. Colours are in linear space.
#[derive(Clone, Debug)]
pub(super) struct Paint {
    pub(super) diffuse: [f32; 3],
    pub(super) specular: [f32; 3],
    pub(super) shininess: f32,
    pub(super) emissive: [f32; 3],
    pub(super) opacity: f32,
    pub(super) alpha: AlphaMode,
    /// The minimum opacity of visible points with [`AlphaMode::Mask`].
    pub(super) cutoff: f32,
    /// Whether the surface shows its colour independent of the light.
    pub(super) unlit: bool,
    /// The metallic and roughness factors of a surface with the metallic-roughness model.
    pub(super) metal: Option<[f32; 2]>,
    pub(super) maps: Maps,
}

/// The textures on a surface, as far as it has them.
#[derive(Clone, Debug, Default)]
pub(super) struct Maps {
    pub(super) diffuse: Option<Map>,
    pub(super) normal: Option<Map>,
    pub(super) emissive: Option<Map>,
    pub(super) opacity: Option<Map>,
    pub(super) roughness: Option<Map>,
    pub(super) metalness: Option<Map>,
}

/// A texture on a surface.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub(super) texels: Arc<Texels>,
    /// The matrix from the surface's coordinates (u, v, 1) to the texture's coordinates.
    pub(super) rows: [[f32; 3]; 2],
}

impl Map {
    /// Like [`Texels::sample`], but with coordinates of the surface.
    pub(super) fn sample(&self, uv: [f32; 2], across: [f32; 2], down: [f32; 2]) -> [f32; 4] {
        let placed = |[u, v]: [f32; 2], w: f32| self.rows.map(|[a, b, c]| a * u + b * v + c * w);
        self.texels.sample(placed(uv, 1.0), placed(across, 0.0), placed(down, 0.0))
    }
}

/// The triangles to draw. Triangles with invalid indices are not drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) corners: Vec<Corner>,
    pub(super) triangles: Vec<Triangle>,
    pub(super) paints: Vec<Paint>,
}

impl Paint {
    /// Creates a surface of one colour.
    pub(super) const fn plain(diffuse: [f32; 3]) -> Self {
        Self {
            diffuse,
            specular: [0.1; 3],
            shininess: 16.0,
            emissive: [0.0; 3],
            opacity: 1.0,
            alpha: AlphaMode::Opaque,
            cutoff: 0.5,
            unlit: false,
            metal: None,
            maps: Maps { diffuse: None, normal: None, emissive: None, opacity: None, roughness: None, metalness: None },
        }
    }
}

impl Paint {
    /// Returns the coverage of the surface at a point where its textures and colours have this opacity.
    pub(super) fn coverage(&self, opacity: f32) -> f32 {
        match self.alpha {
            AlphaMode::Opaque => 1.0,
            AlphaMode::Mask => f32::from(u8::from(self.opacity * opacity >= self.cutoff)),
            AlphaMode::Blend => (self.opacity * opacity).clamp(0.0, 1.0),
        }
    }
}

impl Scene {
    /// Converts the scene to y up.
    pub(super) fn upright(mut self, up: Up) -> Self {
        for corner in &mut self.corners {
            let [x, y, z, sign] = corner.tangent;
            let [x, y, z] = up.upright([x, y, z]);
            corner.tangent = [x, y, z, sign];
            corner.position = up.upright(corner.position);
            corner.normal = up.upright(corner.normal);
        }
        self
    }

    /// Returns the vertices of a triangle.
    pub(super) fn corners_of(&self, triangle: &Triangle) -> Option<[&Corner; 3]> {
        let [a, b, c] = triangle.corners.map(|corner| self.corners.get(corner as usize));
        Some([a?, b?, c?])
    }
}
