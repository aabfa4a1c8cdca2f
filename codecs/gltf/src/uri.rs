//! URIs of buffers and images, which contain the data or name a file beside the glTF file.

use std::borrow::Cow;
use std::fmt::Write;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::error::{Error, ErrorKind, Result};

/// Accepts data with and without padding, because exporters differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Decodes a `data:` URI to bytes; `None` if the URI has a different scheme.
pub fn data(uri: &str) -> Option<Result<Vec<u8>>> {
    let rest = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")).map(|_| &uri[5..])?;
    let invalid = |message: String| Error::new(ErrorKind::Buffer, message);
    let Some((kind, data)) = rest.split_once(',') else {
        return Some(Err(invalid("it has no comma".to_owned())));
    };
    if kind.ends_with(";base64") {
        Some(BASE64.decode(data).map_err(|error| invalid(error.to_string())))
    } else {
        Some(Ok(unescape(data)))
    }
}

/// Returns the path of a file, with escapes such as `%20` resolved; `None` for a URI with a scheme, such as a web address.
#[must_use]
pub fn file_path(uri: &str) -> Option<Cow<'_, str>> {
    let scheme = uri.split_once(':').is_some_and(|(scheme, _)| scheme.len() > 1 && !scheme.contains('/'));
    if scheme || uri.starts_with("//") {
        return None;
    }
    // If the unescaped path is not UTF-8, take the URI literally.
    Some(String::from_utf8(unescape(uri)).map_or(Cow::Borrowed(uri), Cow::Owned))
}

fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut unescaped = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).filter(|code| bytes[at] == b'%' && code.iter().all(u8::is_ascii_hexdigit));
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        unescaped.push(code.unwrap_or(bytes[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    unescaped
}

/// Converts a path to a URI. Escapes all bytes except slashes and the unreserved characters of RFC 3986 (section 2.3).
#[must_use]
pub fn escape(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(byte.into());
        } else {
            // Writing to a String cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
