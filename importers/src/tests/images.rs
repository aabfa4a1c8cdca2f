//! Tests of images of every format, and of malicious files.

mod blocks;
mod colours;
mod limits;

use std::io::Cursor;

use image_webp::WebPEncoder;
use png::{BitDepth, ColorType};
use proptest::prelude::*;
use rigmill_dom::{DeepEncoding, DeepImage, Image, ImageSource, PixelFormat, TextureFile};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, SourcePath};

use super::support::OneFile;
use crate::{DdsFile, ImageFile, ImageParams, Ktx2File};

const JPEG: &[u8] = include_bytes!("fixtures/two_colors.jpg");
const GREY_JPEG: &[u8] = include_bytes!("fixtures/grey.jpg");

fn import_as(name: &str, bytes: &[u8]) -> (Option<ImageSource>, Vec<Diagnostic>) {
    import_by(&ImageFile, &ImageParams::default(), name, bytes)
}

/// Imports a DDS file with or without its own mipmaps.
fn import_mipmaps(own_mipmaps: bool, bytes: &[u8]) -> (Option<ImageSource>, Vec<Diagnostic>) {
    import_by(&ImageFile, &ImageParams { own_mipmaps: Some(own_mipmaps), ..ImageParams::default() }, "a.dds", bytes)
}

fn import_by<I: Importer>(
    importer: &I,
    params: &I::Params,
    name: &str,
    bytes: &[u8],
) -> (Option<I::Output>, Vec<Diagnostic>) {
    let (path, sources) = (SourcePath::new(name).unwrap(), OneFile(bytes));
    let mut ctx = ImportContext::new(&path, &sources);
    let value = importer.import(&mut ctx, params).ok();
    (value, ctx.finish().1)
}

fn source(name: &str, bytes: &[u8]) -> ImageSource {
    let (source, said) = import_as(name, bytes);
    assert_eq!(said, [], "{name}");
    source.unwrap()
}

fn image(name: &str, bytes: &[u8]) -> Image {
    match source(name, bytes) {
        ImageSource::Flat(image) => image,
        other => panic!("{name}: {other:?}"),
    }
}

/// Returns the texture that the importer `dds` reads.
fn stored(bytes: &[u8]) -> TextureFile {
    let (texture, said) = import_by(&DdsFile, &NoParams::default(), "a.dds", bytes);
    assert_eq!(said, []);
    texture.unwrap()
}

/// Returns the code and message with which a file is rejected.
fn refused(name: &str, bytes: &[u8]) -> (String, String) {
    let (image, said) = import_as(name, bytes);
    assert!(image.is_none() && said.len() == 1, "{name}: {said:?}");
    (said[0].code.to_string(), said[0].message.clone())
}

/// Returns 3 x 2 pixels in which every channel of every pixel has a different number.
fn sample() -> Vec<u8> {
    (0..24).map(|it| it * 10 + 1).collect()
}

/// Returns a PNG file.
fn png([width, height]: [u32; 2], color: ColorType, depth: BitDepth, samples: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.write_header().unwrap().write_image_data(samples).unwrap();
    file
}

fn sample_png() -> Vec<u8> {
    png([3, 2], ColorType::Rgba, BitDepth::Eight, &sample())
}

fn grey_png(size: [u32; 2], samples: &[u8]) -> Vec<u8> {
    png(size, ColorType::Grayscale, BitDepth::Eight, samples)
}

/// Returns a PNG file of one pixel with 16 bits per channel.
fn deep_png(words: [u16; 4]) -> Vec<u8> {
    png([1, 1], ColorType::Rgba, BitDepth::Sixteen, &words.map(u16::to_be_bytes).concat())
}

/// Returns an uncompressed TGA file whose first row is the top one.
fn tga(width: u8, height: u8, [bits, alpha_bits]: [u8; 2], pixels: &[u8]) -> Vec<u8> {
    [&[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, height, 0, bits, 0x20 | alpha_bits], pixels].concat()
}

fn sample_tga() -> Vec<u8> {
    tga(3, 2, [32, 8], &sample_bgra())
}

