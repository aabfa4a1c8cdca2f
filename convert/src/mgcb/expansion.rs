//! [`expand`]: expands an `.mgcb` and its response files to one list of switches. Conditions are evaluated and properties are
//! substituted.
//!
//! As in MonoGame, a response file is searched for next to the file that refers to it, and its folder is the working folder
//! while it is read. Unlike in MonoGame, a `$if` inside a skipped part needs its own `$endif`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{SourceText, codes};

use super::line::Line;
use super::switch::Switch;
use crate::finding::{FILE_BYTES, Findings, ProjectFile, ReadFile, Spot};
use crate::path::resolve;

/// The maximum depth of nested response files.
const DEPTH: usize = 16;
/// The maximum number of response files.
const FILES: usize = 256;
/// The maximum number of bytes in a line, and in all lines, after substitution of properties.
const LINE_BYTES: usize = 32 << 10;
pub(crate) const EXPANDED_BYTES: usize = 16 << 20;

/// A switch with its value and location.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) switch: Switch,
    pub(crate) value: String,
    pub(crate) spot: Spot,
}

/// The expanded content of an `.mgcb`.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    pub(crate) files: Vec<ProjectFile>,
    pub(crate) steps: Vec<Step>,
    pub(crate) findings: Findings,
}

/// Expands the `.mgcb` at an absolute path, which has these bytes. `defines` are set before the first line.
pub(crate) fn expand(path: &Path, bytes: Vec<u8>, defines: &[(String, String)], read: ReadFile<'_>) -> Expansion {
    let mut expander = Expander {
        read,
        properties: defines.iter().cloned().collect(),
        conditions: Vec::new(),
        open: Vec::new(),
        bytes: 0,
        result: Expansion::default(),
    };
    expander.file(path, bytes, None);
    let result = &mut expander.result;
    for condition in &expander.conditions {
        result.findings.error(
            codes::CONTENT_PROJECT_MALFORMED,
            condition.spot,
            "`$if` has no `$endif`",
            "add a `$endif` line after this part",
        );
    }
    expander.result
}

struct Condition {
    holds: bool,
    spot: Spot,
}

struct Expander<'a> {
    read: ReadFile<'a>,
    properties: BTreeMap<String, String>,
    conditions: Vec<Condition>,
    /// The files that are being read. Each is referred to by the previous one.
    open: Vec<PathBuf>,
    bytes: usize,
    result: Expansion,
}

