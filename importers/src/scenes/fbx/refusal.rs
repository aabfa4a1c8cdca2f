//! Explains why ufbx rejects a file.

use super::fault;

/// The maximum number of bytes of ufbx's report that are read.
const MAX_REPORT: usize = 1024;
/// The maximum number of characters of the report that are shown.
const LONGEST_FACT: usize = 120;
/// ufbx's message for files that are not FBX files.
pub(super) const NO_FBX: &str = "Not an FBX file";
/// The problem of a file about which ufbx says nothing.
const MALFORMED: &str = "it is malformed";

/// Describes the problem of a file in ufbx's words, and its position. ufbx reports no position, so this function finds the
/// first damaged record.
pub(super) fn detail(error: &ufbx::Error, bytes: &[u8]) -> String {
    // ufbx formats its error, because `Error::info` panics for text that is not UTF-8, and the text may come from the file.
    let mut report = [0; MAX_REPORT];
    let length = ufbx::format_error(&mut report, error).min(MAX_REPORT);
    let fact = fact(&String::from_utf8_lossy(&report[..length]));
    match fault::first(bytes) {
        Some(place) if fact == MALFORMED => place,
        Some(place) => format!("{fact}: {place}"),
        None => fact,
    }
}

/// Extracts the message from a report, whose first line is `ufbx v1.2.3 error: FACT (INFORMATION)`.
fn fact(report: &str) -> String {
    let line = report.lines().next().unwrap_or_default();
    let fact = line.split_once("error: ").map_or("", |(_, fact)| fact.trim());
    let printable = |it: char| if it.is_control() { char::REPLACEMENT_CHARACTER } else { it };
    match fact {
        "" | "Failed to load" => MALFORMED.to_owned(),
        fact => fact.chars().map(printable).take(LONGEST_FACT).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::fact;

    #[test]
    fn the_first_line_of_a_report_has_the_fact() {
        assert_eq!(fact("ufbx v0.22.0 error: Bad index (7 (max 3))\n  900:read: check\n"), "Bad index (7 (max 3))");
        assert_eq!(fact("ufbx v0.22.0 error: Failed to load\n"), "it is malformed");
        assert_eq!(fact(""), "it is malformed");
    }
}
