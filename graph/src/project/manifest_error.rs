//! [`in_manifest`]: errors and warnings about the manifest, and errors of a manifest that is not TOML.

use std::ops::Range;

use rigmill_pipeline::{Code, Diagnostic, Location, SourcePath, SourceText, codes, subtable_above};

/// The file name of the manifest.
pub const MANIFEST: &str = "rigmill.toml";

/// Describes what a line of TOML looks like.
const TOML_HELP: &str = "below a header such as [project] or [[rule]], write each key once, on its own line; put text in quotes: name = \"text\", flag = true, list = [\"a\", \"b\"]";

/// The parser's message for a key or table that exists already.
const DUPLICATE: &str = "duplicate key";

/// Describes how to write a backslash.
const ESCAPE_HELP: &str =
    "write paths with `/`, as in \"Models/Robot.fbx\"; in double quotes, write each backslash twice";

/// Describes how to write quotes.
const QUOTES_HELP: &str = "write plain quotes, as in \"text\", instead of typographic ones";

/// The quotes that word processors write.
const TYPOGRAPHIC: [char; 10] = ['“', '”', '„', '‟', '‘', '’', '‚', '‛', '«', '»'];

/// The beginning of the first line of a merge conflict.
const CONFLICT: &str = "<<<<<<< ";

/// Creates an error or a warning at a place in the manifest.
#[must_use]
pub fn in_manifest(code: Code, message: impl Into<String>, location: Location) -> Diagnostic {
    Diagnostic { file: SourcePath::new(MANIFEST).ok(), ..Diagnostic::new(code, message) }.at(location)
}

/// Creates the error that a part of the manifest is malformed.
pub(super) fn malformed(message: impl Into<String>, location: Location) -> Diagnostic {
    in_manifest(codes::MANIFEST_MALFORMED, message, location)
}

/// Returns the error for a text that the TOML parser rejects.
pub(super) fn syntax_error(source: &SourceText, error: &toml::de::Error) -> Diagnostic {
    let text = source.as_str();
    if let Some(start) = line_starts(text).find(|&start| text[start..].starts_with(CONFLICT)) {
        let location = source.location(start, start + line_at(text, start).len());
        return malformed("a merge conflict is left in the file", location)
            .help("resolve the conflict, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`");
    }
    let span = error.span().unwrap_or(0..0);
    let location = source.location(span.start, span.end);
    let line = line_at(text, span.start);
    if line.trim() == "[rule]" {
        return single_rule(location);
    }
    if error.message() == DUPLICATE {
        return duplicate(source, &span, location);
    }
    let help = if error.message().contains("escape") {
        ESCAPE_HELP
    } else if line.contains(TYPOGRAPHIC) {
        QUOTES_HELP
    } else {
        TOML_HELP
    };
    malformed(format!("not valid TOML: {}", error.message()), location).help(help)
}

/// Returns the error for a key or table that is in the manifest twice.
fn duplicate(source: &SourceText, span: &Range<usize>, location: Location) -> Diagnostic {
    let text = source.as_str();
    let second = line_starts(text).take_while(|&start| start <= span.start).last().unwrap_or(0);
    let name = text.get(span.clone()).unwrap_or_default();
    let header = line_at(text, second).trim();
    if let Some(above) = subtable_above(text, second) {
        let message = format!("`{}` is above the first `{header}`", text[above.clone()].trim());
        return malformed(message, source.location(above.start, above.end))
            .help(format!("move this table below the `{header}` that it belongs to"));
    }
    if header.starts_with('[') {
        // The other header may have a comment or spaces.
        let first =
            line_starts(text).take_while(|&start| start < second).find(|&at| line_at(text, at).trim() == header);
        let table = first.map(|start| format!("the table in line {}", source.position(start).0));
        let table = table.unwrap_or_else(|| "the other table".to_owned());
        let message = format!("the table {header} is in the file twice");
        return malformed(message, location).help(format!("move these keys to {table}, and remove this header"));
    }
    // The first one is above, in the same table.
    let is_same = |start: &usize| {
        line_at(text, *start)
            .trim_start()
            .strip_prefix(name)
            .is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
    };
    let first = line_starts(text).take_while(|&start| start < second).filter(is_same).last();
    let place = first.map(|start| format!(" (first in line {})", source.position(start).0)).unwrap_or_default();
    malformed(format!("`{name}` is set twice{place}"), location).help("remove one of the two lines")
}

/// Returns the error for a rule whose header is `[rule]`.
pub(super) fn single_rule(location: Location) -> Diagnostic {
    let message = "`rule` is a single table, expected a list of `[[rule]]` tables";
    malformed(message, location).help("write `[[rule]]`, with double brackets, above each rule")
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1))
}

/// Returns the line that contains the byte at `offset`.
fn line_at(text: &str, offset: usize) -> &str {
    let start = line_starts(text).take_while(|&start| start <= offset).last().unwrap_or(0);
    text[start..].lines().next().unwrap_or_default()
}
