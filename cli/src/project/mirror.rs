//! [`Mirror`]: makes a single source a separate project in a temporary folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::SystemTime;

use rigmill_disk::{real_path, replace};
use rigmill_graph::{GraphError, MANIFEST, export_help};
use rigmill_pipeline::{Claim, Registry, SourcePath};
use tempfile::TempDir;

use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::project::root_around;

/// The types that importers of clips return.
const CLIPS: [&str; 3] = ["AnimationSource", "SampledClipSource", "CurveClipSource"];

/// The types that importers of skeletons and scenes return.
const POSED: [&str; 2] = ["SkeletonSource", "Scene"];

/// The maximum number of skeletons and scenes next to a clip that are copied for it.
const MAX_POSED: usize = 8;

/// Whether the importer of a file returns one of these types.
fn makes(registry: &Registry, file: &str, types: &[&str]) -> bool {
    registry.importer_for(file).is_some_and(|importer| types.contains(&importer.output().name()))
}

/// Returns the folder of the project (with a manifest) that contains a source, and the source's path relative to it. Returns
/// `None` if there is no such project.
pub(crate) fn project_of(file: &Path) -> Option<(PathBuf, String)> {
    let file = real_path(file).ok()?;
    let root = root_around(file.parent()?)?;
    let source = file.strip_prefix(root).ok()?.to_str()?.replace(MAIN_SEPARATOR, "/");
    Some((root.to_owned(), source))
}

/// Returns the message about a file that is not a source.
pub(crate) fn not_accepted(file: &Path) -> String {
    format!("no importer accepts {}", quoted(file))
}

/// Returns the failure for a file that is not a source.
fn no_importer(file: &Path) -> Failure {
    let help = file.to_str().and_then(export_help).unwrap_or_else(|| {
        "see the extensions of sources in docs/sources.md; in a project, a rule can set an importer for any file"
            .to_owned()
    });
    Failure::other(not_accepted(file), Some(&help))
}

/// Returns a file's name as a source, or why no source can have this name.
fn source_named(file: &Path) -> Result<SourcePath, &'static str> {
    let name = file.file_name().and_then(|name| name.to_str()).ok_or("its name is not valid UTF-8")?;
    if name.starts_with('.') {
        return Err("the file is hidden, because its name begins with a dot");
    }
    if name.contains('\\') {
        return Err("its name contains `\\`, which separates folders on another system");
    }
    SourcePath::new(name).map_err(|_| "its name begins like a path on a drive, such as `c:`")
}

/// Returns the source, relative to its folder. Fails if no importer makes the file into an asset by itself.
pub(crate) fn source_of(file: &Path, registry: &Registry) -> Result<SourcePath, Failure> {
    let source = source_named(file).map_err(|fault| {
        let message = format!("{} cannot be a source: {fault}", quoted(file));
        Failure::other(message, Some("rename the file"))
    })?;
    let name = source.as_str();
    let is_beside = |name: &str| file.with_file_name(name).is_file();
    match registry.importer_for(name).map(|importer| importer.claim(name, &is_beside)) {
        Some(Claim::Asset) => Ok(source),
        Some(Claim::Part) => {
            let message = format!("{} is part of another source", quoted(file));
            Err(Failure::other(message, Some("choose the source that this file belongs to")))
        }
        Some(Claim::Unrelated) | None => Err(no_importer(file)),
    }
}

/// Replaces the failure that a file in a project is not a source with the reason, if the file's name is the reason.
pub(crate) fn with_reason(failure: Failure, file: &Path, registry: &Registry) -> Failure {
    match failure {
        Failure::Graph(GraphError::NotASource { .. } | GraphError::NoAsset { .. }) if file.is_file() => {
            source_of(file, registry).err().unwrap_or(failure)
        }
        _ => failure,
    }
}

/// A temporary copy of a source, with the files next to it that it needs. Nothing is written to the source's own folder.
#[derive(Debug)]
pub(crate) struct Mirror {
    folder: TempDir,
    beside: PathBuf,
    source: SourcePath,
    company: Company,
    /// The copied files, with their stamps at that time.
    copied: BTreeMap<SourcePath, Stamp>,
}

