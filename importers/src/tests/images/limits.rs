//! Limits of sizes, and damaged files.

use super::*;

/// Returns files that declare this number of pixels.
fn claiming(width: u32, height: u32) -> Vec<(&'static str, Vec<u8>)> {
    let mut png = sample_png();
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let check = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&check.to_be_bytes());
    let mut bmp = sample_bmp();
    bmp[18..22].copy_from_slice(&width.to_le_bytes());
    bmp[22..26].copy_from_slice(&height.to_le_bytes());
    let mut files = vec![("a.png", png), ("a.bmp", bmp), ("a.dds", dds(width, height, BC1, &[0; 8]))];
    if let (Ok(width), Ok(height)) = (u16::try_from(width), u16::try_from(height)) {
        let mut tga = sample_tga();
        tga[12..14].copy_from_slice(&width.to_le_bytes());
        tga[14..16].copy_from_slice(&height.to_le_bytes());
        let mut jpeg = JPEG.to_vec();
        let at = jpeg.windows(2).position(|it| it == [0xff, 0xc0]).unwrap() + 5;
        jpeg[at..at + 2].copy_from_slice(&height.to_be_bytes());
        jpeg[at + 2..at + 4].copy_from_slice(&width.to_be_bytes());
        files.extend([("a.tga", tga), ("a.jpg", jpeg)]);
    }
    files
}

#[test]
fn sizes_beyond_the_limits_are_refused_before_they_cost_anything() {
    for (width, height) in [(20_000, 3), (3, 60_000), (8192, 8192), (16_384, 16_384), (2_000_000_000, 2_000_000_000)] {
        for (name, bytes) in claiming(width, height) {
            let (code, message) = refused(name, &bytes);
            // If a decoder itself rejects the file, Rigmill's limit is not reached.
            assert!(code == "R0131" || width > 1_000_000, "{name} {width} x {height}: {code} {message}");
        }
    }
}

#[test]
fn an_image_of_one_colour_may_be_large() {
    let flat = grey_png([5000, 5000], &vec![0; 5000 * 5000]);
    assert_eq!(image("a.png", &flat).width, 5000);
}

/// Returns a file of each format, with its name.
fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let mut samples = claiming(3, 2);
    samples.push(("a.dds", with_caps(dds(2, 2, BGRA, &[7; 96]), ALL_FACES)));
    samples.extend([("a.jpg", JPEG.to_vec()), ("a.jpg", GREY_JPEG.to_vec())]);
    samples.push(("a.tif", tiff([3, 2], 8, 3, &[[274, 3, 6]], &sample()[..18])));
    samples.push(("a.webp", sample_webp()));
    samples.extend([("a.gif", gif(1)), ("a.exr", exr_file())]);
    samples
}

#[test]
fn files_cut_short_are_images_or_refused() {
    for (name, bytes) in samples() {
        for end in 0..bytes.len() {
            let (image, said) = import_as(name, &bytes[..end]);
            assert!(image.is_some() || said.len() == 1, "{name} up to {end}");
        }
    }
}

proptest! {
    #[test]
    fn damaged_files_are_images_or_refused(
        which in 0_usize..13,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let samples = samples();
        let (name, mut bytes) = samples[which % samples.len()].clone();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let (image, said) = import_as(name, &bytes);
        prop_assert!(image.is_some() || said.len() == 1);
        for image in image.iter().flat_map(ImageSource::images) {
            prop_assert_eq!(image.pixels.len(), image.width as usize * image.height as usize * 4);
        }
    }
}

#[test]
fn an_image_is_measured_by_its_header_alone() {
    let files = [
        ("a.png", sample_png()),
        ("a.tga", sample_tga()),
        ("a.bmp", sample_bmp()),
        ("a.webp", sample_webp()),
        ("a.dds", dds(3, 2, BGRA, &[0; 24])),
    ];
    for (name, bytes) in &files {
        assert_eq!(Image::measure(bytes, name).unwrap(), [3, 2], "{name}");
    }
    assert_eq!(Image::measure(JPEG, "a.jpg").unwrap(), [9, 5]);
    // A PNG file that consists only of its header and an empty list of data.
    let png = &sample_png()[..41];
    assert_eq!(Image::measure(png, "a.png").unwrap(), [3, 2]);
    assert!(Image::decode(png, "a.png").is_err());
    let huge = Image::measure(&dds(16_384, 16_384, BGRA, &[]), "a.dds").unwrap_err();
    assert!(huge.is_limit(), "{huge}");
    assert_eq!(Image::measure(b"no image", "a.png").unwrap_err(), Image::decode(b"no image", "a.png").unwrap_err());
}
