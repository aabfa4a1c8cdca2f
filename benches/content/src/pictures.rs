//! Generated pictures: red, green, blue, alpha, row by row.

/// The width and height of all pictures, in pixels.
pub(crate) const SIDE: u32 = 512;

/// A picture of bytes.
pub(crate) struct Picture {
    pub(crate) name: &'static str,
    pub(crate) pixels: Vec<u8>,
}

/// Returns something like a photograph, something like bricks with letters, and the normal map of a rough surface.
pub(crate) fn all() -> [Picture; 3] {
    [
        picture("photo", |x, y| {
            let (light, hue) = (noise(x, y, 7, 0.5, 1), noise(x, y, 4, 0.4, 2));
            [light + 0.5 * hue, 0.8 * light + 0.2, light * light + 0.3 - 0.5 * hue]
        }),
        picture("bricks", |x, y| {
            let row = libm::floor(y * 16.0);
            let (column, line) = (x * 8.0 + 0.5 * (row % 2.0), y * 16.0);
            let is_mortar = column - libm::floor(column) < 0.06 || line - libm::floor(line) < 0.1;
            let tint = noise(libm::floor(column) / 8.0, row / 16.0, 1, 0.5, 5);
            let grain = noise(x, y, 8, 0.8, 3) * 0.3;
            if is_mortar {
                [0.7 + grain; 3]
            } else {
                [0.5 + tint * 0.4 + grain, 0.2 + tint * 0.2 + grain, 0.15 + grain]
            }
        }),
        picture("normals", |x, y| {
            let height = |x: f64, y: f64| 0.02 * noise(x, y, 6, 0.5, 4);
            let step = 1.0 / f64::from(SIDE);
            let slope = [height(x + step, y) - height(x - step, y), height(x, y + step) - height(x, y - step)];
            let [dx, dy] = slope.map(|along| -along / (2.0 * step));
            let length = (dx * dx + dy * dy + 1.0).sqrt();
            [dx, dy, 1.0].map(|along| along / length * 0.5 + 0.5)
        }),
    ]
}

fn picture(name: &'static str, color: impl Fn(f64, f64) -> [f64; 3]) -> Picture {
    let place = |at: u32| (f64::from(at) + 0.5) / f64::from(SIDE);
    let pixel = |at: u32| {
        let [red, green, blue] = color(place(at % SIDE), place(at / SIDE)).map(byte);
        [red, green, blue, 255]
    };
    Picture { name, pixels: (0..SIDE * SIDE).flat_map(pixel).collect() }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn byte(number: f64) -> u8 {
    (number * 255.0 + 0.5) as u8
}

/// Returns smooth random numbers from about 0 to 1. Each octave has `gain` times the amplitude and twice the frequency of the
/// previous one.
fn noise(x: f64, y: f64, octaves: u32, gain: f64, seed: u32) -> f64 {
    let (mut sum, mut total, mut weight, mut scale) = (0.0, 0.0, 1.0, 4.0);
    for octave in 0..octaves {
        sum += weight * smooth(x * scale, y * scale, seed * 31 + octave);
        total += weight;
        weight *= gain;
        scale *= 2.0;
    }
    sum / total
}

fn smooth(x: f64, y: f64, seed: u32) -> f64 {
    let (left, top) = (libm::floor(x), libm::floor(y));
    let ease = |at: f64| at * at * (3.0 - 2.0 * at);
    let (across, down) = (ease(x - left), ease(y - top));
    let corner = |dx: f64, dy: f64| random(left + dx, top + dy, seed);
    let upper = corner(0.0, 0.0) + (corner(1.0, 0.0) - corner(0.0, 0.0)) * across;
    let lower = corner(0.0, 1.0) + (corner(1.0, 1.0) - corner(0.0, 1.0)) * across;
    upper + (lower - upper) * down
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]
fn random(x: f64, y: f64, seed: u32) -> f64 {
    let mut bits = (x as i64 as u32).wrapping_mul(0x9e37_79b1) ^ (y as i64 as u32).wrapping_mul(0x85eb_ca77);
    bits = (bits ^ seed.wrapping_mul(0xc2b2_ae3d)).wrapping_mul(0x27d4_eb2f);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    f64::from(bits ^ (bits >> 12)) / 4_294_967_296.0
}
