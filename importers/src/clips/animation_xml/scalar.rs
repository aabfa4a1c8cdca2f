//! [`Scalar`]: single values in text form, as .NET's XmlConvert reads them.

use rigmill_pipeline::Code;
use std::num::IntErrorKind;

use crate::codes;
use crate::report::shortened;

/// Why text is not a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarError {
    /// The text does not have the form of the type.
    Malformed,
    /// The number is too large.
    OutOfRange,
    /// The number is infinite or NaN.
    NotFinite,
    /// The text is too long.
    TooLong,
}

impl ScalarError {
    pub(crate) const fn code(self) -> Code {
        match self {
            Self::Malformed => codes::ANIMATION_VALUE,
            Self::OutOfRange => codes::ANIMATION_OUT_OF_RANGE,
            Self::NotFinite => codes::ANIMATION_NOT_FINITE,
            Self::TooLong => codes::XML_LIMIT,
        }
    }

    /// Returns the message about an element's text.
    pub(crate) fn fact<T: Scalar>(self, element: &str, text: &str) -> String {
        let shown = shortened(text);
        match self {
            Self::Malformed if text.is_empty() => format!("{element} is empty, expected {}", T::EXPECTED),
            Self::Malformed => format!("{element} is {shown:?}, expected {}", T::EXPECTED),
            Self::OutOfRange => format!("{element} is {shown:?}, which does not fit in 32 bits"),
            Self::NotFinite => format!("{element} is {shown:?}, expected a finite number"),
            Self::TooLong => format!("{element} is {} bytes long, but the limit is {LONGEST_TEXT} bytes", text.len()),
        }
    }

    /// Returns the remedy.
    pub(crate) fn help<T: Scalar>(self, text: &str) -> &'static str {
        match self {
            Self::Malformed => T::how_to_write(text),
            Self::OutOfRange | Self::NotFinite => {
                "check the rig and the export settings, and export the animation again"
            }
            Self::TooLong => "shorten the text",
        }
    }
}

/// The maximum size of a text value, in bytes.
const LONGEST_TEXT: usize = 1024;

/// A type of single value with a text form.
pub(crate) trait Scalar: Sized + Default {
    /// The expected value, in words.
    const EXPECTED: &'static str;
    /// Whether white space around a value is part of it. If not, `parse` gets the trimmed text.
    const BLANKS_COUNT: bool = false;

    /// Parses the text of a value.
    fn parse(text: &str) -> Result<Self, ScalarError>;

    /// Explains how to write a value in place of malformed text.
    fn how_to_write(text: &str) -> &'static str;
}

impl Scalar for String {
    const EXPECTED: &'static str = "a string";
    const BLANKS_COUNT: bool = true;

    fn parse(text: &str) -> Result<Self, ScalarError> {
        if text.len() > LONGEST_TEXT { Err(ScalarError::TooLong) } else { Ok(text.to_owned()) }
    }

    fn how_to_write(_text: &str) -> &'static str {
        "write a string"
    }
}

impl Scalar for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn parse(text: &str) -> Result<Self, ScalarError> {
        match text {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(ScalarError::Malformed),
        }
    }

    fn how_to_write(text: &str) -> &'static str {
        match text.to_ascii_lowercase().as_str() {
            "true" | "false" => "write the value in lower case",
            _ => "write `true` or `1` for yes, `false` or `0` for no",
        }
    }
}

impl Scalar for i32 {
    const EXPECTED: &'static str = "a whole number";

    fn parse(text: &str) -> Result<Self, ScalarError> {
        text.parse::<Self>().map_err(|error| match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => ScalarError::OutOfRange,
            _ => ScalarError::Malformed,
        })
    }

    fn how_to_write(_text: &str) -> &'static str {
        "write only decimal digits, as in `25`"
    }
}

impl Scalar for f32 {
    const EXPECTED: &'static str = "a number";

    /// Rounds through `f64`, as .NET does: for some decimals, the result differs from the nearest `f32` by one bit.
    #[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for; overflow is checked")]
    fn parse(text: &str) -> Result<Self, ScalarError> {
        if matches!(text, "INF" | "-INF" | "NaN" | "Infinity" | "-Infinity") {
            return Err(ScalarError::NotFinite);
        }
        if !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) {
            return Err(ScalarError::Malformed);
        }
        let value = text.parse::<f64>().map_err(|_| ScalarError::Malformed)? as Self;
        if value.is_finite() { Ok(value) } else { Err(ScalarError::OutOfRange) }
    }

    fn how_to_write(text: &str) -> &'static str {
        if text.contains(',') {
            "use a decimal point instead of the comma, or set the exporter's language to English"
        } else {
            "write a number, such as `-0.5` or `1e-3`"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_round_by_way_of_f64_and_keep_the_sign_of_zero() {
        let bits = |text: &str| f32::parse(text).unwrap().to_bits();
        let twice_rounded = "1.00000017881393432617187499";
        assert_eq!(bits(twice_rounded), 0x3F80_0002);
        assert_eq!(twice_rounded.parse::<f32>().unwrap().to_bits(), 0x3F80_0001);
        assert_eq!(bits("-0.000000"), (-0.0_f32).to_bits());
        assert_eq!(bits("-1e-400"), (-0.0_f32).to_bits());
        assert_eq!(bits("1e-46"), 0);
        assert_eq!(bits("3.4028235e38"), f32::MAX.to_bits());
        for (text, value) in [("1.", 1.0_f32), (".5", 0.5), ("+1.0", 1.0), ("1e-3", 0.001), ("1E+2", 100.0)] {
            assert_eq!(f32::parse(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn floats_in_no_form_of_dotnet_are_refused() {
        for text in ["", ".", "-", "1e", "1,5", "0x1", "1_0", "1d", "1f", "--1", "inf", "nan", "1 0", "e5", "١"] {
            assert_eq!(f32::parse(text), Err(ScalarError::Malformed), "{text}");
        }
        for text in ["3.4028236e38", "1e39", "-1e400"] {
            assert_eq!(f32::parse(text), Err(ScalarError::OutOfRange), "{text}");
        }
        for text in ["INF", "-INF", "NaN", "Infinity", "-Infinity"] {
            assert_eq!(f32::parse(text), Err(ScalarError::NotFinite), "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_decimal_and_fit_32_bits() {
        for (text, value) in [("2", 2), ("+2", 2), ("002", 2), ("-2147483648", i32::MIN)] {
            assert_eq!(i32::parse(text), Ok(value), "{text}");
        }
        for text in ["", "2.0", "0x2", "2 2", "+-2", "\u{A0}2"] {
            assert_eq!(i32::parse(text), Err(ScalarError::Malformed), "{text}");
        }
        assert_eq!(i32::parse("2147483648"), Err(ScalarError::OutOfRange));
    }

    #[test]
    fn truth_has_four_spellings() {
        let all = ["true", "1", "false", "0"].map(bool::parse);
        assert_eq!(all, [Ok(true), Ok(true), Ok(false), Ok(false)]);
        for text in ["True", "TRUE", "yes", ""] {
            assert_eq!(bool::parse(text), Err(ScalarError::Malformed), "{text}");
        }
    }
}
