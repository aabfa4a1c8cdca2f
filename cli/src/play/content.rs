//! [`ContentFolder`]: loads the content of a script: built content as a game does, sources by importing them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_graph::MANIFEST;
use rigmill_pipeline::{Product, Registry, SourcePath, SourcePathError, Value};
use rigmill_runtime::content::{AlignedBytes, Layout, Loadable, Loaded, MakeError};

use super::problem::Problem;
use crate::content_file;
use crate::failure::near_names;
use crate::output::names::alternatives;
use crate::output::printable::quoted;
use crate::output::shell::Shell;
use crate::standalone::products;

/// Where a build writes content for the runtime, in the folder of a project.
const BUILT: &str = "build/native";

/// The folder of a script's content.
pub(super) struct ContentFolder<'a> {
    pub(super) registry: &'a Registry,
    pub(super) path: PathBuf,
    /// The folder of the script.
    pub(super) beside: PathBuf,
    pub(super) shell: &'a Shell,
}

impl ContentFolder<'_> {
    /// Loads built content, or what a source's default processor makes of it.
    ///
    /// # Errors
    /// The reason. Diagnostics have been printed by then.
    pub(super) fn load<L: Layout<Owned: Value>>(&self, path: &str) -> Result<Arc<Loaded<L>>, Problem> {
        self.load_by(None, path, Loaded::from_owned).map(Arc::new)
    }

    /// Like [`Self::load`], with a processor for sources.
    pub(super) fn load_by<T: Loadable, O: Value>(
        &self,
        processor: Option<&str>,
        path: &str,
        from_value: fn(&O) -> Result<T, MakeError>,
    ) -> Result<T, Problem> {
        let source = self.source(path)?;
        self.must_have(path)?;
        let Some(importer) = self.registry.importer_for(source.file_name()) else { return self.read(path) };
        let processor = processor.unwrap_or(importer.default_processor());
        let products = products(self.registry, importer.as_ref(), processor, &self.path, &source, self.shell);
        let products = products.map_err(Problem::new)?;
        let value = products.iter().find_map(|product| product.value.get::<O>());
        let value = value.ok_or_else(|| {
            let held = held(&products);
            Problem::from(format!("{source} contains {held}, expected {}", T::TYPE))
                .help(command_for(&products).unwrap_or_else(|| format!("choose a file that contains {}", T::TYPE)))
        })?;
        from_value(value).map_err(Problem::new)
    }

    /// Checks that a path stays in the folder.
    pub(super) fn source(&self, path: &str) -> Result<SourcePath, Problem> {
        if path.contains('\\') {
            let help = format!("write `/` between the names of folders: {}", path.replace('\\', "/"));
            return Err(Problem::from(format!("the path `{path}` contains a backslash")).help(help));
        }
        SourcePath::new(path).map_err(|error| {
            let place = self.place();
            match error {
                SourcePathError::Outside(_) => Problem::from(format!("the path `{path}` leaves {place}"))
                    .help("write a path in this folder, or choose a different folder with --content"),
                other => Problem::new(other),
            }
        })
    }

    /// The folder, for messages.
    fn place(&self) -> String {
        if self.path == Path::new(".") {
            "the current folder".to_owned()
        } else {
            format!("the folder {}", quoted(&self.path))
        }
    }

    /// Loads built content.
    pub(super) fn read<T: Loadable>(&self, path: &str) -> Result<T, Problem> {
        let bytes =
            content_file::read(&self.path.join(path)).map_err(|error| format!("cannot read {path}: {error}"))?;
        T::from_bytes(AlignedBytes::from_slice(&bytes)).map_err(|error| Problem::new(format!("{path}: {error}")))
    }

    /// Fails if the folder does not have a file or folder at this path.
    pub(super) fn must_have(&self, path: &str) -> Result<(), Problem> {
        if self.path.join(path).exists() {
            return Ok(());
        }
        let place = self.place();
        let help = if self.beside.join(path).exists() {
            format!("add --content {}: the file is in the folder of the script", quoted(&self.beside))
        } else if path.starts_with("build/") && !self.path.join("build").exists() && self.path.join(MANIFEST).is_file()
        {
            format!("build the project first: rigmill build {}", quoted(&self.path))
        } else {
            self.near(path).unwrap_or_else(|| "check the path: paths begin in the folder of --content".to_owned())
        };
        Err(Problem::from(format!("cannot read {path}: there is no such file in {place}")).help(help))
    }

    /// The question whether a file or folder beside a missing one was meant.
    fn near(&self, path: &str) -> Option<String> {
        let folder = path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or_default();
        let names = near_names(&self.path.join(path));
        let paths: Vec<String> = names.iter().map(|name| format!("`{folder}{name}`")).collect();
        (!paths.is_empty()).then(|| format!("did you mean {}?", alternatives(&paths)))
    }

    /// Fails for a source. The help names the built file, if there is one.
    pub(super) fn must_be_built(&self, source: &SourcePath) -> Result<(), Problem> {
        if self.registry.importer_for(source.file_name()).is_none() {
            return Ok(());
        }
        let built = |ending: &str| format!("{BUILT}/{}{ending}", source.asset_name());
        let [motion, asset] = [".motion.rmb", ".rmb"].map(built);
        let help = match [&motion, &asset].into_iter().find(|path| self.path.join(path).is_file()) {
            Some(path) => format!("use the built file: {path}"),
            None => format!("build the project, and use the built file, such as {asset}"),
        };
        Err(Problem::from(format!("{source} is a source, but this command needs a built file")).help(help))
    }
}

/// The remedy if a different command of a script takes what a source contains.
fn command_for(products: &[Product]) -> Option<String> {
    let form = products.iter().find_map(|product| match product.value.value_type().name() {
        "AnimationSequence" => Some("clip NAME PATH"),
        "CurveClip" => Some("curve NAME PATH"),
        "SampledClip" => Some("sampled NAME PATH"),
        "CompressedClip" => Some("compressed NAME PATH SKELETON"),
        "Skeleton" => Some("skeleton PATH"),
        "BreathSettings" => Some("layer breath PATH"),
        "SpringSettings" => Some("layer spring PATH"),
        "Sound" => Some("sound NAME PATH"),
        "Font" => Some("font NAME PATH"),
        _ => None,
    });
    form.map(|form| format!("load this file with `{form}`, or choose a different file"))
}

/// What a source contains instead, for a message.
fn held(products: &[Product]) -> String {
    let mut types: Vec<&str> = products.iter().map(|product| product.value.value_type().name()).collect();
    types.sort_unstable();
    types.dedup();
    if types.is_empty() { "nothing".to_owned() } else { types.join(", ") }
}
