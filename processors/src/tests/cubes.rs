//! Tests of cube maps made from pictures, and of prefiltered cube maps.

use half::f16;
use rigmill_dom::{CubeImage, DeepEncoding, DeepImage, Image, ImageSource};
use rigmill_format::{Content, TextureCube, TextureFormat};
use rigmill_pipeline::Params;

use super::support::{Assets, process};
use crate::{MadeTexture, TextureParams, TextureProcessor};

/// Returns the cube map of a source, or the code and message of the diagnostic.
fn made(source: &ImageSource, manifest: &str) -> Result<TextureCube, String> {
    let mut params = TextureParams::default();
    for (name, value) in &manifest.parse::<toml::Table>().unwrap() {
        params.set(name, value).unwrap().unwrap();
    }
    let outcome = process(&TextureProcessor, source, &params, &Assets(&[]));
    match outcome.value {
        Some(MadeTexture::Cube(cube)) => {
            cube.encode().unwrap();
            Ok(cube)
        }
        Some(MadeTexture::Flat(_)) => panic!("no cube map"),
        None => Err(format!("{}: {}", outcome.diagnostics[0].code, outcome.diagnostics[0].message)),
    }
}

/// Returns a picture in which red is the column and green the row of each pixel.
fn numbered(width: u8, height: u8) -> ImageSource {
    let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| [x, y, 77, 255]));
    ImageSource::Flat(Image { width: width.into(), height: height.into(), pixels: pixels.collect() })
}

/// Returns the first and last pixel of each face, as column and row in the picture.
fn ends(cube: &TextureCube) -> Vec<[u8; 4]> {
    let ends = |mips: &Vec<Vec<u8>>| {
        let bytes = &mips[0];
        [bytes[0], bytes[1], bytes[bytes.len() - 4], bytes[bytes.len() - 3]]
    };
    cube.faces.iter().map(ends).collect()
}

#[test]
fn crosses_and_strips_are_cut_into_their_faces() {
    let cube = made(&numbered(8, 6), "cube = \"cross\"").unwrap();
    assert_eq!((cube.size, cube.format, cube.srgb, cube.faces[0].len()), (2, TextureFormat::Rgba8, true, 2));
    assert_eq!(ends(&cube), [[4, 2, 5, 3], [0, 2, 1, 3], [2, 0, 3, 1], [2, 4, 3, 5], [2, 2, 3, 3], [6, 2, 7, 3]]);
    // In a cross that is higher than wide, the last face is upside down, below the middle.
    let high = made(&numbered(6, 8), "cube = \"cross\"").unwrap();
    assert_eq!(ends(&high), [[4, 2, 5, 3], [0, 2, 1, 3], [2, 0, 3, 1], [2, 4, 3, 5], [2, 2, 3, 3], [3, 7, 2, 6]]);
    let row: Vec<[u8; 4]> = (0..6).map(|face| [face * 2, 0, face * 2 + 1, 1]).collect();
    assert_eq!(ends(&made(&numbered(12, 2), "cube = \"strip\"").unwrap()), row);
    let column: Vec<[u8; 4]> = (0..6).map(|face| [0, face * 2, 1, face * 2 + 1]).collect();
    assert_eq!(ends(&made(&numbered(2, 12), "cube = \"strip\"\nmips = false").unwrap()), column);
}

#[test]
fn pictures_of_another_shape_are_refused() {
    for (layout, width, height) in [("cross", 8, 8), ("cross", 6, 6), ("strip", 12, 3), ("equirectangular", 8, 3)] {
        let reported = made(&numbered(width, height), &format!("cube = \"{layout}\"")).unwrap_err();
        assert!(
            reported.starts_with(&format!("R0395: parameter `cube`: the picture is {width} x {height} pixels")),
            "{reported}"
        );
    }
    assert!(made(&numbered(2, 1), "cube = \"equirectangular\"").is_err());
}

/// Returns a panorama of `width` x `width / 2` pixels. Its colours are a function of the position, from 0 to 1 in each
/// direction.
fn panorama(width: u32, color: impl Fn(f64, f64) -> [f32; 3]) -> ImageSource {
    let height = width / 2;
    let place = |at: u32, of: u32| (f64::from(at) + 0.5) / f64::from(of);
    let pixel = |at: u32| {
        let [r, g, b] = color(place(at % width, width), place(at / width, height));
        [r, g, b, 1.0].map(|number| f16::from_f32(number).to_bits())
    };
    let pixels = (0..width * height).flat_map(pixel).collect();
    ImageSource::Deep(DeepImage { width, height, numbers: DeepEncoding::Halves, pixels })
}

