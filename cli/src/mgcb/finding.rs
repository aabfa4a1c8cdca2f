//! [`Findings`]: what a person should know of an `.mgcb`, each with its lines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{Diagnostic, Level, SourcePath, SourceText};

/// A line is malformed.
pub(crate) const MALFORMED: &str = "R0260";
/// A response file cannot be had, or a limit is exceeded.
pub(crate) const UNREADABLE: &str = "R0261";
/// An item or a switch is not converted.
pub(crate) const LEFT: &str = "R0262";
/// Something is converted, but not to the same.
pub(crate) const DIFFERENT: &str = "R0263";
/// A part of the file does not count.
pub(crate) const PASSED: &str = "R0264";

/// So many lines are named in one diagnostic.
const LINES_NAMED: usize = 12;
/// So many errors are told.
const ERRORS: usize = 50;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct MgcbFile {
    pub(crate) path: PathBuf,
    pub(crate) text: SourceText,
}

/// A stretch of a file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Index among the files read.
    pub(crate) file: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// One kind of thing found, and each place of it.
#[derive(Debug)]
pub(crate) struct Finding {
    level: Level,
    code: &'static str,
    message: String,
    help: String,
    spots: Vec<Spot>,
}

/// What was found, in order; what is found again joins what it equals.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    findings: Vec<Finding>,
    /// Which of them has this code, message and remedy.
    known: BTreeMap<(&'static str, String, String), usize>,
    errors: usize,
}

impl Findings {
    /// An error: nothing is made.
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

    /// A warning: something is left out, or becomes something else.
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

    /// How many errors there are, more than are kept included.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// By the first place of each, in the order in which the files were read.
    fn in_order(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.spots.first().map(|spot| (spot.file, spot.start)));
        findings
    }

    /// Each as a diagnostic, its file as seen from `folder`.
    pub(crate) fn diagnostics(&self, files: &[MgcbFile], folder: &Path) -> Vec<Diagnostic> {
        self.in_order().into_iter().map(|finding| finding.diagnostic(files, folder)).collect()
    }

    /// Each as a line: places, fact, remedy.
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
            diagnostic.place = Some(file.text.place(spot.start, spot.end));
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

    /// The places but for the first.
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

/// A file as seen from a folder; its name alone where it is elsewhere.
fn shown(path: &Path, folder: &Path) -> String {
    let name = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    path.strip_prefix(folder).map_or_else(|_| name(), |path| path.to_string_lossy().replace('\\', "/"))
}
