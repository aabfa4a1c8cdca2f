//! Renders diagnostics for people, IDEs and GitHub.

use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level as Severity, Origin, Renderer, Snippet};
use rigmill_disk::read_file;
use rigmill_pipeline::{Diagnostic, Level, Location, SourceText};

use crate::output::printable::{escaped, marked, quoted};

/// The maximum size of a file that is read for an excerpt, in bytes.
const LARGEST_SHOWN: u64 = 64 << 20;

/// Formats a diagnostic for people: message, location with the source line, help. `root` is the prefix of the file's path.
pub(crate) fn human(diagnostic: &Diagnostic, root: &str) -> String {
    let severity = match diagnostic.level {
        Level::Error => Severity::ERROR,
        Level::Warning => Severity::WARNING,
    };
    let title = severity.primary_title(escaped(&diagnostic.message)).id(diagnostic.code.as_ref());
    let file = diagnostic.file.as_ref().map(|file| quoted(&format!("{root}{file}")).to_string()).unwrap_or_default();
    let mut elements: Vec<Element<'_>> = Vec::new();
    match &diagnostic.location {
        Some(location) if shows_column(location) => {
            elements.extend(snippet(location).map(|snippet| snippet.path(file).into()));
        }
        Some(location) => {
            elements.push(Origin::path(file).line(location.line as usize).char_column(location.column as usize).into());
            elements.extend(snippet(location).map(Element::from));
        }
        None if !file.is_empty() => elements.push(Origin::path(file).into()),
        None => {}
    }
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    let help = diagnostic.help.as_ref().map(|help| escaped(help));
    if elements.is_empty() {
        let help = help.map(|help| Group::with_title(Severity::HELP.secondary_title(help)));
        let parts = std::iter::once(Group::with_title(title)).chain(help);
        return marked(&parts.map(|part| renderer.render(&[part])).collect::<Vec<_>>().join("\n"));
    }
    elements.extend(help.map(|help| Severity::HELP.message(help).into()));
    marked(&without_gap(&renderer.render(&[title.elements(elements)])))
}

/// Drops the line that announces a second file. The renderer adds it because it treats a truncated line as a second file.
fn without_gap(rendered: &str) -> String {
    let announces = |line: &str| line.contains(":::") && !line.contains(|c: char| c.is_alphabetic() && c != 'm');
    rendered.lines().filter(|line| !announces(line)).collect::<Vec<_>>().join("\n")
}

/// Returns the diagnostic with the source line that it refers to. If the stage did not supply the line, reads it from the file
/// below `root`.
pub(crate) fn with_excerpt(diagnostic: &Diagnostic, root: &Path) -> Diagnostic {
    let mut diagnostic = diagnostic.clone();
    if let (Some(file), Some(location)) = (&diagnostic.file, &mut diagnostic.location)
        && location.excerpt.is_none()
        && let Ok(bytes) = read_file(&root.join(file.as_str()), LARGEST_SHOWN)
        && let Ok(text) = String::from_utf8(bytes)
        && let Some(found) = SourceText::new(text).location_at(location.line, location.column)
    {
        *location = found;
    }
    diagnostic
}

fn snippet(location: &Location) -> Option<Snippet<'_, annotate_snippets::Annotation<'_>>> {
    let excerpt = location.excerpt.as_ref()?;
    let start = before(excerpt, location.highlight_start).len();
    let end = before(excerpt, location.highlight_start.saturating_add(location.highlight_length)).len();
    let mark = AnnotationKind::Primary.span(start..end);
    Some(Snippet::source(escaped(excerpt)).line_start(location.line as usize).annotation(mark))
}

/// Whether the renderer would show the correct column. It counts columns in the excerpt, so the excerpt must begin at the start
/// of the line and have no escaped characters before the highlight.
fn shows_column(location: &Location) -> bool {
    let counted = location.excerpt.as_ref().map(|excerpt| before(excerpt, location.highlight_start).chars().count());
    counted.is_some_and(|counted| counted + 1 == location.column as usize)
}

/// Returns the excerpt before one of its characters, in displayed form.
fn before(excerpt: &str, character: u32) -> String {
    escaped(&excerpt.chars().take(character as usize).collect::<String>())
}

/// Formats a GitHub workflow command, which is shown next to the line in a pull request. `root` is the prefix of the file's
/// path.
pub(crate) fn github(diagnostic: &Diagnostic, root: &str) -> String {
    let mut properties = Vec::new();
    if let Some(file) = &diagnostic.file {
        properties.push(format!("file={}", escape_property(&format!("{root}{file}"))));
    }
    if let Some(location) = &diagnostic.location {
        properties.push(format!("line={},col={}", location.line, location.column));
    }
    properties.push(format!("title={}", escape_property(&diagnostic.code)));
    let help = diagnostic.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    let message = escape_data(&format!("{}{help}", diagnostic.message));
    format!("::{} {}::{message}", diagnostic.level.name(), properties.join(","))
}

/// Formats a line that MSBuild and IDEs recognize as an error or a warning. The path is absolute, because MSBuild and IDEs
/// resolve relative paths relative to their own project.
pub(crate) fn msbuild(diagnostic: &Diagnostic, root: &Path) -> String {
    let file = diagnostic.file.as_ref().map(|file| root.join(file.as_str()).display().to_string());
    let location = diagnostic.location.as_ref().map(|location| format!("({},{})", location.line, location.column));
    let origin =
        file.map_or_else(|| "rigmill".to_owned(), |file| without_verbatim(&file) + &location.unwrap_or_default());
    let help = diagnostic.help.as_ref().map(|help| format!("; help: {help}")).unwrap_or_default();
    format!("{origin}: {} {}: {}{help}", diagnostic.level.name(), diagnostic.code, diagnostic.message)
}

/// Returns a Windows path without the prefix `\\?\`, which IDEs do not accept.
fn without_verbatim(path: &str) -> String {
    path.strip_prefix(r"\\?\").unwrap_or(path).to_owned()
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn msbuild_lines_are_in_its_form() {
        let file = rigmill_pipeline::SourcePath::new("a/b.Animation").unwrap();
        let diagnostic = Diagnostic::error("R0012", "one\nline").in_file(&file).at(Location::at(3, 4)).help("do");
        assert_eq!(msbuild(&diagnostic, Path::new("/g")), "/g/a/b.Animation(3,4): error R0012: one\nline; help: do");
        let elsewhere = Diagnostic::warning("R0105", "the cache");
        assert_eq!(msbuild(&elsewhere, Path::new("/g")), "rigmill: warning R0105: the cache");
    }

    #[test]
    fn github_commands_are_escaped() {
        let diagnostic = Diagnostic::error("R0012", "50% of\nit").at(Location::at(3, 4)).help("do");
        assert_eq!(github(&diagnostic, ""), "::error line=3,col=4,title=R0012::50%25 of%0Ait%0Ahelp: do");
    }
}