impl Expander<'_> {
    fn file(&mut self, path: &Path, bytes: Vec<u8>, named_at: Option<Spot>) {
        let file = self.result.files.len();
        let text = decoded(bytes);
        let fault = text.as_ref().err().copied();
        self.result.files.push(ProjectFile { path: path.to_owned(), text: SourceText::new(text.unwrap_or_default()) });
        if let Some((fault, help)) = fault {
            let spot = named_at.unwrap_or(Spot { file, start: 0, end: 0 });
            let message = format!("{} {fault}", path.display());
            return self.result.findings.error(codes::CONTENT_PROJECT_UNREADABLE, spot, message, help);
        }
        self.open.push(path.to_owned());
        let text = self.result.files[file].text.as_str().to_owned();
        let mut start = 0;
        for line in text.split(['\n', '\r']) {
            let trimmed = line.trim();
            let begin = start + (line.len() - line.trim_start().len());
            self.line(trimmed, Spot { file, start: begin, end: begin + trimmed.len() });
            start += line.len() + 1;
        }
        self.open.pop();
    }

    fn line(&mut self, line: &str, spot: Spot) {
        if line.is_empty() || line.starts_with('#') || self.bytes > EXPANDED_BYTES {
            return;
        }
        if self.is_skipped() {
            return self.skipped_line(line, spot);
        }
        let filled = self.filled_in(line);
        self.bytes += filled.len();
        if self.bytes > EXPANDED_BYTES || filled.len() > LINE_BYTES {
            let message = format!(
                "after properties are inserted, this line has more than {LINE_BYTES} bytes, or all lines more than {EXPANDED_BYTES}"
            );
            return self.result.findings.error(
                codes::CONTENT_PROJECT_UNREADABLE,
                spot,
                message,
                "check whether the value of a property contains the property itself",
            );
        }
        match Line::parse(&filled) {
            Ok(line) => self.apply(line, spot),
            Err(error) => self.result.findings.error(codes::CONTENT_PROJECT_MALFORMED, spot, error.message, error.help),
        }
    }

    fn apply(&mut self, line: Line<'_>, spot: Spot) {
        match line {
            Line::Nothing => {}
            Line::Set { name, value } => drop(self.properties.insert(name.to_owned(), value.to_owned())),
            Line::If { name, value } => self.begin(name, value, spot),
            Line::EndIf => self.end(spot),
            Line::ResponseFile(file) => self.response_file(file, spot),
            Line::File(file) => self.step(Switch::Build, file, spot),
            Line::Switches(switches) => switches.into_iter().for_each(|(switch, value)| match switch {
                Switch::ResponseFile => self.response_file(value, spot),
                Switch::Define => {
                    let (name, value) = value.split_once('=').unwrap_or((value, ""));
                    self.properties.insert(name.to_owned(), value.to_owned());
                }
                switch => self.step(switch, value, spot),
            }),
        }
    }

    fn step(&mut self, switch: Switch, value: &str, spot: Spot) {
        self.result.steps.push(Step { switch, value: value.to_owned(), spot });
    }

    fn is_skipped(&self) -> bool {
        self.conditions.last().is_some_and(|condition| !condition.holds)
    }

    fn begin(&mut self, name: &str, value: Option<&str>, spot: Spot) {
        let found = self.properties.get(name);
        let holds = found.is_some_and(|found| value.is_none_or(|value| value == found));
        if !holds {
            let is = found.map_or_else(|| "is not set".to_owned(), |found| format!("is `{found}`"));
            let message = format!("the property `{name}` {is}, so Rigmill skips this part");
            let help = format!("to convert this part, pass --define {name}={}", value.unwrap_or("1"));
            self.result.findings.warning(codes::CONTENT_PROJECT_SKIPPED, spot, message, help);
        }
        self.conditions.push(Condition { holds, spot });
    }

    /// Handles a line in a skipped part, where only the end of the part matters.
    fn skipped_line(&mut self, line: &str, spot: Spot) {
        match Line::parse(line) {
            Ok(Line::If { .. }) => self.conditions.push(Condition { holds: false, spot }),
            Ok(Line::EndIf) => self.end(spot),
            _ => {}
        }
    }

    fn end(&mut self, spot: Spot) {
        if self.conditions.pop().is_none() {
            let help = "remove the `$endif`, or begin the part with `$if name=value`";
            self.result.findings.error(codes::CONTENT_PROJECT_MALFORMED, spot, "`$endif` has no `$if`", help);
        }
    }

    fn response_file(&mut self, named: &str, spot: Spot) {
        let Some(folder) = self.open.last().and_then(|path| path.parent()).map(Path::to_owned) else { return };
        let path = resolve(&folder, named);
        let refused = if self.open.contains(&path) {
            Some(format!("the response file `{named}` includes itself, directly or through other files"))
        } else if self.open.len() >= DEPTH || self.result.files.len() >= FILES {
            Some(format!("there are more than {FILES} response files, or more than {DEPTH} are nested"))
        } else {
            None
        };
        if let Some(message) = refused {
            return self.result.findings.error(
                codes::CONTENT_PROJECT_UNREADABLE,
                spot,
                message,
                "move the switches into one file",
            );
        }
        match (self.read)(&path) {
            Ok(bytes) => self.included(&path, &folder, bytes, spot),
            Err(error) => {
                let message = format!("cannot read the response file `{named}`: {error}");
                self.result.findings.error(
                    codes::CONTENT_PROJECT_UNREADABLE,
                    spot,
                    message,
                    "write the path relative to the folder of this file",
                );
            }
        }
    }

    fn included(&mut self, path: &Path, folder: &Path, bytes: Vec<u8>, spot: Spot) {
        let own = path.parent().filter(|own| *own != folder).map(Path::to_owned);
        let working_dir = |expander: &mut Self, folder: &Path| {
            expander.step(Switch::WorkingDir, &folder.to_string_lossy(), spot);
        };
        if let Some(own) = &own {
            working_dir(self, own);
        }
        self.file(path, bytes, Some(spot));
        if own.is_some() {
            working_dir(self, folder);
        }
    }

    /// Replaces each `$(name)` that is set with its value. Values are not expanded again.
    fn filled_in(&self, line: &str) -> String {
        replace_macros(line, |name| self.properties.get(name).cloned())
    }
}

/// Replaces each `$(name)` that has a value, until the text exceeds the limit for a line.
pub(crate) fn replace_macros(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("$(").filter(|_| result.len() <= LINE_BYTES) {
        result.push_str(before);
        let Some((name, tail)) = after.split_once(')') else {
            result.push_str("$(");
            rest = after;
            continue;
        };
        match value(name) {
            Some(value) => result.push_str(&value),
            None => result.extend(["$(", name, ")"]),
        }
        rest = tail;
    }
    result.push_str(rest);
    result
}

/// Decodes a file. An error says what the file is, and what to do.
fn decoded(bytes: Vec<u8>) -> Result<String, (&'static str, &'static str)> {
    const SAVE: &str = "save the file as UTF-8 text";
    if bytes.len() > FILE_BYTES {
        return Err(("is larger than 4 MiB", "split the file"));
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(("is UTF-16 text", SAVE));
    }
    let text = String::from_utf8(bytes).map_err(|_| ("is not UTF-8 text", SAVE))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
