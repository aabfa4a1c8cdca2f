//! Tests of textures. Mipmaps are compared with a slow reference, and blocks are decoded by a different crate.

mod normals;

use rigmill_dom::{CubeImage, DeepEncoding, DeepImage, Image, ImageSource};
use rigmill_format::{Content, Texture, TextureCube, TextureFormat, mip_limit, mip_size};
use rigmill_pipeline::Params;

use super::support::{Assets, Outcome, process};
use crate::{ColorKey, MadeTexture, TextureParams, TextureProcessor};

fn made(image: &Image, manifest: &str) -> Outcome<Texture> {
    let outcome = made_of(&ImageSource::Flat(image.clone()), manifest);
    let texture = match outcome.value.unwrap() {
        MadeTexture::Flat(texture) => texture,
        MadeTexture::Cube(_) => panic!("a cube map of one image"),
    };
    // The texture must also be valid content.
    texture.encode().unwrap();
    Outcome { value: Some(texture), asked: outcome.asked, diagnostics: outcome.diagnostics }
}

/// Returns the cube map of these faces.
fn cube(faces: [Image; 6], manifest: &str) -> TextureCube {
    let MadeTexture::Cube(cube) = made_of(&ImageSource::Cube(CubeImage::new(faces).unwrap()), manifest).clean() else {
        panic!("no cube map");
    };
    cube.encode().unwrap();
    cube
}

fn made_of(source: &ImageSource, manifest: &str) -> Outcome<MadeTexture> {
    let mut params = TextureParams::default();
    for (name, value) in &manifest.parse::<toml::Table>().unwrap() {
        params.set(name, value).unwrap().unwrap();
    }
    process(&TextureProcessor, source, &params, &Assets(&[]))
}

fn texture(image: &Image, manifest: &str) -> Texture {
    made(image, manifest).clean()
}

fn image(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Image {
    let coordinates = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Image { width, height, pixels: coordinates.flat_map(|(x, y)| pixel(x, y)).collect() }
}

/// Returns a picture with gradients, edges and transparent holes.
fn picture(width: u32, height: u32) -> Image {
    image(width, height, |x, y| {
        let byte = |value: u32| u8::try_from(value % 256).unwrap();
        let alpha = if (x / 5 + y / 3) % 3 == 0 { 0 } else { byte(90 + x * 11) };
        [byte(x * 17), byte(y * 23 + 40), byte((x / 4 + y / 4) % 2 * 200), alpha]
    })
}

fn to_linear(byte: u8, srgb: bool) -> f64 {
    let value = f64::from(byte) / 255.0;
    match (srgb, value <= 0.04045) {
        (false, _) => value,
        (true, true) => value / 12.92,
        (true, false) => libm::pow((value + 0.055) / 1.055, 2.4),
    }
}

fn value(linear: f64, srgb: bool) -> f64 {
    match (srgb, linear <= 0.003_130_8) {
        (false, _) => linear * 255.0,
        (true, true) => linear * 12.92 * 255.0,
        (true, false) => (libm::pow(linear, 1.0 / 2.4) * 1.055 - 0.055) * 255.0,
    }
}

/// Computes a mipmap directly from the image: the mean over the area of each pixel, with each source pixel cut into small
/// squares.
fn slow_mipmap(image: &Image, size: [u32; 2], srgb: bool) -> Vec<f64> {
    let mut mip = Vec::new();
    for (y, x) in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (y, x))) {
        let (mut sum, mut alpha, mut plain, mut area) = ([0.0; 3], 0.0, [0.0; 3], 0.0);
        // Each source pixel is cut into as many squares as the mipmap has pixels, so no square lies in two pixels of the
        // mipmap.
        for (v, u) in (0..image.height).flat_map(|v| (0..image.width).map(move |u| (v, u))) {
            let part = |at: u32, of: u32, pixel: u32, count: u32| -> f64 {
                let inside = (0..count).filter(|square| (at * count + square) / of == pixel);
                inside.count() as f64 / f64::from(count)
            };
            let weight = part(u, image.width, x, size[0]) * part(v, image.height, y, size[1]);
            let at = ((v * image.width + u) * 4) as usize;
            let opacity = f64::from(image.pixels[at + 3]) / 255.0;
            for channel in 0..3 {
                let linear = to_linear(image.pixels[at + channel], srgb);
                sum[channel] += weight * opacity * linear;
                plain[channel] += weight * linear;
            }
            alpha += weight * opacity;
            area += weight;
        }
        let colors = if alpha > 0.0 { sum.map(|it| it / alpha) } else { plain.map(|it| it / area) };
        mip.extend(colors.map(|it| value(it, srgb)));
        mip.push(alpha / area * 255.0);
    }
    mip
}

