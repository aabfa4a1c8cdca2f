//! Compressed files.

use crate::tests::support::{clean, import_with};
use crate::{Xnb, XnbParams, codes, xnb_summary};

/// A file like `plain` with its content compressed by `pack`.
fn packed(plain: &[u8], flag: u8, pack: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut file = plain[..10].to_vec();
    file[5] |= flag;
    file.extend(u32::try_from(plain.len() - 10).unwrap().to_le_bytes());
    file.extend(pack(&plain[10..]));
    let size = u32::try_from(file.len()).unwrap();
    file[6..10].copy_from_slice(&size.to_le_bytes());
    file
}

/// LZ4 without a match: one run of literals.
fn lz4_literals(bytes: &[u8]) -> Vec<u8> {
    let mut packed = vec![0xf0];
    let mut rest = bytes.len() - 15;
    while rest >= 255 {
        packed.push(255);
        rest -= 255;
    }
    packed.push(u8::try_from(rest).unwrap());
    packed.extend_from_slice(bytes);
    packed
}

/// XNA's frames of LZX, each an uncompressed block: the stream's bit for no translation, type 3, 24 bits of length, then the three
/// recent offsets and the bytes themselves.
fn lzx_uncompressed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    for (number, chunk) in bytes.chunks(0x8000).enumerate() {
        let length = u32::try_from(chunk.len()).unwrap();
        // Bits come from the highest of 16-bit words; the first frame has the bit of the stream before them.
        let shift = if number == 0 { 1 } else { 0 };
        let head = (3 << 24 | length) << (5 - shift);
        let mut frame = Vec::new();
        for half in [head >> 16, head & 0xffff] {
            frame.extend(u16::try_from(half).unwrap().to_le_bytes());
        }
        for offset in [1_u32, 1, 1] {
            frame.extend(offset.to_le_bytes());
        }
        frame.extend_from_slice(chunk);
        if chunk.len() % 2 == 1 {
            frame.push(0);
        }
        let size = u16::try_from(frame.len()).unwrap().to_be_bytes();
        if chunk.len() == 0x8000 {
            packed.extend(size);
        } else {
            packed.push(0xff);
            packed.extend(u16::try_from(chunk.len()).unwrap().to_be_bytes());
            packed.extend(size);
        }
        packed.extend(frame);
    }
    packed
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn compressed_files_hold_what_plain_ones_hold() {
    let files = super::genuine();
    let params = XnbParams::default();
    for (path, plain) in files.iter().step_by(12).chain(&files[files.len() - 2..]) {
        let expected = clean(import_with::<Xnb>(plain, &params));
        for (flag, pack, name) in [(0x40, lz4_literals as fn(&[u8]) -> Vec<u8>, "lz4"), (0x80, lzx_uncompressed, "lzx")]
        {
            let file = packed(plain, flag, pack);
            let summary = xnb_summary(&file, &params.animation_reader).unwrap();
            assert_eq!(summary.header.compression.name(), name);
            assert_eq!(clean(import_with::<Xnb>(&file, &params)), expected, "{name}: {}", path.display());
        }
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn damaged_compression_is_told() {
    let files = super::genuine();
    for (flag, pack) in [(0x40, lz4_literals as fn(&[u8]) -> Vec<u8>), (0x80, lzx_uncompressed)] {
        let file = packed(&files[0].1, flag, pack);
        for change in [
            |file: &mut Vec<u8>| file.truncate(40),
            |file: &mut Vec<u8>| file[10..14].fill(0x7f),
            |file: &mut Vec<u8>| {
                file[10..14].copy_from_slice(&0x0fff_ffff_u32.to_le_bytes());
            },
        ] {
            let mut file = file.clone();
            change(&mut file);
            let (source, said) = import_with::<Xnb>(&file, &XnbParams::default());
            let codes: Vec<_> = said.iter().map(|diagnostic| diagnostic.code.as_ref()).collect();
            assert!(source.is_none() && [codes::XNB_COMPRESSION, codes::XNB_LIMIT].contains(&codes[0]), "{said:?}");
        }
    }
}
