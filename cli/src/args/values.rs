//! Reads the values of options.

use std::convert::Infallible;

/// Reads the name or source of an asset. A path may begin with `./` and, on Windows, contain backslashes, as shells complete it.
pub(super) fn asset(text: &str) -> Result<String, Infallible> {
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() };
    Ok(text.trim_start_matches("./").to_owned())
}

/// Reads a number.
pub(super) fn number(text: &str) -> Result<f32, &'static str> {
    text.parse().map_err(|_| "write a number, such as 0.5")
}

/// Reads the number of a frame.
pub(super) fn frame(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "write a whole number, starting at 0")
}

/// Reads a port.
#[cfg(feature = "view")]
pub(super) fn port(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "write a number from 0 to 65535")
}

/// Reads an interval.
pub(super) fn milliseconds(text: &str) -> Result<u64, &'static str> {
    text.parse()
        .ok()
        .filter(|interval| *interval >= 20)
        .ok_or("write a number of milliseconds, at least 20; write the project folder before --poll")
}

pub(super) fn define(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, such as Platform=Windows")?;
    if name.is_empty() { Err("no name before the `=`".to_owned()) } else { Ok((name.to_owned(), value.to_owned())) }
}
