//! Why ufbx refuses a file.

use super::fault;

/// The most bytes of ufbx's report that are read.
const MOST_REPORT: usize = 1024;
/// The most characters of the report that are shown.
const LONGEST_FACT: usize = 120;
/// What ufbx says of files that are something else.
pub(super) const NO_FBX: &str = "Not an FBX file";

/// What is wrong with a file, in ufbx's words, and where: ufbx knows no position, so that of the first damaged record is found here.
pub(super) fn detail(error: &ufbx::Error, bytes: &[u8]) -> String {
    // ufbx formats its error, because `Error::info` panics at text that is not UTF-8 and the information may be the file's.
    let mut report = [0; MOST_REPORT];
    let length = ufbx::format_error(&mut report, error).min(MOST_REPORT);
    let fact = fact(&String::from_utf8_lossy(&report[..length]));
    match fault::first(bytes) {
        Some(place) => format!("{fact}: {place}"),
        None => fact,
    }
}

/// The fact in a report, whose first line is `ufbx v1.2.3 error: FACT (INFORMATION)`.
fn fact(report: &str) -> String {
    let line = report.lines().next().unwrap_or_default();
    let fact = line.split_once("error: ").map_or("", |(_, fact)| fact.trim());
    let printable = |it: char| if it.is_control() { char::REPLACEMENT_CHARACTER } else { it };
    match fact {
        "" | "Failed to load" => "it is malformed".to_owned(),
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
