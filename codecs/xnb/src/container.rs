//! The container around the content: the header and the compression.

use std::borrow::Cow;

use crate::error::{Error, ErrorKind, Result};

/// The platforms that XNA, MonoGame and FNA support.
const PLATFORMS: &str = "wxmiadXWnuprMPvOgGlSb5Vs";
/// The format versions of XNA 4 and of XNA 3.1. Only a lenient reader accepts the latter.
const VERSION: u8 = 5;
const OLDER_VERSION: u8 = 4;
const HIDEF: u8 = 0x01;
const LZ4: u8 = 0x40;
const LZX: u8 = 0x80;
const HEADER_BYTES: usize = 10;
/// The maximum size of decompressed content, in bytes.
const MAX_DECOMPRESSED: usize = 256 << 20;

/// The letter of the platform for which a file was made, such as `w` for Windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "char", into = "char"))]
pub struct Platform(u8);

impl Default for Platform {
    fn default() -> Self {
        Self(b'w')
    }
}

/// The error for an unknown platform letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the platform {:?} is unknown, expected one of: {}", .0, known_platforms())]
pub struct UnknownPlatform(char);

/// Lists the letters of all platforms for a message.
fn known_platforms() -> String {
    PLATFORMS.chars().map(String::from).collect::<Vec<_>>().join(", ")
}

impl TryFrom<char> for Platform {
    type Error = UnknownPlatform;

    fn try_from(letter: char) -> std::result::Result<Self, UnknownPlatform> {
        let known = PLATFORMS.contains(letter).then(|| u8::try_from(letter).ok()).flatten();
        known.map(Self).ok_or(UnknownPlatform(letter))
    }
}

impl From<Platform> for char {
    fn from(platform: Platform) -> Self {
        platform.0.into()
    }
}

/// A graphics profile of XNA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Profile {
    /// The full feature set, for graphics cards from 2006 or later.
    HiDef,
    /// A reduced feature set, for every device that XNA supports.
    Reach,
}

/// The compression of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not compressed.
    None,
    /// An LZ4 block, as MonoGame writes.
    Lz4,
    /// LZX frames, as XNA writes.
    Lzx,
}

/// The header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The platform for which the file was made.
    pub platform: Platform,
    /// The version of the format; 5 for XNA 4.
    pub version: u8,
    /// The graphics profile that the file requires.
    pub profile: Profile,
    /// The compression of the content.
    pub compression: Compression,
    /// The size of the whole file in bytes, as the header declares it.
    pub size: u32,
}

/// The content of a file, without its container.
pub(crate) struct Opened<'a> {
    pub(crate) header: Header,
    /// The decompressed content.
    pub(crate) content: Cow<'a, [u8]>,
    /// The position of the content in the file; 0 if the content was compressed.
    pub(crate) offset: usize,
    /// Problems that XNA and FNA accept.
    pub(crate) deviations: Vec<Error>,
}

/// Reads the header and decompresses the content.
pub(crate) fn open(bytes: &[u8]) -> Result<Opened<'_>> {
    let mut deviations = Vec::new();
    let header = read_header(bytes, &mut deviations)?;
    if header.size as usize != bytes.len() {
        let message = format!("the file is {} bytes long, but its header says {} bytes", bytes.len(), header.size);
        deviations.push(Error::new(ErrorKind::Size, message));
    }
    let content = &bytes[HEADER_BYTES..];
    let (content, offset) = match header.compression {
        Compression::None => (Cow::Borrowed(content), HEADER_BYTES),
        compression => (Cow::Owned(decompress(content, compression)?), 0),
    };
    Ok(Opened { header, content, offset, deviations })
}

/// Adds a header to uncompressed content. Fails if the size of the file does not fit into .NET's signed 32-bit integer.
pub(crate) fn close(platform: Platform, profile: Profile, content: &[u8]) -> Result<Vec<u8>> {
    let size = i32::try_from(HEADER_BYTES + content.len())
        .map_err(|_| Error::new(ErrorKind::Limit, "the file would be larger than 2 GB"))?;
    let flags = if profile == Profile::HiDef { HIDEF } else { 0 };
    Ok([b"XNB", [platform.0, VERSION, flags].as_slice(), &size.to_le_bytes(), content].concat())
}