#[test]
fn mipmaps_are_means_of_areas_in_linear_space_weighted_by_alpha() {
    // If every mipmap has exactly half the size of the previous one, each is also a mean of the image itself.
    for (size, exact) in [([16, 16], true), ([32, 8], true), ([16, 1], true), ([15, 10], false), ([7, 13], false)] {
        let image = picture(size[0], size[1]);
        for srgb in [true, false] {
            let texture = texture(&image, &format!("srgb = {srgb}"));
            assert_eq!((texture.srgb, texture.mips.len()), (srgb, mip_limit(size) as usize));
            assert_eq!(texture.mips[0], image.pixels);
            let last = if exact { mip_limit(size) } else { 2 };
            for mip in 1..last {
                let expected = slow_mipmap(&image, mip_size(size, mip), srgb);
                let found = &texture.mips[mip as usize];
                assert_eq!(found.len(), expected.len());
                for (at, (&found, expected)) in found.iter().zip(&expected).enumerate() {
                    let error = (f64::from(found) - expected).abs();
                    // Rounding causes an error of half a step.
                    assert!(error <= 0.502, "{size:?} srgb {srgb} mip {mip} byte {at}: {found}, expected {expected}");
                }
            }
        }
    }
}

#[test]
fn invisible_colours_have_no_effect() {
    let edge = image(2, 2, |x, _| if x == 0 { [250, 10, 10, 255] } else { [0, 255, 0, 0] });
    assert_eq!(texture(&edge, "").mips[1], [250, 10, 10, 128]);
    let nothing = image(2, 1, |x, _| if x == 0 { [100, 0, 0, 0] } else { [100, 0, 9, 0] });
    assert_eq!(texture(&nothing, "srgb = false").mips[1], [100, 0, 5, 0]);
}

