//! [`Project`]: a folder of sources, its manifest and its output folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::{read_file, real_path};
use rigmill_pipeline::{Diagnostic, Digest, Location, SourceText, codes};

use super::manifest::Manifest;
use super::manifest_error::{MANIFEST, in_manifest, malformed};
use crate::error::GraphError;

/// Folders of version control systems.
const VERSION_CONTROL: [&str; 4] = [".git", ".hg", ".jj", ".svn"];

const OUT_HELP: &str =
    "choose a separate folder, relative to the project folder, such as `build`; for an absolute path, use --out";

/// The name of the folder that contains the build state, in the output folder.
pub const STATE_FOLDER: &str = ".rigmill";

/// The maximum size of a manifest, in bytes.
const LARGEST_MANIFEST: u64 = 16 << 20;

/// A project on disk.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    out: PathBuf,
    out_is_link: bool,
    manifest: Manifest,
}

impl Project {
    /// Finds the project at `path`, which is a folder or a manifest.
    ///
    /// Without a path, finds the nearest folder with a manifest, beginning at `current` and going up; if there is none, the
    /// nearest folder that was built before. A folder without a manifest is a project with default rules. `out` overrides the
    /// output folder and is relative to `current`.
    ///
    /// # Errors
    /// Returns an error if no such folder exists, if the manifest is invalid, or if the output folder is the project's folder,
    /// contains it, or belongs to a version control system.
    pub fn find(path: Option<&Path>, out: Option<&Path>, current: &Path) -> Result<Self, GraphError> {
        let root = match path {
            Some(path) => named_root(&current.join(path))?,
            None => nearest_root(current, out)?,
        };
        let manifest = read_manifest(&root)?;
        let override_out = out.map(|out| current.join(out));
        let out = match (&override_out, &manifest.out) {
            (Some(out), _) => out.clone(),
            (None, Some(out)) if is_absolute(&out.value) => {
                return Err(refused(
                    &root,
                    &out.location,
                    "has an absolute path, which may not exist on other machines".to_owned(),
                ));
            }
            (None, Some(out)) => match fault_of_text(&out.value) {
                Some((fault, help)) => {
                    return Err(refused_with(&root, &out.location, fault, help));
                }
                None => root.join(&out.value),
            },
            (None, None) => root.join("build"),
        };
        if let Some(fault) = fault(&root, &normalize(&out)) {
            return Err(match manifest.out.filter(|_| override_out.is_none()) {
                Some(out) => refused(&root, &out.location, fault),
                None => GraphError::OutputFolder { out, fault },
            });
        }
        let out_is_link = fs::symlink_metadata(&out).is_ok_and(|metadata| metadata.is_symlink());
        Ok(Self { out: normalize(&out), out_is_link, root, manifest })
    }

    /// Returns the folder of the sources.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the output folder, which contains the folders of the targets.
    #[must_use]
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// Whether the output folder is a symbolic link.
    #[must_use]
    pub const fn out_is_link(&self) -> bool {
        self.out_is_link
    }

    /// Returns the manifest, or the default manifest if the project has none.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the digest that represents the running program in action keys. If the manifest trusts the versions of stages,
    /// the digest is the same for all programs, because the keys already contain the versions.
    pub(crate) fn program_in_keys(&self, program: Digest) -> Digest {
        if self.manifest.trust_stage_versions { Digest::of(b"trust_stage_versions") } else { program }
    }

    /// Returns the targets that a build without `--target` builds.
    #[must_use]
    pub fn targets(&self) -> Vec<String> {
        let named = &self.manifest.targets;
        if named.is_empty() { vec!["native".to_owned()] } else { named.iter().map(|it| it.value.clone()).collect() }
    }

    /// Returns the error for an invalid manifest with these diagnostics.
    #[must_use]
    pub fn invalid_manifest(&self, diagnostics: Vec<Diagnostic>) -> GraphError {
        GraphError::Manifest { root: self.root.clone(), diagnostics }
    }

    /// Returns the folder that contains a target's content.
    #[must_use]
    pub fn target_folder(&self, target: &str) -> PathBuf {
        self.out.join(target)
    }

    /// Returns the folder that contains the state, the lock and temporary files.
    #[must_use]
    pub fn state_folder(&self) -> PathBuf {
        self.out.join(STATE_FOLDER)
    }

    /// Returns the path of a target's state file.
    #[must_use]
    pub fn state_file(&self, target: &str) -> PathBuf {
        self.state_folder().join(format!("{target}.state"))
    }
}

fn named_root(path: &Path) -> Result<PathBuf, GraphError> {
    let failed = |error| GraphError::NoProject { path: path.to_owned(), error };
    let path = real_path(path).map_err(failed)?;
    if path.is_dir() {
        let around = path.ancestors().skip(1).find(|folder| has_manifest(folder));
        return match around {
            Some(root) if !has_manifest(&path) => Err(GraphError::InsideProject { root: root.to_owned(), path }),
            _ => Ok(path),
        };
    }
    match path.parent().filter(|_| path.file_name().is_some_and(|name| name == MANIFEST)) {
        Some(folder) => Ok(folder.to_owned()),
        None => Err(failed(io::Error::new(
            io::ErrorKind::NotADirectory,
            "the path leads neither to a folder nor to a rigmill.toml",
        ))),
    }
}