/// Which files are copied in addition to those that a source needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Company {
    /// No further files.
    None,
    /// For a clip, the skeletons and scenes that it may play on.
    #[cfg(feature = "view")]
    Posed,
}

/// The size and the modification time, which identify a changed file.
type Stamp = (u64, Option<SystemTime>);

impl Mirror {
    /// Creates a copy of a source.
    pub(crate) fn new(file: &Path, company: Company, registry: &Registry) -> Result<Self, Failure> {
        let file = real_path(file).map_err(Failure::io("read", file))?;
        let source = source_of(&file, registry)?;
        let beside = file.parent().unwrap_or(&file);
        let folder = tempfile::Builder::new().prefix("rigmill-").tempdir();
        let folder = folder.map_err(Failure::io("write to", std::env::temp_dir()))?;
        let mut mirror = Self { folder, beside: beside.to_owned(), source, company, copied: BTreeMap::new() };
        fs::create_dir(mirror.project()).map_err(Failure::io("write to", mirror.project()))?;
        // Without a manifest, the copy would belong to a project around the folder of temporary files.
        let manifest = mirror.project().join(MANIFEST);
        fs::write(&manifest, "").map_err(Failure::io("write", &manifest))?;
        mirror.copy(registry).map_err(Failure::io("copy", &file))?;
        Ok(mirror)
    }

    /// Returns the temporary project's folder.
    pub(crate) fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// Returns the folder of the source.
    pub(crate) fn beside(&self) -> &Path {
        &self.beside
    }

    /// Returns the output folder of the temporary project.
    pub(crate) fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    /// Returns the path of the source, relative to the project's folder.
    #[cfg(feature = "view")]
    pub(crate) fn source(&self) -> &SourcePath {
        &self.source
    }

    /// Copies the files that have changed. A file that cannot be read stays unchanged, because it may currently be being saved.
    #[cfg(feature = "view")]
    pub(crate) fn follow(&mut self, registry: &Registry) {
        let changed = self.copied.iter().any(|(path, stamp)| self.stamp(path).is_some_and(|now| now != *stamp));
        if changed {
            // If this fails, the next call tries again.
            let _ = self.copy(registry);
        }
    }

    /// Copies the source and the files that it currently needs.
    fn copy(&mut self, registry: &Registry) -> io::Result<()> {
        for path in self.needed(registry) {
            let Some(stamp) = self.stamp(&path) else { continue };
            if self.copied.get(&path) == Some(&stamp) {
                continue;
            }
            let (passing, to) = (self.folder.path().join("passing"), self.project().join(path.as_str()));
            fs::create_dir_all(to.parent().unwrap_or(&to))?;
            fs::copy(self.beside.join(path.as_str()), &passing)?;
            // Renaming ensures that a build sees either the old or the new file, but never a part of it.
            replace(&passing, &to)?;
            self.copied.insert(path, stamp);
        }
        Ok(())
    }

    /// Returns the files that the source needs, and the additional files.
    fn needed(&self, registry: &Registry) -> BTreeSet<SourcePath> {
        let mut files = rigmill_standalone::needed(registry, &self.beside, &self.source);
        if self.company != Company::None && makes(registry, self.source.as_str(), &CLIPS) {
            let posed = self.neighbours().filter(|path| makes(registry, path.as_str(), &POSED)).take(MAX_POSED);
            files.extend(posed.flat_map(|path| rigmill_standalone::needed(registry, &self.beside, &path)));
        }
        files
    }

    /// Returns the files in the folder of the source, sorted by name.
    fn neighbours(&self) -> impl Iterator<Item = SourcePath> {
        let entries = fs::read_dir(&self.beside).into_iter().flatten().flatten();
        let names: BTreeSet<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.into_iter().filter_map(|name| SourcePath::new(&name).ok())
    }

    fn stamp(&self, path: &SourcePath) -> Option<Stamp> {
        let metadata = fs::metadata(self.beside.join(path.as_str())).ok().filter(fs::Metadata::is_file)?;
        Some((metadata.len(), metadata.modified().ok()))
    }
}
