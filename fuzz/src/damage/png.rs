//! Damages chunks of PNG files. The checksums stay correct.

use std::io::{Read, Write};

use flate2::Crc;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rigmill_test_random::Random;

use super::{bytes, extremes};

const MAGIC: usize = 8;
/// The maximum number of bytes of pixels that are inflated.
const PIXELS: u64 = 1 << 16;

/// A chunk's type and bytes.
type Chunk = ([u8; 4], Vec<u8>);

/// Returns a damaged copy; `None` for a file whose chunks cannot be found.
pub(super) fn damage(file: &[u8], rounds: usize, random: &mut Random) -> Option<Vec<u8>> {
    let mut chunks = chunks(file.get(MAGIC..)?)?;
    for _ in 0..rounds {
        damage_chunk(&mut chunks, random);
    }
    let mut damaged = file[..MAGIC].to_vec();
    chunks.iter().for_each(|(kind, body)| push(&mut damaged, kind, body));
    Some(damaged)
}

fn chunks(mut rest: &[u8]) -> Option<Vec<Chunk>> {
    let mut chunks = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (kind, after) = after.split_first_chunk::<4>()?;
        let (body, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        chunks.push((*kind, body.to_vec()));
        rest = after.get(4..)?;
    }
    Some(chunks)
}

fn damage_chunk(chunks: &mut Vec<Chunk>, random: &mut Random) {
    if chunks.is_empty() {
        return;
    }
    let at = random.below(chunks.len());
    let (kind, body) = &mut chunks[at];
    match random.below(8) {
        0 => drop(chunks.remove(at)),
        1 => chunks.insert(random.below(at + 1), chunks[at].clone()),
        2 if kind == b"IHDR" && body.len() > 9 => body[8 + random.below(2)] = *random.pick(&[0, 1, 2, 3, 4, 6, 8, 16]),
        3 | 4 if kind == b"IDAT" => *body = pixels(body, random).unwrap_or_default(),
        5 => extremes::write(body, 0, random),
        6 => *kind = *random.pick(&[*b"tRNS", *b"PLTE", *b"IDAT", *b"acTL", *b"fcTL", *b"iCCP", *b"zTXt", *b"eXIf"]),
        _ => bytes::damage(body, &[0, 0, 0, 1], random),
    }
}

/// Damages inflated pixels.
fn pixels(body: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut pixels = Vec::new();
    ZlibDecoder::new(body).take(PIXELS).read_to_end(&mut pixels).ok()?;
    bytes::damage(&mut pixels, &[], random);
    let mut encoder = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&pixels).ok()?;
    encoder.finish().ok()
}

fn push(file: &mut Vec<u8>, kind: &[u8; 4], body: &[u8]) {
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(body);
    file.extend(u32::try_from(body.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(kind);
    file.extend(body);
    file.extend(crc.sum().to_be_bytes());
}
