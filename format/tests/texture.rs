use rigmill_format::{AlignedBytes, Content, Texture, TextureFormat, TextureView, mip_limit, mip_size};

use crate::samples::texture;

fn problem(change: impl FnOnce(&mut Texture)) -> String {
    let mut texture = texture();
    change(&mut texture);
    texture.encode().unwrap_err().to_string()
}

#[test]
fn a_view_reads_levels_in_place() {
    let file = AlignedBytes::from_slice(&texture().encode().unwrap());
    let view = TextureView::parse(&file).unwrap();
    assert_eq!((view.width(), view.height(), view.format(), view.srgb()), (6, 3, TextureFormat::Bc1, true));
    let sizes: Vec<_> = view.mips().map(|mip| (mip.width, mip.height, mip.bytes.len(), mip.bytes[0])).collect();
    assert_eq!(sizes, [(6, 3, 16, 1), (3, 1, 8, 2), (1, 1, 8, 3)]);
    assert_eq!(view.mip(1).map(|mip| mip.width), Some(3));
    assert_eq!(view.mip(3), None);
    assert_eq!(view.bytes().len(), 32);
}

#[test]
fn levels_halve_down_to_one_pixel() {
    assert_eq!([0, 1, 2, 3, 40].map(|level| mip_size([5, 3], level)), [[5, 3], [2, 1], [1, 1], [1, 1], [1, 1]]);
    assert_eq!([[1, 1], [2, 1], [3, 5], [1024, 16]].map(mip_limit), [1, 2, 3, 11]);
}

#[test]
fn formats_have_their_lengths() {
    let lengths =
        TextureFormat::ALL.map(|format| [format.length([1, 1]), format.length([5, 4]), format.length([8, 8])]);
    let (small, blocks, deep) = ([8, 16, 32], [16, 32, 64], [8, 160, 512]);
    let first = [[4, 80, 256], small, blocks, blocks, blocks, [4, 80, 256], [2, 40, 128]];
    assert_eq!(lengths[..7], first);
    assert_eq!(lengths[7..], [blocks, blocks, deep, deep, small]);
}

#[test]
fn a_part_of_the_levels_is_enough() {
    let mut texture = texture();
    texture.mips.truncate(1);
    assert_eq!(Texture::decode(&texture.encode().unwrap()).unwrap(), texture);
}

#[test]
fn sizes_are_held_to_the_format() {
    let wrong = "the texture is not valid: ";
    assert_eq!(problem(|t| t.width = 0), format!("{wrong}it has 0 x 3 pixels, expected 1 to 16384 on each side"));
    assert_eq!(
        problem(|t| t.height = 16_385),
        format!("{wrong}it has 6 x 16385 pixels, expected 1 to 16384 on each side")
    );
    assert_eq!(problem(|t| t.mips.clear()), format!("{wrong}it has 0 mipmaps, expected 1 to 3"));
    assert_eq!(problem(|t| t.mips.push(vec![0; 8])), format!("{wrong}it has 4 mipmaps, expected 1 to 3"));
    assert_eq!(problem(|t| t.format = TextureFormat::Bc7), format!("{wrong}mipmap 0 has 16 bytes, expected 32"));
    // The sum is correct, but the mipmaps are not.
    let reported = problem(|t| {
        t.mips[0].truncate(8);
        t.mips[1] = vec![0; 16];
    });
    assert_eq!(reported, format!("{wrong}mipmap 0 has 8 bytes, expected 16"));
}
