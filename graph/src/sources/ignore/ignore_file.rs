//! [`IgnoreFile`]: one `.gitignore` or `.rigmillignore`.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

use rigmill_disk::system::found_link;
use rigmill_disk::{Stamp, absent, read_file};
use rigmill_pipeline::{Diagnostic, Location, SourcePath, codes, nearest};
use serde::{Deserialize, Serialize};

use super::pattern::{Fault, Pattern, Slip, lines};

/// The names of ignore files. If a folder has several, the later name in this list wins.
pub const IGNORE_FILES: [&str; 2] = [".gitignore", ".rigmillignore"];

/// The maximum size of an ignore file, in bytes.
const LARGEST: u64 = 1 << 20;

/// The name of Rigmill's own ignore files.
pub(crate) const IGNORE_FILE: &str = IGNORE_FILES[1];

/// The number of invalid lines per file that are reported individually. The rest are only counted.
const LISTED: usize = 5;

/// Whether a file name is so similar to that of Rigmill's ignore files that it is probably a misspelling.
pub(crate) fn is_misnamed_ignore_file(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let lower = lower.strip_suffix(".txt").unwrap_or(&lower);
    let begins_alike = lower.trim_start_matches('.').starts_with("rig");
    name != IGNORE_FILE && begins_alike && nearest(lower, [IGNORE_FILE]).is_some()
}

/// An ignore file as it was last read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct IgnoreFile {
    /// The file's path, relative to the project's folder.
    pub(super) path: String,
    /// The file's stamp; [`Stamp::UNKNOWN`] if the file must be read again.
    pub(super) stamp: Stamp,
    /// The file's bytes; `None` for a symbolic link, which is not followed.
    content: Option<Vec<u8>>,
    #[serde(skip)]
    patterns: OnceLock<Vec<(usize, Pattern)>>,
}

impl PartialEq for IgnoreFile {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, self.stamp, &self.content) == (&other.path, other.stamp, &other.content)
    }
}

impl Eq for IgnoreFile {}

/// An ignore file found in a folder listing: its name, and whether it is a symbolic link.
pub(crate) type FoundIgnoreFile = (String, bool);

/// The reason why a file is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreMatch {
    /// The ignore file, relative to the project's folder.
    pub file: String,
    /// The line of the pattern, counted from 1.
    pub line: usize,
}