#[test]
fn the_color_key_becomes_transparent_before_anything_else() {
    let magenta = [255, 0, 255, 255];
    let nearly = image(4, 1, |x, _| [magenta, [254, 0, 255, 255], [255, 0, 255, 254], magenta][x as usize]);
    let expected = [[0; 4], [254, 0, 255, 255], [255, 0, 255, 254], [0; 4]].concat();
    for key in ["#ff00ff", "#FF00FF", "#ff00ffff"] {
        assert_eq!(texture(&nearly, &format!("color_key = {key:?}")).mips[0], expected, "{key}");
    }
    assert_eq!(texture(&nearly, "").mips[0], nearly.pixels);
    assert_eq!(texture(&nearly, "color_key = \"#ff00fffe\"").mips[0][8..12], [0; 4]);
    // Transparent pixels do not contribute to the colours of a mipmap.
    assert_eq!(
        texture(&image(2, 1, |x, _| [magenta, [8, 9, 10, 255]][x as usize]), "color_key = \"#ff00ff\"").mips[1],
        [8, 9, 10, 128]
    );
    for wrong in ["ff00ff", "#ff00f", "#ff00fff", "#gg00ff", "#+f00ff", "#", ""] {
        assert!(ColorKey::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
}

#[test]
fn every_byte_survives_linear_space() {
    let bytes = image(256, 1, |x, _| [u8::try_from(x).unwrap(); 4]);
    for srgb in [true, false] {
        // Doubled and halved again: the mean of four equal pixels is each of these pixels.
        let doubled = image(512, 2, |x, _| [u8::try_from(x / 2).unwrap(), 9, 200, 255]);
        let half = &texture(&doubled, &format!("srgb = {srgb}")).mips[1];
        let expected = image(256, 1, |x, _| [u8::try_from(x).unwrap(), 9, 200, 255]);
        assert_eq!(*half, expected.pixels, "srgb {srgb}");
    }
    let premultiplied = &texture(&bytes, "srgb = false\npremultiply = true\nmips = false").mips;
    // Color.FromNonPremultiplied divides integers, so it rounds down.
    let expected = |byte: u32| u8::try_from(byte * byte / 255).unwrap();
    assert!((0..256).zip(premultiplied[0].chunks_exact(4)).all(|(byte, it)| it[0] == expected(byte)));
    let opaque = image(3, 1, |x, _| [u8::try_from(x).unwrap(), 77, 200, 255]);
    assert_eq!(texture(&opaque, "premultiply = true").mips[0], opaque.pixels);
}

#[test]
fn sizes_follow_the_parameters() {
    let cases = [
        ([7, 13], "", [7, 13]),
        ([7, 13], "power_of_two = \"nearest\"", [8, 16]),
        ([7, 13], "power_of_two = \"down\"", [4, 8]),
        ([5, 17], "power_of_two = \"up\"", [8, 32]),
        ([48, 40], "power_of_two = \"nearest\"", [64, 32]),
        ([100, 50], "max_size = 40", [40, 20]),
        ([3, 300], "max_size = 64", [1, 64]),
        ([100, 50], "max_size = 40\npower_of_two = \"up\"", [32, 32]),
        ([1, 1], "power_of_two = \"down\"", [1, 1]),
    ];
    for (size, params, expected) in cases {
        let texture = texture(&picture(size[0], size[1]), params);
        assert_eq!([texture.width, texture.height], expected, "{size:?} {params}");
    }
    let flat = image(5, 3, |_, _| [10, 20, 30, 40]);
    let resized = texture(&flat, "power_of_two = \"up\"\nmips = false");
    assert_eq!(resized.mips, [[10, 20, 30, 40].repeat(32)]);
}

#[test]
fn values_that_no_parameter_takes_are_refused() {
    for (name, value) in [("compression", "bc8"), ("power_of_two", "both"), ("quality", "slow")] {
        let found = TextureParams::default().set(name, &toml::Value::String(value.to_owned())).unwrap();
        assert!(found.unwrap_err().message.contains(value));
    }
    for size in [0, 16_385] {
        assert!(TextureParams::default().set("max_size", &toml::Value::Integer(size)).unwrap().is_err());
    }
}

/// Decodes a mipmap with another program's decoder.
fn decoded(texture: &Texture, mip: u32) -> Vec<u8> {
    let [width, height] = mip_size([texture.width, texture.height], mip).map(|side| side as usize);
    let (columns, rows) = (width.div_ceil(4), height.div_ceil(4));
    let pitch = columns * 16;
    let mut padded = vec![0; pitch * rows * 4];
    let bytes = texture.format.block().1 as usize;
    for (at, block) in texture.mips[mip as usize].chunks_exact(bytes).enumerate() {
        let target = &mut padded[at / columns * 4 * pitch + at % columns * 16..];
        match texture.format {
            TextureFormat::Bc1 => bcdec_rs::bc1(block, target, pitch),
            TextureFormat::Bc3 => bcdec_rs::bc3(block, target, pitch),
            TextureFormat::Bc5 => {
                let mut pairs = [0; 32];
                bcdec_rs::bc5(block, &mut pairs, 8, false);
                for (at, pair) in pairs.chunks_exact(2).enumerate() {
                    let start = at / 4 * pitch + at % 4 * 4;
                    target[start..start + 4].copy_from_slice(&[pair[0], pair[1], 0, 255]);
                }
            }
            _ => bcdec_rs::bc7(block, target, pitch),
        }
    }
    padded.chunks_exact(pitch).take(height).flat_map(|row| row[..width * 4].to_vec()).collect()
}

/// Returns the root mean square of all differences.
fn error(one: &[u8], other: &[u8]) -> f64 {
    let squares: f64 = one.iter().zip(other).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum();
    (squares / one.len() as f64).sqrt()
}

#[test]
fn blocks_decode_to_what_they_were_made_of() {
    // Colours along a line in colour space, as in blocks: BC1 has four colours on a line, with 32 values per channel.
    let smooth = |opaque: bool| {
        move |x: u32, y: u32| {
            let [up, down, slow] = [40 + x + y, 200 - x - y, 90 + (x + y) / 2].map(|it| u8::try_from(it).unwrap());
            [up, down, slow, if opaque { 255 } else { u8::try_from(255 - (x + y) * 2).unwrap() }]
        }
    };
    for size in [[16, 16], [13, 7], [1, 1], [3, 30], [33, 2]] {
        for (name, opaque, bound) in [("bc1", true, 4.0), ("bc3", false, 4.0), ("bc7", true, 2.0), ("bc7", false, 3.0)]
        {
            let image = image(size[0], size[1], smooth(opaque));
            let blocks = texture(&image, &format!("compression = \"{name}\""));
            let plain = texture(&image, "");
            assert_eq!((blocks.format.name(), blocks.mips.len()), (name, plain.mips.len()));
            for mip in 0..mip_limit(size) {
                let error = error(&decoded(&blocks, mip), &plain.mips[mip as usize]);
                assert!(error <= bound, "{name} {size:?} mip {mip}: {error}");
            }
        }
    }
}

#[test]
fn numbers_multiplied_by_alpha_are_rounded_down_as_xna_does() {
    let glass = image(2, 2, |_, _| [200, 100, 3, 128]);
    let texture = self::texture(&glass, "srgb = false\npremultiply = true");
    // 200 x 128 / 255 is 100.39, 100 x 128 / 255 is 50.2, 3 x 128 / 255 is 1.51.
    assert_eq!(texture.mips[0], [100, 50, 1, 128].repeat(4));
    let larger = self::texture(
        &image(3, 3, |_, _| [200, 100, 3, 128]),
        "srgb = false\npremultiply = true\npower_of_two = \"up\"",
    );
    assert_eq!(larger.mips[0], [100, 50, 1, 128].repeat(16));
}

#[test]
fn dxt_is_bc1_for_opaque_images_and_bc3_for_others() {
    let format = |pixel: [u8; 4], params: &str| {
        let image = image(8, 8, |x, y| if (x, y) == (7, 7) { pixel } else { [9, 9, 9, 255] });
        texture(&image, &format!("compression = \"dxt\"\n{params}")).format
    };
    assert_eq!(format([1, 2, 3, 255], ""), TextureFormat::Bc1);
    for alpha in [0, 1, 254] {
        assert_eq!(format([1, 2, 3, alpha], ""), TextureFormat::Bc3, "{alpha}");
    }
    // The colour key creates alpha.
    assert_eq!(format([255, 0, 255, 255], ""), TextureFormat::Bc1);
    assert_eq!(format([255, 0, 255, 255], "color_key = \"#ff00ff\""), TextureFormat::Bc3);
    let faces =
        |last: [u8; 4]| [0, 1, 2, 3, 4, 5].map(|at| image(4, 4, |_, _| if at == 5 { last } else { [7, 7, 7, 255] }));
    let found = [[1, 2, 3, 255], [1, 2, 3, 99]].map(|last| cube(faces(last), "compression = \"dxt\"").format);
    assert_eq!(found, [TextureFormat::Bc1, TextureFormat::Bc3]);
}

#[test]
fn faces_of_a_cube_map_become_what_each_would_alone() {
    let face = |at: u32| {
        image(6, 6, |x, y| {
            [(x * 40 + at).to_le_bytes()[0], (y * 30).to_le_bytes()[0], 255, if x == y { 255 } else { 77 }]
        })
    };
    for params in [
        "",
        "srgb = false\nmips = false",
        "srgb = false\npremultiply = true",
        "compression = \"bc3\"\npower_of_two = \"up\"",
        "max_size = 3",
        "color_key = \"#0000ff\"",
    ] {
        let cube = cube([0, 1, 2, 3, 4, 5].map(face), params);
        for (at, mips) in (0..).zip(&cube.faces) {
            let alone = texture(&face(at), params);
            assert_eq!(
                (&alone.mips, alone.width, alone.format, alone.srgb),
                (mips, cube.size, cube.format, cube.srgb),
                "{params}"
            );
        }
    }
    assert!(
        CubeImage::new([0, 1, 2, 3, 4, 5].map(|at| if at == 4 { image(5, 5, |_, _| [0; 4]) } else { face(at) }))
            .is_none()
    );
}

#[test]
fn holes_stay_holes_in_bc1() {
    let holes = image(8, 8, |x, _| if x % 2 == 0 { [0, 0, 0, 0] } else { [200, 100, 50, 255] });
    let found = decoded(&texture(&holes, "compression = \"bc1\"\nmips = false"), 0);
    assert!(found.chunks_exact(4).zip(holes.pixels.chunks_exact(4)).all(|(a, b)| a[3] == b[3]));
}

#[test]
fn alpha_that_bc1_cannot_hold_is_reported() {
    let glass = image(4, 4, |_, _| [10, 20, 30, 99]);
    let said = made(&glass, "compression = \"bc1\"").lines();
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("warning[R0133]: the image has partial alpha"), "{}", said[0]);
    assert!(made(&glass, "compression = \"bc3\"").diagnostics.is_empty());
}

/// Returns the texture of an image with its own mipmaps.
fn with_own_mipmaps(images: &[Image], manifest: &str) -> Texture {
    let MadeTexture::Flat(texture) = made_of(&ImageSource::Mipmaps(images.to_vec()), manifest).clean() else {
        panic!()
    };
    texture.encode().unwrap();
    texture
}

#[test]
fn own_mipmaps_stay_whether_mipmaps_are_wanted_or_not() {
    let own = [
        image(4, 4, |_, _| [10, 20, 30, 255]),
        image(2, 2, |_, _| [255, 0, 255, 255]),
        image(1, 1, |_, _| [200, 100, 50, 128]),
    ];
    for mips in ["mips = true\n", "mips = false\n"] {
        let texture = with_own_mipmaps(&own, &format!("{mips}srgb = false"));
        assert!(texture.mips.iter().eq(own.iter().map(|image| &image.pixels)), "{mips}");
    }
    // Each mipmap is processed like the largest one: 200 * 128 / 255 is 100.39.
    let texture = with_own_mipmaps(&own, "srgb = false\npremultiply = true\ncolor_key = \"#ff00ff\"");
    assert_eq!(texture.mips, [[10, 20, 30, 255].repeat(16), vec![0; 16], vec![100, 50, 25, 128]]);
    // If the size changes, new mipmaps are made.
    let small = with_own_mipmaps(&own, "srgb = false\nmax_size = 2");
    assert_eq!(small.mips, [[10, 20, 30, 255].repeat(4), vec![10, 20, 30, 255]]);
    let blocks = with_own_mipmaps(&own[..2], "srgb = false\ncompression = \"dxt\"");
    assert_eq!((blocks.format, blocks.mips.iter().map(Vec::len).collect::<Vec<_>>()), (TextureFormat::Bc1, vec![8, 8]));
}

#[test]
fn own_mipmaps_of_a_cube_map_stay() {
    let cube_of = |size: u32, from: u8| {
        let faces: Vec<Image> = (0..6).map(|face| image(size, size, |_, _| [from + face, 0, 0, 255])).collect();
        CubeImage::new(faces.try_into().unwrap()).unwrap()
    };
    let source = ImageSource::CubeMipmaps(vec![cube_of(2, 0), cube_of(1, 100)]);
    let MadeTexture::Cube(cube) = made_of(&source, "srgb = false\nmips = false").clean() else { panic!() };
    let reds = cube.faces.iter().map(|mips| mips.iter().map(|mip| mip[0]).collect::<Vec<_>>());
    assert_eq!(reds.collect::<Vec<_>>(), (0..6).map(|face| vec![face, face + 100]).collect::<Vec<_>>());
}

/// Returns the texture of an image with 16 bits per channel, and the reported diagnostics.
fn deep(numbers: DeepEncoding, size: [u32; 2], pixels: Vec<u16>, manifest: &str) -> (Texture, Vec<String>) {
    let image = DeepImage { width: size[0], height: size[1], numbers, pixels };
    let outcome = made_of(&ImageSource::Deep(image), manifest);
    let said = outcome.lines();
    let MadeTexture::Flat(texture) = outcome.value.unwrap() else { panic!("a cube map of one image") };
    texture.encode().unwrap();
    (texture, said)
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

#[test]
fn sixteen_bits_are_kept_where_the_rule_says_so() {
    let pixels = vec![1, 300, 40_000, 65_535, 3, 500, 40_002, 65_535];
    let made = |manifest: &str| deep(DeepEncoding::Words, [2, 1], pixels.clone(), manifest);
    let (texture, said) = made("deep = true\nsrgb = false");
    assert_eq!((texture.format, texture.srgb, said.len()), (TextureFormat::Rgba16, false, 0));
    assert_eq!(words(&texture.mips[0]), pixels);
    assert_eq!(words(&texture.mips[1]), [2, 400, 40_001, 65_535]);
    // sRGB becomes linear.
    let (texture, _) = made("deep = true\nmips = false");
    let linear = |word: u16| libm::pow((f64::from(word) / 65_535.0 + 0.055) / 1.055, 2.4) * 65_535.0;
    assert!((f64::from(words(&texture.mips[0])[2]) - linear(40_000)).abs() <= 0.51);
    assert_eq!(words(&texture.mips[0])[3], 65_535);
    // Otherwise, the numbers are rounded, with a warning unless the rule sets `deep`.
    let (texture, said) = made("srgb = false");
    assert_eq!((texture.format, &texture.mips[0][..4]), (TextureFormat::Rgba8, &[0, 1, 156, 255][..]));
    assert!(said.len() == 1 && said[0].starts_with("warning[R0372]"), "{said:?}");
    for silent in ["deep = false", "compression = \"bc7\"", "compression = \"bc1\"\ndeep = true"] {
        assert_eq!(made(silent).1, [""; 0], "{silent}");
    }
}

#[test]
fn hdr_images_become_half_floats_or_bc6h() {
    // The pixels are 1, 4, 0.5 and 3, 2, 0.25. Their means are 2, 3, 0.375.
    let pixels = vec![0x3c00, 0x4400, 0x3800, 0x3c00, 0x4200, 0x4000, 0x3400, 0x3c00];
    let (texture, said) = deep(DeepEncoding::Halves, [2, 1], pixels.clone(), "");
    assert_eq!((texture.format, texture.srgb, said.len()), (TextureFormat::Rgba16Float, false, 0));
    assert_eq!(words(&texture.mips[0]), pixels);
    assert_eq!(words(&texture.mips[1]), [0x4000, 0x4200, 0x3600, 0x3c00]);
    for quality in ["fast", "normal", "best"] {
        let manifest = format!("compression = \"auto\"\nquality = \"{quality}\"");
        // A gradient from 1 to 16, in a size that is not a multiple of the block size.
        let slope: Vec<u16> = (0..7 * 5).flat_map(|at| [0x3c00 + at * 100, 0x4000, 0x3c00, 0x3c00]).collect();
        let (texture, said) = deep(DeepEncoding::Halves, [7, 5], slope.clone(), &manifest);
        assert_eq!((texture.format, texture.mips.len(), said.len()), (TextureFormat::Bc6h, 3, 0));
        for (at, block) in texture.mips[0].chunks_exact(16).enumerate() {
            let mut found = [0.0; 48];
            bcdec_rs::bc6h_float(block, &mut found, 12, false);
            for (inside, found) in found.chunks_exact(3).enumerate() {
                let (x, y) = (at % 2 * 4 + inside % 4, at / 2 * 4 + inside / 4);
                if x < 7 && y < 5 {
                    let bits = slope[(y * 7 + x) * 4];
                    let expected = (1.0 + f32::from(bits & 0x3ff) / 1024.0) * f32::from(1_u16 << ((bits >> 10) - 15));
                    assert!((found[0] / expected - 1.0).abs() < 0.1, "{quality} {x} {y}: {found:?}, {expected}");
                    assert!((found[1] - 2.0).abs() < 0.1 && (found[2] - 1.0).abs() < 0.05, "{found:?}");
                }
            }
        }
    }
    let glass = vec![0x3c00, 0x3c00, 0x3c00, 0x3800];
    let (_, said) = deep(DeepEncoding::Halves, [1, 1], glass, "compression = \"bc7\"");
    assert!(said.len() == 1 && said[0].contains("R0133") && said[0].contains("BC6H"), "{said:?}");
}
