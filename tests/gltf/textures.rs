//! Tests textures.

use dds::{ColorFormat, DecodeOptions, Format, ImageViewMut, Size};
use rigmill_format::{Texture, TextureFormat};

use super::{load, read_back};
use crate::support::{Project, repository};
use crate::textures::bitmap;

/// Returns the pixels of the first level, from a decoder that the writer does not use.
fn pixels(texture: &Texture) -> Vec<u8> {
    let format = match texture.format {
        TextureFormat::Rgba8 => return texture.mips[0].clone(),
        TextureFormat::Bc1 => Format::BC1_UNORM,
        TextureFormat::Bc2 => Format::BC2_UNORM,
        TextureFormat::Bc3 => Format::BC3_UNORM,
        TextureFormat::Bc7 => Format::BC7_UNORM,
        TextureFormat::Rgba8Signed => Format::R8G8B8A8_SNORM,
        TextureFormat::Rg8Signed => Format::R8G8_SNORM,
        other => panic!("no texture of this test is {other:?}"),
    };
    let mut pixels = vec![0; texture.width as usize * texture.height as usize * 4];
    let size = Size::new(texture.width, texture.height);
    let view = ImageViewMut::new(&mut pixels, size, ColorFormat::RGBA_U8).unwrap();
    dds::decode(&mut texture.mips[0].as_slice(), view, format, &DecodeOptions::default()).unwrap();
    pixels
}

#[test]
fn textures_are_the_first_level_as_png() {
    // Two decoders can round the colours between a block's ends differently.
    for (compression, tolerance) in [("none", 0), ("bc1", 2), ("bc3", 2), ("bc7", 0)] {
        let there = Project::new();
        there.write("Skin.png", std::fs::read(repository().join("content/Models/Textures/Grund_Frame.png")).unwrap());
        there.write("Odd.bmp", bitmap(6, 5, [200, 100, 50]));
        there.write(
            "rigmill.toml",
            format!("[[rule]]\nmatch = \"*\"\nparams = {{ compression = \"{compression}\" }}\n"),
        );
        assert_eq!(there.build_with(&["--target", "native", "--target", "gltf"]).count("failed"), 0);
        let back = read_back(&there, &["Skin.png", "Odd.png"], "");
        for name in ["Skin.rmb", "Odd.rmb"] {
            let [expected, found]: [Texture; 2] = [&there, &back].map(|it| load(it, name));
            assert_eq!(
                (expected.format.name(), found.format),
                (if compression == "none" { "rgba8" } else { compression }, TextureFormat::Rgba8)
            );
            assert_eq!((found.width, found.height), (expected.width, expected.height));
            let off = pixels(&expected).iter().zip(&found.mips[0]).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
            assert!(off <= tolerance, "{name} {compression}: {off}");
        }
    }
}
