//! [`Report`]: reports the files that a command created.

use std::fmt::Display;
use std::path::Path;

use rigmill_disk::real_path;

use super::message;
use super::paths::shown_folder;
use super::shell::Shell;
use crate::args::MessageFormat;

/// Reports what a command did, as notes for people or as messages for programs.
pub(crate) struct Report<'a> {
    pub(crate) format: MessageFormat,
    pub(crate) shell: &'a Shell,
}

impl Report<'_> {
    /// Reports a file that was created or changed.
    pub(crate) fn made(&self, file: &Path, note: impl Display) {
        if self.format == MessageFormat::Json {
            self.shell.json(message::made(&shown(file)));
        } else {
            self.shell.note(note);
        }
    }

    /// Reports what the user still has to do.
    pub(crate) fn left(&self, note: impl Display) {
        self.shell.note(note);
    }
}

/// Formats a path as in diagnostics.
fn shown(file: &Path) -> String {
    let folder = file.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let folder = folder.and_then(|folder| real_path(folder).ok());
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    shown_folder(&folder.unwrap_or_default()) + &name
}
