//! [`Findings`]: errors and warnings about an `.mgcb`, each with its lines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{Diagnostic, Level, SourcePath, SourceText};

/// A line is malformed.
pub(crate) const MALFORMED: &str = "R0260";
/// A response file is missing, or a limit is exceeded.
pub(crate) const UNREADABLE: &str = "R0261";
/// An item or a switch is not converted.
pub(crate) const LEFT: &str = "R0262";
/// Something is converted with a different result.
pub(crate) const DIFFERENT: &str = "R0263";
/// A part of the file is skipped.
pub(crate) const PASSED: &str = "R0264";

/// The number of lines that one diagnostic names.
const LINES_NAMED: usize = 12;
/// The number of errors that are reported.
const ERRORS: usize = 50;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct MgcbFile {
    pub(crate) path: PathBuf,
    pub(crate) text: SourceText,
}

/// A range of a file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Index of the file.
    pub(crate) file: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// One finding with all its locations.
#[derive(Debug)]
pub(crate) struct Finding {
    level: Level,
    code: &'static str,
    message: String,
    help: String,
    spots: Vec<Spot>,
}

/// Findings in order. Equal ones are merged.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    findings: Vec<Finding>,
    /// The index of the finding with this code, message and remedy.
    known: BTreeMap<(&'static str, String, String), usize>,
    errors: usize,
}

impl Findings {
    /// Adds an error: no manifest is written.
    pub(crate) fn error(
        &mut self,
        code: &'static str,
        spot: Spot,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.errors += 1;
        if self.errors <= ERRORS {
            self.add(Level::Error, code, spot, message.into(), help.into());
        }
    }

    /// Adds a warning: something is left out or changed.
    pub(crate) fn warning(
        &mut self,
        code: &'static str,
        spot: Spot,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(Level::Warning, code, spot, message.into(), help.into());
    }

    fn add(&mut self, level: Level, code: &'static str, spot: Spot, message: String, help: String) {
        let at = *self.known.entry((code, message.clone(), help.clone())).or_insert(self.findings.len());
        match self.findings.get_mut(at) {
            Some(found) if found.spots.contains(&spot) => {}
            Some(found) => found.spots.push(spot),
            None => self.findings.push(Finding { level, code, message, help, spots: vec![spot] }),
        }
    }

    /// The number of errors, including those that are not kept.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// The findings by their first locations, in the order in which the files were read.
    fn in_order(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.spots.first().map(|spot| (spot.file, spot.start)));
        findings
    }

    /// The findings as diagnostics, with files relative to `folder`.
    pub(crate) fn diagnostics(&self, files: &[MgcbFile], folder: &Path) -> Vec<Diagnostic> {
        self.in_order().into_iter().map(|finding| finding.diagnostic(files, folder)).collect()
    }

    /// The findings as lines: locations, fact, remedy.
    pub(crate) fn lines(&self, files: &[MgcbFile], folder: &Path) -> Vec<String> {
        self.in_order().into_iter().map(|finding| finding.line(files, folder)).collect()
    }
}

impl Finding {
    fn diagnostic(&self, files: &[MgcbFile], folder: &Path) -> Diagnostic {
        let new = if self.level == Level::Error { Diagnostic::error } else { Diagnostic::warning };
        let also = self.also(files, folder);
        let also = if also.is_empty() { also } else { format!(" (also at {also})") };
        let mut diagnostic = new(self.code, &self.message as &str).help(format!("{}{also}", self.help));
        if let Some((file, spot)) = self.spots.first().and_then(|spot| Some((files.get(spot.file)?, spot))) {
            diagnostic.location = Some(file.text.location(spot.start, spot.end));
            diagnostic.file = SourcePath::new(&shown(&file.path, folder)).ok();
        }
        diagnostic
    }

    fn line(&self, files: &[MgcbFile], folder: &Path) -> String {
        let first = self.spots.first().map(|&spot| place(spot, files, folder)).unwrap_or_default();
        let also = self.also(files, folder);
        let also = if also.is_empty() { also } else { format!(" (also at {also})") };
        format!("{first}: {}{also}; {}", self.message, self.help)
    }

    /// The locations except the first.
    fn also(&self, files: &[MgcbFile], folder: &Path) -> String {
        let rest = &self.spots[1..];
        let named: Vec<String> = rest.iter().take(LINES_NAMED).map(|&spot| place(spot, files, folder)).collect();
        let more = rest.len().saturating_sub(LINES_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", named.join(", "))
    }
}

fn place(spot: Spot, files: &[MgcbFile], folder: &Path) -> String {
    let Some(file) = files.get(spot.file) else { return String::new() };
    let (line, column) = file.text.position(spot.start);
    format!("{}:{line}:{column}", shown(&file.path, folder))
}

/// A file relative to a folder; only its name if it is elsewhere.
fn shown(path: &Path, folder: &Path) -> String {
    let name = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    path.strip_prefix(folder).map_or_else(|_| name(), |path| path.to_string_lossy().replace('\\', "/"))
}
