//! .NET's value types that have no equivalent in Rust: [`Decimal`], [`DateTime`], [`TimeSpan`].

use std::fmt;

use crate::content::{ContentReader, ContentWriter};
use crate::error::Result;
use crate::field::Field;

/// A decimal number of up to 29 digits. Its text contains all digits that .NET stores, such as `-0.50`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// An integer of 96 bits (lowest word first), then a word with the sign and the number of digits after the decimal point.
    parts: [u32; 4],
}

impl Decimal {
    fn of_parts(parts: [u32; 4]) -> Option<Self> {
        let decimal = Self { parts };
        (parts[3] & 0x7f00_ffff == 0 && decimal.scale() <= 28).then_some(decimal)
    }

    const fn scale(self) -> u8 {
        self.parts[3].to_le_bytes()[2]
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, middle, high, flags] = self.parts;
        let digits = u128::from(high) << 64 | u128::from(middle) << 32 | u128::from(low);
        let divisor = 10_u128.pow(self.scale().into());
        let (whole, fraction) = (digits / divisor, digits % divisor);
        let sign = if flags >> 31 == 1 { "-" } else { "" };
        match usize::from(self.scale()) {
            0 => write!(f, "{sign}{whole}"),
            width => write!(f, "{sign}{whole}.{fraction:0width$}"),
        }
    }
}

impl Field for Decimal {
    const SMALLEST: usize = 16;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        Self::of_parts(Field::read(input)?)
            .ok_or_else(|| input.bytes.invalid("the Decimal before this byte has an invalid scale"))
    }

    fn write(&self, output: &mut ContentWriter) {
        self.parts.write(output);
    }
}

/// The largest DateTime, in ticks of 100 ns since the start of the year 1.
const MAX_TICKS: u64 = 3_155_378_975_999_999_999;
const TICKS_PER_SECOND: u64 = 10_000_000;
const SECONDS_PER_DAY: u64 = 86_400;

/// A point in time. Its text is in ISO 8601 format, with a `Z` for UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateTime {
    /// The ticks. The two highest bits say whether the time is UTC.
    bits: u64,
}

impl DateTime {
    fn of_bits(bits: u64) -> Option<Self> {
        Some(Self { bits }).filter(|time| time.ticks() <= MAX_TICKS)
    }

    const fn ticks(self) -> u64 {
        self.bits & (u64::MAX >> 2)
    }
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.ticks() / TICKS_PER_SECOND / SECONDS_PER_DAY);
        let zone = if self.bits >> 62 == 1 { "Z" } else { "" };
        write!(f, "{year:04}-{month:02}-{day:02}T{}{zone}", clock(self.ticks()))
    }
}

impl Field for DateTime {
    const SMALLEST: usize = 8;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        Self::of_bits(Field::read(input)?)
            .ok_or_else(|| input.bytes.invalid("the DateTime before this byte is after the year 9999"))
    }

    fn write(&self, output: &mut ContentWriter) {
        self.bits.write(output);
    }
}

/// A duration in ticks of 100 ns. Its text is in .NET's constant format, such as `-1.02:03:04.5000000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeSpan(pub i64);

impl fmt::Display for TimeSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ticks = self.0.unsigned_abs();
        f.write_str(if self.0 < 0 { "-" } else { "" })?;
        match ticks / TICKS_PER_SECOND / SECONDS_PER_DAY {
            0 => f.write_str(&clock(ticks)),
            days => write!(f, "{days}.{}", clock(ticks)),
        }
    }
}

impl Field for TimeSpan {
    const SMALLEST: usize = 8;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        Field::read(input).map(Self)
    }

    fn write(&self, output: &mut ContentWriter) {
        self.0.write(output);
    }
}

/// Formats the time of day.
fn clock(ticks: u64) -> String {
    let seconds = ticks / TICKS_PER_SECOND;
    let text = format!("{:02}:{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match ticks % TICKS_PER_SECOND {
        0 => text,
        fraction => format!("{text}.{fraction:07}"),
    }
}

/// Returns the year, month and day of a day that is counted from 1 January of the year 1.
fn date(day: u64) -> (u64, u64, u64) {
    // Count years from 1 March, so that leap days are at the end of a year. From March to December of the year 0, there are 306
    // days.
    let day = day + 306;
    let (cycle, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let is_next = u64::from(month >= 10);
    (400 * cycle + year + is_next, month + 3 - 12 * is_next, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_their_digits() {
        let cases = [
            ([12_345, 0, 0, 2 << 16], Some("123.45")),
            ([5, 0, 0, 3 << 16 | 1 << 31], Some("-0.005")),
            ([u32::MAX, u32::MAX, u32::MAX, 0], Some("79228162514264337593543950335")),
            ([1, 0, 0, 29 << 16], None),
            ([1, 0, 0, 1], None),
        ];
        for (parts, expected) in cases {
            assert_eq!(Decimal::of_parts(parts).map(|decimal| decimal.to_string()).as_deref(), expected);
        }
    }

    #[test]
    fn times_are_written_as_dotnet_writes_them() {
        // From .NET: `new DateTime(2011, 3, 4, 5, 6, 7, DateTimeKind.Utc).Ticks`, and similar expressions.
        let cases = [
            (0, Some("0001-01-01T00:00:00")),
            (634_348_119_670_000_000 | 1 << 62, Some("2011-03-04T05:06:07Z")),
            (621_355_968_000_000_001, Some("1970-01-01T00:00:00.0000001")),
            (MAX_TICKS, Some("9999-12-31T23:59:59.9999999")),
            (MAX_TICKS + 1, None),
        ];
        for (bits, expected) in cases {
            assert_eq!(DateTime::of_bits(bits).map(|time| time.to_string()).as_deref(), expected);
        }
        assert_eq!(date(730_178), (2000, 2, 29));
        let spans = [(0, "00:00:00"), (-937_845_000_000, "-1.02:03:04.5000000"), (600_000_000, "00:01:00")];
        for (ticks, expected) in spans {
            assert_eq!(TimeSpan(ticks).to_string(), expected);
        }
    }
}
