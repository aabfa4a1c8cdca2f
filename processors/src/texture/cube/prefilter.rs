//! Mipmaps for image-based lighting, which show the reflections of surfaces with different roughnesses.
//!
//! Follows B. Karis, "Real Shading in Unreal Engine 4" (SIGGRAPH 2013 course, "Pre-Filtered Environment Map"): the view, the
//! normal and the reflection have the same direction, half vectors are drawn from the GGX distribution at points of the
//! Hammersley sequence, and each reflected ray is weighted by its cosine. The less likely a ray is, the smaller is the copy of
//! the source that it reads, as in J. Krivanek and M. Colbert, "Real-time Shading with Filtered Importance Sampling" (2008). As
//! a result, a few rays do not miss small bright lights.

use rigmill_math::to_f32;
use rigmill_math::vector::{cross, normalize};

use super::pixels::CubePixels;
use super::sphere::{direction, middle};
use crate::texture::form::Pixel;

/// The number of rays per pixel.
const RAYS: u32 = 128;

/// The width of a face in the smallest mipmap, in pixels. The reflection of a surface with roughness 1 needs no more pixels.
const SMALLEST: u32 = 8;

/// Returns the number of mipmaps for a cube map of this size, down to faces of 8 pixels.
pub(super) fn level_count(size: u32) -> u32 {
    (size / SMALLEST).max(1).ilog2() + 1
}

/// Returns the roughness of a mipmap: 0 for the largest, 1 for the smallest, and evenly spaced in between.
pub(super) fn roughness(level: u32, count: u32) -> f64 {
    f64::from(level) / f64::from(count.saturating_sub(1).max(1))
}

/// The source, and ever smaller copies of it.
pub(super) struct Copies(Vec<CubePixels>);

impl Copies {
    pub(super) fn new(source: CubePixels) -> Self {
        let mut copies = vec![source];
        while let Some(half) = copies.last().filter(|last| last.size() > 1).map(CubePixels::half) {
            copies.push(half);
        }
        Self(copies)
    }

    /// Returns the reflection of a face in a surface with this roughness (above 0), as `size` x `size` pixels.
    pub(super) fn reflected(&self, face: usize, size: u32, roughness: f64) -> Vec<Pixel> {
        let rays = self.rays(roughness);
        let side = size as usize;
        let pixel = |at: u32| {
            let uv = [at % size, at / size].map(|place| middle(i64::from(place), side));
            self.gathered(&rays, direction(face, uv))
        };
        (0..size * size).map(pixel).collect()
    }

    /// Returns the rays that all pixels use: vectors from a surface whose normal is z.
    fn rays(&self, roughness: f64) -> Vec<Ray> {
        let alpha = roughness * roughness;
        let largest = f64::from(self.0.first().map_or(1, CubePixels::size));
        let pixel_angle = 4.0 * std::f64::consts::PI / (6.0 * largest * largest);
        let ray = |number: u32| {
            let (around, share) = hammersley(number, RAYS);
            let squares = (1.0 - share) / (1.0 + (alpha * alpha - 1.0) * share);
            let (cosine, sine) = (squares.sqrt(), (1.0 - squares).max(0.0).sqrt());
            let phi = 2.0 * std::f64::consts::PI * around;
            let out = 2.0 * cosine * sine;
            // The density of a half vector is D times its cosine. The ray rotates by twice the angle, so its density is D / 4.
            let spread = squares * (alpha * alpha - 1.0) + 1.0;
            let density = alpha * alpha / (std::f64::consts::PI * spread * spread) / 4.0;
            let angle = 1.0 / (f64::from(RAYS) * density);
            Ray {
                direction: [out * libm::cos(phi), out * libm::sin(phi), 2.0 * squares - 1.0],
                copy: nearest(0.5 * libm::log2(angle / pixel_angle)).min(self.0.len() - 1),
            }
        };
        (0..RAYS).map(ray).filter(|ray| ray.direction[2] > 0.0).collect()
    }

    /// Returns the mean of what rays see from a surface with this normal, weighted by their cosines.
    fn gathered(&self, rays: &[Ray], normal: [f64; 3]) -> Pixel {
        let normal = normalize(normal).unwrap_or([0.0, 0.0, 1.0]);
        let beside = if normal[2].abs() < 0.999 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
        let tangent = normalize(cross(beside, normal)).unwrap_or([1.0, 0.0, 0.0]);
        let bitangent = cross(normal, tangent);
        let (mut sum, mut weight) = ([0.0; 4], 0.0);
        for Ray { direction: [x, y, z], copy } in rays {
            let towards: [f64; 3] =
                std::array::from_fn(|axis| tangent[axis] * x + bitangent[axis] * y + normal[axis] * z);
            let Some(copy) = self.0.get(*copy) else { continue };
            sum.iter_mut().zip(copy.along(towards)).for_each(|(sum, part)| *sum += z * part);
            weight += z;
        }
        sum.map(|sum| to_f32(if weight > 0.0 { sum / weight } else { 0.0 }))
    }
}

