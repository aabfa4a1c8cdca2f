//! [`Number`]: parses numbers, characters and colours.

use rigmill_dom::DataValue;

use super::tree::{Node, Value};

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    Float(f64),
}

impl Number {
    pub(super) const fn float(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Float(float) => float,
        }
    }

    /// Converts the number to `f32`. Rounds through `f64`, as .NET does.
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for; overflow was reported")]
    pub(super) const fn to_f32(self) -> f32 {
        self.float() as f32
    }

    /// Returns a whole number that is known to be in the range of `i64`.
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    pub(super) const fn whole(self) -> i64 {
        match self {
            Self::Whole(whole) => whole as i64,
            Self::Float(_) => 0,
        }
    }
}

/// Returns whether a number is finite but its `f32` is not.
pub(super) fn overflows(number: Number) -> bool {
    number.float().is_finite() && !number.to_f32().is_finite()
}

/// Returns the number of a node that contains a number, or the text of a number.
pub(super) fn number(node: &Node) -> Option<Number> {
    let Value::Leaf(value) = &node.value else { return None };
    Some(match value {
        DataValue::I8(value) => Number::Whole(i128::from(*value)),
        DataValue::I16(value) => Number::Whole(i128::from(*value)),
        DataValue::I32(value) => Number::Whole(i128::from(*value)),
        DataValue::I64(value) => Number::Whole(i128::from(*value)),
        DataValue::U8(value) => Number::Whole(i128::from(*value)),
        DataValue::U16(value) => Number::Whole(i128::from(*value)),
        DataValue::U32(value) => Number::Whole(i128::from(*value)),
        DataValue::U64(value) => Number::Whole(i128::from(*value)),
        DataValue::F32(value) => Number::Float(f64::from(*value)),
        DataValue::F64(value) => Number::Float(*value),
        DataValue::Text(text) => return number_of(text.trim()),
        _ => return None,
    })
}

/// Parses a number in the notation of XML Schema and .NET.
fn number_of(text: &str) -> Option<Number> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    match text {
        "INF" | "Infinity" => return Some(Number::Float(f64::INFINITY)),
        "-INF" | "-Infinity" => return Some(Number::Float(f64::NEG_INFINITY)),
        "NaN" => return Some(Number::Float(f64::NAN)),
        _ => {}
    }
    // Only floats keep the sign of a zero.
    let is_minus_zero = text.starts_with('-') && digits.bytes().all(|byte| byte == b'0');
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 30 && !is_minus_zero {
        return text.parse().ok().map(Number::Whole);
    }
    let is_float = |byte: u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    if !text.bytes().all(is_float) {
        return None;
    }
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Number::Float)
}

/// Splits a text at white space and commas.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '\t', '\n', '\r']).filter(|piece| !piece.is_empty())
}

/// Returns the character of a text with a single character.
pub(super) fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Parses a colour as XNA's intermediate XML writes it: alpha, red, green, blue.
pub(super) fn hexadecimal(text: &str) -> Option<[u8; 4]> {
    let digits = text.trim();
    if digits.len() != 8 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let [alpha, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue, alpha])
}

/// Returns a colour in the notation of web pages (red, green, blue and perhaps alpha) as the eight digits of game data.
pub(super) fn web_color(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = text.strip_prefix('#').unwrap_or(text);
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        6 => Some(format!("FF{digits}")),
        8 => Some(format!("{}{}", &digits[6..], &digits[..6])),
        _ => None,
    }
}
