//! [`Texels`]: a texture that the processor samples.

use rigmill_runtime::content::{Texture, TextureFormat};

use super::srgb;

/// An image with all of its mipmaps, as bytes red, green, blue, alpha.
#[derive(Clone, Debug)]
pub(super) struct Texels {
    /// Largest first, down to one pixel; never empty.
    mips: Vec<Level>,
    srgb: bool,
}

/// A mipmap.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) width: usize,
    pub(super) height: usize,
    /// As many as width times height, both at least 1.
    pub(super) pixels: Vec<[u8; 4]>,
}

/// Decodes a block of 4 x 4 pixels; the last argument is the number of bytes from one row to the next.
type Decode = fn(&[u8], &mut [u8], usize);

impl Texels {
    /// Decodes a texture, no larger than `side` pixels: from a stored mipmap if there is one, or else from every second pixel, or
    /// fourth, and so on.
    pub(super) fn decode(texture: &Texture, side: u32) -> Option<Self> {
        let first = decode(texture, side)?;
        let srgb = texture.view().srgb();
        let mut mips = vec![first];
        while let Some(half) = mips.last().filter(|last| last.width > 1 || last.height > 1).map(|last| last.half(srgb))
        {
            mips.push(half);
        }
        Some(Self { mips, srgb })
    }

    /// The largest mipmap.
    pub(super) fn largest(&self) -> &Level {
        &self.mips[0]
    }

    /// Red, green, blue, linear, and alpha at texture coordinates. `across` and `down` are how the coordinates change from pixel to
    /// pixel of the picture.
    pub(super) fn sample(&self, uv: [f32; 2], across: [f32; 2], down: [f32; 2]) -> [f32; 4] {
        let largest = self.largest();
        let size = [largest.width as f32, largest.height as f32];
        let length =
            |step: [f32; 2]| (step[0] * size[0] * step[0] * size[0] + step[1] * size[1] * step[1] * size[1]).sqrt();
        let [a, b] = [length(across), length(down)];
        // Between both lengths where the surface is seen at an angle: sharper than the longer one alone, and hardly less calm.
        let mut texels = a.min(b).max(a.max(b) / 2.0);
        let mut level = 0;
        while texels >= 2.0 && level + 1 < self.mips.len() {
            texels /= 2.0;
            level += 1;
        }
        let fine = self.mips[level].bilinear(uv, self.srgb);
        let blend = if texels > 1.0 { (texels - 1.0).min(1.0) } else { 0.0 };
        match self.mips.get(level + 1).filter(|_| blend > 0.0) {
            Some(coarse) => rigmill_math::vector::lerp(fine, coarse.bilinear(uv, self.srgb), blend),
            None => fine,
        }
    }
}

impl Level {
    /// The mean of four pixels around texture coordinates, weighted by their nearness. The image repeats.
    fn bilinear(&self, [u, v]: [f32; 2], srgb: bool) -> [f32; 4] {
        let (x, right) = place(u, self.width);
        let (y, below) = place(v, self.height);
        let [x1, y1] = [(x + 1) % self.width, (y + 1) % self.height];
        let weights = [(1.0 - right) * (1.0 - below), right * (1.0 - below), (1.0 - right) * below, right * below];
        let mut sum = [0.0; 4];
        for ([x, y], weight) in [[x, y], [x1, y], [x, y1], [x1, y1]].into_iter().zip(weights) {
            let [r, g, b, a] = self.pixels[y * self.width + x];
            let light = [r, g, b].map(|it| linear(it, srgb));
            for (sum, channel) in sum.iter_mut().zip([light[0], light[1], light[2], f32::from(a) / 255.0]) {
                *sum += channel * weight;
            }
        }
        sum
    }

    /// The next mipmap: means of four pixels, in linear light.
    fn half(&self, srgb: bool) -> Self {
        let [width, height] = [(self.width / 2).max(1), (self.height / 2).max(1)];
        let at = |x: usize, y: usize| self.pixels[y.min(self.height - 1) * self.width + x.min(self.width - 1)];
        let mean = |x: usize, y: usize| {
            let four = [at(2 * x, 2 * y), at(2 * x + 1, 2 * y), at(2 * x, 2 * y + 1), at(2 * x + 1, 2 * y + 1)];
            std::array::from_fn(|channel| match channel {
                0..3 if srgb => {
                    srgb::from_linear(four.iter().map(|it| srgb::to_linear(it[channel])).sum::<f32>() / 4.0)
                }
                _ => {
                    u8::try_from((four.iter().map(|it| u32::from(it[channel])).sum::<u32>() + 2) / 4).unwrap_or(u8::MAX)
                }
            })
        };
        let pixels = (0..width * height).map(|it| mean(it % width, it / width)).collect();
        Self { width, height, pixels }
    }
}

fn linear(byte: u8, srgb: bool) -> f32 {
    if srgb { srgb::to_linear(byte) } else { f32::from(byte) / 255.0 }
}

/// The pixel left of a texture coordinate, and how far it is from there to the next one.
fn place(coordinate: f32, size: usize) -> (usize, f32) {
    let repeated = coordinate - coordinate.floor();
    // NaN, too, where the coordinate is not finite.
    let at = if (0.0..1.0).contains(&repeated) { repeated * size as f32 - 0.5 } else { 0.0 };
    let left = at.floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the size, of at most 2^14"
    )]
    let pixel = if left < 0.0 { size - 1 } else { (left as usize).min(size - 1) };
    (pixel, at - left)
}

