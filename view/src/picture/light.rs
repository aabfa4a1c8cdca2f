//! [`Light`]: computes the colour of lit surfaces.

use rigmill_math::vector::{add, cross, dot, lerp, normalize, scale, subtract};

use super::eye::Eye;
use super::metal::Metal;
use super::raster::Projected;
use super::scene::{Corner, Map, Scene};

/// The light on surfaces: the sky, the ground, and a key light from behind the camera's shoulder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Light {
    eye: [f32; 3],
    /// The unit vector to the key light.
    pub(super) key: [f32; 3],
}

/// A point on a surface.
struct Surface {
    normal: [f32; 3],
    to_eye: [f32; 3],
}

const UP: [f32; 3] = [0.0, 1.0, 0.0];
const SKY: [f32; 3] = [0.36, 0.40, 0.47];
const FLOOR: [f32; 3] = [0.17, 0.15, 0.13];
const KEY: [f32; 3] = [1.12, 1.06, 0.98];
const RIM: [f32; 3] = [0.16, 0.19, 0.24];

/// Light above this value is compressed, so that highlights keep their colour.
const SHOULDER: f32 = 0.7;

impl Light {
    pub(super) fn new(eye: &Eye) -> Self {
        let narrow = |vector: [f64; 3]| vector.map(rigmill_math::to_f32);
        let key = add(add(narrow(eye.back), scale(narrow(eye.right), -0.75)), scale(UP, 0.95));
        Self { eye: narrow(eye.position), key: normalize(key).unwrap_or(UP) }
    }

    /// Returns the linear red, green and blue, and the alpha, of a triangle at a point in pixels.
    pub(super) fn shade(&self, scene: &Scene, seen: &Projected, at: [f64; 2]) -> [f32; 4] {
        let Some(triangle) = scene.triangles.get(seen.number as usize) else { return [0.0; 4] };
        let (Some(corners), Some(paint)) = (scene.corners_of(triangle), scene.paints.get(triangle.paint as usize))
        else {
            return [0.0; 4];
        };
        let shares = seen.shares(at);
        let uv_at = |at: [f64; 2]| mix(corners, seen.shares(at), |corner| corner.uv);
        let uv = mix(corners, shares, |corner| corner.uv);
        let [across, down] = [[at[0] + 1.0, at[1]], [at[0], at[1] + 1.0]].map(|at| subtract(uv_at(at), uv));
        let color = mix(corners, shares, |corner| corner.color);
        let sample = |map: &Option<Map>| map.as_ref().map(|map| map.sample(uv, across, down));
        let white = |map: &Option<Map>| sample(map).unwrap_or([1.0; 4]);
        let (map, lid) = (white(&paint.maps.diffuse), white(&paint.maps.opacity));
        let surface = self.surface(corners, shares, sample(&paint.maps.normal));
        let base: [f32; 3] = std::array::from_fn(|it| paint.diffuse[it] * map[it] * color[it]);
        let coverage = paint.coverage(map[3] * color[3] * lid[0] * lid[3]);
        let glow = white(&paint.maps.emissive);
        let glow: [f32; 3] = std::array::from_fn(|it| paint.emissive[it] * glow[it]);
        if paint.unlit {
            let [r, g, b] = add(base, glow).map(|it| it.clamp(0.0, 1.0));
            return [r, g, b, coverage];
        }
        if let Some([metallic, roughness]) = paint.metal {
            let metallic = metallic * white(&paint.maps.metalness)[2];
            let roughness = roughness * white(&paint.maps.roughness)[1];
            let Surface { normal, to_eye } = surface;
            let metal = Metal { base, metallic, roughness, normal, to_eye };
            let [r, g, b] = add(metal.light(ambient(normal), (self.key, KEY)), glow).map(compress);
            return [r, g, b, coverage];
        }
        let shine = self.highlight(&surface, paint.shininess);
        let lit = self.diffuse(&surface);
        let rim = dot(surface.normal, surface.to_eye).max(0.0);
        let rim = (1.0 - rim) * (1.0 - rim) * (1.0 - rim) * (0.5 + 0.5 * surface.normal[1]);
        let light = |it: usize| base[it] * (lit[it] + RIM[it] * rim) + paint.specular[it] * shine * 0.5 + glow[it];
        [compress(light(0)), compress(light(1)), compress(light(2)), coverage]
    }