/// Returns a BMP file with a `BITMAPV4HEADER` and masks.
fn sample_bmp() -> Vec<u8> {
    let mut header = vec![122_u32, 108, 3, (-2_i32).cast_unsigned(), 1 | 32 << 16, 3, 24, 0, 0, 0, 0];
    header.extend([0x00ff_0000, 0xff00, 0xff, 0xff00_0000]);
    header.resize(28, 0);
    let header: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
    [b"BM\0\0\0\0\0\0\0\0", &header[..], &sample_bgra()].concat()
}

fn sample_webp() -> Vec<u8> {
    let mut file = Vec::new();
    WebPEncoder::new(&mut file).encode(&sample(), 3, 2, image_webp::ColorType::Rgba8).unwrap();
    file
}

fn sample_bgra() -> Vec<u8> {
    sample().chunks_exact(4).flat_map(|it| [it[2], it[1], it[0], it[3]]).collect()
}

/// Returns a DDS file with a header (with `masks` or a code of four letters) and data.
fn dds(width: u32, height: u32, format: [u32; 8], data: &[u8]) -> Vec<u8> {
    let mut words = vec![0x2053_4444_u32, 124, 0x1007, height, width, 0, 0, 0];
    words.extend([0; 11]);
    words.extend(format);
    words.extend([0x1000, 0, 0, 0, 0]);
    words.iter().flat_map(|word| word.to_le_bytes()).chain(data.iter().copied()).collect()
}

/// Marks a DDS file as a cube map with these faces.
fn with_caps(mut file: Vec<u8>, caps2: u32) -> Vec<u8> {
    file[112..116].copy_from_slice(&caps2.to_le_bytes());
    file
}

/// Sets the number of mipmaps in a DDS file's header.
fn with_mipmaps(mut file: Vec<u8>, count: u8) -> Vec<u8> {
    file[10] |= 0x02;
    file[28] = count;
    file
}

/// DDSCAPS2_CUBEMAP and all six faces.
const ALL_FACES: u32 = 0xfe00;

const BC1: [u32; 8] = [32, 4, 0x3154_5844, 0, 0, 0, 0, 0];
const BGRA: [u32; 8] = [32, 0x41, 0, 32, 0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0xff00_0000];

#[test]
fn lossless_files_keep_every_number() {
    let files = [("a.png", sample_png()), ("a.TGA", sample_tga()), ("a.bmp", sample_bmp()), ("a.webp", sample_webp())];
    for (name, file) in files {
        let image = image(name, &file);
        assert_eq!((image.width, image.height), (3, 2), "{name}");
        assert_eq!(image.pixels, sample(), "{name}");
    }
    assert_eq!(image("a.dds", &dds(3, 2, BGRA, &sample_bgra())).pixels, sample());
}

#[test]
fn what_a_file_is_its_bytes_say() {
    assert_eq!(image("a.jpg", &sample_png()).pixels, sample());
}

#[test]
fn fewer_channels_and_more_bits_become_colours_of_eight_bits() {
    assert_eq!(image("a.png", &grey_png([2, 1], &[7, 250])).pixels, [7, 7, 7, 255, 250, 250, 250, 255]);
    assert_eq!(image("a.tga", &tga(1, 1, [24, 0], &[3, 2, 1])).pixels, [1, 2, 3, 255]);
    // 16-bit numbers that consist of the same byte twice become 8-bit numbers.
    assert_eq!(image("a.png", &deep_png([257 * 9, 0, 257 * 10, 65_535])).pixels, [9, 0, 10, 255]);
}

