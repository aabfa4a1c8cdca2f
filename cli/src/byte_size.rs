//! Parses and formats sizes in bytes.

/// The units, each 1024 times the one before.
const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];

/// Reads `500M`, `5G`, `1.5GiB` or `10B`. Only zero needs no unit, because a number without a unit may be meant in any.
pub(crate) fn parse(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size; write a number with a unit, such as 500M or 5G");
    let split = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let power = power(unit.trim()).ok_or_else(wrong)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    if part.is_empty() || part.len() > 9 {
        return Err(wrong());
    }
    let scale = 10_u128.pow(u32::try_from(part.len()).unwrap_or(0));
    let part: u128 = part.parse().map_err(|_| wrong())?;
    let bytes = (u128::from(whole) * scale + part) * 1024_u128.pow(power) / scale;
    if unit.is_empty() && (whole, part) != (0, 0) {
        return Err(format!("`{text}` has no unit; write a unit, such as 10G, or {number}B for bytes"));
    }
    u64::try_from(bytes).map_err(|_| wrong())
}

/// Returns the power of 1024 for a unit. `G`, `GB` and `GiB` are the same.
fn power(unit: &str) -> Option<u32> {
    let letter = unit.to_ascii_uppercase();
    let letter = letter.strip_suffix("IB").or_else(|| letter.strip_suffix('B')).unwrap_or(&letter);
    let power = ["", "K", "M", "G", "T"].iter().position(|known| *known == letter)?;
    u32::try_from(power).ok()
}

/// Formats a size with about three digits.
pub(crate) fn show(bytes: u64) -> String {
    let power = (1..UNITS.len()).take_while(|power| bytes >> (10 * power) > 0).last().unwrap_or(0);
    if power == 0 {
        return format!("{bytes} B");
    }
    let tenths = (u128::from(bytes) * 10) >> (10 * power);
    let (whole, tenth) = (tenths / 10, tenths % 10);
    if whole < 100 { format!("{whole}.{tenth} {}", UNITS[power]) } else { format!("{whole} {}", UNITS[power]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        let cases = [
            ("0", 0),
            ("123B", 123),
            ("2k", 2048),
            ("500M", 500 << 20),
            ("5G", 5 << 30),
            ("1.5GiB", 3 << 29),
            ("1 TB", 1 << 40),
        ];
        for (text, bytes) in cases {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        assert_eq!(parse("10G"), Ok(rigmill_store::DEFAULT_CACHE_SIZE), "the default of the command line");
        for text in ["", "G", "5X", "-1", "1.2.3G", "1.G", ".5G", "99999999999T", "5 G B", "10", "0.5"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_with_three_digits() {
        let cases = [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (10 << 30, "10.0 GiB"), (200 << 20, "200 MiB")];
        for (bytes, text) in cases {
            assert_eq!(show(bytes), text);
        }
    }
}
