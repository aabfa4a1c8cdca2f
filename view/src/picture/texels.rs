//! [`Texels`]: a texture that the CPU samples.

use rigmill_format::{CubeFace, MipView, TextureCubeView, TextureFormat, TextureView};

use super::srgb;

/// An image with all of its mipmaps, as bytes: red, green, blue, alpha.
#[derive(Clone, Debug)]
pub(super) struct Texels {
    /// Sorted from the largest to the smallest, which has one pixel. Never empty.
    mips: Vec<Level>,
    srgb: bool,
}

/// A mipmap.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The pixels. Their number is width times height, both of which are at least 1.
    pub(super) pixels: Vec<[u8; 4]>,
}

/// Decodes a block of 4 x 4 pixels. The last argument is the number of bytes per row of the target.
type Decode = fn(&[u8], &mut [u8], usize);

impl Texels {
    /// Decodes a texture like [`Level::of_texture`], with mipmaps.
    pub(super) fn decode(view: &TextureView<'_>, side: u32) -> Option<Self> {
        let srgb = view.srgb();
        let mut mips = vec![Level::of_texture(view, side)?];
        while let Some(half) = mips.last().filter(|last| last.width > 1 || last.height > 1).map(|last| last.half(srgb))
        {
            mips.push(half);
        }
        Some(Self { mips, srgb })
    }

    /// Samples the texture at texture coordinates. Returns red, green and blue in linear space, and alpha. `across` and `down`
    /// are the changes of the coordinates from pixel to pixel of the picture.
    pub(super) fn sample(&self, uv: [f32; 2], across: [f32; 2], down: [f32; 2]) -> [f32; 4] {
        let largest = &self.mips[0];
        let size = [largest.width as f32, largest.height as f32];
        let length =
            |step: [f32; 2]| (step[0] * size[0] * step[0] * size[0] + step[1] * size[1] * step[1] * size[1]).sqrt();
        let [a, b] = [length(across), length(down)];
        // Uses a size between both lengths if the surface is seen at an angle. This is sharper than the longer length alone,
        // and hardly noisier.
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
    /// Decodes a texture no larger than `side` pixels: a stored mipmap if there is one, or else every second pixel, every
    /// fourth pixel, and so on.
    pub(super) fn of_texture(view: &TextureView<'_>, side: u32) -> Option<Self> {
        decode(view.mips(), view.format(), side)
    }

    /// Decodes the faces of a cube map, each no larger than `side` pixels, as an unfolded cube: -x, +z, +x and -z in a row, +y
    /// above and -y below +z. The rest is transparent.
    pub(super) fn of_cube(view: &TextureCubeView<'_>, side: u32) -> Option<Self> {
        const PLACES: [(CubeFace, [usize; 2]); 6] = [
            (CubeFace::NegativeX, [0, 1]),
            (CubeFace::PositiveZ, [1, 1]),
            (CubeFace::PositiveX, [2, 1]),
            (CubeFace::NegativeZ, [3, 1]),
            (CubeFace::PositiveY, [1, 0]),
            (CubeFace::NegativeY, [1, 2]),
        ];
        let mut cross: Option<Self> = None;
        for (face, [column, row]) in PLACES {
            let face = decode(view.mips(face), view.format(), side)?;
            let size = face.width;
            let empty = || Self { width: 4 * size, height: 3 * size, pixels: vec![[0; 4]; 12 * size * size] };
            let cross = cross.get_or_insert_with(empty);
            for (y, line) in face.pixels.chunks_exact(size).enumerate() {
                let first = (row * size + y) * cross.width + column * size;
                cross.pixels.get_mut(first..first + size)?.copy_from_slice(line);
            }
        }
        cross
    }

    /// Returns the mean of the four pixels around texture coordinates, weighted by distance. The image repeats.
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

    /// Creates the next mipmap from the means of four pixels each, in linear space.
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

/// Returns the pixel to the left of a texture coordinate, and the fraction of the distance to the next pixel.
fn place(coordinate: f32, size: usize) -> (usize, f32) {
    let repeated = coordinate - coordinate.floor();
    // The result is NaN if the coordinate is not finite.
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

fn decode<'a>(mut mips: impl Iterator<Item = MipView<'a>>, format: TextureFormat, side: u32) -> Option<Level> {
    let mut mip = mips.next()?;
    while mip.width.max(mip.height) > side.max(1) {
        let Some(smaller) = mips.next() else { break };
        mip = smaller;
    }
    let step = mip.width.max(mip.height).div_ceil(side.max(1)).next_power_of_two() as usize;
    let [width, height] = [mip.width as usize, mip.height as usize];
    let mut rows = Rows { bytes: mip.bytes, format, width, decoded: Vec::new(), first: usize::MAX };
    let [narrow, low] = [width.div_ceil(step), height.div_ceil(step)];
    let mut pixels = Vec::with_capacity(narrow * low);
    for y in (0..height).step_by(step) {
        pixels.extend(rows.row(y)?.iter().step_by(step));
    }
    Some(Level { width: narrow, height: low, pixels })
}

/// Decodes an image row by row, so that it is never decoded as a whole.
struct Rows<'a> {
    bytes: &'a [u8],
    format: TextureFormat,
    width: usize,
    /// The decoded rows of one row of blocks.
    decoded: Vec<[u8; 4]>,
    /// The index of the first decoded row.
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

/// Returns the pixels of one row of blocks.
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

/// Returns pixels of four 16-bit numbers.
fn words(bytes: &[u8]) -> impl Iterator<Item = [u16; 4]> {
    bytes
        .as_chunks()
        .0
        .iter()
        .map(|&[a, b, c, d, e, f, g, h]: &[u8; 8]| [[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes))
}

/// Converts a half float from the range 0 to 1 to a byte. Larger values are clamped, because pictures have no exposure setting.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn of_half(half: u16) -> u8 {
    (half::f16::from_bits(half).to_f32().clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn gray_block(block: &[u8], target: &mut [u8], pitch: usize) {
    let mut grays = [0; 16];
    bcdec_rs::bc4(block, &mut grays, 4, false);
    fill(target, pitch, |pixel| [grays[pixel], grays[pixel], grays[pixel], 255]);
}

/// Decodes two channels of a normal, and computes the third so that the length is 1.
fn normal_block(block: &[u8], target: &mut [u8], pitch: usize) {
    let mut pairs = [0; 32];
    bcdec_rs::bc5(block, &mut pairs, 8, false);
    fill(target, pitch, |pixel| {
        let [x, y] = [pairs[2 * pixel], pairs[2 * pixel + 1]];
        [x, y, upward(x, y), 255]
    });
}

/// Computes the z of a normal from x and y. All are bytes that represent -1 to 1.
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

/// Maps a signed byte from -1..1 to 0..255, rounded to nearest.
fn unsigned(byte: u8) -> u8 {
    let from_least = u16::from(byte.cast_signed().max(-127).wrapping_add(127).cast_unsigned());
    u8::try_from((from_least * 255 + 127) / 254).unwrap_or(u8::MAX)
}
