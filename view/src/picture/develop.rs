//! [`Developer`]: turns visible triangles into an image.

use std::ops::Range;

use rigmill_format::AlphaMode;

use super::eye::Eye;
use super::ground::Ground;
use super::image::Image;
use super::light::Light;
use super::raster::{NONE, Projected, Raster, SAMPLES, Seen, place};
use super::scene::Scene;
use super::shadow::Shadow;
use super::shot::{Background, Shot};
use super::srgb;

/// The number of rows that are drawn at a time, so that memory use does not grow with the height of a picture.
const ROWS: u32 = 16;

/// The maximum number of pixels that all triangles of a picture may cover in total.
const MAX_WORK: u64 = 1 << 32;

/// The opacity of bones that are drawn over a mesh.
const BONES: f32 = 0.85;

/// The strength of the lines on the ground, and of the shadow on it.
const LINES: f32 = 0.5;
const SHADOW: f32 = 0.6;

/// Premultiplied red, green and blue (linear), and alpha.
type Pixel = [f32; 4];

/// The layers to draw, from back to front: the asset on its ground, and bones that are visible through it.
#[derive(Debug)]
pub(super) struct Developer<'a> {
    pub(super) shot: &'a Shot,
    pub(super) eye: &'a Eye,
    pub(super) asset: &'a Scene,
    pub(super) bones: &'a Scene,
}

/// A scene with its projected triangles.
struct Layer<'a> {
    scene: &'a Scene,
    raster: Raster,
    /// Indices into the triangles of the raster.
    opaque: Vec<usize>,
    /// Sorted from the farthest to the nearest.
    translucent: Vec<usize>,
}

