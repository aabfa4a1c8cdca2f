//! Normal maps.

use super::*;

/// Returns a normal map of a dome with a ridge. Each pixel has a different alpha.
fn normals(size: u32) -> Image {
    image(size, size, |x, y| {
        let (dx, dy) = (f64::from(x) / f64::from(size) - 0.5, f64::from(y) / f64::from(size) - 0.5);
        let dx = if x % 3 == 0 { -dx } else { dx };
        let dz = (1.0 - dx * dx - dy * dy).sqrt();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let byte = |it: f64| ((it + 1.0) * 127.5).round() as u8;
        [byte(dx), byte(dy), byte(dz), 255]
    })
}

#[test]
fn mipmaps_of_normal_maps_are_directions_of_means() {
    let image = normals(16);
    let found = texture(&image, "normal = true");
    assert!(!found.srgb);
    assert_eq!(found.mips[0], image.pixels);
    for (level, mip) in found.mips.iter().enumerate().skip(1) {
        let area = 1 << level;
        for (at, pixel) in mip.chunks_exact(4).enumerate() {
            let side = 16 / area;
            let mut sum = [0.0; 3];
            for (v, u) in (0..area).flat_map(|v| (0..area).map(move |u| (v, u))) {
                let at = ((at / side * area + v) * 16 + at % side * area + u) * 4;
                let vector = [0, 1, 2].map(|axis| f64::from(image.pixels[at + axis]) / 127.5 - 1.0);
                let length = vector.iter().map(|it| it * it).sum::<f64>().sqrt();
                (0..3).for_each(|axis| sum[axis] += vector[axis] / length);
            }
            let length = sum.iter().map(|it| it * it).sum::<f64>().sqrt();
            for axis in 0..3 {
                let expected = (sum[axis] / length + 1.0) * 127.5;
                assert!(
                    (f64::from(pixel[axis]) - expected).abs() <= 0.502,
                    "level {level}, {at}: {pixel:?}, {expected}"
                );
            }
        }
    }
}

#[test]
fn alpha_does_not_weight_normals() {
    let two = image(2, 1, |x, _| if x == 0 { [255, 128, 128, 0] } else { [128, 128, 255, 200] });
    // Half way between x and z, both components are the sine of 45 degrees.
    assert_eq!(texture(&two, "normal = true").mips[1], [218, 128, 218, 100]);
    let nothing = image(2, 1, |x, _| if x == 0 { [255, 128, 128, 255] } else { [0, 128, 128, 255] });
    // Bytes cannot represent 0, so y is about 1/200 of x. When x and -x cancel out, only y is left.
    let [x, y, z, _] = texture(&nothing, "normal = true").mips[1][..] else { panic!() };
    assert!(x == 128 && y > 200 && z > 200, "{x} {y} {z}");
}

#[test]
fn normal_maps_are_compressed_to_two_channels() {
    let image = normals(32);
    for compression in ["bc5", "auto"] {
        let blocks = texture(&image, &format!("normal = true\ncompression = \"{compression}\""));
        let plain = texture(&image, "normal = true");
        assert_eq!((blocks.format, blocks.srgb), (TextureFormat::Bc5, false));
        for (level, mip) in (0..).zip(&plain.mips) {
            let pair = |pixels: &[u8]| pixels.chunks_exact(4).flat_map(|it| [it[0], it[1]]).collect::<Vec<_>>();
            let error = error(&pair(&decoded(&blocks, level)), &pair(mip));
            assert!(error <= 3.0, "{compression} {level}: {error}");
        }
    }
    assert_eq!(texture(&image, "compression = \"auto\"\nsrgb = false").format, TextureFormat::Bc7);
    let height = self::image(4, 4, |_, _| [128, 128, 255, 7]);
    let said = made(&height, "normal = true\ncompression = \"auto\"").lines();
    assert!(said.len() == 1 && said[0].contains("R0133") && said[0].contains("BC5"), "{said:?}");
}

#[test]
fn quality_is_worth_its_time() {
    let image = picture(64, 64);
    for compression in ["bc3", "bc7"] {
        let manifest = |quality| format!("compression = \"{compression}\"\nquality = \"{quality}\"\nmips = false");
        let made = ["fast", "normal", "best"].map(|quality| texture(&image, &manifest(quality)));
        let errors = made.each_ref().map(|texture| error(&decoded(texture, 0), &image.pixels));
        assert!(errors[0] >= errors[1] && errors[1] >= errors[2], "{compression}: {errors:?}");
        assert_eq!(texture(&image, &format!("compression = \"{compression}\"\nmips = false")), made[1]);
    }
}

#[test]
fn a_normal_map_that_is_built_as_srgb_is_reported() {
    let normals = normals(16);
    let said = made(&normals, "").lines();
    assert!(said.len() == 1 && said[0].starts_with("warning[R0132]: the image looks like a normal map"), "{said:?}");
    for answered in ["srgb = false", "srgb = true", "normal = true"] {
        assert!(made(&normals, answered).diagnostics.is_empty());
    }
    assert!(made(&picture(16, 16), "").diagnostics.is_empty());
}

#[test]
fn srgb_is_reported_for_a_normal_map() {
    let outcome = made(&normals(16), "normal = true\nsrgb = true");
    assert_eq!(
        outcome.lines(),
        [
            "warning[R0396]: `srgb = true` has no effect, because normal maps (`normal = true`) are never sRGB; help: for a normal \
             map, remove `srgb = true` or set `srgb = false` in a later rule; for a colour image, remove `normal = true`"
        ]
    );
    assert_eq!(outcome.diagnostics[0].parameter.as_deref(), Some("srgb"));
    assert!(!outcome.value.unwrap().srgb);
    assert!(made(&normals(16), "normal = true\nsrgb = false").diagnostics.is_empty());
}
