//! [`Sources`]: imports and processes sources of a project as a trial, without writing files.

use std::path::Path;

use rigmill_format::{AnimationSequence, CompressedClip, Content, Skeleton, Texture};
use rigmill_graph::{AssetSurvey, Project};
use rigmill_pipeline::{
    Diagnostic, DynValue, ErasedProcessor, ImportContext, ProcessContext, Product, Registry, SourcePath, StageError,
    TomlTable, TomlValue, Value,
};
use rigmill_standalone::Folder;
use rigmill_view::{Bounds, Trial};

use crate::content_file;
use crate::project::NATIVE;

/// The processor of compressed clips.
const COMPRESS: &str = "compress";

/// The processor's parameter for the skeleton of clips that name none.
const SKELETON: &str = "skeleton";

/// The processors that keep clips as they are in their sources.
const PLAIN: [&str; 2] = ["animation", "clips"];

/// The processor of images.
const TEXTURE: &str = "texture";

/// Returns the content of a skeleton that is built below `folder`.
fn built_skeleton(folder: &Path, name: &str) -> Option<DynValue> {
    let bytes = content_file::read(&folder.join(format!("{name}.rmb"))).ok()?;
    DynValue::new(Skeleton::decode(&bytes).ok()?).ok()
}

/// Creates content from a project's sources. Writes no files.
pub(super) struct Sources<'a> {
    pub(super) registry: &'a Registry,
    pub(super) project: &'a Project,
}

/// An imported source of an asset.
pub(super) struct Imported {
    path: SourcePath,
    value: DynValue,
    /// The parameters of the asset's build, by name.
    params: TomlTable,
    /// The part of the content's name after the name of the source's asset, such as `@Run`.
    label: String,
}

impl Imported {
    /// Imports the source of some content in the same way as its build.
    pub(super) fn new(sources: &Sources<'_>, survey: &AssetSurvey, content: &str) -> Result<Self, String> {
        let path = SourcePath::new(&survey.source).map_err(|error| error.to_string())?;
        let importer = sources.registry.importer(stage_name(&survey.importer.stage));
        let importer = importer.ok_or_else(|| format!("there is no importer {}", survey.importer.stage))?;
        let params = importer.bind(&table(&survey.importer.params)).map_err(|error| error.to_string())?;
        let world = Folder::new(sources.project.root());
        let mut ctx = ImportContext::new(&path, &world);
        let imported = importer.import(&mut ctx, &params);
        let value = imported.map_err(|error| message(&error, &ctx.finish().1))?;
        let label = content.strip_prefix(survey.asset.as_str()).unwrap_or_default().to_owned();
        Ok(Self { path, value, params: table(&survey.processor.params), label })
    }
}