/// A ray from a surface whose normal is z.
struct Ray {
    direction: [f64; 3],
    /// The index of the copy that the ray reads.
    copy: usize,
}

/// Returns the point with index `number` in a Hammersley sequence of `count` points. Both coordinates are from 0 to 1.
fn hammersley(number: u32, count: u32) -> (f64, f64) {
    (f64::from(number) / f64::from(count), f64::from(number.reverse_bits()) / 4_294_967_296.0)
}

/// Returns the nearest whole number; 0 for negative numbers.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn nearest(number: f64) -> usize {
    (number + 0.5) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(size: u32, pixel: impl Fn(usize, u32) -> f32) -> Copies {
        let faces = std::array::from_fn(|face| (0..size * size).map(|at| [pixel(face, at), 0.5, 2.0, 1.0]).collect());
        Copies::new(CubePixels::new(size, faces))
    }

    /// Returns the integral of a level's red over the sphere. Each pixel is weighted by its solid angle, 4 / size² / (1 + u² +
    /// v²)^1.5.
    fn energy(faces: &[Vec<Pixel>], size: u32) -> f64 {
        let area = 4.0 / f64::from(size * size);
        let pixel = |(at, pixel): (u32, &Pixel)| {
            let [u, v] = [at % size, at / size].map(|place| middle(i64::from(place), size as usize));
            let square = 1.0 + u * u + v * v;
            f64::from(pixel[0]) * area / (square * square.sqrt())
        };
        faces.iter().map(|face| (0..).zip(face).map(pixel).sum::<f64>()).sum()
    }

    #[test]
    fn a_constant_stays_constant() {
        let copies = cube(16, |_, _| 0.25);
        for roughness in [0.1, 0.5, 1.0] {
            for face in 0..6 {
                for pixel in copies.reflected(face, 8, roughness) {
                    let off = pixel.iter().zip([0.25, 0.5, 2.0, 1.0]).map(|(a, b): (&f32, f32)| (a / b - 1.0).abs());
                    assert!(off.fold(0.0, f32::max) <= 1e-6, "{pixel:?}");
                }
            }
        }
    }

    #[test]
    fn a_bright_pixel_spreads_and_keeps_its_energy() {
        for at in [0, 7 + 16 * 3, 8 + 16 * 8] {
            let copies = cube(16, |face, pixel| if (face, pixel) == (2, at) { 100.0 } else { 0.0 });
            let source: [Vec<Pixel>; 6] = std::array::from_fn(|face| {
                (0..256).map(|pixel| [if (face, pixel) == (2, at) { 100.0 } else { 0.0 }; 4]).collect()
            });
            let before = energy(&source, 16);
            let mut brightest = 100.0;
            for roughness in [0.25, 0.5, 0.75, 1.0] {
                let faces: Vec<Vec<Pixel>> = (0..6).map(|face| copies.reflected(face, 16, roughness)).collect();
                let after = energy(&faces, 16);
                assert!((after / before - 1.0).abs() < 0.1, "pixel {at}, roughness {roughness}: {after} of {before}");
                let peak = faces.iter().flatten().map(|pixel| pixel[0]).fold(0.0, f32::max);
                assert!(peak < brightest, "pixel {at}, roughness {roughness}: {peak}");
                brightest = peak;
            }
        }
    }

    #[test]
    fn rays_are_those_of_the_ggx_distribution() {
        // The fraction of half vectors within an angle. The sampling inverts 1 - cos² / (1 + (a² - 1) cos²) ...; this test sums
        // the density D cos sin in small steps instead.
        let (roughness, limit) = (0.5_f64, 0.8_f64);
        let square = (roughness * roughness) * (roughness * roughness);
        let density = |cosine: f64| {
            let spread = cosine * cosine * (square - 1.0) + 1.0;
            2.0 * square * cosine / (spread * spread)
        };
        let steps = 100_000;
        let width = (1.0 - limit) / f64::from(steps);
        let expected: f64 = (0..steps).map(|at| density(limit + (f64::from(at) + 0.5) * width) * width).sum();
        let copies = cube(8, |_, _| 1.0);
        // The cosine of the ray is 2 cos² - 1.
        let within = copies.rays(roughness).iter().filter(|ray| ray.direction[2] >= 2.0 * limit * limit - 1.0).count();
        let found = f64::from(u32::try_from(within).unwrap()) / f64::from(RAYS);
        assert!((found - expected).abs() < 1.5 / f64::from(RAYS), "{found} {expected}");
    }

    #[test]
    fn levels_end_at_eight_pixels() {
        assert_eq!([1, 8, 15, 16, 256, 1024].map(level_count), [1, 1, 1, 2, 6, 8]);
        assert_eq!([0, 5].map(|level| roughness(level, 6)), [0.0, 1.0]);
    }
}