fn decode(texture: &Texture, side: u32) -> Option<Level> {
    let view = texture.view();
    let mut mips = view.mips();
    let mut mip = mips.next()?;
    while mip.width.max(mip.height) > side.max(1) {
        let Some(smaller) = mips.next() else { break };
        mip = smaller;
    }
    let step = mip.width.max(mip.height).div_ceil(side.max(1)).next_power_of_two() as usize;
    let [width, height] = [mip.width as usize, mip.height as usize];
    let mut rows = Rows { bytes: mip.bytes, format: view.format(), width, decoded: Vec::new(), first: usize::MAX };
    let [narrow, low] = [width.div_ceil(step), height.div_ceil(step)];
    let mut pixels = Vec::with_capacity(narrow * low);
    for y in (0..height).step_by(step) {
        pixels.extend(rows.row(y)?.iter().step_by(step));
    }
    Some(Level { width: narrow, height: low, pixels })
}

/// Decodes rows of an image one by one, so that no image is decoded as a whole.
struct Rows<'a> {
    bytes: &'a [u8],
    format: TextureFormat,
    width: usize,
    /// The rows of one row of blocks.
    decoded: Vec<[u8; 4]>,
    /// The first of them.
    first: usize,
}

impl Rows<'_> {
    fn row(&mut self, y: usize) -> Option<&[[u8; 4]]> {
        let (side, block) = self.format.block();
        let (side, block) = (side as usize, block as usize);
        let columns = self.width.div_ceil(side);
        if self.first != y / side * side {
            self.first = y / side * side;
            let bytes = self.bytes.get(y / side * columns * block..(y / side + 1) * columns * block)?;
            self.decoded = decode_blocks(bytes, self.format, columns * side);
        }
        self.decoded.get(y % side * columns * side..)?.get(..self.width)
    }
}

/// The pixels of one row of blocks.
fn decode_blocks(bytes: &[u8], format: TextureFormat, width: usize) -> Vec<[u8; 4]> {
    let decode: Decode = match format {
        TextureFormat::Rgba8 => return bytes.as_chunks().0.to_vec(),
        TextureFormat::Rgba8Signed => return bytes.as_chunks().0.iter().map(|it: &[u8; 4]| it.map(unsigned)).collect(),
        TextureFormat::Rg8Signed => {
            return bytes.chunks_exact(2).map(|it| [unsigned(it[0]), unsigned(it[1]), 255, 255]).collect();
        }
        TextureFormat::Rgba16 => return words(bytes).map(|it| it.map(|word| (word >> 8) as u8)).collect(),
        TextureFormat::Rgba16Float => return words(bytes).map(|it| it.map(of_half)).collect(),
        TextureFormat::Bc1 => bcdec_rs::bc1,
        TextureFormat::Bc2 => bcdec_rs::bc2,
        TextureFormat::Bc3 => bcdec_rs::bc3,
        TextureFormat::Bc4 => gray_block,
        TextureFormat::Bc5 => normal_block,
        TextureFormat::Bc6h => half_block,
        TextureFormat::Bc7 => bcdec_rs::bc7,
    };
    let mut pixels = vec![[0; 4]; width * 4];
    for (column, block) in bytes.chunks_exact(format.block().1 as usize).enumerate() {
        decode(block, &mut pixels.as_flattened_mut()[column * 16..], width * 4);
    }
    pixels
}

/// Pixels of four numbers of 16 bits.
fn words(bytes: &[u8]) -> impl Iterator<Item = [u16; 4]> {
    bytes
        .as_chunks()
        .0
        .iter()
        .map(|&[a, b, c, d, e, f, g, h]: &[u8; 8]| [[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes))
}

/// A half as a byte from 0 to 255 for 1 and above: pictures are not exposed.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn of_half(half: u16) -> u8 {
    (half::f16::from_bits(half).to_f32().clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn gray_block(block: &[u8], target: &mut [u8], pitch: usize) {
    let mut grays = [0; 16];
    bcdec_rs::bc4(block, &mut grays, 4, false);
    fill(target, pitch, |pixel| [grays[pixel], grays[pixel], grays[pixel], 255]);
}

/// Two channels of a normal, and the third that makes its length 1.
fn normal_block(block: &[u8], target: &mut [u8], pitch: usize) {
    let mut pairs = [0; 32];
    bcdec_rs::bc5(block, &mut pairs, 8, false);
    fill(target, pitch, |pixel| {
        let [x, y] = [pairs[2 * pixel], pairs[2 * pixel + 1]];
        [x, y, upward(x, y), 255]
    });
}

/// The z of a normal from its x and y, all as bytes from -1 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1 as a byte")]
fn upward(x: u8, y: u8) -> u8 {
    let [x, y] = [x, y].map(|byte| f32::from(byte) / 127.5 - 1.0);
    ((1.0 - x * x - y * y).max(0.0).sqrt() * 127.5 + 128.0) as u8
}

fn half_block(block: &[u8], target: &mut [u8], pitch: usize) {
    let mut halves = [0; 48];
    bcdec_rs::bc6h_half(block, &mut halves, 12, false);
    fill(target, pitch, |pixel| {
        let [red, green, blue] = [0, 1, 2].map(|channel| of_half(halves[3 * pixel + channel]));
        [red, green, blue, 255]
    });
}

/// Writes the 16 pixels of a block.
fn fill(target: &mut [u8], pitch: usize, pixel: impl Fn(usize) -> [u8; 4]) {
    for (number, at) in (0..4).flat_map(|y| (0..4).map(move |x| y * pitch + 4 * x)).enumerate() {
        target[at..at + 4].copy_from_slice(&pixel(number));
    }
}

/// A signed byte from 0 for -1 to 255 for 1, to the nearest.
fn unsigned(byte: u8) -> u8 {
    let from_least = u16::from(byte.cast_signed().max(-127).wrapping_add(127).cast_unsigned());
    u8::try_from((from_least * 255 + 127) / 254).unwrap_or(u8::MAX)
}
