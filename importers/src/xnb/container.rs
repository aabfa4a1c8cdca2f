//! The container: header, compression.

use std::borrow::Cow;

use super::fault::{Fault, Read};
use crate::codes;

/// The platforms that XNA, MonoGame and FNA write for.
const PLATFORMS: &[u8] = b"wxmiadXWnuprMPvOgGlSb";
/// The version of XNA 4.
const VERSION: u8 = 5;
const HIDEF: u8 = 0x01;
const LZ4: u8 = 0x40;
const LZX: u8 = 0x80;
/// The most bytes that a compressed file may stand for.
const MOST_DECOMPRESSED: usize = 256 << 20;

/// How the content is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// It is not.
    None,
    /// A raw block, as MonoGame writes it.
    Lz4,
    /// XNA's.
    Lzx,
}

impl Compression {
    /// Its name: `none`, `lz4`, `lzx`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lz4 => "lz4",
            Self::Lzx => "lzx",
        }
    }
}

/// What an XNB file says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XnbHeader {
    /// The letter of the platform it was built for: `w` for Windows.
    pub platform: char,
    /// The version of the format; 5 for XNA 4.
    pub version: u8,
    /// Whether it needs the profile HiDef; else Reach does.
    pub hidef: bool,
    /// How the content is compressed.
    pub compression: Compression,
    /// The size of the whole file, in bytes.
    pub size: u32,
}

/// The header, the content without compression, and where in the file that begins (0 where it was compressed).
pub(crate) struct Opened<'a> {
    pub(crate) header: XnbHeader,
    pub(crate) content: Cow<'a, [u8]>,
    pub(crate) offset: usize,
    /// What XNA lets through.
    pub(crate) laxities: Vec<Fault>,
}

/// Reads the header and undoes the compression.
pub(crate) fn open(bytes: &[u8]) -> Read<Opened<'_>> {
    let mut laxities = Vec::new();
    let header = header(bytes, &mut laxities)?;
    let size = header.size as usize;
    if size != bytes.len() {
        let message = format!("the header says that the file has {size} bytes, it has {}", bytes.len());
        laxities.push(*Fault::new(
            codes::XNB_SIZE,
            message,
            "the file was cut off or added to; build or copy it again",
        ));
    }
    let (content, offset) = match header.compression {
        Compression::None => (Cow::Borrowed(&bytes[10..]), 10),
        compression => (Cow::Owned(decompressed(bytes, compression)?), 0),
    };
    Ok(Opened { header, content, offset, laxities })
}

fn header(bytes: &[u8], laxities: &mut Vec<Fault>) -> Read<XnbHeader> {
    let refused = |message: String| Fault::new(codes::XNB_HEADER, message, "is it an XNB file at all?");
    let known = bytes.len().min(3);
    if bytes[..known] != b"XNB"[..known] {
        return Err(refused(format!("the file begins with {:02x?}, expected \"XNB\"", &bytes[..known])));
    }
    let Some(&[_, _, _, platform, version, flags, a, b, c, d]) = bytes.first_chunk::<10>() else {
        let message = format!("the file ends after {} bytes, in its header", bytes.len());
        return Err(Fault::new(codes::XNB_ENDS, message, "the file was cut off; build or copy it again"));
    };
    if !PLATFORMS.contains(&platform) {
        return Err(refused(format!("the platform is {:?}, which is none that is known", char::from(platform))));
    }
    if !matches!(version, 4 | VERSION) {
        return Err(Fault::new(
            codes::XNB_HEADER,
            format!("the version is {version}, expected {VERSION}"),
            "build the file with XNA 4, MonoGame or Rigmill",
        ));
    }
    if version != VERSION {
        laxities.push(*Fault::new(
            codes::XNB_HEADER,
            format!("the version is {version}, expected {VERSION}"),
            "build the file with XNA 4, MonoGame or Rigmill",
        ));
    }
    let compression = match flags & (LZ4 | LZX) {
        0 => Compression::None,
        LZ4 => Compression::Lz4,
        LZX => Compression::Lzx,
        _ => return Err(refused("the flags say that it is compressed in two ways".to_owned())),
    };
    let unknown = flags & !(HIDEF | LZ4 | LZX);
    if unknown != 0 {
        laxities.push(*refused(format!("the flags {unknown:#04x} are unknown")));
    }
    let hidef = flags & HIDEF != 0;
    Ok(XnbHeader { platform: platform.into(), version, hidef, compression, size: u32::from_le_bytes([a, b, c, d]) })
}

fn damaged(message: impl Into<String>) -> Box<Fault> {
    Fault::new(codes::XNB_COMPRESSION, message, "the file is damaged; build or copy it again")
}

fn decompressed(bytes: &[u8], compression: Compression) -> Read<Vec<u8>> {
    let (size, packed) =
        bytes[10..].split_first_chunk::<4>().ok_or_else(|| damaged("the size of the content is missing"))?;
    let size = u32::from_le_bytes(*size) as usize;
    if size > MOST_DECOMPRESSED {
        let message = format!("the content has {size} bytes, at most {MOST_DECOMPRESSED} are allowed");
        return Err(Fault::new(codes::XNB_LIMIT, message, "split the asset"));
    }
    match compression {
        Compression::Lz4 => lz4(packed, size),
        _ => lzx(packed, size),
    }
}

fn lz4(packed: &[u8], size: usize) -> Read<Vec<u8>> {
    // A byte of LZ4 stands for at most 255 bytes: a size beyond that is a lie, found before it costs memory.
    if size / 256 > packed.len() {
        return Err(damaged(format!("{} bytes of LZ4 cannot hold {size}", packed.len())));
    }
    let content = lz4_flex::block::decompress(packed, size).map_err(|error| damaged(format!("LZ4: {error}")))?;
    if content.len() == size {
        Ok(content)
    } else {
        Err(damaged(format!("LZ4 holds {} bytes, expected {size}", content.len())))
    }
}

/// The bytes of a frame, but for the last.
const FRAME: usize = 0x8000;

/// XNA's frames of LZX: each begins with the length of its bytes, big-endian; or with 0xff, the length of what it holds, and
/// the length of its bytes.
fn lzx(mut packed: &[u8], size: usize) -> Read<Vec<u8>> {
    let mut decoder = lzxd::Lzxd::new(lzxd::WindowSize::KB64);
    let mut content = Vec::new();
    while content.len() < size {
        let (holds, length, head) = match *packed {
            [0xff, a, b, c, d, ..] => (be(a, b), be(c, d), 5),
            [a, b, ..] if a != 0xff => (FRAME, be(a, b), 2),
            _ => return Err(damaged(format!("LZX ends after {} of {size} bytes", content.len()))),
        };
        let frame = packed.get(head..head + length).filter(|frame| !frame.is_empty() && holds > 0 && holds <= FRAME);
        let frame = frame.ok_or_else(|| damaged(format!("a frame of LZX has {length} bytes for {holds}")))?;
        let holds = holds.min(size - content.len());
        let decoded = decoder.decompress_next(frame, holds).map_err(|error| damaged(format!("LZX: {error}")))?;
        content.extend_from_slice(decoded);
        packed = &packed[head + length..];
    }
    Ok(content)
}

fn be(high: u8, low: u8) -> usize {
    usize::from(u16::from_be_bytes([high, low]))
}