impl fmt::Display for IgnoreMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl IgnoreFile {
    /// Reads the ignore file at `path`, which is relative to the folder `root`. Returns `None` if the file no longer exists.
    pub(super) fn read(root: &Path, path: String, is_link: bool) -> io::Result<Option<Self>> {
        let location = root.join(&path);
        // The stamp is read first, so that a change while the file is read causes a different stamp later.
        let read = || {
            let stamp = found_link(&location)?.stamp;
            let content = if is_link { None } else { Some(read_file(&location, LARGEST)?) };
            Ok((stamp, content))
        };
        match read() {
            Ok((stamp, content)) => Ok(Some(Self { path, stamp, content, patterns: OnceLock::new() })),
            Err(error) if absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the file's name, and whether it is a symbolic link.
    pub(super) fn found(&self) -> FoundIgnoreFile {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        (name.to_owned(), self.content.is_none())
    }

    /// Returns the file's length in bytes.
    pub(super) fn length(&self) -> usize {
        self.content.as_ref().map_or(0, Vec::len)
    }

    /// Returns the file with its current stamp if its content is unchanged; otherwise `None`. Reads the file only if its stamp
    /// changed.
    pub(super) fn if_unchanged(&self, root: &Path) -> Option<Self> {
        let location = root.join(&self.path);
        if found_link(&location).ok()?.stamp == self.stamp {
            return Some(self.clone());
        }
        let is_link = fs::symlink_metadata(&location).ok()?.is_symlink();
        let now = Self::read(root, self.path.clone(), is_link).ok()??;
        (now.content == self.content).then_some(now)
    }

    /// Returns the last pattern that matches a path below the ignore file's folder, and whether it ignores the path. The path
    /// is relative to the project's folder.
    pub(super) fn decision(&self, path: &[u8], is_folder: bool) -> Option<(IgnoreMatch, bool)> {
        let folder = self.path.rfind('/').map_or(0, |slash| slash + 1);
        let below = path.get(folder..)?;
        let (line, pattern) = self.patterns().iter().rfind(|(_, pattern)| pattern.matches(below, is_folder))?;
        pattern.note_use();
        Some((IgnoreMatch { file: self.path.clone(), line: *line }, !pattern.negated))
    }

    fn patterns(&self) -> &[(usize, Pattern)] {
        self.patterns.get_or_init(|| patterns(self.content.as_deref().unwrap_or_default()))
    }

    /// Returns warnings about lines that match nothing, and about a symbolic link.
    pub(super) fn warnings(&self) -> Vec<Diagnostic> {
        let Some(content) = &self.content else {
            let message = format!(
                "`{}` has no effect, because it is a symbolic link: neither git nor Rigmill follows the link",
                self.path
            );
            return vec![
                Diagnostic::warning(codes::IGNORE_FILE_LINK, message).help("replace the link with a copy of the file"),
            ];
        };
        let faults: Vec<(usize, Fault)> =
            lines(content).filter_map(|(line, text)| Some((line, Pattern::parse(text).err()?))).collect();
        let mut warnings: Vec<Diagnostic> =
            faults.iter().take(LISTED).map(|(line, fault)| self.fault(*line, fault)).collect();
        if let Some((line, _)) = faults.get(LISTED) {
            let message = format!("{} more lines match nothing", faults.len() - LISTED);
            warnings.push(self.warning(*line, message));
        }
        warnings.extend(self.slips());
        warnings
    }

    /// Returns a warning about each line that decided about no file in the scan, and is probably a slip.
    fn slips(&self) -> impl Iterator<Item = Diagnostic> {
        let unused = self.patterns().iter().filter(|(_, pattern)| !pattern.is_used());
        let slips = unused.filter_map(|(line, pattern)| Some((*line, pattern.slip?)));
        let warning = |(line, slip): (usize, Slip)| {
            self.warning(line, format!("the pattern matches nothing: {slip}")).help(slip.remedy())
        };
        slips.take(LISTED).map(warning)
    }

    /// Returns a warning about each line that tries to bring back files below a folder that is ignored. `ignoring` says why a
    /// folder, relative to the project's folder, is ignored.
    pub(super) fn lost_lines(&self, ignoring: impl Fn(&[u8]) -> Option<IgnoreMatch>) -> Vec<Diagnostic> {
        let base = &self.path.as_bytes()[..self.path.rfind('/').map_or(0, |slash| slash + 1)];
        let lost = |(line, text): (usize, &[u8])| {
            let folder = Pattern::folders_of_negated(text)?;
            let by = ignoring(&[base, folder].concat())?;
            let [text, folder] = [text, folder].map(String::from_utf8_lossy);
            let message = format!("`{text}` has no effect: {by} ignores the folder `{folder}` and everything in it");
            let help =
                format!("replace {by} with `/{folder}/*`, to ignore the folder's content instead of the folder itself");
            Some(self.warning(line, message).help(help))
        };
        lines(self.content.as_deref().unwrap_or_default()).filter_map(lost).take(LISTED).collect()
    }

    fn fault(&self, line: usize, fault: &Fault) -> Diagnostic {
        self.warning(line, format!("the pattern matches nothing: {fault}"))
    }

    fn warning(&self, line: usize, message: String) -> Diagnostic {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let warning = Diagnostic::warning(codes::IGNORE_LINE, message).help("correct the line, or remove it");
        match SourcePath::new(&self.path) {
            Ok(path) => warning.in_file(&path).at(Location::at(line, 1)),
            Err(_) => warning,
        }
    }
}

fn patterns(content: &[u8]) -> Vec<(usize, Pattern)> {
    lines(content).filter_map(|(line, text)| Some((line, Pattern::parse(text).ok()??))).collect()
}

/// Returns the number of the line that ignores the folder `path`, in an ignore file with this content in the project's folder.
/// Returns `None` if the folder is not ignored.
#[must_use]
pub fn ignoring_line(content: &[u8], path: &str) -> Option<usize> {
    let patterns = patterns(content);
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    let mut folders = ends.map(|end| &path.as_bytes()[..end]);
    folders.find_map(|folder| {
        let (line, pattern) = patterns.iter().rfind(|(_, pattern)| pattern.matches(folder, true))?;
        (!pattern.negated).then_some(*line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_similar_names_are_misspellings() {
        for name in [
            "rigmillignore",
            ".rigmilignore",
            ".rigmillignor",
            ".rigmillingore",
            ".rigmillignore.txt",
            ".RigmillIgnore",
            "Rigmillignore.txt",
        ] {
            assert!(is_misnamed_ignore_file(name), "{name}");
        }
        for name in
            [".rigmillignore", ".gitignore", "rigmill.toml", ".rigmill", "rigmill", ".rgignore", "Rigging.fbx", "rig"]
        {
            assert!(!is_misnamed_ignore_file(name), "{name}");
        }
    }
}
