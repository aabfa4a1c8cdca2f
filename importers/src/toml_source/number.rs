//! TOML's numbers as `f32`.

use toml::de::{DeFloat, DeInteger, DeValue};

/// Why a value is no finite `f32`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NumberError {
    /// It is of another kind.
    OtherKind,
    /// It is a number, but none that can be used.
    Unusable {
        /// The number as the source writes it.
        written: String,
        /// What is wrong with it, as the rest of a sentence that says what is written.
        fault: &'static str,
        /// What to do about it.
        help: &'static str,
    },
}

/// The number that a value is.
pub(crate) fn number(value: &DeValue<'_>) -> Result<f32, NumberError> {
    match value {
        DeValue::Float(float) => float_number(float),
        DeValue::Integer(integer) => integer_number(integer),
        _ => Err(NumberError::OtherKind),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for; overflow is checked")]
fn float_number(float: &DeFloat<'_>) -> Result<f32, NumberError> {
    let written = float.as_str();
    let unusable = |fault, help| Err(NumberError::Unusable { written: written.to_owned(), fault, help });
    if written.ends_with("inf") || written.ends_with("nan") {
        return unusable("expected a finite number", "write an ordinary number");
    }
    match written.parse::<f64>().map(|number| number as f32) {
        Ok(number) if number.is_finite() => Ok(number),
        _ => unusable("which does not fit 32 bits", "the largest number that does is about 3.4e38"),
    }
}

/// TOML's whole numbers have 64 bits; `f32` has room for all of them.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for")]
fn integer_number(integer: &DeInteger<'_>) -> Result<f32, NumberError> {
    let whole = i64::from_str_radix(integer.as_str(), integer.radix());
    // A decimal one keeps the sign of its zero.
    let decimal = (integer.radix() == 10).then(|| integer.as_str().parse::<f64>().ok()).flatten();
    match whole {
        Ok(whole) => Ok(decimal.unwrap_or(whole as f64) as f32),
        Err(_) => Err(NumberError::Unusable {
            written: integer.to_string(),
            fault: "which does not fit a whole number of 64 bits",
            help: "write it with a point or an exponent, as in `2e19`",
        }),
    }
}