fn nearest_root(current: &Path, out: Option<&Path>) -> Result<PathBuf, GraphError> {
    let current = real_path(current).map_err(|error| GraphError::NoProject { path: current.to_owned(), error })?;
    let has_state = |out: &Path| out.join(STATE_FOLDER).is_dir();
    let with_manifest = current.ancestors().find(|folder| has_manifest(folder));
    // You need to name a folder without a manifest only for its first build.
    let built = || match out {
        Some(out) => Some(current.as_path()).filter(|current| has_state(&current.join(out))),
        None => current.ancestors().find(|folder| has_state(&folder.join("build"))),
    };
    let found = with_manifest.or_else(built).map(Path::to_owned);
    found.ok_or(GraphError::NoManifest { below: current })
}

fn read_manifest(root: &Path) -> Result<Manifest, GraphError> {
    let path = root.join(MANIFEST);
    let faulty = |diagnostics| GraphError::Manifest { root: root.to_owned(), diagnostics };
    match read_file(&path, LARGEST_MANIFEST) {
        Ok(bytes) => {
            let text = String::from_utf8(bytes).map_err(|error| {
                let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
                let (line, column) = SourceText::new(valid.into_owned()).position(usize::MAX);
                let diagnostic = malformed("the file is not UTF-8 text", Location::at(line, column));
                let diagnostic = diagnostic.help("save the file as UTF-8");
                faulty(vec![diagnostic])
            })?;
            Manifest::parse(&text).map_err(faulty)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
            let error = io::Error::other(
                "the file is a broken symbolic link; restore the file that the link points to, or remove the link",
            );
            Err(GraphError::Io { doing: "read", path, error })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Manifest::default()),
        Err(error) => Err(GraphError::Io { doing: "read", path, error }),
    }
}

/// Whether a path in a manifest is absolute on any system.
fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\']) || path.get(1..2) == Some(":") || Path::new(path).is_absolute()
}

/// Returns the reason why a folder (a path without links) cannot be the output folder: a build would remove or overwrite files
/// that do not belong to it.
fn fault(root: &Path, out: &Path) -> Option<String> {
    if out == root {
        return Some("is the project folder itself".to_owned());
    }
    if root.starts_with(out) {
        return Some(format!("is {}, which contains the project", out.display()));
    }
    if fs::metadata(out).is_ok_and(|found| found.is_file()) {
        return Some("is a file, not a folder".to_owned());
    }
    let version_control = |name: &OsStr| VERSION_CONTROL.iter().find(|it| name.eq_ignore_ascii_case(it));
    let inside = out.strip_prefix(root).unwrap_or(out).iter().find_map(version_control);
    inside.map(|name| format!("is inside {name}, which belongs to version control"))
}

/// Returns what is wrong with the text of an output folder in a manifest, and how to correct the text.
fn fault_of_text(out: &str) -> Option<(String, String)> {
    if let Some(variable) = unexpanded(out) {
        return Some((format!("contains `{variable}`, which Rigmill does not expand"), OUT_HELP.to_owned()));
    }
    let is_name_with_backslash = cfg!(not(windows)) && out.contains('\\');
    is_name_with_backslash.then(|| {
        let fault = "contains a backslash, which separates folders only on Windows".to_owned();
        (fault, format!("write \"{}\"", out.replace('\\', "/")))
    })
}

/// Returns the part of a path that only a shell or another build tool would replace.
fn unexpanded(path: &str) -> Option<&str> {
    if path == "~" || path.starts_with("~/") || path.starts_with("~\\") {
        return Some("~");
    }
    let at = path
        .find('$')
        .filter(|&at| path[at + 1..].starts_with(|next: char| next.is_ascii_alphabetic() || "({_".contains(next)));
    let variable = at.map(|at| {
        let rest = &path[at..];
        let end = rest.find([')', '}']).map(|end| end + 1).or_else(|| rest.find(['/', '\\']));
        &rest[..end.unwrap_or(rest.len())]
    });
    variable.or_else(|| {
        let (start, rest) = path.split_once('%')?;
        let (name, _) = rest.split_once('%')?;
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        is_name.then(|| &path[start.len()..start.len() + name.len() + 2])
    })
}

fn refused(root: &Path, location: &Location, fault: String) -> GraphError {
    refused_with(root, location, fault, OUT_HELP.to_owned())
}

fn refused_with(root: &Path, location: &Location, fault: String, help: String) -> GraphError {
    let diagnostic = in_manifest(codes::OUTPUT_FOLDER, format!("the output folder {fault}"), location.clone());
    GraphError::Manifest { root: root.to_owned(), diagnostics: vec![diagnostic.help(help)] }
}

/// Whether a folder has a manifest, which may be a broken symbolic link.
fn has_manifest(folder: &Path) -> bool {
    let path = folder.join(MANIFEST);
    path.is_file() || path.is_symlink()
}

/// Returns the path without `.` and `..`, and without symbolic links in the part that exists, so that it can be compared with
/// the paths of a scan.
fn normalize(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(plain.pop()),
            std::path::Component::CurDir => {}
            part => plain.push(part),
        }
    }
    let existing = plain.ancestors().find_map(|above| Some((above, real_path(above).ok()?)));
    match existing {
        Some((above, real)) if above == plain => real,
        Some((above, real)) => plain.strip_prefix(above).map_or_else(|_| plain.clone(), |rest| real.join(rest)),
        None => plain,
    }
}
