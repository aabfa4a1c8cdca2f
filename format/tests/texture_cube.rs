use rigmill_format::{AlignedBytes, Content, CubeFace, TextureCube, TextureCubeView, TextureFormat};

use crate::samples::texture_cube;

fn problem(change: impl FnOnce(&mut TextureCube)) -> String {
    let mut cube = texture_cube();
    change(&mut cube);
    cube.encode().unwrap_err().to_string()
}

#[test]
fn a_view_reads_faces_in_place() {
    let file = AlignedBytes::from_slice(&texture_cube().encode().unwrap());
    let view = TextureCubeView::parse(&file).unwrap();
    assert_eq!((view.size(), view.format(), view.srgb(), view.levels()), (2, TextureFormat::Rgba8, true, 2));
    for (number, face) in (0_u8..).zip(CubeFace::ALL) {
        let mips: Vec<_> = view.mips(face).map(|mip| (mip.width, mip.height, mip.bytes.len(), mip.bytes[0])).collect();
        assert_eq!(mips, [(2, 2, 16, 16 * number), (1, 1, 4, 16 * number + 1)], "{face:?}");
    }
    assert_eq!(view.bytes().len(), 6 * 20);
    assert_eq!(view.to_owned(), texture_cube());
}

#[test]
fn the_faces_are_one_after_the_other_in_the_file() {
    let file = texture_cube().encode().unwrap();
    let pixels = &file[file.len() - 120..];
    let expected = (0_u8..6).flat_map(|face| [[16 * face; 16].to_vec(), [16 * face + 1; 4].to_vec()].concat());
    assert_eq!(pixels, expected.collect::<Vec<_>>());
}

#[test]
fn faces_are_held_to_their_size_and_to_each_other() {
    let wrong = "the texture is not valid: ";
    assert_eq!(problem(|it| it.size = 0), format!("{wrong}it has 0 x 0 pixels, expected 1 to 16384 on each side"));
    assert_eq!(problem(|it| it.size = 1), format!("{wrong}it has 2 mipmaps, expected 1 to 1"));
    assert_eq!(problem(|it| it.size = 3), format!("{wrong}mipmap 0 has 16 bytes, expected 36"));
    assert_eq!(problem(|it| it.faces[0].clear()), format!("{wrong}it has 0 mipmaps, expected 1 to 2"));
    let missing = problem(|it| drop(it.faces[3].pop()));
    assert_eq!(missing, format!("{wrong}a face has 1 mipmaps, expected 2, like the first face"));
    assert_eq!(problem(|it| it.faces[5][1].truncate(3)), format!("{wrong}mipmap 1 has 3 bytes, expected 4"));
}
