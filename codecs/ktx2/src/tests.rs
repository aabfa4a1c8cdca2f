//! Written files can be read again, and malicious files are rejected.

use crate::{Error, Format, Ktx2, Texels, decode, encode};

fn sample(texels: Texels, srgb: bool, faces: usize) -> Ktx2 {
    let format = Format { texels, srgb };
    let mip = |face: usize, level: u32| {
        let length = texels.length([8 >> level, 8 >> level].map(|side: u32| side.max(1)));
        (0..length).map(|at| u8::try_from((at * 7 + face as u64 * 31 + u64::from(level)) % 251).unwrap()).collect()
    };
    let faces = (0..faces).map(|face| (0..4).map(|level| mip(face, level)).collect()).collect();
    Ktx2 { format, width: 8, height: 8, faces }
}

const ALL: [Texels; 17] = [
    Texels::R8,
    Texels::Rg8,
    Texels::Rgb8,
    Texels::Rgba8,
    Texels::Bgra8,
    Texels::Rg8Signed,
    Texels::Rgba8Signed,
    Texels::Rgba16,
    Texels::Rgba16Float,
    Texels::Bc1Opaque,
    Texels::Bc1,
    Texels::Bc2,
    Texels::Bc3,
    Texels::Bc4,
    Texels::Bc5,
    Texels::Bc6h,
    Texels::Bc7,
];

#[test]
fn textures_and_cube_maps_come_back() {
    for texels in ALL {
        for (faces, texture) in [1, 6].map(|faces| (faces, sample(texels, false, faces))) {
            assert_eq!(decode(&encode(&texture).unwrap()).as_ref(), Ok(&texture), "{texels:?} {faces}");
        }
    }
    for texels in [Texels::Rgba8, Texels::Bc1, Texels::Bc3, Texels::Bc7] {
        let texture = sample(texels, true, 1);
        assert_eq!(decode(&encode(&texture).unwrap()).as_ref(), Ok(&texture), "{texels:?}");
    }
}

#[test]
fn the_header_is_where_the_specification_has_it() {
    let file = encode(&sample(Texels::Bc7, true, 6)).unwrap();
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    assert_eq!(file[..12], *b"\xabKTX 20\xbb\r\n\x1a\n");
    // VK_FORMAT_BC7_SRGB_BLOCK, type size, width, height, depth, layers, faces, levels, no supercompression.
    assert_eq!([12, 16, 20, 24, 28, 32, 36, 40, 44].map(word), [146, 1, 8, 8, 0, 0, 6, 4, 0]);
    let level = |at: usize| [0, 8, 16].map(|part| word(80 + at * 24 + part));
    // The smallest mipmap comes first, each is aligned to its blocks, and the largest ends the file.
    let levels = [0, 1, 2, 3].map(level);
    assert!(levels.iter().all(|[offset, length, whole]| offset % 16 == 0 && length == whole));
    assert!(levels.windows(2).all(|pair| pair[0][0] > pair[1][0]));
    assert_eq!((levels[0][0] + levels[0][1]) as usize, file.len());
    assert_eq!(levels.map(|level| level[1]), [64 * 6, 16 * 6, 16 * 6, 16 * 6]);
}

/// Replaces the word at `at`.
fn with_word(mut file: Vec<u8>, at: usize, word: u32) -> Vec<u8> {
    file[at..at + 4].copy_from_slice(&word.to_le_bytes());
    file
}

#[test]
fn what_is_not_read_is_refused_by_name() {
    let file = encode(&sample(Texels::Rgba8, false, 1)).unwrap();
    let refused = |at, word| match decode(&with_word(file.clone(), at, word)).unwrap_err() {
        Error::Unsupported(found) => found,
        other => other.to_string(),
    };
    assert!(refused(12, 157).contains("ASTC_4x4_UNORM_BLOCK"), "{}", refused(12, 157));
    assert_eq!(refused(12, 0), "an undefined Vulkan format");
    assert_eq!(refused(28, 2), "a volume texture");
    assert_eq!(refused(32, 2), "a texture array");
    assert_eq!(refused(24, 0), "a one-dimensional texture");
    assert_eq!(refused(44, 1), "the supercompression BasisLZ");
    let basis = with_word(with_word(file.clone(), 12, 0), 44, 1);
    assert_eq!(decode(&basis), Err(Error::Unsupported("Basis Universal texels (ETC1S)".to_owned())));
    let descriptor = u32::from_le_bytes(file[48..52].try_into().unwrap()) as usize;
    let mut models = with_word(file.clone(), 12, 0);
    for (model, name) in [(163, "ETC1S"), (166, "UASTC")] {
        models[descriptor + 12] = model;
        assert_eq!(decode(&models), Err(Error::Unsupported(format!("Basis Universal texels ({name})"))));
    }
    let claim = with_word(with_word(file.clone(), 20, 16_384), 24, 16_384);
    assert!(matches!(decode(&claim), Err(Error::Pixels { .. })));
    // Six of these faces have more pixels than 64 bits can count.
    let cube = encode(&sample(Texels::Rgba8, false, 6)).unwrap();
    let huge = with_word(with_word(cube, 20, u32::MAX), 24, u32::MAX);
    assert!(matches!(decode(&huge), Err(Error::Pixels { .. })));
    assert!(matches!(decode(&with_word(file, 40, 9)), Err(Error::Malformed(_))));
}

/// Replaces a text in the metadata with a different text of the same length.
fn with_text(mut file: Vec<u8>, was: &[u8], text: &[u8]) -> Vec<u8> {
    let at = file.windows(was.len()).position(|window| window == was).unwrap();
    file[at..at + was.len()].copy_from_slice(text);
    file
}

#[test]
fn texels_that_are_not_shown_as_they_are_stored_are_refused() {
    let file = encode(&sample(Texels::Rgba8, false, 1)).unwrap();
    let unsupported = |found: &str| Err(Error::Unsupported(found.to_owned()));
    let turned = |text: &[u8]| decode(&with_text(file.clone(), b"KTXorientation\0rd", text));
    assert_eq!(turned(b"KTXorientation\0ru"), unsupported("rows from the bottom up"));
    assert_eq!(turned(b"KTXorientation\0ld"), unsupported("columns from right to left"));

    // Replaces the writer's metadata entry with a shorter entry.
    let swizzled = |channels: &[u8; 4]| {
        let entry = [b"\x10\0\0\0KTXswizzle\0".as_slice(), channels, b"\0\0\0\0\0"].concat();
        let file = with_text(file.clone(), b"\x12\0\0\0KTXwriter\0Rigmill\0\0\0", &entry);
        let length = u32::from_le_bytes(file[60..64].try_into().unwrap());
        decode(&with_word(file, 60, length - 4))
    };
    assert_eq!(swizzled(b"rrr1"), unsupported("the channel order \"rrr1\""));
    assert_eq!(swizzled(b"bgra"), unsupported("the channel order \"bgra\""));
    assert!(swizzled(b"rgba").is_ok());
    assert!(swizzled(b"rgb1").is_ok());
}

#[test]
fn files_cut_short_and_damaged_are_refused_or_read() {
    let file = encode(&sample(Texels::Bc1, false, 6)).unwrap();
    for end in 0..file.len() {
        assert!(decode(&file[..end]).is_err(), "{end}");
    }
    for at in 0..file.len().min(400) {
        for value in [0, 1, 0x7f, 0xff] {
            let mut damaged = file.clone();
            damaged[at] = value;
            let _ = decode(&damaged);
        }
    }
}
