//! Compressed files.

use super::STRICT;
use super::samples::files;
use crate::{Compression, ErrorKind, decode, encode};

type Pack = fn(&[u8]) -> Vec<u8>;
const PACKS: [(u8, Pack, Compression); 2] =
    [(0x40, lz4_literals, Compression::Lz4), (0x80, lzx_uncompressed, Compression::Lzx)];

/// Returns a file like `plain`, with its content compressed by `pack`.
fn packed(plain: &[u8], flag: u8, pack: Pack) -> Vec<u8> {
    let mut file = plain[..10].to_vec();
    file[5] |= flag;
    file.extend(u32::try_from(plain.len() - 10).unwrap().to_le_bytes());
    file.extend(pack(&plain[10..]));
    let size = u32::try_from(file.len()).unwrap();
    file[6..10].copy_from_slice(&size.to_le_bytes());
    file
}

/// Compresses to LZ4 without matches: a single run of literals.
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

/// Compresses to XNA's LZX frames, each a single uncompressed block: the stream's bit for no translation, type 3, a 24-bit
/// length, then the three recent offsets and the bytes themselves.
fn lzx_uncompressed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    for (number, chunk) in bytes.chunks(0x8000).enumerate() {
        let length = u32::try_from(chunk.len()).unwrap();
        // Bits are stored in 16-bit words, highest bit first. In the first frame, the bit of the stream comes before them.
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
fn compressed_files_hold_what_plain_ones_hold() {
    let genuine = super::genuine::files().into_iter().map(|(_, bytes)| bytes);
    let samples = files().into_iter().map(|file| encode(&file).unwrap());
    for plain in samples.chain(genuine.step_by(12)) {
        let Ok(expected) = decode(&plain, STRICT) else { continue };
        for (flag, pack, compression) in PACKS.into_iter().filter(|_| plain[5] & 0xc0 == 0) {
            let found = decode(&packed(&plain, flag, pack), STRICT).unwrap();
            assert_eq!((found.header.compression, &found.file), (compression, &expected.file));
        }
    }
}

#[test]
fn damaged_compression_is_reported() {
    let plain = encode(files().last().unwrap()).unwrap();
    for (flag, pack, _) in PACKS {
        for change in [
            |file: &mut Vec<u8>| file.truncate(40),
            |file: &mut Vec<u8>| file[10..14].fill(0x7f),
            |file: &mut Vec<u8>| file[10..14].copy_from_slice(&0x0fff_ffff_u32.to_le_bytes()),
        ] {
            let mut file = packed(&plain, flag, pack);
            change(&mut file);
            let kind = decode(&file, STRICT).unwrap_err().kind;
            assert!([ErrorKind::Compression, ErrorKind::Limit].contains(&kind), "{kind:?}");
        }
    }
}
