//! Converts TOML's numbers to `f32`.

use std::borrow::Cow;

use toml::de::DeValue;

/// Why a value is not a finite `f32`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NumberError<'v> {
    /// The value is not a number.
    OtherKind,
    /// The number is out of range. Contains the number as the source writes it, the rest of the message, and the remedy.
    Unusable(Cow<'v, str>, &'static str, &'static str),
}

/// Converts a value to a number. TOML's integers have 64 bits, and all of them are in the range of `f32`.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for; overflow is checked")]
pub(super) fn number<'v>(value: &'v DeValue<'_>) -> Result<f32, NumberError<'v>> {
    match value {
        DeValue::Float(float) => {
            let written = float.as_str();
            if written.ends_with("inf") || written.ends_with("nan") {
                let fact = "expected a finite number";
                return Err(NumberError::Unusable(written.into(), fact, "write a finite number"));
            }
            let number = written.parse::<f64>().map(|number| number as f32).ok().filter(|number| number.is_finite());
            let (fact, help) = ("which does not fit in 32 bits", "write a number from -3.4e38 to 3.4e38");
            number.ok_or_else(|| NumberError::Unusable(written.into(), fact, help))
        }
        DeValue::Integer(whole) => {
            // A decimal integer keeps the sign of its zero.
            let decimal = (whole.radix() == 10).then(|| whole.as_str().parse::<f64>().ok()).flatten();
            let number = i64::from_str_radix(whole.as_str(), whole.radix());
            let number = number.map(|number| decimal.unwrap_or(number as f64) as f32);
            let (fact, help) = (
                "which does not fit in a 64-bit integer",
                "write the number with a decimal point or an exponent, as in `2e19`",
            );
            number.map_err(|_| NumberError::Unusable(whole.to_string().into(), fact, help))
        }
        _ => Err(NumberError::OtherKind),
    }
}