fn read_header(bytes: &[u8], deviations: &mut Vec<Error>) -> Result<Header> {
    let error = |message: String| Error::new(ErrorKind::Header, message);
    let start = bytes.len().min(3);
    if bytes[..start] != b"XNB"[..start] {
        return Err(error(format!("the file begins with \"{}\", expected \"XNB\"", bytes[..start].escape_ascii())));
    }
    let Some(&[_, _, _, platform, version, flags, a, b, c, d]) = bytes.first_chunk::<HEADER_BYTES>() else {
        let message = format!("the file ends after {} bytes, inside the header", bytes.len());
        return Err(Error::new(ErrorKind::Truncated, message));
    };
    let platform = Platform::try_from(char::from(platform)).map_err(|unknown| error(unknown.to_string()))?;
    if version != VERSION {
        let wrong = Error::new(ErrorKind::Version, format!("the version is {version}, expected {VERSION}"));
        if version != OLDER_VERSION {
            return Err(wrong);
        }
        deviations.push(wrong);
    }
    let compression = match flags & (LZ4 | LZX) {
        0 => Compression::None,
        LZ4 => Compression::Lz4,
        LZX => Compression::Lzx,
        _ => return Err(error("the flags say that the file is compressed in two ways".to_owned())),
    };
    let unknown = flags & !(HIDEF | LZ4 | LZX);
    if unknown != 0 {
        deviations.push(error(format!("the flags {unknown:#04x} are unknown")));
    }
    let profile = if flags & HIDEF == 0 { Profile::Reach } else { Profile::HiDef };
    Ok(Header { platform, version, profile, compression, size: u32::from_le_bytes([a, b, c, d]) })
}

fn damaged(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Compression, message)
}

fn decompress(content: &[u8], compression: Compression) -> Result<Vec<u8>> {
    let (size, packed) =
        content.split_first_chunk::<4>().ok_or_else(|| damaged("the size of the content is missing"))?;
    let size = u32::from_le_bytes(*size) as usize;
    if size > MAX_DECOMPRESSED {
        let message = format!("the content decompresses to {size} bytes, but the limit is {MAX_DECOMPRESSED} bytes");
        return Err(Error::new(ErrorKind::Limit, message));
    }
    match compression {
        Compression::Lz4 => lz4(packed, size),
        _ => lzx(packed, size),
    }
}

fn lz4(packed: &[u8], size: usize) -> Result<Vec<u8>> {
    // One byte of LZ4 decompresses to at most 255 bytes. A larger size is wrong, and is rejected before memory is allocated for
    // it.
    if size / 256 > packed.len() {
        return Err(damaged(format!("{} bytes of LZ4 data cannot decompress to {size} bytes", packed.len())));
    }
    let content = lz4_flex::block::decompress(packed, size).map_err(|error| damaged(format!("LZ4: {error}")))?;
    if content.len() == size {
        Ok(content)
    } else {
        Err(damaged(format!("the LZ4 data decompresses to {} bytes, expected {size}", content.len())))
    }
}

/// The size of each decompressed LZX frame except the last, in bytes.
const FRAME: usize = 0x8000;

/// Decompresses XNA's LZX frames. Each frame begins with its compressed length (big-endian), or with 0xff, its decompressed
/// length and its compressed length.
fn lzx(mut packed: &[u8], size: usize) -> Result<Vec<u8>> {
    let mut decoder = lzxd::Lzxd::new(lzxd::WindowSize::KB64);
    let mut content = Vec::new();
    while content.len() < size {
        let (holds, length, head) = match *packed {
            [0xff, a, b, c, d, ..] => (be(a, b), be(c, d), 5),
            [a, b, ..] if a != 0xff => (FRAME, be(a, b), 2),
            _ => {
                return Err(damaged(format!("the LZX data ends after {} of {size} decompressed bytes", content.len())));
            }
        };
        let frame = packed.get(head..head + length).filter(|frame| !frame.is_empty() && holds > 0 && holds <= FRAME);
        let frame = frame
            .ok_or_else(|| damaged(format!("an LZX frame of {length} bytes cannot decompress to {holds} bytes")))?;
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
