//! [`Findings`]: errors and warnings about a content project. Findings of the same kind are combined, each with its lines.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{Code, Diagnostic, Level, SourcePath, SourceText, codes};

/// The maximum size of a project's file, in bytes.
pub(crate) const FILE_BYTES: usize = 4 << 20;

/// The maximum number of lines that one diagnostic names.
const LINES_NAMED: usize = 12;
/// The maximum number of subjects that one diagnostic names, unless all are requested.
const SUBJECTS_NAMED: usize = 3;
/// The maximum number of errors that are reported.
const ERRORS: usize = 50;

/// Reads the bytes of a file whose path is absolute.
pub type ReadFile<'a> = &'a dyn Fn(&Path) -> io::Result<Vec<u8>>;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct ProjectFile {
    pub(crate) path: PathBuf,
    pub(crate) text: SourceText,
}

/// A range of a file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    /// The index of the file.
    pub(crate) file: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A kind of finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    code: Code,
    message: String,
    help: String,
    /// The noun for its subjects, in the plural.
    noun: &'static str,
}

/// One finding with all its locations.
#[derive(Debug)]
struct Finding {
    level: Level,
    kind: Kind,
    /// The locations, each with its subject; the subject is empty if the message already contains it.
    places: BTreeSet<(Spot, String)>,
}

/// Findings in order, one per kind.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    findings: Vec<Finding>,
    /// The index of the finding for each kind.
    known: BTreeMap<Kind, usize>,
    errors: usize,
}

impl Findings {
    /// Adds an error, so that no manifest is written.
    pub(crate) fn error(&mut self, code: Code, spot: Spot, message: impl Into<String>, help: impl Into<String>) {
        self.errors += 1;
        if self.errors <= ERRORS {
            let kind = Kind { code, message: message.into(), help: help.into(), noun: "" };
            self.add(Level::Error, kind, spot, String::new());
        }
    }

    /// Adds a warning that something is left out or changed.
    pub(crate) fn warning(&mut self, code: Code, spot: Spot, message: impl Into<String>, help: impl Into<String>) {
        let kind = Kind { code, message: message.into(), help: help.into(), noun: "" };
        self.add(Level::Warning, kind, spot, String::new());
    }

    /// Adds an item to a warning about items.
    pub(crate) fn item(
        &mut self,
        code: Code,
        (spot, item): (Spot, String),
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let kind = Kind { code, message: message.into(), help: help.into(), noun: "items" };
        self.add(Level::Warning, kind, spot, item);
    }

    /// Adds an assembly to the warning about references.
    pub(crate) fn reference(&mut self, spot: Spot, assembly: &str) {
        let message = "Rigmill cannot use importers and processors from .NET assemblies".to_owned();
        let help = "write your own stages in Rust: see docs/examples/beats".to_owned();
        self.add(
            Level::Warning,
            Kind { code: codes::CONTENT_PROJECT_LEFT_OUT, message, help, noun: "references" },
            spot,
            assembly.to_owned(),
        );
    }

    /// Whether nothing was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    fn add(&mut self, level: Level, kind: Kind, spot: Spot, subject: String) {
        let at = *self.known.entry(kind.clone()).or_insert(self.findings.len());
        let place = (spot, subject);
        match self.findings.get_mut(at) {
            Some(found) => drop(found.places.insert(place)),
            None => self.findings.push(Finding { level, kind, places: BTreeSet::from([place]) }),
        }
    }

    /// Returns the number of errors, including those that are not kept.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the findings sorted by their first locations, in the order in which the files were read.
    fn in_order(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.first());
        findings
    }

    /// Converts the findings to diagnostics, with file paths relative to `folder`. If `all` is true, they name all their
    /// subjects.
    pub(crate) fn diagnostics(&self, files: &[ProjectFile], folder: &Path, all: bool) -> Vec<Diagnostic> {
        self.in_order().into_iter().map(|finding| finding.diagnostic(files, folder, all)).collect()
    }

    /// Formats the findings as lines: locations, fact, remedy.
    pub(crate) fn lines(&self, files: &[ProjectFile], folder: &Path) -> Vec<String> {
        self.in_order().into_iter().map(|finding| finding.line(files, folder)).collect()
    }
}

impl Finding {
    fn first(&self) -> Option<Spot> {
        self.places.first().map(|(spot, _)| *spot)
    }

    fn diagnostic(&self, files: &[ProjectFile], folder: &Path, all: bool) -> Diagnostic {
        let new = if self.level == Level::Error { Diagnostic::error } else { Diagnostic::warning };
        let help = format!("{}{}", self.kind.help, self.also(files, folder));
        let mut diagnostic = new(self.kind.code, self.message(all)).help(help);
        if let Some((file, spot)) = self.first().and_then(|spot| Some((files.get(spot.file)?, spot))) {
            diagnostic.location = Some(file.text.location(spot.start, spot.end));
            diagnostic.file = SourcePath::new(&shown(&file.path, folder)).ok();
        }
        diagnostic
    }

    fn line(&self, files: &[ProjectFile], folder: &Path) -> String {
        let first = self.first().map(|spot| place(spot, files, folder)).unwrap_or_default();
        format!("{first}: {}{}; {}", self.message(false), self.also(files, folder), self.kind.help)
    }

    /// Returns the message, with the number of subjects and the names of some or all of them.
    fn message(&self, all: bool) -> String {
        let Kind { message, noun, .. } = &self.kind;
        let subjects = self.subjects();
        match subjects.as_slice() {
            [] => message.clone(),
            [one] => format!("{one}: {message}"),
            several => {
                let named = if all { several.len() } else { SUBJECTS_NAMED };
                let (named, rest) = several.split_at_checked(named).unwrap_or((several, &[]));
                let rest = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
                format!("{} {noun}: {message}: {}{rest}", several.len(), named.join(", "))
            }
        }
    }

    /// Returns the subjects without duplicates, in the order of their locations.
    fn subjects(&self) -> Vec<&str> {
        let mut known = BTreeSet::new();
        let subjects = self.places.iter().map(|(_, subject)| subject.as_str()).filter(|subject| !subject.is_empty());
        subjects.filter(|subject| known.insert(*subject)).collect()
    }

    /// Returns the locations except the first, unless the subjects already contain them.
    fn also(&self, files: &[ProjectFile], folder: &Path) -> String {
        if self.places.len() < 2 || self.subjects().len() > 1 {
            return String::new();
        }
        let rest = self.places.iter().skip(1).map(|(spot, _)| place(*spot, files, folder));
        let named: Vec<String> = rest.take(LINES_NAMED).collect();
        let more = (self.places.len() - 1).saturating_sub(LINES_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!(" (also at {}{more})", named.join(", "))
    }
}

fn place(spot: Spot, files: &[ProjectFile], folder: &Path) -> String {
    let Some(file) = files.get(spot.file) else { return String::new() };
    let (line, column) = file.text.position(spot.start);
    format!("{}:{line}:{column}", shown(&file.path, folder))
}

/// Returns a path relative to a folder, or only the file name if the file is elsewhere.
fn shown(path: &Path, folder: &Path) -> String {
    let name = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    path.strip_prefix(folder).map_or_else(|_| name(), |path| path.to_string_lossy().replace('\\', "/"))
}
