//! [`Metal`]: the light that a surface with the metallic-roughness model reflects. `draw/shade.js` of the page computes the same.

use rigmill_math::vector::{add, dot, lerp, normalize, scale, subtract};

/// The light that a surface without metal reflects at right angles.
const DIELECTRIC: f32 = 0.04;

/// The lowest roughness. Highlights of smoother surfaces would be too small to see.
const LEAST_ROUGHNESS: f32 = 0.045;

/// The darkest and brightest walls of the room that a smooth surface mirrors.
const DARK: [f32; 3] = [0.12, 0.115, 0.11];
const BRIGHT: [f32; 3] = [0.45, 0.48, 0.54];

/// A point on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Metal {
    pub(super) base: [f32; 3],
    pub(super) metallic: f32,
    pub(super) roughness: f32,
    pub(super) normal: [f32; 3],
    pub(super) to_eye: [f32; 3],
}

impl Metal {
    /// Returns the reflected light. `ambient` is the light from all sides, and `key` the direction and colour of the key light.
    pub(super) fn light(&self, ambient: [f32; 3], (key, color): ([f32; 3], [f32; 3])) -> [f32; 3] {
        let Self { base, normal, to_eye, .. } = *self;
        let (metallic, rough) = (self.metallic.clamp(0.0, 1.0), self.roughness.clamp(LEAST_ROUGHNESS, 1.0));
        let f0 = lerp([DIELECTRIC; 3], base, metallic);
        let half = normalize(add(key, to_eye)).unwrap_or(to_eye);
        let [nl, nv, nh] = [dot(normal, key).max(0.0), dot(normal, to_eye).max(1e-3), dot(normal, half).max(0.0)];
        let alpha = rough * rough;
        let spread = nh * nh * (alpha * alpha - 1.0) + 1.0;
        let density = alpha * alpha / (std::f32::consts::PI * spread * spread).max(1e-6);
        let visible = 0.5 / mix(2.0 * nl * nv, nl + nv, alpha).max(1e-4);
        let [grazing, around] = [1.0 - dot(half, to_eye).max(0.0), 1.0 - nv].map(fifth);
        let mirrored = room(subtract(scale(normal, 2.0 * dot(normal, to_eye)), to_eye), rough, key);
        std::array::from_fn(|it| {
            let fresnel = f0[it] + (1.0 - f0[it]) * grazing;
            let edge = f0[it] + ((1.0 - rough).max(f0[it]) - f0[it]) * around;
            let matte = base[it] * (1.0 - metallic);
            matte * ambient[it]
                + edge * mirrored[it]
                + (matte * (1.0 - fresnel) + fresnel * density * visible * 0.9) * nl * color[it]
        })
    }
}

/// Returns the light from a direction in a bright room, as a surface of this roughness mirrors it: the walls, and a window in the
/// direction of the key light.
fn room(way: [f32; 3], rough: f32, key: [f32; 3]) -> [f32; 3] {
    let soft = mix(0.03, 0.6, rough);
    let walls = lerp(DARK, BRIGHT, smooth(-soft, soft + 0.2, way[1]));
    let window = smooth(0.82 - soft * 0.6, 0.94 + soft * 0.06, dot(way, key));
    walls.map(|wall| wall + window * mix(1.6, 0.25, rough))
}

fn mix(a: f32, b: f32, part: f32) -> f32 {
    a + (b - a) * part
}

fn fifth(value: f32) -> f32 {
    let square = value * value;
    square * square * value
}

/// Increases smoothly from 0 to 1 between two edges.
fn smooth(low: f32, high: f32, value: f32) -> f32 {
    let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}
