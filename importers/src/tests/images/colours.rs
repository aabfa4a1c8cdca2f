//! Profiles, gammas and orientations.

use super::*;

/// Returns a profile of version 2 with this description.
fn profile(name: &str) -> Vec<u8> {
    let mut profile = vec![0; 128];
    profile.extend([0, 0, 0, 1]);
    profile.extend(b"desc\0\0\0\x90\0\0\0\x40");
    profile.extend(b"desc\0\0\0\0\0\0\0");
    profile.push(u8::try_from(name.len() + 1).unwrap());
    profile.extend(name.as_bytes());
    profile.extend([0; 80]);
    profile
}

#[test]
fn a_profile_that_is_not_applied_is_reported() {
    let with_profile = |name: &str| {
        let body = [b"ICC_PROFILE\0\x01\x01", &profile(name)[..]].concat();
        let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
        [&JPEG[..2], &[0xff, 0xe2], &length, &body, &JPEG[2..]].concat()
    };
    image("a.jpg", &with_profile("sRGB IEC61966-2.1"));
    let (_, said) = import_as("a.jpg", &with_profile("Display P3"));
    assert!(said.len() == 1 && said[0].code == "R0371" && said[0].message.contains("(Display P3)"), "{said:?}");
    let params = ImageParams { ignore_profile: true, ..ImageParams::default() };
    assert_eq!(import_by(&ImageFile, &params, "a.jpg", &with_profile("Display P3")).1, []);
}

