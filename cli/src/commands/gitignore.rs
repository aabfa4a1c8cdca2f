//! Adds the output folder to the `.gitignore` of a new project.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use rigmill_disk::read_file;
use rigmill_graph::{Project, ignoring_line};

use crate::output::made::Report;
use crate::output::printable::quoted;

/// The maximum size of a `.gitignore` that is changed, in bytes.
const LONGEST: u64 = 1 << 20;

/// The characters in paths that have a special meaning in patterns.
const SPECIAL: [char; 4] = ['*', '?', '[', '\\'];

/// Adds a line for the output folder if it is inside the project and not already ignored. Reports what it did. It is not an
/// error if the file cannot be changed, because the project is complete without it.
pub(super) fn add_output_folder(root: &Path, report: &Report<'_>) {
    let project = Project::find(Some(root), None, root);
    let Some(out) = project.ok().and_then(|project| out_within(&project)) else { return };
    let path = root.join(".gitignore");
    let line = line(&out);
    match add_line(&path, &line, &out) {
        Ok(Added::Nothing) => {}
        Ok(Added::Line) => report.made(&path, format_args!("added {} to {}", quoted(&line), quoted(&path))),
        Ok(Added::File) => report.made(&path, format_args!("made {} with {}", quoted(&path), quoted(&line))),
        Err(error) => report.left(format_args!(
            "{} is unchanged: {error}; add {} to the files that git ignores",
            quoted(&path),
            quoted(&line)
        )),
    }
}

enum Added {
    Nothing,
    Line,
    File,
}

/// Returns the path of the output folder relative to the project, with `/`. Returns `None` if it is elsewhere, or if its name
/// cannot be written on a line.
fn out_within(project: &Project) -> Option<String> {
    let within = project.out().strip_prefix(project.root()).ok()?;
    let parts: Option<Vec<&str>> = within.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/")).filter(|out| !out.contains(['\n', '\r']))
}

/// Returns the anchored pattern for a folder.
fn line(folder: &str) -> String {
    let mut line = String::from("/");
    for letter in folder.chars() {
        line.extend(SPECIAL.contains(&letter).then_some('\\'));
        line.push(letter);
    }
    line + "/"
}

/// Adds a line that ignores `folder`. Does not change the rest of the file.
fn add_line(path: &Path, line: &str, folder: &str) -> io::Result<Added> {
    let is_new = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => return Err(io::Error::other("the file is a symbolic link")),
        Ok(_) => false,
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(error),
    };
    let content = if is_new { Vec::new() } else { read_file(path, LONGEST)? };
    if ignoring_line(&content, folder).is_some() {
        return Ok(Added::Nothing);
    }
    let end = if content.windows(2).any(|pair| pair == b"\r\n") { "\r\n" } else { "\n" };
    let before = if content.is_empty() || content.ends_with(b"\n") { "" } else { end };
    let mut file = File::options().append(true).create_new(is_new).open(path)?;
    file.write_all(format!("{before}{line}{end}").as_bytes())?;
    Ok(if is_new { Added::File } else { Added::Line })
}
