//! [`explained`]: recognizes mistakes that have the same appearance in all text formats.

use rigmill_pipeline::SourceText;

use super::Problem;
use crate::syntax::Span;

/// The quotation marks that word processors write in place of `"` and `'`.
const QUOTES: [char; 7] = ['“', '”', '„', '‘', '’', '«', '»'];

/// Replaces the problem that ended the reading of a text, if the text has a merge conflict or typographic quotation marks at the
/// position of the problem.
pub(super) fn explained(problem: Problem, text: &SourceText) -> Problem {
    let text = text.as_str();
    if let Some(span) = conflict(text) {
        let help = "resolve the conflict, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`";
        return problem.replaced("the file has an unresolved merge conflict".to_owned(), help.to_owned()).at(span);
    }
    let Some((quote, span)) = problem.span().and_then(|span| quote(text, span)) else { return problem };
    let help = format!("write straight quotation marks (`\"`) in place of `{quote}`");
    problem.replaced(format!("`{quote}` is not a quotation mark of this format"), help).at(span)
}

/// Returns the line at which a merge conflict begins.
fn conflict(text: &str) -> Option<Span> {
    let mut lines = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    });
    let (start, line) = lines.find(|(_, line)| line.starts_with("<<<<<<< "))?;
    lines.any(|(_, line)| line.starts_with(">>>>>>> ")).then(|| (start..start + line.trim_end().len()).into())
}

/// Returns the typographic quotation mark with which the text at a position begins.
fn quote(text: &str, span: Span) -> Option<(char, Span)> {
    let rest = text.get(span.start..)?;
    let start = text.len() - rest.trim_start().len();
    let first = rest.trim_start().chars().next().filter(|first| QUOTES.contains(first))?;
    Some((first, (start..start + first.len_utf8()).into()))
}
