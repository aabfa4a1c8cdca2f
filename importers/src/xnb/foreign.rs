//! [`Foreign`]: value types that game data has no kinds for, and what they become there.

use rigmill_dom::DataValue;

use super::cursor::Cursor;
use super::fault::Read;
use super::plain::floats;
use crate::codes;

/// A value type that game data has no kind for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    Decimal,
    DateTime,
    TimeSpan,
    BoundingFrustum,
}

/// The most ticks of 100 ns that .NET's DateTime counts, from the beginning of the year 1.
const MOST_TICKS: u64 = 3_155_378_975_999_999_999;
const TICKS_A_SECOND: u64 = 10_000_000;
const HELP: &str = "build the file again";

impl Foreign {
    /// The type of a name without its namespace.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        [Self::Decimal, Self::DateTime, Self::TimeSpan, Self::BoundingFrustum]
            .into_iter()
            .find(|foreign| foreign.name() == name)
    }

    /// The name, without the namespace.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Decimal => "Decimal",
            Self::DateTime => "DateTime",
            Self::TimeSpan => "TimeSpan",
            Self::BoundingFrustum => "BoundingFrustum",
        }
    }

    /// The type, with its namespace, of what values become.
    pub(crate) const fn becomes(self) -> &'static str {
        match self {
            Self::Decimal | Self::DateTime | Self::TimeSpan => "System.String",
            Self::BoundingFrustum => "Microsoft.Xna.Framework.Matrix",
        }
    }

    /// The bytes of a value.
    pub(crate) const fn size(self) -> usize {
        match self {
            Self::Decimal => 16,
            Self::DateTime | Self::TimeSpan => 8,
            Self::BoundingFrustum => 64,
        }
    }

    /// Reads a value, as what it becomes.
    pub(crate) fn read(self, cursor: &mut Cursor<'_>) -> Read<DataValue> {
        let invalid = |cursor: &Cursor<'_>, what| cursor.fault(codes::XNB_VALUE, what, HELP);
        Ok(match self {
            Self::Decimal => {
                let parts = [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
                DataValue::Text(decimal(parts).ok_or_else(|| invalid(cursor, "a Decimal's scale is invalid"))?)
            }
            Self::DateTime => {
                let bits = u64::from_le_bytes(cursor.array()?);
                DataValue::Text(date_time(bits).ok_or_else(|| invalid(cursor, "a DateTime is after the year 9999"))?)
            }
            Self::TimeSpan => DataValue::Text(time_span(i64::from_le_bytes(cursor.array()?))),
            Self::BoundingFrustum => DataValue::Matrix(floats(cursor)?.into()),
        })
    }
}

/// A Decimal: 96 bits, the lowest first, then its sign and how many of its digits are behind the point.
fn decimal([low, middle, high, flags]: [u32; 4]) -> Option<String> {
    let scale = flags >> 16 & 0xff;
    if flags & 0x7f00_ffff != 0 || scale > 28 {
        return None;
    }
    let number = u128::from(high) << 64 | u128::from(middle) << 32 | u128::from(low);
    let sign = if flags >> 31 == 1 { "-" } else { "" };
    let divisor = 10_u128.pow(scale);
    let (whole, rest) = (number / divisor, number % divisor);
    Some(match scale as usize {
        0 => format!("{sign}{whole}"),
        width => format!("{sign}{whole}.{rest:0width$}"),
    })
}

/// A DateTime, in the form of ISO 8601: ticks below two bits that say whether it is UTC.
fn date_time(bits: u64) -> Option<String> {
    let ticks = bits & (u64::MAX >> 2);
    let zone = if bits >> 62 == 1 { "Z" } else { "" };
    if ticks > MOST_TICKS {
        return None;
    }
    let seconds = ticks / TICKS_A_SECOND;
    let (year, month, day) = date(seconds / 86_400);
    let [hour, minute, second] = clock(seconds);
    let fraction = fraction(ticks % TICKS_A_SECOND);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{zone}"))
}

/// A TimeSpan, in .NET's constant form: `-1.02:03:04.5000000`.
fn time_span(ticks: i64) -> String {
    let sign = if ticks < 0 { "-" } else { "" };
    let ticks = ticks.unsigned_abs();
    let seconds = ticks / TICKS_A_SECOND;
    let days = match seconds / 86_400 {
        0 => String::new(),
        days => format!("{days}."),
    };
    let [hour, minute, second] = clock(seconds);
    format!("{sign}{days}{hour:02}:{minute:02}:{second:02}{}", fraction(ticks % TICKS_A_SECOND))
}

const fn clock(seconds: u64) -> [u64; 3] {
    [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
}

fn fraction(ticks: u64) -> String {
    if ticks == 0 { String::new() } else { format!(".{ticks:07}") }
}

/// Year, month and day of a day counted from the first of January of the year 1.
fn date(day: u64) -> (u64, u64, u64) {
    // Years that begin with March, so that leap days are at their ends; the 306 days from March to December of the year 0.
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
            assert_eq!(decimal(parts).as_deref(), expected);
        }
    }

    #[test]
    fn times_are_written_as_dotnet_writes_them() {
        // Of .NET: new DateTime(2011, 3, 4, 5, 6, 7, DateTimeKind.Utc).Ticks, and the like.
        let cases = [
            (0, Some("0001-01-01T00:00:00")),
            (634_348_119_670_000_000 | 1 << 62, Some("2011-03-04T05:06:07Z")),
            (621_355_968_000_000_001, Some("1970-01-01T00:00:00.0000001")),
            (MOST_TICKS, Some("9999-12-31T23:59:59.9999999")),
            (MOST_TICKS + 1, None),
        ];
        for (bits, expected) in cases {
            assert_eq!(date_time(bits).as_deref(), expected);
        }
        assert_eq!(date(730_178), (2000, 2, 29));
        let spans = [(0, "00:00:00"), (-937_845_000_000, "-1.02:03:04.5000000"), (600_000_000, "00:01:00")];
        for (ticks, expected) in spans {
            assert_eq!(time_span(ticks), expected);
        }
    }
}
