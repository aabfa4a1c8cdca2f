//! Textures.

use rigmill_format::{Texture, TextureFormat};

use super::{load, read_back};
use crate::support::{Project, repository};
use crate::textures::bitmap;

/// The pixels of the first level, by a decoder that the writer does not use.
fn pixels(texture: &Texture) -> Vec<u8> {
    let [width, height] = [texture.width, texture.height].map(|side| side as usize);
    let (side, bytes) = texture.format.block();
    if side == 1 {
        return texture.mips[0].clone();
    }
    let pitch = width.next_multiple_of(4) * 4;
    let mut padded = vec![0; pitch * height.next_multiple_of(4)];
    for (number, block) in texture.mips[0].chunks_exact(bytes as usize).enumerate() {
        let (row, column) = (number / (pitch / 16), number % (pitch / 16));
        let place = &mut padded[row * 4 * pitch + column * 16..];
        match texture.format {
            TextureFormat::Bc1 => bcdec_rs::bc1(block, place, pitch),
            TextureFormat::Bc3 => bcdec_rs::bc3(block, place, pitch),
            _ => bcdec_rs::bc7(block, place, pitch),
        }
    }
    padded.chunks_exact(pitch).take(height).flat_map(|row| row[..width * 4].to_vec()).collect()
}

#[test]
fn textures_are_the_first_level_as_png() {
    // Two decoders may round the colours between a block's ends differently.
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