fn halves(bytes: &[u8]) -> Vec<[f32; 4]> {
    let number = |pair: &[u8]| f16::from_le_bytes([pair[0], pair[1]]).to_f32();
    bytes.chunks_exact(8).map(|pixel| std::array::from_fn(|at| number(&pixel[at * 2..at * 2 + 2]))).collect()
}

/// The colour of each direction is its own vector, by the spherical coordinates of the documented layout.
#[test]
fn a_panorama_is_seen_in_its_directions() {
    let pi = std::f64::consts::PI;
    let source = panorama(64, |s, t| {
        let (longitude, polar) = ((s - 0.5) * 2.0 * pi, t * pi);
        let vector =
            [libm::sin(polar) * libm::sin(longitude), libm::cos(polar), -libm::sin(polar) * libm::cos(longitude)];
        vector.map(|along| rigmill_math::to_f32(along * 0.5 + 0.5))
    });
    let cube = made(&source, "cube = \"equirectangular\"\nmips = false").unwrap();
    assert_eq!((cube.size, cube.format, cube.srgb), (16, TextureFormat::Rgba16Float, false));
    // The faces as the OpenGL specification defines them: the right, down and outward vectors of each.
    let axes: [[[f64; 3]; 3]; 6] = [
        [[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]],
        [[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]],
        [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
        [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0]],
        [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]],
        [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]],
    ];
    for (face, [right, down, out]) in axes.into_iter().enumerate() {
        for (at, pixel) in halves(&cube.faces[face][0]).into_iter().enumerate() {
            let place = |at: usize| (f64::from(u32::try_from(at).unwrap()) + 0.5) / 8.0 - 1.0;
            let (u, v) = (place(at % 16), place(at / 16));
            let vector: [f64; 3] = std::array::from_fn(|axis| out[axis] + u * right[axis] + v * down[axis]);
            let length = vector.iter().map(|along| along * along).sum::<f64>().sqrt();
            for axis in 0..3 {
                let expected = vector[axis] / length * 0.5 + 0.5;
                assert!((f64::from(pixel[axis]) - expected).abs() < 0.02, "face {face}, pixel {at}: {pixel:?}");
            }
        }
    }
}

fn six(size: u32, byte: impl Fn(u32, u32) -> u8) -> ImageSource {
    let face = |face: u32| {
        let pixels = (0..size * size).flat_map(|at| [byte(face, at), byte(face, at), 9, 255]).collect();
        Image { width: size, height: size, pixels }
    };
    ImageSource::Cube(CubeImage::new([0, 1, 2, 3, 4, 5].map(face)).unwrap())
}

#[test]
fn a_prefiltered_cube_map_begins_with_the_source_and_ends_at_eight_pixels() {
    let source = six(32, |face, at| u8::try_from((face * 40 + at * 7) % 256).unwrap());
    let cube = made(&source, "prefilter = true").unwrap();
    let plain = made(&source, "mips = false").unwrap();
    for (mips, first) in cube.faces.iter().zip(&plain.faces) {
        assert_eq!(mips[0], first[0]);
        assert_eq!(mips.iter().map(Vec::len).collect::<Vec<_>>(), [32, 16, 8].map(|size| size * size * 4));
    }
    assert!(cube.srgb);
    let constant = made(&six(32, |_, _| 180), "prefilter = true\nsrgb = false").unwrap();
    let all = constant.faces.iter().flatten().flat_map(|mip| mip.as_chunks::<4>().0);
    assert!(all.into_iter().all(|pixel| *pixel == [180, 180, 9, 255]));
}

/// The sky is bright above and black below, so a rough surface reflects the mean of both at the horizon.
#[test]
fn a_prefiltered_panorama_keeps_its_light() {
    let source = panorama(64, |_, t| if t < 0.5 { [8.0; 3] } else { [0.0; 3] });
    let cube = made(&source, "cube = \"equirectangular\"\nprefilter = true").unwrap();
    assert_eq!((cube.format, cube.faces[4].len()), (TextureFormat::Rgba16Float, 2));
    let up = halves(&cube.faces[2][1]);
    let side = halves(&cube.faces[4][1]);
    let mean = |pixels: &[[f32; 4]]| {
        pixels.iter().map(|pixel| pixel[0]).sum::<f32>() / f32::from(u16::try_from(pixels.len()).unwrap())
    };
    assert!(mean(&up) > 7.0 && (mean(&side) - 4.0).abs() < 0.1, "{} {}", mean(&up), mean(&side));
    let blocks = made(&source, "cube = \"equirectangular\"\nprefilter = true\ncompression = \"auto\"").unwrap();
    assert_eq!(blocks.format, TextureFormat::Bc6h);
}
