//! DDS and KTX2 files: compressed blocks, cube maps and mipmaps.

use super::*;

#[test]
fn dds_blocks_are_decoded() {
    // The colours red and blue. There is a row of each, and a row of each of the two colours between them.
    let block = [0x00, 0xf8, 0x1f, 0x00, 0b0000_0000, 0b0101_0101, 0b1010_1010, 0b1111_1111];
    let pixels = image("a.dds", &dds(4, 4, BC1, &block)).pixels;
    let row = |y: usize| &pixels[y * 16..y * 16 + 4];
    assert_eq!((row(0), row(1)), (&[255, 0, 0, 255][..], &[0, 0, 255, 255][..]));
    assert_eq!((row(2), row(3)), (&[170, 0, 85, 255][..], &[85, 0, 170, 255][..]));
}

#[test]
fn blocks_of_bc2_and_bc3_have_four_colours_in_any_order() {
    const BLUE: u16 = 0x001f;
    const RED: u16 = 0xf800;
    let between = |r, b| [r, 0, b, 255];
    let [blue, red] = [between(0, 255), between(255, 0)];
    let cases = [
        ([RED, BLUE], [red, blue, between(170, 85), between(85, 170)]),
        ([BLUE, RED], [blue, red, between(85, 170), between(170, 85)]),
        ([RED, RED], [red; 4]),
    ];
    for (code, alpha) in [(b"DXT3", [255; 8]), (b"DXT5", [255, 255, 0, 0, 0, 0, 0, 0])] {
        for (colors, expected) in cases {
            let block = [&alpha[..], &colors.map(u16::to_le_bytes).concat(), &[0b1110_0100; 4]].concat();
            let format = [32, 4, u32::from_le_bytes(*code), 0, 0, 0, 0, 0];
            assert_eq!(image("a.dds", &dds(4, 1, format, &block)).pixels, expected.concat(), "{code:?} {colors:x?}");
        }
    }
    let short = refused("a.dds", &dds(8, 8, [32, 4, u32::from_le_bytes(*b"DXT5"), 0, 0, 0, 0, 0], &[0; 40]));
    assert_eq!(short.0, "R0130");
}

#[test]
fn the_faces_of_a_cube_map_are_in_the_order_of_the_file() {
    // Each face has 2 x 2 pixels with its own number, and a mipmap of one pixel, which is not read by default.
    let face = |number: u8| [vec![number; 16], vec![99; 4]].concat();
    let data: Vec<u8> = (0..6).flat_map(face).collect();
    let file = with_mipmaps(with_caps(dds(2, 2, BGRA, &data), ALL_FACES), 2);
    let (Some(ImageSource::Cube(cube)), said) = import_mipmaps(false, &file) else { panic!("no cube map") };
    assert_eq!((cube.size(), said), (2, vec![]));
    for (number, face) in (0..6).zip(cube.faces()) {
        assert_eq!((face.width, face.height, &face.pixels), (2, 2, &vec![number; 16]));
    }
    let short = refused("a.dds", &file[..file.len() - 21]);
    assert_eq!(short.0, "R0130");
    // Every format of a flat image is supported: here blocks, one per face.
    let block = |red: u8| [red, red, 0x1f, 0x00, 0, 0, 0, 0];
    let blocks: Vec<u8> = (0..6).flat_map(|_| block(0xf8)).collect();
    let ImageSource::Cube(cube) = source("a.dds", &with_caps(dds(4, 4, BC1, &blocks), ALL_FACES)) else { panic!() };
    let flat = image("a.dds", &dds(4, 4, BC1, &block(0xf8)));
    assert!(cube.faces().iter().all(|face| *face == flat));
}

#[test]
fn the_faces_of_a_cube_map_share_the_limit_on_pixels() {
    let (code, message) = refused("a.dds", &with_caps(dds(4096, 4096, BC1, &[0; 8]), ALL_FACES));
    assert!(code == "R0131" && message.contains("4096 x 4096 pixels on each of 6 faces"), "{code} {message}");
}

