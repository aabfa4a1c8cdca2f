//! Addresses: data within the address, or a file beside the glTF file.

use std::borrow::Cow;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Exporters differ in whether they pad.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// What follows `data:` and a media type; `None` for an address of another kind.
pub(super) fn data(uri: &str) -> Option<Result<Vec<u8>, String>> {
    let rest = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:")).map(|_| &uri[5..])?;
    let Some((kind, data)) = rest.split_once(',') else {
        return Some(Err("it has no comma".to_owned()));
    };
    if kind.ends_with(";base64") {
        Some(BASE64.decode(data).map_err(|error| error.to_string()))
    } else {
        Some(Ok(unescaped_bytes(data)))
    }
}

/// A file's path, `%20` and its like resolved; `None` for an address on a network.
pub(super) fn path(uri: &str) -> Option<Cow<'_, str>> {
    let scheme = uri.split_once(':').is_some_and(|(scheme, _)| scheme.len() > 1 && !scheme.contains('/'));
    if scheme || uri.starts_with("//") {
        return None;
    }
    // A text that is no UTF-8 once resolved is taken literally.
    Some(String::from_utf8(unescaped_bytes(uri)).map_or(Cow::Borrowed(uri), Cow::Owned))
}

fn unescaped_bytes(text: &str) -> Vec<u8> {
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
