//! Tests of the variants of BMP, TGA, HDR and GIF files. The files follow the specifications, and so do the expected pixels.

use rigmill_dom::{Image, ImageContent, ImageOptions, ImageSource};

fn image(name: &str, file: &[u8]) -> Image {
    Image::decode(file, name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn refused(name: &str, file: &[u8]) -> String {
    Image::decode(file, name).unwrap_err().to_string()
}

/// Returns the red of every pixel.
fn reds(image: &Image) -> Vec<u8> {
    image.pixels.chunks_exact(4).map(|pixel| pixel[0]).collect()
}

fn longs(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Returns a BMP file with a `BITMAPINFOHEADER`. `after` comes between the header and the pixels: masks or a palette.
fn bmp([width, height]: [i32; 2], bits: u32, compression: u32, after: &[u8], pixels: &[u8]) -> Vec<u8> {
    let start = 54 + u32::try_from(after.len()).unwrap();
    let colors = if bits <= 8 { u32::try_from(after.len()).unwrap() / 4 } else { 0 };
    let size = [width, height].map(i32::cast_unsigned);
    let header = [0, 0, start, 40, size[0], size[1], 1 | bits << 16, compression, 0, 0, 0, colors, 0];
    [b"BM", &longs(&header)[..], after, pixels].concat()
}

/// Returns a palette in which the red of each colour is its number.
fn palette(colors: u8) -> Vec<u8> {
    (0..colors).flat_map(|number| [100, 50, number, 0]).collect()
}

#[test]
fn bmp_files_have_palettes_of_all_sizes() {
    // Rows from the bottom, each padded to four bytes. The highest bits are the first pixel.
    let cases: [(u32, [u8; 8]); 4] = [
        (1, [0b1010_0000, 0, 0, 0, 0b0110_0000, 0, 0, 0]),
        (2, [0b0100_0100, 0, 0, 0, 0b0001_0100, 0, 0, 0]),
        (4, [0x10, 0x10, 0, 0, 0x01, 0x10, 0, 0]),
        (8, [1, 0, 1, 0, 0, 1, 1, 0]),
    ];
    for (bits, pixels) in cases {
        let up = image("a.bmp", &bmp([3, 2], bits, 0, &palette(2), &pixels));
        assert_eq!((up.width, up.height, reds(&up)), (3, 2, vec![0, 1, 1, 1, 0, 1]), "{bits}");
        assert_eq!(up.pixels[..4], [0, 50, 100, 255], "{bits}");
        // A negative height: rows from the top.
        let down = image("a.bmp", &bmp([3, -2], bits, 0, &palette(2), &pixels));
        assert_eq!(reds(&down), [1, 0, 1, 0, 1, 1], "{bits}");
        let error = refused("a.bmp", &bmp([3, 2], bits, 0, &palette(2), &pixels[..4]));
        assert!(error.contains("cut off"), "{error}");
    }
    // Colours that the palette does not contain are black.
    assert_eq!(image("a.bmp", &bmp([1, 1], 8, 0, &palette(2), &[7, 0, 0, 0])).pixels, [0, 0, 0, 255]);
    assert!(refused("a.bmp", &bmp([1, 1], 1, 0, &palette(3), &[0; 4])).contains("3 colours"));
}

#[test]
fn bmp_files_of_os2_have_palettes_of_three_bytes() {
    let header = [&longs(&[0, 0, 26 + 768, 12])[..], &[2, 0, 1, 0, 1, 0, 8, 0]].concat();
    let palette: Vec<u8> = (0..=255).flat_map(|number| [3, 2, number]).collect();
    let file = [b"BM", &header[..], &palette, &[9, 200, 0, 0]].concat();
    assert_eq!(image("a.bmp", &file).pixels, [9, 2, 3, 255, 200, 2, 3, 255]);
}

#[test]
fn bmp_files_have_colours_of_16_24_and_32_bits() {
    // Five bits per colour: all of blue, 1 of 31, and 16 of 31.
    let words = [0x001f_u16, 0x0400, 0x4000].map(u16::to_le_bytes).concat();
    let pixels = image("a.bmp", &bmp([3, 1], 16, 0, &[], &[&words[..], &[0, 0]].concat())).pixels;
    assert_eq!(pixels, [0, 0, 255, 255, 8, 0, 0, 255, 132, 0, 0, 255]);
    let pixels = image("a.bmp", &bmp([1, 2], 24, 0, &[], &[3, 2, 1, 0, 6, 5, 4, 0])).pixels;
    assert_eq!(pixels, [4, 5, 6, 255, 1, 2, 3, 255]);
    // The fourth byte is not alpha unless a mask says so.
    assert_eq!(image("a.bmp", &bmp([1, 1], 32, 0, &[], &[3, 2, 1, 9])).pixels, [1, 2, 3, 255]);
}

#[test]
fn bmp_files_have_masks() {
    let masks = longs(&[0xf800, 0x07e0, 0x001f]);
    let words = [0xf800_u16, 0x0020].map(u16::to_le_bytes).concat();
    assert_eq!(image("a.bmp", &bmp([2, 1], 16, 3, &masks, &words)).pixels, [255, 0, 0, 255, 0, 4, 0, 255]);
    // Of ten bits, the eight highest.
    let masks = longs(&[0x3ff0_0000, 0x000f_fc00, 0x0000_03ff]);
    let pixel = (0x204_u32 << 20 | 0x3ff << 10 | 0x003).to_le_bytes();
    assert_eq!(image("a.bmp", &bmp([1, 1], 32, 3, &masks, &pixel)).pixels, [0x81, 255, 0, 255]);
    for masks in [[0x00ff_0000, 0xff00, 0], [0x00ff_0000, 0xa000, 0xff]] {
        assert!(refused("a.bmp", &bmp([1, 1], 32, 3, &longs(&masks), &pixel)).contains("colour"), "{masks:x?}");
    }
    assert!(refused("a.bmp", &bmp([1, 1], 16, 3, &longs(&[0x1f_0000, 0x07e0, 0x1f]), &[0; 4])).contains("16 bits"));
    assert!(refused("a.bmp", &bmp([1, 1], 24, 4, &[], &pixel)).contains("compression 4"));
}

/// The examples of Microsoft's "Bitmap Compression", with the rows from the bottom.
#[test]
fn bmp_files_have_run_lengths() {
    const EIGHT: &[u8] = b"\x03\x04\x05\x06\0\x03\x45\x56\x67\0\x02\x78\0\x02\x05\x01\x02\x78\0\0\x09\x1e\0\x01";
    const FOUR: &[u8] = b"\x03\x04\x05\x06\0\x06\x45\x56\x67\0\x04\x78\0\x02\x05\x01\x04\x78\0\0\x09\x1e\0\x01";
    let row = |width: usize, start: usize, numbers: &[u8]| {
        let mut row = vec![0; width];
        row[start..start + numbers.len()].copy_from_slice(numbers);
        row
    };
    let eight = [
        row(20, 0, &[0x1e; 9]),
        row(20, 18, &[0x78, 0x78]),
        row(20, 0, &[4, 4, 4, 6, 6, 6, 6, 6, 0x45, 0x56, 0x67, 0x78, 0x78]),
    ];
    assert_eq!(reds(&image("a.bmp", &bmp([20, 3], 8, 1, &palette(255), EIGHT))), eight.concat());
    let four = [
        row(27, 0, &[1, 14, 1, 14, 1, 14, 1, 14, 1]),
        row(27, 23, &[7, 8, 7, 8]),
        row(27, 0, &[0, 4, 0, 0, 6, 0, 6, 0, 4, 5, 5, 6, 6, 7, 7, 8, 7, 8]),
    ];
    assert_eq!(reds(&image("a.bmp", &bmp([27, 3], 4, 2, &palette(16), FOUR))), four.concat());
    // A row that is too narrow for the stored numbers, a skip beyond the image, and a missing end.
    for (width, height, length) in [(10, 3, 24), (17, 3, 24), (20, 1, 24), (20, 3, 15)] {
        let error = refused("a.bmp", &bmp([width, height], 8, 1, &palette(255), &EIGHT[..length]));
        assert!(error.contains("cut off or damaged"), "{width} x {height}: {error}");
    }
    assert!(refused("a.bmp", &bmp([20, -3], 8, 1, &palette(255), EIGHT)).contains("not supported"));
}

/// Returns a TGA file of 2 x 2 pixels with a name. `map` has the number of its first colour, its bits and its bytes.
fn tga(kind: u8, bits: u8, descriptor: u8, map: Option<(u8, u8, &[u8])>, pixels: &[u8]) -> Vec<u8> {
    let (first, entry, colors) = map.unwrap_or_default();
    let count = if entry == 0 { 0 } else { colors.len() / usize::from(entry.div_ceil(8)) };
    let has_map = u8::from(map.is_some());
    let header =
        [4, has_map, kind, first, 0, u8::try_from(count).unwrap(), 0, entry, 0, 0, 0, 0, 2, 0, 2, 0, bits, descriptor];
    [&header, &b"name"[..], colors, pixels].concat()
}

#[test]
fn tga_files_begin_in_any_corner() {
    let cases = [(0x00, [3, 4, 1, 2]), (0x10, [4, 3, 2, 1]), (0x20, [1, 2, 3, 4]), (0x30, [2, 1, 4, 3])];
    for (corner, expected) in cases {
        let image = image("a.tga", &tga(3, 8, corner, None, &[1, 2, 3, 4]));
        assert_eq!(reds(&image), expected, "{corner:x}");
        assert_eq!(image.pixels[..4], [expected[0], expected[0], expected[0], 255]);
    }
}

#[test]
fn tga_files_have_colours_maps_and_greys() {
    let pixels = |file: &[u8]| image("a.tga", file).pixels[..8].to_vec();
    // Five bits per colour. The highest bit is not alpha.
    let words = [0x7c00_u16, 0x8010, 0, 0].map(u16::to_le_bytes).concat();
    for (bits, alpha) in [(15, 0), (16, 0), (16, 1)] {
        assert_eq!(pixels(&tga(2, bits, 0x20 | alpha, None, &words)), [255, 0, 0, 255, 0, 0, 132, 255], "{bits}");
    }
    assert_eq!(pixels(&tga(2, 24, 0x20, None, &[3, 2, 1, 6, 5, 4, 0, 0, 0, 0, 0, 0])), [1, 2, 3, 255, 4, 5, 6, 255]);
    assert_eq!(pixels(&tga(3, 16, 0x28, None, &[7, 8, 9, 10, 0, 0, 0, 0])), [7, 7, 7, 8, 9, 9, 9, 10]);
    let map = (5, 24, &[3, 2, 1, 6, 5, 4][..]);
    assert_eq!(pixels(&tga(1, 8, 0x20, Some(map), &[6, 5, 5, 5])), [4, 5, 6, 255, 1, 2, 3, 255]);
    assert_eq!(pixels(&tga(1, 16, 0x20, Some(map), &[6, 0, 5, 0, 5, 0, 5, 0])), [4, 5, 6, 255, 1, 2, 3, 255]);
    for number in [4, 7] {
        let error = refused("a.tga", &tga(1, 8, 0x20, Some(map), &[5, 5, 5, number]));
        assert!(error.contains("the map does not contain"), "{error}");
    }
    // A map that the pixels do not use is skipped.
    assert_eq!(pixels(&tga(3, 8, 0x20, Some(map), &[1, 2, 3, 4])), [1, 1, 1, 255, 2, 2, 2, 255]);
    assert!(refused("a.tga", &tga(32, 8, 0, None, &[0; 4])).contains("kind 32"));
    assert!(refused("a.tga", &tga(2, 24, 0, None, &[0; 11])).contains("cut off"));
}

#[test]
fn tga_files_have_run_lengths() {
    // Two stored pixels, and a run of two, or of more than the image has.
    for run in [0x81, 0xff] {
        assert_eq!(reds(&image("a.tga", &tga(11, 8, 0x20, None, &[1, 7, 8, run, 9]))), [7, 8, 9, 9], "{run}");
    }
    let pixels = [0x82, 3, 2, 1, 0x00, 6, 5, 4];
    assert_eq!(reds(&image("a.tga", &tga(10, 24, 0x20, None, &pixels))), [1, 1, 1, 4]);
    for end in 0..pixels.len() {
        assert!(refused("a.tga", &tga(10, 24, 0x20, None, &pixels[..end])).contains("cut off"), "{end}");
    }
}

/// Decodes an HDR file of one row. Returns the red of its pixels as half floats.
fn hdr_reds(header: &str, pixels: &[u8]) -> Result<Vec<u16>, String> {
    let file = [b"#?RADIANCE\n", header.as_bytes(), pixels].concat();
    let content = ImageContent::decode(&file, "a.hdr", ImageOptions::default()).map_err(|error| error.to_string())?;
    let ImageSource::Deep(image) = content.source else { panic!("not deep") };
    Ok(image.pixels.chunks_exact(4).map(|pixel| pixel[0]).collect())
}

#[test]
fn hdr_files_have_run_lengths() {
    // 128 of 256 with the exponents 129 and 130: 1 and 2.
    const ONE: [u8; 4] = [128, 0, 0, 129];
    const TWO: [u8; 4] = [128, 0, 0, 130];
    let header = "# a comment\nSOFTWARE=none\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 8\n";
    // The old encoding: a pixel of ones repeats the one before it.
    let old = [ONE, [1, 1, 1, 5], TWO, [1, 1, 1, 1]].concat();
    assert_eq!(hdr_reds(header, &old).unwrap(), [0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x4000, 0x4000]);
    // Consecutive markers are the digits of one count: 2 and 1 x 256.
    let wide = [ONE, [1, 1, 1, 2], [1, 1, 1, 1]].concat();
    assert_eq!(hdr_reds("\n-Y 1 +X 259\n", &wide).unwrap(), [0x3c00; 259]);
    // The new encoding: a row of each channel. Up to 128 is the number of values, and more is a run.
    let zeros = [128 + 8, 0];
    let new = [&[2, 2, 0, 8, 128 + 8, 128], &zeros[..], &zeros, &[3, 129, 130, 129, 128 + 5, 130]].concat();
    assert_eq!(hdr_reds(header, &new).unwrap(), [0x3c00, 0x4000, 0x3c00, 0x4000, 0x4000, 0x4000, 0x4000, 0x4000]);
    let first_marker = [[1, 1, 1, 7], ONE].concat();
    let too_long = [ONE, [1, 1, 1, 8]].concat();
    for pixels in [&old[..15], &new[..13], &first_marker, &too_long, &[2, 2, 0, 8, 128 + 9, 128]] {
        assert!(hdr_reds(header, pixels).unwrap_err().contains("cut off or damaged"), "{pixels:?}");
    }
    let headers = [
        ("FORMAT=32-bit_rle_xyze\n\n-Y 1 +X 8\n", "32-bit_rle_xyze"),
        ("\n+Y 1 +X 8\n", "-Y HEIGHT +X WIDTH"),
        ("\n-Y 1 +X wide\n", "not a size"),
        ("FORMAT=32-bit_rle_rgbe\n", "cut off"),
    ];
    for (header, expected) in headers {
        let error = hdr_reds(header, &old).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_gif_frame_covers_a_part_of_the_image() {
    // A frame of one pixel in an image of 2 x 2. The rest is transparent.
    let file = |left: u8, top: u8| {
        let header = b"GIF89a\x02\0\x02\0\x80\0\0\x0a\x14\x1e\xff\xff\xff\x2c";
        [&header[..], &[left, 0, top, 0], b"\x01\0\x01\0\0\x02\x02\x44\x01\0;"].concat()
    };
    assert_eq!(reds(&image("a.gif", &file(1, 0))), [0, 10, 0, 0]);
    assert_eq!(image("a.gif", &file(0, 1)).pixels, [0, 0, 0, 0, 0, 0, 0, 0, 10, 20, 30, 255, 0, 0, 0, 0]);
    // Outside of the image.
    assert_eq!(image("a.gif", &file(2, 5)).pixels, [0; 16]);
}