impl Developer<'_> {
    /// Draws the image; returns `None` if there is too much to draw.
    pub(super) fn image(&self) -> Option<Image> {
        let [width, height] = self.shot.size;
        let layers = [self.asset, self.bones].map(|scene| self.layer(scene));
        if layers.iter().map(|layer| layer.raster.work()).sum::<u64>() > MAX_WORK {
            return None;
        }
        let ground = (self.shot.background != Background::Transparent)
            .then(|| Ground::new(self.eye, Shadow::new(self.asset, self.eye, Light::new(self.eye).key)));
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        for first in (0..height).step_by(ROWS as usize) {
            let band = self.band(&layers, ground.as_ref(), first..(first + ROWS).min(height));
            pixels.extend(band.into_iter().map(|pixel| self.finished(pixel)));
        }
        Some(Image { width, height, pixels })
    }

    fn layer<'b>(&self, scene: &'b Scene) -> Layer<'b> {
        let raster = Raster::new(scene, self.eye, self.shot.size);
        let (mut translucent, opaque): (Vec<usize>, Vec<usize>) =
            (0..raster.triangles.len()).partition(|&entry| is_translucent(scene, &raster.triangles[entry]));
        // The sort is stable, so triangles at the same depth keep their order.
        translucent.sort_by(|&a, &b| raster.triangles[b].depth.total_cmp(&raster.triangles[a].depth));
        Layer { scene, raster, opaque, translucent }
    }

    fn band(&self, [asset, bones]: &[Layer<'_>; 2], ground: Option<&Ground<'_>>, rows: Range<u32>) -> Vec<Pixel> {
        let mut band = Band::new(self.shot.size[0], rows, Light::new(self.eye));
        let seen = band.seen(asset);
        band.add_opaque(asset, &seen, 1.0);
        if let Some(ground) = ground {
            self.add_ground(ground, &mut band, &seen);
        }
        band.add_translucent(asset, &seen);
        let seen = band.seen(bones);
        band.add_opaque(bones, &seen, BONES);
        band.pixels
    }

    /// Draws the ground over everything that is behind it.
    fn add_ground(&self, ground: &Ground<'_>, band: &mut Band, seen: &Seen) {
        let (light, line) = match self.shot.background {
            Background::Light => ([255; 3], [104, 116, 134]),
            _ => ([72, 78, 88], [150, 162, 182]),
        };
        let (light, line) = (linear(light), linear(line));
        band.for_each(|[x, y], pixel| {
            let Some(spot) = ground.at([f64::from(x) + 0.5, f64::from(y) + 0.5]) else { return };
            let behind = seen.pixel(x, y).1.iter().filter(|&&it| it < spot.nearness).count();
            if behind > 0 {
                let part = behind as f32 / SAMPLES as f32;
                lay(pixel, light, spot.light * part);
                lay(pixel, line, spot.lines * LINES * part);
                lay(pixel, [0.0; 3], spot.shadow * spot.light * SHADOW * part);
            }
        });
    }

    /// Composites a pixel over the background and converts it to bytes.
    fn finished(&self, [r, g, b, alpha]: Pixel) -> [u8; 4] {
        let back = match self.shot.background {
            Background::Dark => linear([23, 25, 28]),
            Background::Light => linear([243, 244, 246]),
            Background::Transparent => {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
                let opaque = (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
                let [r, g, b] = [r, g, b].map(|it| srgb::from_linear(if alpha > 0.0 { it / alpha } else { 0.0 }));
                return [r, g, b, opaque];
            }
        };
        let over = |light: f32, back: f32| srgb::from_linear(light + back * (1.0 - alpha));
        [over(r, back[0]), over(g, back[1]), over(b, back[2]), u8::MAX]
    }
}

fn linear(color: [u8; 3]) -> [f32; 3] {
    color.map(srgb::to_linear)
}

/// Whether a triangle is translucent.
fn is_translucent(scene: &Scene, projected: &Projected) -> bool {
    let triangle = scene.triangles.get(projected.number as usize);
    let paint = triangle.and_then(|it| scene.paints.get(it.paint as usize));
    paint.is_some_and(|paint| paint.alpha != AlphaMode::Opaque)
}

/// Composites a colour over a pixel.
fn lay(pixel: &mut Pixel, color: [f32; 3], alpha: f32) {
    for (channel, light) in pixel.iter_mut().zip([color[0], color[1], color[2], 1.0]) {
        *channel = light * alpha + *channel * (1.0 - alpha);
    }
}

/// A band of rows of the picture.
struct Band {
    width: u32,
    rows: Range<u32>,
    light: Light,
    pixels: Vec<Pixel>,
}

impl Band {
    fn new(width: u32, rows: Range<u32>, light: Light) -> Self {
        Self { width, pixels: vec![[0.0; 4]; width as usize * rows.len()], rows, light }
    }

    fn for_each(&mut self, mut each: impl FnMut([u32; 2], &mut Pixel)) {
        for (y, row) in self.rows.clone().zip(self.pixels.chunks_mut(self.width as usize)) {
            (0..self.width).zip(row).for_each(|(x, pixel)| each([x, y], pixel));
        }
    }

    /// Finds the visible opaque triangles of a layer.
    fn seen(&self, layer: &Layer<'_>) -> Seen {
        let mut seen = Seen::new(self.width, self.rows.clone());
        for &entry in &layer.opaque {
            seen.add(entry, &layer.raster.triangles[entry]);
        }
        seen
    }

    fn add_opaque(&mut self, layer: &Layer<'_>, seen: &Seen, opacity: f32) {
        let light = self.light;
        self.for_each(|[x, y], pixel| {
            let (entries, _) = seen.pixel(x, y);
            let (mut sum, mut covered) = ([0.0; 3], 0);
            for first in
                (0..SAMPLES).filter(|&sample| entries[sample] != NONE && !entries[..sample].contains(&entries[sample]))
            {
                let entry = entries[first];
                let samples = (0..SAMPLES).filter(|&sample| entries[sample] == entry);
                let (at, count) = middle([x, y], samples);
                let triangle = &layer.raster.triangles[entry];
                let color = light.shade(layer.scene, triangle, at);
                sum.iter_mut().zip(color).for_each(|(sum, light)| *sum += light * count as f32);
                covered += count;
            }
            if covered > 0 {
                let color = sum.map(|light| light / covered as f32);
                lay(pixel, color, opacity * covered as f32 / SAMPLES as f32);
            }
        });
    }

    /// Draws the translucent triangles, sample by sample: triangles that share an edge also share the pixels along it.
    fn add_translucent(&mut self, layer: &Layer<'_>, seen: &Seen) {
        if layer.translucent.is_empty() {
            return;
        }
        let mut films = vec![[[0.0; 4]; SAMPLES]; self.pixels.len()];
        for triangle in layer.translucent.iter().map(|&entry| &layer.raster.triangles[entry]) {
            for y in triangle.rows_in(&self.rows) {
                for x in triangle.columns() {
                    let (_, nearest) = seen.pixel(x, y);
                    let samples = || {
                        let visible = triangle.samples(x, y).filter(|&(sample, nearness)| nearness > nearest[sample]);
                        visible.map(|(sample, _)| sample)
                    };
                    let (at, count) = middle([x, y], samples());
                    if count == 0 {
                        continue;
                    }
                    let [r, g, b, alpha] = self.light.shade(layer.scene, triangle, at);
                    let at = (y - self.rows.start) as usize * self.width as usize + x as usize;
                    samples().for_each(|sample| lay(&mut films[at][sample], [r, g, b], alpha));
                }
            }
        }
        for (pixel, film) in self.pixels.iter_mut().zip(films) {
            let mean = [0, 1, 2, 3].map(|channel| film.iter().map(|it| it[channel]).sum::<f32>() / SAMPLES as f32);
            *pixel = [0, 1, 2, 3].map(|channel| mean[channel] + pixel[channel] * (1.0 - mean[3]));
        }
    }
}

/// Returns the mean position of some samples of a pixel, inside the triangle that covers them, and the number of samples.
fn middle([x, y]: [u32; 2], samples: impl Iterator<Item = usize>) -> ([f64; 2], usize) {
    let (mut sum, mut count) = ([0.0; 2], 0);
    for sample in samples {
        let [right, down] = place(sample);
        sum = [sum[0] + right, sum[1] + down];
        count += 1;
    }
    let [right, down] = sum.map(|it| it / count.max(1) as f64);
    ([f64::from(x) + right, f64::from(y) + down], count)
}
