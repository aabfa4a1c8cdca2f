//! Tests of KTX2 images inside of a file.

use rigmill_codec_ktx2::{Format, Ktx2, Texels, encode};
use rigmill_dom::Image;
use serde_json::json;

use super::support::{refused, scene};
use super::writer::Writer;

fn with_image(bytes: &[u8]) -> Writer {
    let mut file = Writer::new();
    let image = file.view(bytes);
    file.json["images"] = json!([{ "name": "I", "bufferView": image, "mimeType": "image/ktx2" }]);
    file.json["textures"] = json!([{ "extensions": { "KHR_texture_basisu": { "source": 0 } } }]);
    file.push("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    file.json["extensionsUsed"] = json!(["KHR_texture_basisu"]);
    file.json["extensionsRequired"] = json!(["KHR_texture_basisu"]);
    file
}

fn ktx2(texels: Texels, size: [u32; 2], mipmaps: &[&[u8]], faces: usize) -> Vec<u8> {
    let mipmaps: Vec<_> = mipmaps.iter().map(|mip| mip.to_vec()).collect();
    let format = Format { texels, srgb: false };
    encode(&Ktx2 { format, width: size[0], height: size[1], faces: vec![mipmaps; faces] }).unwrap()
}

fn pixels(file: &[u8]) -> ([u32; 2], Vec<u8>) {
    let scene = scene(&with_image(file));
    let texture = &scene.textures[0];
    let image = Image::decode(texture.embedded.as_ref().unwrap(), &texture.relative).unwrap();
    ([image.width, image.height], image.pixels)
}

#[test]
fn images_are_textures() {
    let rgba = [1, 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(pixels(&ktx2(Texels::Rgba8, [2, 1], &[&rgba, &[9; 4]], 1)), ([2, 1], rgba.to_vec()));
    assert_eq!(pixels(&ktx2(Texels::Bgra8, [1, 2], &[&rgba], 1)), ([1, 2], vec![3, 2, 1, 4, 7, 6, 5, 8]));
    assert_eq!(pixels(&ktx2(Texels::Rgb8, [1, 1], &[&rgba[..3]], 1)).1, [1, 2, 3, 255]);
    assert_eq!(pixels(&ktx2(Texels::R8, [1, 1], &[&[7]], 1)).1, [7, 0, 0, 255]);
    assert_eq!(pixels(&ktx2(Texels::Rgba16, [1, 1], &[&[255, 255, 0, 0, 255, 255, 0, 0]], 1)).1, [255, 0, 255, 0]);
    // A block of BC1 whose colours are all red.
    assert_eq!(pixels(&ktx2(Texels::Bc1, [4, 4], &[&[0, 0xf8, 0, 0, 0, 0, 0, 0]], 1)).1, [255, 0, 0, 255].repeat(16));
}

#[test]
fn images_that_cannot_be_read_are_refused_with_the_reason() {
    let file = ktx2(Texels::Rgba8, [4, 4], &[&[8; 64]], 1);
    let cut = refused(&with_image(&file[..file.len() - 8]).glb());
    assert_eq!(cut, "R0140: image \"I\" (0): the KTX2 file cannot be read: it ends too early");
    let cube = refused(&with_image(&ktx2(Texels::Rgba8, [1, 1], &[&[8; 4]], 6)).glb());
    assert!(cube.starts_with("R0144: image \"I\" (0): the KTX2 image has the faces of a cube map"), "{cube}");
}