    fn surface(&self, corners: [&Corner; 3], shares: [f32; 3], bump: Option<[f32; 4]>) -> Surface {
        let position = mix(corners, shares, |corner| corner.position);
        let to_eye = normalize(subtract(self.eye, position)).unwrap_or(UP);
        let [a, b, c] = corners.map(|corner| corner.position);
        let flat = normalize(cross(subtract(b, a), subtract(c, a))).unwrap_or(UP);
        let smooth = normalize(mix(corners, shares, |corner| corner.normal)).unwrap_or(flat);
        // The visible side is lit, regardless of the triangle's orientation.
        let outward = if dot(flat, smooth) < 0.0 { scale(flat, -1.0) } else { flat };
        let bumped = bump.and_then(|bump| bumped(smooth, mix(corners, shares, |corner| corner.tangent), bump));
        let normal = bumped.unwrap_or(smooth);
        let normal = if dot(outward, to_eye) < 0.0 { scale(normal, -1.0) } else { normal };
        Surface { normal, to_eye }
    }

    fn diffuse(&self, surface: &Surface) -> [f32; 3] {
        let key = dot(surface.normal, self.key).max(0.0);
        add(ambient(surface.normal), scale(KEY, key))
    }

    /// Computes the highlight of the Blinn-Phong model.
    fn highlight(&self, surface: &Surface, shininess: f32) -> f32 {
        if dot(surface.normal, self.key) <= 0.0 {
            return 0.0;
        }
        let half = normalize(add(self.key, surface.to_eye)).unwrap_or(surface.to_eye);
        libm::powf(dot(surface.normal, half).max(0.0), shininess.clamp(4.0, 512.0))
    }
}

/// Returns the light from the sky and the ground.
fn ambient(normal: [f32; 3]) -> [f32; 3] {
    lerp(FLOOR, SKY, normal[1] * 0.5 + 0.5)
}

/// Transforms the normal of a normal map from tangent space; returns `None` if there is no tangent.
fn bumped(normal: [f32; 3], [x, y, z, sign]: [f32; 4], [red, green, ..]: [f32; 4]) -> Option<[f32; 3]> {
    let along = [x, y, z];
    let tangent = normalize(subtract(along, scale(normal, dot(normal, along))))?;
    let bitangent = scale(cross(normal, tangent), if sign < 0.0 { -1.0 } else { 1.0 });
    let [x, y] = [red * 2.0 - 1.0, green * 2.0 - 1.0];
    let z = (1.0 - x * x - y * y).max(0.0).sqrt();
    normalize(add(add(scale(tangent, x), scale(bitangent, y)), scale(normal, z)))
}

/// Interpolates between the corners of a triangle. Equal values stay exactly the same, so that an opacity that equals the cutoff
/// is not lost.
fn mix<const N: usize>(corners: [&Corner; 3], shares: [f32; 3], of: impl Fn(&Corner) -> [f32; N]) -> [f32; N] {
    let [a, b, c] = corners.map(of);
    std::array::from_fn(|it| a[it] + (b[it] - a[it]) * shares[1] + (c[it] - a[it]) * shares[2])
}

/// Compresses light to the range 0 to 1: unchanged up to [`SHOULDER`], and increasingly slower above it. NaN becomes 0.
fn compress(light: f32) -> f32 {
    if light <= SHOULDER {
        return light.max(0.0);
    }
    let room = 1.0 - SHOULDER;
    let beyond = (light - SHOULDER) / room;
    let compressed = SHOULDER + room * (beyond / (1.0 + beyond));
    if compressed.is_nan() { 0.0 } else { compressed.min(1.0) }
}