/// Adds chunks before the pixels of a PNG file.
fn png_with(mut file: Vec<u8>, chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let pixels = file.split_off(33);
    for (kind, data) in chunks {
        let body = [&kind[..], data].concat();
        let mut crc = flate2::Crc::new();
        crc.update(&body);
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        file.extend(body);
        file.extend(crc.sum().to_be_bytes());
    }
    file.extend(pixels);
    file
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Returns the text in parentheses in the warnings about a PNG file's colours.
fn said_of_colours(file: &[u8]) -> Option<String> {
    let (image, said) = import_as("a.png", file);
    assert!(image.is_some() && said.iter().all(|it| it.code == "R0371"), "{said:?}");
    let facts = said.iter().filter_map(|it| Some(it.message.split_once('(')?.1.split_once(')')?.0));
    let facts: Vec<&str> = facts.collect();
    (!facts.is_empty()).then(|| facts.join("; "))
}

#[test]
fn a_png_file_says_what_its_colours_are_in_four_ways() {
    // The PNG specification's own example of sRGB, and the primaries of Display P3.
    let usual = words(&[31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]);
    let p3 = words(&[31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000]);
    let said = |chunks: &[(&[u8; 4], Vec<u8>)]| said_of_colours(&png_with(sample_png(), chunks));
    assert_eq!(said(&[(b"gAMA", words(&[45_455])), (b"cHRM", usual.clone())]), None);
    assert_eq!(said(&[(b"gAMA", words(&[0]))]), None);
    assert_eq!(said(&[(b"gAMA", words(&[100_000]))]).unwrap(), "gAMA: exponent 1");
    assert_eq!(said(&[(b"gAMA", words(&[55_556]))]).unwrap(), "gAMA: exponent 0.55556");
    assert_eq!(said(&[(b"cHRM", p3.clone())]).unwrap(), "cHRM: not the primaries of sRGB");
    let both = said(&[(b"gAMA", words(&[100_000])), (b"cHRM", p3.clone())]).unwrap();
    assert_eq!(both, "cHRM: not the primaries of sRGB; gAMA: exponent 1");
    // sRGB overrides both, and cICP overrides sRGB.
    let srgb = (b"sRGB", vec![0]);
    assert_eq!(said(&[srgb.clone(), (b"gAMA", words(&[100_000])), (b"cHRM", p3.clone())]), None);
    let pq = (b"cICP", vec![9, 16, 0, 1]);
    assert_eq!(said(&[pq, srgb]).unwrap(), "cICP: primaries 9, transfer function 16");
    assert_eq!(said(&[(b"cICP", vec![1, 13, 0, 1]), (b"gAMA", words(&[100_000]))]), None);
    // A grey image has no primaries, and a truncated chunk is ignored.
    let grey = || grey_png([1, 1], &[7]);
    assert_eq!(said_of_colours(&png_with(grey(), &[(b"cHRM", p3.clone())])), None);
    assert_eq!(said_of_colours(&png_with(grey(), &[(b"cICP", vec![12, 13, 0, 1])])), None);
    // Colour chunks after a palette are ignored.
    assert_eq!(said(&[(b"PLTE", vec![1, 2, 3]), (b"cHRM", p3)]), None);
    assert_eq!(said(&[(b"cICP", vec![9, 16])]), None);
}

/// Imports a PNG file, and applies its gamma.
fn with_gamma(file: Vec<u8>, chunks: &[(&[u8; 4], Vec<u8>)]) -> ImageSource {
    let params = ImageParams { gamma: true, ..ImageParams::default() };
    let (image, said) = import_by(&ImageFile, &params, "a.png", &png_with(file, chunks));
    assert_eq!(said, []);
    image.unwrap()
}

#[test]
fn the_gamma_of_a_png_file_is_applied_to_colours_and_not_to_alpha() {
    let file = || png([2, 1], ColorType::Rgba, BitDepth::Eight, &[0, 1, 64, 128, 200, 254, 255, 0]);
    let bytes = |chunks: &[(&[u8; 4], Vec<u8>)]| match with_gamma(file(), chunks) {
        ImageSource::Flat(image) => image.pixels,
        other => panic!("{other:?}"),
    };
    // For each gamma: floor(255 * (s / 255)^(1 / (2.2 * gamma)) + 0.5), calculated with 40 digits.
    let cases = [
        (1, [0, 0, 0, 128, 0, 0, 255, 0]),
        (20_000, [0, 0, 11, 128, 147, 253, 255, 0]),
        (45_000, [0, 1, 63, 128, 200, 254, 255, 0]),
        (45_455, [0, 1, 64, 128, 200, 254, 255, 0]),
        (50_000, [0, 2, 73, 128, 204, 254, 255, 0]),
        (55_556, [0, 3, 82, 128, 209, 254, 255, 0]),
        (100_000, [0, 21, 136, 128, 228, 255, 255, 0]),
        (220_000, [0, 81, 192, 128, 243, 255, 255, 0]),
        (0x7fff_ffff, [0, 255, 255, 128, 255, 255, 255, 0]),
    ];
    for (gamma, expected) in cases {
        assert_eq!(bytes(&[(b"gAMA", words(&[gamma]))]), expected, "{gamma}");
        // Primaries do not matter for the gamma, and a chunk `sRGB` replaces it.
        let unchanged = bytes(&[(b"gAMA", words(&[gamma])), (b"sRGB", vec![0])]);
        assert_eq!(unchanged, [0, 1, 64, 128, 200, 254, 255, 0], "{gamma}");
    }
    // Zero is not a valid gamma, and a truncated chunk states none.
    assert_eq!(bytes(&[(b"gAMA", words(&[0]))]), bytes(&[]));
    assert_eq!(bytes(&[(b"gAMA", vec![0, 0])]), bytes(&[]));
}

#[test]
fn the_first_valid_gamma_of_a_png_file_counts() {
    let file = || grey_png([1, 1], &[128]);
    let gamma = |value: u32| (b"gAMA", words(&[value]));
    let pixel = |file| match with_gamma(file, &[]) {
        ImageSource::Flat(image) => image.pixels[0],
        other => panic!("{other:?}"),
    };
    assert_eq!(pixel(png_with(file(), &[gamma(100_000), gamma(20_000)])), 186);
    let long = (b"gAMA", [words(&[20_000]), vec![0]].concat());
    assert_eq!(pixel(png_with(file(), &[long])), 128);
    // The default of the target `xna` is that of XNA, which does not know `cICP`.
    assert_eq!(pixel(png_with(file(), &[(b"cICP", vec![1, 13, 0, 1]), gamma(100_000)])), 186);
    let mut wrong = png_with(file(), &[gamma(100_000)]);
    wrong[33 + 8 + 4] ^= 1;
    assert_eq!(pixel(wrong), 128);
}

#[test]
fn the_gamma_of_grey_and_16_bit_images_is_applied() {
    let grey = grey_png([1, 1], &[128]);
    let ImageSource::Flat(image) = with_gamma(grey, &[(b"gAMA", words(&[100_000]))]) else { panic!() };
    assert_eq!(image.pixels, [186, 186, 186, 255]);
    let deep = deep_png([1, 0x8000, 0xfffe, 0x1234]);
    let ImageSource::Deep(image) = with_gamma(deep, &[(b"gAMA", words(&[100_000]))]) else { panic!() };
    assert_eq!(image.pixels, [424, 47_824, 0xffff, 0x1234]);
}

#[test]
fn the_profile_of_a_small_tiff_file_is_found() {
    let profile = profile("Adobe RGB (1998)");
    let data = [&[1, 2, 3, 0][..], &profile].concat();
    let mut file = tiff([1, 1], 8, 3, &[[34_675, 7, 8 + 4]], &data);
    // The helper writes one number for each tag, but the profile has many.
    let entry = [&34_675_u16.to_le_bytes()[..], &7_u16.to_le_bytes()].concat();
    let at = file.windows(4).position(|bytes| bytes == entry).unwrap() + 4;
    file[at..at + 4].copy_from_slice(&u32::try_from(profile.len()).unwrap().to_le_bytes());
    let (image, said) = import_as("a.tif", &file);
    assert!(image.is_some() && said.len() == 1 && said[0].message.contains("(Adobe RGB"), "{said:?}");
}

#[test]
fn chromaticities_of_an_exr_file_are_reported() {
    use exr::prelude::*;
    let of = |red: [f32; 2]| {
        let pixel = |_| (f16::from_f32(1.0), f16::from_f32(1.0), f16::from_f32(1.0), f16::from_f32(1.0));
        let mut image = exr::image::Image::from_channels((2, 1), SpecificChannels::rgba(pixel));
        let at = |x, y| Vec2(x, y);
        image.attributes.chromaticities = Some(exr::meta::attribute::Chromaticities {
            red: at(red[0], red[1]),
            green: at(0.3, 0.6),
            blue: at(0.15, 0.06),
            white: at(0.3127, 0.329),
        });
        let mut file = Cursor::new(Vec::new());
        image.write().non_parallel().to_buffered(&mut file).unwrap();
        import_as("a.exr", &file.into_inner()).1
    };
    assert_eq!(of([0.64, 0.33]), []);
    // ACES.
    let said = of([0.7347, 0.2653]);
    assert!(said.len() == 1 && said[0].message.contains("(chromaticities: not those of Rec. 709)"), "{said:?}");
}