#[test]
fn own_mipmaps_are_kept_if_the_rule_says_so_and_reported_if_it_says_nothing() {
    let level = |count: usize, number: u8| [number, number, number, 255].repeat(count);
    let data = [level(8, 10), level(2, 200), level(1, 90)].concat();
    let file = with_mipmaps(dds(4, 2, BGRA, &data), 3);
    let (Some(ImageSource::Flat(largest)), said) = import_as("a.dds", &file) else { panic!() };
    assert_eq!(largest.pixels, level(8, 10));
    let said: Vec<String> = said.iter().map(|it| format!("{} {} {}", it.level.name(), it.code, it.message)).collect();
    assert!(
        said.len() == 1 && said[0].starts_with("warning R0310") && said[0].contains("2 smaller mipmaps"),
        "{said:?}"
    );
    let (Some(ImageSource::Flat(image)), said) = import_mipmaps(false, &file) else { panic!() };
    assert_eq!((image, said), (largest, vec![]));
    let (Some(ImageSource::Mipmaps(images)), said) = import_mipmaps(true, &file) else { panic!() };
    let sizes: Vec<_> = images.iter().map(|it| (it.width, it.height, it.pixels.clone())).collect();
    assert_eq!(sizes, [(4, 2, level(8, 10)), (2, 1, level(2, 200)), (1, 1, level(1, 90))]);
    assert_eq!(said, []);
    // A file with one mipmap is an ordinary image, and images in other formats have no more.
    assert!(matches!(import_mipmaps(true, &dds(4, 2, BGRA, &level(8, 10))), (Some(ImageSource::Flat(_)), _)));
    let cut = import_mipmaps(true, &file[..file.len() - 2]);
    assert!(cut.0.is_none() && cut.1[0].code == "R0130", "{:?}", cut.1);
    let cube: Vec<u8> = (0..6).flat_map(|face| [level(4, face), level(1, face + 100)].concat()).collect();
    let cube = with_mipmaps(with_caps(dds(2, 2, BGRA, &cube), ALL_FACES), 2);
    let (Some(ImageSource::CubeMipmaps(cubes)), _) = import_mipmaps(true, &cube) else { panic!() };
    let reds: Vec<Vec<u8>> = cubes.iter().map(|it| it.faces().iter().map(|face| face.pixels[0]).collect()).collect();
    assert_eq!(reds, [[0, 1, 2, 3, 4, 5], [100, 101, 102, 103, 104, 105]]);
    assert_eq!(cubes.iter().map(rigmill_dom::CubeImage::size).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn the_importer_dds_keeps_blocks_and_mipmaps() {
    let data: Vec<u8> = (0..32).collect();
    let TextureFile::Flat(texture) = stored(&with_mipmaps(dds(8, 4, BC1, &data), 3)) else { panic!() };
    assert_eq!((texture.width, texture.height, texture.format), (8, 4, PixelFormat::Bc1));
    assert_eq!(texture.mipmaps, [&data[..16], &data[16..24], &data[24..]]);
    let cube = with_mipmaps(with_caps(dds(4, 4, BC1, &(0..144).collect::<Vec<u8>>()), ALL_FACES), 3);
    let TextureFile::Cube(cube) = stored(&cube) else { panic!() };
    assert_eq!((cube.size, cube.format), (4, PixelFormat::Bc1));
    let first = cube.faces.each_ref().map(|face| face.iter().map(|mip| mip[0]).collect::<Vec<_>>());
    assert_eq!(first[1], [24, 32, 40]);
    assert!(cube.faces.iter().flatten().flatten().copied().eq(0..144));
}

#[test]
fn the_importer_dds_keeps_signed_bytes_and_reorders_others() {
    // D3DFMT_Q8W8V8U8 and D3DFMT_V8U8: DDPF_BUMPDUDV with these masks.
    let signed = [32, 0x80000, 0, 32, 0xff, 0xff00, 0x00ff_0000, 0xff00_0000];
    let two = [32, 0x80000, 0, 16, 0xff, 0xff00, 0, 0];
    for (format, expected, bytes) in [(signed, PixelFormat::Rgba8Signed, 24), (two, PixelFormat::Rg8Signed, 12)] {
        let data: Vec<u8> = (0..bytes).map(|it| it * 10).collect();
        let TextureFile::Flat(texture) = stored(&dds(3, 2, format, &data)) else { panic!() };
        assert_eq!((texture.format, texture.mipmaps), (expected, vec![data]));
    }
    let TextureFile::Flat(texture) = stored(&dds(3, 2, BGRA, &sample_bgra())) else { panic!() };
    assert_eq!((texture.format, texture.mipmaps), (PixelFormat::Rgba8, vec![sample()]));
    // D3DFMT_A32B32G32R32F.
    let (texture, said) =
        import_by(&DdsFile, &NoParams::default(), "a.dds", &dds(1, 1, [32, 4, 116, 0, 0, 0, 0, 0], &[0; 16]));
    assert!(texture.is_none() && said[0].message.contains("R32G32B32A32_FLOAT"), "{said:?}");
    let (texture, said) =
        import_by(&DdsFile, &NoParams::default(), "a.dds", &with_mipmaps(dds(4, 2, BC1, &[0; 99]), 4));
    assert!(texture.is_none() && said[0].message.contains("4 mipmaps, too many for 4 x 2 pixels"), "{said:?}");
    let (texture, said) = import_by(&DdsFile, &NoParams::default(), "a.dds", &dds(8, 8, BC1, &[0; 31]));
    assert!(texture.is_none() && said[0].message.contains("ends within a mipmap"), "{said:?}");
}