fn deep(name: &str, bytes: &[u8]) -> DeepImage {
    match source(name, bytes) {
        ImageSource::Deep(image) => image,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn sixteen_bits_are_kept_and_rounded_where_eight_are_wanted() {
    // 257 of 65,535 is 1 of 255: 128 is less than half of this, and 129 is more.
    let words = [257 * 9_u16, 257 * 9 + 128, 257 * 9 + 129, 65_535];
    let file = deep_png(words);
    let deep = deep("a.png", &file);
    assert_eq!((deep.numbers, &deep.pixels[..]), (DeepEncoding::Words, &words[..]));
    assert_eq!(deep.to_bytes().pixels, [9, 9, 10, 255]);
    assert_eq!(Image::decode(&file, "a.png").unwrap().pixels, [9, 9, 10, 255]);
}

/// Returns an uncompressed TIFF file with one strip, with tags in addition to the required ones, and with its samples.
fn tiff([width, height]: [u32; 2], bits: u32, channels: u32, tags: &[[u32; 3]], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap();
    // Tag, type (3: u16, 4: u32), value. With several channels, the bits per sample are a list, but a single value is also
    // accepted.
    let mut entries = vec![
        [256, 4, width],
        [257, 4, height],
        [258, 3, bits],
        [259, 3, 1],
        [262, 3, if channels < 3 { 1 } else { 2 }],
        [273, 4, 8],
        [277, 3, channels],
        [278, 4, height],
        [279, 4, length],
    ];
    entries.extend(tags);
    entries.sort_unstable();
    let lists = 8 + length + 2 + 12 * u32::try_from(entries.len()).unwrap() + 4;
    let mut file = [b"II*\0", &(8 + length).to_le_bytes()[..], data].concat();
    file.extend(u16::try_from(entries.len()).unwrap().to_le_bytes());
    for [tag, kind, value] in entries {
        let is_list = tag == 258 && channels > 2;
        file.extend(u16::try_from(tag).unwrap().to_le_bytes());
        file.extend(u16::try_from(kind).unwrap().to_le_bytes());
        file.extend(if is_list { channels } else { 1 }.to_le_bytes());
        file.extend(if is_list { lists } else { value }.to_le_bytes());
    }
    file.extend([0; 4]);
    file.extend(u16::try_from(bits).unwrap().to_le_bytes().repeat(channels as usize));
    file
}

#[test]
fn tiff_files_have_grey_colours_words_and_floats() {
    assert_eq!(image("a.tif", &tiff([2, 1], 8, 1, &[], &[7, 250])).pixels, [7, 7, 7, 255, 250, 250, 250, 255]);
    assert_eq!(image("a.tiff", &tiff([1, 1], 8, 3, &[], &[1, 2, 3])).pixels, [1, 2, 3, 255]);
    assert_eq!(image("a.tiff", &tiff([1, 1], 8, 4, &[[338, 3, 2]], &[1, 2, 3, 4])).pixels, [1, 2, 3, 4]);
    let words = deep("a.tif", &tiff([1, 1], 16, 3, &[], &[1, 0, 2, 0, 3, 1]));
    assert_eq!((words.numbers, words.pixels), (DeepEncoding::Words, vec![1, 2, 0x103, 65_535]));
    let floats: Vec<u8> = [0.5_f32, 2.0, 0.0].iter().flat_map(|it| it.to_le_bytes()).collect();
    let halves = deep("a.tif", &tiff([1, 1], 32, 3, &[[339, 3, 3]], &floats));
    assert_eq!((halves.numbers, halves.pixels), (DeepEncoding::Halves, vec![0x3800, 0x4000, 0, 0x3c00]));
}

#[test]
fn an_image_is_turned_as_its_file_says_unless_the_rule_says_otherwise() {
    // 3 x 2 pixels, each with its own number.
    let pixels: Vec<u8> = (0..6).flat_map(|it| [it, it, it]).collect();
    // Exif 2.32, 4.6.4: the positions of the file's first row and first column in the picture.
    let pictures: [(u32, [u32; 2], [u8; 6]); 8] = [
        (1, [3, 2], [0, 1, 2, 3, 4, 5]),
        (2, [3, 2], [2, 1, 0, 5, 4, 3]),
        (3, [3, 2], [5, 4, 3, 2, 1, 0]),
        (4, [3, 2], [3, 4, 5, 0, 1, 2]),
        (5, [2, 3], [0, 3, 1, 4, 2, 5]),
        (6, [2, 3], [3, 0, 4, 1, 5, 2]),
        (7, [2, 3], [5, 2, 4, 1, 3, 0]),
        (8, [2, 3], [2, 5, 1, 4, 0, 3]),
    ];
    for (orientation, size, picture) in pictures {
        let file = tiff([3, 2], 8, 3, &[[274, 3, orientation]], &pixels);
        let turned = image("a.tif", &file);
        assert_eq!([turned.width, turned.height], size, "{orientation}");
        assert!(turned.pixels.chunks_exact(4).map(|it| it[0]).eq(picture), "{orientation}: {:?}", turned.pixels);
        let params = ImageParams { orientation: false, ..ImageParams::default() };
        let (Some(ImageSource::Flat(stored)), _) = import_by(&ImageFile, &params, "a.tif", &file) else { panic!() };
        assert_eq!((stored.width, stored.pixels[4]), (3, 1));
    }
    let exif = [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0".as_slice(), &[0; 4]].concat();
    let (marker, chunk) = ([b"Exif\0\0", &exif[..]].concat(), [b"eXIf", &exif[..]].concat());
    let length = u16::try_from(marker.len() + 2).unwrap().to_be_bytes();
    let jpeg = [&JPEG[..2], &[0xff, 0xe1], &length, &marker, &JPEG[2..]].concat();
    let png = sample_png();
    let length = u32::try_from(exif.len()).unwrap().to_be_bytes();
    let png = [&png[..33], &length, &chunk, &crc32(&chunk).to_be_bytes(), &png[33..]].concat();
    let webp = extended_webp(&exif, u32::try_from(exif.len()).unwrap());
    for (name, file, size) in [("a.jpg", jpeg, [5, 9]), ("a.png", png, [2, 3]), ("a.webp", webp, [2, 3])] {
        let turned = image(name, &file);
        assert_eq!([turned.width, turned.height], size, "{name}");
        // For images inside a scene, pixels stay as they are stored.
        assert_eq!(Image::decode(&file, name).unwrap().width, size[1], "{name}");
    }
}

/// Returns a WebP file of 3 x 2 pixels with Exif data, whose declared length is `length`.
fn extended_webp(exif: &[u8], length: u32) -> Vec<u8> {
    let simple = sample_webp();
    let header = b"VP8X\x0a\0\0\0\x08\0\0\0\x02\0\0\x01\0\0";
    let chunks = [b"WEBP", &header[..], &simple[12..], b"EXIF", &length.to_le_bytes(), exif].concat();
    [b"RIFF", &u32::try_from(chunks.len()).unwrap().to_le_bytes()[..], &chunks].concat()
}

#[test]
fn what_a_file_claims_beside_its_pixels_is_not_reserved() {
    let (code, message) = refused("a.webp", &extended_webp(b"II*\0", 0x7fff_ffff));
    assert!(code == "R0130" && message.contains("metadata"), "{code}: {message}");
    // The second frame is 65,535 pixels wide and high.
    let first = gif(1);
    let second = b"\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0;";
    let file = [&first[..first.len() - 1], second].concat();
    let (Some(ImageSource::Flat(image)), said) = import_as("a.gif", &file) else { panic!() };
    assert_eq!((image.width, said.len()), (1, 1));
}

#[test]
fn hdr_and_exr_files_become_half_floats() {
    // 0.5, 1 and 2: the exponent of 2, and the mantissas 64, 128 and 255 of 256. The next pixel is 0.
    let pixels = [[64, 128, 255, 130], [0, 0, 0, 0]].concat();
    let hdr = [b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n".as_slice(), &pixels].concat();
    let image = deep("a.hdr", &hdr);
    assert_eq!((image.width, image.height, image.numbers), (2, 1, DeepEncoding::Halves));
    // 64 / 256 * 4, and so on: 1, 2, 3.984375.
    assert_eq!(image.pixels, [0x3c00, 0x4000, 0x43f8, 0x3c00, 0, 0, 0, 0x3c00]);
    let exr = exr_file();
    let image = deep("a.exr", &exr);
    assert_eq!((image.width, image.height, image.numbers), (2, 1, DeepEncoding::Halves));
    // Larger numbers become the largest half float, and NaN becomes 0.
    assert_eq!(image.pixels, [0x3c00, 0x4400, 0x7bff, 0x3c00, 0, 0x3800, 0xbc00, 0x3800]);
    for (name, file) in [("a.hdr", hdr), ("a.exr", exr)] {
        let error = Image::decode(&file, name).unwrap_err();
        assert!(error.to_string().contains("floating-point pixels"), "{error}");
        for end in 0..file.len() {
            let (image, said) = import_as(name, &file[..end]);
            assert_eq!(image.is_none(), said.len() == 1, "{name} up to {end}");
        }
    }
}

/// Returns a file with two pixels.
fn exr_file() -> Vec<u8> {
    use exr::prelude::*;

    let pixel = |at: Vec2<usize>| match at.x() {
        0 => (1.0_f32, 4.0_f32, 1e9_f32, 1.0_f32),
        _ => (f32::NAN, 0.5, -1.0, 0.5),
    };
    let image = exr::image::Image::from_channels((2, 1), SpecificChannels::rgba(pixel));
    let mut file = Vec::new();
    image.write().non_parallel().to_buffered(Cursor::new(&mut file)).unwrap();
    file
}

/// Returns a GIF file with one or two frames of one pixel.
fn gif(frames: usize) -> Vec<u8> {
    let header = b"GIF89a\x01\0\x01\0\x80\0\0\x0a\x14\x1e\xff\xff\xff";
    // The codes for clear, 0 and end, with three bits each.
    let frame = b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
    [&header[..], &frame.repeat(frames), b";"].concat()
}

#[test]
fn the_first_of_several_frames_is_the_image() {
    assert_eq!(image("a.gif", &gif(1)).pixels, [10, 20, 30, 255]);
    let (Some(ImageSource::Flat(first)), said) = import_as("a.gif", &gif(2)) else { panic!() };
    assert_eq!(first.pixels, [10, 20, 30, 255]);
    assert!(said.len() == 1 && said[0].code == "R0370", "{said:?}");
}

#[test]
fn jpeg_files_are_near_what_they_were_made_of() {
    let (colors, grey) = (image("a.jpg", JPEG), image("a.jpeg", GREY_JPEG));
    assert_eq!((colors.width, colors.height, grey.width, grey.height), (9, 5, 9, 5));
    let near = |image: &Image, x: usize, expected: [u8; 4]| {
        let found = &image.pixels[x * 4..x * 4 + 4];
        assert!(found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 6), "{x}: {found:?}, expected {expected:?}");
    };
    near(&colors, 1, [200, 100, 40, 255]);
    near(&colors, 7, [30, 60, 220, 255]);
    near(&grey, 1, [123, 123, 123, 255]);
    near(&grey, 7, [69, 69, 69, 255]);
}

#[test]
fn what_is_no_image_is_refused_by_name() {
    let volume = {
        let mut file = dds(4, 4, BC1, &[0; 48]);
        // The header states a depth of 2.
        file[10] |= 0x80;
        file[24] = 2;
        file[114] = 0x20;
        file
    };
    let part = with_caps(dds(4, 4, BC1, &[0; 40]), 0x7e00);
    let oblong = with_caps(dds(4, 8, BC1, &[0; 96]), ALL_FACES);
    let cases: [(&str, &[u8], &str); 10] = [
        ("a.png", b"", "not a PNG, JPEG, WebP, TIFF, GIF, TGA, BMP, DDS, HDR or EXR file"),
        ("a.png", b"not an image", "not a PNG, JPEG, WebP, TIFF, GIF, TGA, BMP, DDS, HDR or EXR file"),
        ("a.png", b"\0\0\x01\0\x01\0", "it is an icon"),
        ("a.png", b"<!DOCTYPE html>\n<html>", "this is an HTML page, not an image"),
        ("a.png", b"Kaydara FBX Binary  \0\x1a\0", "this is a binary FBX file, not an image"),
        ("a.tga", b"8BPS\0\x01", "the TGA image cannot be read"),
        ("a.jpg", &JPEG[..100], "the JPEG image cannot be read"),
        ("a.dds", &volume, "it is a volume texture"),
        ("a.dds", &part, "its cube map has fewer than six faces"),
        ("a.dds", &oblong, "the faces of its cube map are not square"),
    ];
    for (name, bytes, expected) in cases {
        let (code, message) = refused(name, bytes);
        assert!(code == "R0130" && message.contains(expected), "{name}: {code} {message}");
    }
}

#[test]
fn a_palette_that_ends_within_a_colour_is_refused() {
    let chunk = |kind: &[u8; 4], body: &[u8]| {
        let named = [kind, body].concat();
        let length = u32::try_from(body.len()).unwrap().to_be_bytes();
        [&length[..], &named, &crc32(&named).to_be_bytes()].concat()
    };
    let png = |palette: &[u8]| {
        let header = chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0]);
        // An uncompressed block with one row: no filter, the first colour.
        let pixels = chunk(b"IDAT", &[0x78, 1, 1, 2, 0, 0xfd, 0xff, 0, 0, 0, 2, 0, 1]);
        [b"\x89PNG\r\n\x1a\n", &header[..], &chunk(b"PLTE", palette), &pixels, &chunk(b"IEND", &[])].concat()
    };
    assert_eq!(image("a.png", &png(&[1, 2, 3])).pixels, [1, 2, 3, 255]);
    let (code, message) = refused("a.png", &png(&[1, 2, 3, 4, 5]));
    assert!(code == "R0130" && message.contains("ends within a colour"), "{code} {message}");
}

/// Files that ktx-parse wrote. Their bytes count up by five, starting with the number of their mipmap.
#[test]
fn ktx2_files_of_another_program_are_kept_as_they_are() {
    let read = |bytes: &[u8]| {
        let (texture, said) = import_by(&Ktx2File, &NoParams::default(), "a.ktx2", bytes);
        assert_eq!(said, []);
        texture.unwrap()
    };
    let mip = |level: u8, bytes: usize| (0..bytes).map(|at| (at * 5).to_le_bytes()[0].wrapping_add(level)).collect();
    let mipmaps: Vec<Vec<u8>> = vec![mip(0, 64), mip(1, 16), mip(2, 4)];
    let plain = read(include_bytes!("../../../fuzz/seeds/plain.ktx2"));
    let TextureFile::Flat(texture) = &plain else { panic!() };
    assert_eq!((texture.width, texture.height, texture.format, texture.srgb), (4, 4, PixelFormat::Rgba8, Some(false)));
    assert_eq!(texture.mipmaps, mipmaps);
    assert_eq!(read(include_bytes!("../../../fuzz/seeds/zstd.ktx2")), plain);
    let TextureFile::Cube(cube) = read(include_bytes!("../../../fuzz/seeds/cube.ktx2")) else { panic!() };
    let all: Vec<u8> = cube.faces.iter().flat_map(|face| face[0].clone()).collect();
    assert_eq!((cube.size, all), (4, mip(0, 6 * 64)));
    let (texture, said) = import_by(&Ktx2File, &NoParams::default(), "a.ktx2", b"\xabKTX 20\xbb\r\n\x1a\n");
    assert!(texture.is_none() && said[0].code == "R0130", "{said:?}");
}

/// Files that Pillow and OpenEXR wrote.
#[test]
fn files_of_other_programs_are_read() {
    let number = |x: u32, y: u32, channel: u32| u8::try_from((y * 9 + x) * 4 + channel).unwrap();
    let all = |channels: [Option<u32>; 4]| {
        let pixel = |at: u32| channels.map(|channel| channel.map_or(255, |channel| number(at % 9, at / 9, channel)));
        (0..45).flat_map(pixel).collect::<Vec<u8>>()
    };
    let colors = [Some(0), Some(1), Some(2), None];
    let rgba = [Some(0), Some(1), Some(2), Some(3)];
    assert_eq!(image("a.webp", include_bytes!("../../../fuzz/seeds/lossless.webp")).pixels, all(rgba));
    assert_eq!(image("a.tif", include_bytes!("../../../fuzz/seeds/deflate.tif")).pixels, all(rgba));
    // Orientation 8: counter-clockwise.
    let turned = image("a.tif", include_bytes!("../../../fuzz/seeds/lzw.tif"));
    assert_eq!((turned.width, turned.height, &turned.pixels[..4]), (5, 9, &[32, 33, 34, 255][..]));
    let params = ImageParams { orientation: false, ..ImageParams::default() };
    let (stored, _) = import_by(&ImageFile, &params, "a.tif", include_bytes!("../../../fuzz/seeds/lzw.tif"));
    assert_eq!(stored.unwrap().images()[0].pixels, all(colors));
    // Orientation 6: clockwise.
    let lossy = image("a.webp", include_bytes!("../../../fuzz/seeds/lossy.webp"));
    assert_eq!((lossy.width, lossy.height), (5, 9));
    for exr in [&include_bytes!("../../../fuzz/seeds/zip.exr")[..], include_bytes!("../../../fuzz/seeds/piz.exr")] {
        let image = deep("a.exr", exr);
        assert_eq!((image.width, image.height), (9, 5));
        // In 1/32: 4 / 32 is 1/8, and 128 / 32 is 4.
        assert_eq!((image.pixels[4], image.pixels[32 * 4], image.pixels[3]), (0x3000, 0x4400, 0x3c00));
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}
