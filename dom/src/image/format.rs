//! [`Format`]: the format of an image file.

use super::ImageError;

/// The supported formats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Bmp,
    Dds,
    Exr,
    Gif,
    Hdr,
    Jpeg,
    Png,
    Tga,
    Tiff,
    WebP,
}

impl Format {
    /// Detects the format from the first bytes of a file, or for TGA, which has no signature, from the extension of its name.
    pub(super) fn detect(bytes: &[u8], name: &str) -> Result<Self, ImageError> {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        Ok(match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Self::Png,
            [0xff, 0xd8, 0xff, ..] => Self::Jpeg,
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Self::Gif,
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Self::WebP,
            [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Self::Tiff,
            [b'D', b'D', b'S', b' ', ..] => Self::Dds,
            [b'B', b'M', ..] => Self::Bmp,
            [b'#', b'?', b'R', b'A', b'D', b'I', b'A', b'N', b'C', b'E', ..] => Self::Hdr,
            [0x76, 0x2f, 0x31, 0x01, ..] => Self::Exr,
            [0, 0, 1, 0, ..] => return unsupported(Some("an icon")),
            [0, 0, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f', ..] => {
                return unsupported(Some("an AVIF file"));
            }
            _ if extension.eq_ignore_ascii_case("tga") => Self::Tga,
            [] => return unsupported(Some("empty")),
            [b'8', b'B', b'P', b'S', ..] => return unsupported(Some("a Photoshop file")),
            _ => return unsupported(None),
        })
    }
}

fn unsupported(found: Option<&'static str>) -> Result<Format, ImageError> {
    Err(ImageError::Format { found })
}