impl Sources<'_> {
    /// Returns a clip as it is in its source, as the content file of an animation sequence.
    pub(super) fn source(&self, imported: &Imported) -> Result<Vec<u8>, String> {
        let made = imported.value.value_type();
        let processor = PLAIN.iter().find_map(|name| self.registry.processor(name, made));
        let processor =
            processor.ok_or_else(|| format!("{} has no clips that can become key frames", imported.path))?;
        self.process::<AnimationSequence>(imported, processor.as_ref(), &imported.params)
    }

    /// Compresses a clip with these bounds. All other parameters are those of its build. If its build names no skeleton, uses
    /// `skeleton`.
    pub(super) fn compress(&self, imported: &Imported, skeleton: &str, bounds: Bounds) -> Result<Trial, String> {
        let processor = self.registry.processor(COMPRESS, imported.value.value_type());
        let processor = processor.ok_or_else(|| format!("{} cannot be compressed", imported.path))?;
        let mut params = imported.params.clone();
        params.insert("error_mm".to_owned(), TomlValue::Float(bounds.error_mm));
        params.insert("shell_cm".to_owned(), TomlValue::Float(bounds.shell_cm));
        // Clips in a scene use the scene's skeleton.
        let is_of_scene = self.registry.processor(PLAIN[0], imported.value.value_type()).is_none();
        let is_named = is_of_scene || params.contains_key(SKELETON);
        let skeleton = (!is_named).then_some(skeleton);
        params.extend(skeleton.map(|name| (SKELETON.to_owned(), TomlValue::String(name.to_owned()))));
        let bytes = self.process::<CompressedClip>(imported, processor.as_ref(), &params)?;
        Ok(Trial { bytes, rule: rule(&imported.path, skeleton, bounds) })
    }

    /// Returns a texture without block compression but otherwise as in its build: eight bits per channel, or half floats for an
    /// HDR image.
    pub(super) fn pixels(&self, imported: &Imported) -> Result<Vec<u8>, String> {
        let processor = self.registry.processor(TEXTURE, imported.value.value_type());
        let processor =
            processor.ok_or_else(|| format!("{} is not an image that Rigmill compresses", imported.path))?;
        let mut params = imported.params.clone();
        params.insert("compression".to_owned(), TomlValue::String("none".to_owned()));
        params.insert("deep".to_owned(), TomlValue::Boolean(false));
        self.process::<Texture>(imported, processor.as_ref(), &params)
    }

    /// Processes a source with these parameters, and returns the result as a content file.
    fn process<T: Value + Content>(
        &self,
        imported: &Imported,
        processor: &dyn ErasedProcessor,
        params: &TomlTable,
    ) -> Result<Vec<u8>, String> {
        let content = self.project.target_folder(NATIVE);
        let skeleton = |name: &str| built_skeleton(&content, name);
        let world = Folder::with_content(self.project.root(), &skeleton);
        let mut ctx = ProcessContext::new(&imported.path, &world);
        let known = processor.param_docs();
        let known = params.iter().filter(|(name, _)| known.iter().any(|doc| doc.name == **name));
        // The build may use a different processor, whose parameter of the same name has other values.
        let fits = |name: &String, value: &TomlValue| {
            processor.bind(&TomlTable::from_iter([(name.clone(), value.clone())])).is_ok()
        };
        let known = known.filter(|(name, value)| fits(name, value));
        let params = known.map(|(name, value)| (name.clone(), value.clone())).collect();
        let params = processor.bind(&params).map_err(|error| error.to_string())?;
        let products = processor.process(&imported.value, &params, &mut ctx);
        let products = products.map_err(|error| message(&error, &ctx.finish().1))?;
        let is_wanted = |product: &&Product| product.label == imported.label;
        let content = products.iter().find(is_wanted).and_then(|product| product.value.get::<T>());
        let content = content.ok_or_else(|| format!("{} does not produce content of this type", imported.path))?;
        content.encode().map_err(|error| error.to_string())
    }
}

/// Converts parameters to TOML, except those that are unset.
fn table(params: &[(String, String)]) -> TomlTable {
    let parsed = |value: &str| format!("value = {value}").parse::<TomlTable>().ok()?.remove("value");
    params.iter().filter_map(|(name, value)| Some((name.clone(), parsed(value)?))).collect()
}

/// Returns the name of a stage without its version.
fn stage_name(stage: &str) -> &str {
    stage.split_whitespace().next().unwrap_or(stage)
}

/// Returns the first error diagnostic of a stage, or the stage's own error.
fn message(error: &StageError, diagnostics: &[Diagnostic]) -> String {
    diagnostics.last().map_or_else(|| error.to_string(), |diagnostic| diagnostic.message.clone())
}

/// Returns a rule for the manifest. Other parameters can be left out, because rules that already apply to the source keep them.
fn rule(source: &SourcePath, skeleton: Option<&str>, bounds: Bounds) -> String {
    let Bounds { error_mm, shell_cm } = bounds;
    let text = |text: &str| TomlValue::String(text.to_owned());
    let source = text(source.as_str());
    let skeleton = skeleton.map(|name| format!("{SKELETON} = {}, ", text(name))).unwrap_or_default();
    format!(
        "[[rule]]\nmatch = {source}\nprocessor = \"{COMPRESS}\"\nparams = {{ {skeleton}error_mm = {error_mm}, shell_cm = {shell_cm} }}\n"
    )
}
