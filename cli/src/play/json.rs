//! JSON text as traces print it. Floats have nine significant digits, as in C's `%.9g`, and read back to the same f32.

/// A float as JSON: nine significant digits without trailing zeros, `-0.0` for negative zero, and a text for NaN and infinity.
pub(crate) fn number(value: f32) -> String {
    if value.is_nan() {
        return "\"NaN\"".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "\"Infinity\"" } else { "\"-Infinity\"" }.to_owned();
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0.0" } else { "0" }.to_owned();
    }
    let (digits, exponent) = nine_digits(value);
    if !(-4..9).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(&digits), exponent.abs());
    }
    trim(&shift(&digits, exponent)).to_owned()
}

/// `d.dddddddd` with its sign, and the exponent of ten. Halves are rounded away from zero, as .NET does; Rust would round them
/// to
/// even.
fn nine_digits(value: f32) -> (String, i32) {
    let exact = format!("{:.32e}", f64::from(value.abs()));
    // `{:e}` always prints a numeric exponent.
    let (digits, exponent) = exact.split_once('e').unwrap_or((&exact, "0"));
    let mut exponent: i32 = exponent.parse().unwrap_or(0);
    let figures: Vec<u64> = digits.bytes().filter(u8::is_ascii_digit).map(|digit| u64::from(digit - b'0')).collect();
    let mut number = figures[..9].iter().fold(0, |number, digit| number * 10 + digit) + u64::from(figures[9] >= 5);
    if number == 1_000_000_000 {
        number = 100_000_000;
        exponent += 1;
    }
    let text = number.to_string();
    let sign = if value < 0.0 { "-" } else { "" };
    (format!("{sign}{}.{}", &text[..1], &text[1..]), exponent)
}

/// The digits with the decimal point moved: `1.23456789` and 2 give `123.456789`.
fn shift(digits: &str, exponent: i32) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let figures = digits.replace('.', "");
    match usize::try_from(exponent) {
        Ok(digits) => format!("{sign}{}.{}", &figures[..=digits], &figures[digits + 1..]),
        Err(_) => format!("{sign}0.{}{figures}", "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0))),
    }
}

/// Floats as a JSON list.
pub(crate) fn numbers(values: &[f32]) -> String {
    let values: Vec<String> = values.iter().map(|&value| number(value)).collect();
    format!("[{}]", values.join(","))
}

/// A name as a JSON string.
pub(crate) fn text(name: &str) -> String {
    serde_json::to_string(name).unwrap_or_else(|_| "\"\"".to_owned())
}

fn trim(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use rigmill_test_random::{Random, cases};

    use super::*;

    fn check(value: f32, expected: &str) {
        assert_eq!(number(value), expected);
    }

    #[test]
    fn floats_print_as_c_prints_them() {
        check(1.0 / 60.0, "0.0166666675");
        check(-1e-6, "-9.99999997e-07");
        check(0.0001, "9.99999975e-05");
        check(1.0, "1");
        check(-0.007_080_078, "-0.00708007813");
        check(0.999_999_94, "0.99999994");
        check(123_456_789.0, "123456792");
        check(1e9, "1e+09");
        check(-1.5e20, "-1.50000003e+20");
        check(-0.0, "-0.0");
        check(f32::NAN, "\"NaN\"");
        check(f32::NEG_INFINITY, "\"-Infinity\"");
        check(f32::MIN_POSITIVE, "1.17549435e-38");
    }

    #[test]
    fn every_float_reads_back_to_itself() {
        let mut random = Random::new(1);
        for _ in 0..cases(200_000) {
            let bits = random.bits();
            let value = f32::from_bits(bits);
            if value.is_finite() {
                assert_eq!(number(value).parse::<f32>().unwrap().to_bits(), bits);
            }
        }
    }
}
