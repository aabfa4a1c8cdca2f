//! [`Conversion`]: creates the rules of a `rigmill.toml` that builds the items of a content project, as far as the registry has
//! stages for them.

mod model_textures;
mod setter;

use std::collections::BTreeMap;
use std::path::Path;

use rigmill_graph::OutputName;
use rigmill_importers::EffectFile;
use rigmill_pipeline::{Claim, Code, ErasedImporter, Globs, Registry, SourcePath, TomlTable, TomlValue, codes};
use rigmill_processors::image_properties;

use self::setter::Setter;
use crate::equals::{self, ParamEquivalent, ProcessorEquivalent};
use crate::finding::Findings;
use crate::path::below;
use crate::patterns::Patterns;
use crate::project::{ContentProject, Item, ProcessorParams, Use};
use crate::recipe::Recipe;
use crate::sources::{Found, Sources};
use crate::textures;

/// The target of `.xnb` files.
const XNA: &str = "xna";
/// The importer of files that are copied.
const RAW: &str = "raw";
/// The importer of textures that are stored in a GPU format, and the extension of their files.
const DDS: &str = "dds";
/// The processor of models.
const MODEL: &str = "model";

/// The output folder if the manifest does not name one.
const DEFAULT_OUT: &str = "build";

/// The remedy for values that cannot be read.
const CORRECT: &str =
    "correct the value, delete rigmill.toml and run `rigmill init` again; or set the parameter in rigmill.toml";

/// The remedy for items that no stage builds.
const LEAVE: &str = "keep building these items with the game's current content builder, or write your own stage: rigmill init --stage NAME";

/// The contents of the new manifest.
#[derive(Debug, Default)]
pub(crate) struct Conversion {
    /// The target of the content, if the program supports it.
    pub(crate) target: Option<&'static str>,
    /// The output folder, relative to the project's folder.
    pub(crate) out: Option<String>,
    /// Parameters for every asset, for the writers of `.xnb` files.
    pub(crate) params: BTreeMap<&'static str, TomlValue>,
    /// Recipes, each with the globs of its sources.
    pub(crate) rules: Vec<(Recipe, Vec<String>)>,
    /// Whether a glob also matches files that are added later.
    pub(crate) takes_new_files: bool,
    /// The number of sources in the rules.
    pub(crate) assets: usize,
    /// The number of these textures that are used only by models.
    pub(crate) textures: usize,
}

/// Converts a content project to a project in the folder of `sources`.
pub(crate) fn convert(
    project: &ContentProject,
    sources: Sources,
    registry: &Registry,
    findings: &mut Findings,
) -> Conversion {
    let mut converter = Converter { project, registry, sources, out: None, findings };
    converter.out = converter.out();
    let target = registry.targets().into_iter().find(|target| *target == XNA);
    let params = converter.writer_params();
    let mut chosen = converter.items();
    let mut of_models = converter.textures(&mut chosen);
    let textures = of_models.len();
    chosen.append(&mut of_models);
    let assets = chosen.len();
    let patterns = Patterns::new(chosen.keys(), &mut converter.sources);
    let mut rules = rules(chosen);
    let mut takes_new_files = false;
    for (recipe, sources) in &mut rules {
        // The project gives these assets their names one by one.
        *sources = if recipe.output.is_some() {
            sources.iter().map(|source| Globs::escape(source)).collect()
        } else {
            patterns.globs(sources, &mut takes_new_files)
        };
    }
    Conversion { target, out: converter.out, params, rules, takes_new_files, assets, textures }
}

/// Items with their recipes, by source.
type Chosen = BTreeMap<String, (Item, Recipe)>;

/// Parameters of a rule or a variant.
type Params = BTreeMap<&'static str, TomlValue>;

struct Converter<'a> {
    project: &'a ContentProject,
    registry: &'a Registry,
    sources: Sources,
    out: Option<String>,
    findings: &'a mut Findings,
}

/// Why an item is not converted, and how to proceed.
type Left = (String, String);

fn left<T>(why: impl Into<String>, help: impl Into<String>) -> Result<T, Left> {
    Err((why.into(), help.into()))
}

impl Converter<'_> {
    fn out(&mut self) -> Option<String> {
        let (folder, spot) = self.project.output_dir.as_ref()?;
        let out = below(folder, self.sources.root());
        // Rigmill does not build the files in its output folder.
        if out.is_some() && self.project.items.iter().any(|item| item.source.starts_with(folder)) {
            let message = "the output folder contains sources, so Rigmill writes to `build`";
            self.findings.warning(
                codes::CONTENT_PROJECT_DIFFERENT,
                *spot,
                message,
                "choose another folder: set `out` in rigmill.toml, or pass --out",
            );
            return None;
        }
        if out.is_none() {
            let message = "the output folder is not inside the project folder, so Rigmill writes to `build`";
            self.findings.warning(
                codes::CONTENT_PROJECT_DIFFERENT,
                *spot,
                message,
                "set `out` in rigmill.toml, or pass --out",
            );
        }
        out
    }

    /// Returns the platform and profile, for writers that have these parameters.
    fn writer_params(&mut self) -> BTreeMap<&'static str, TomlValue> {
        let (platform, platform_spot) = self.project.platform;
        let (profile, profile_spot) = self.project.profile;
        let given = [
            ("platform", platform_spot, platform.name, TomlValue::from(platform.letter.to_string())),
            ("profile", profile_spot, profile.name, TomlValue::from(profile.name)),
        ];
        let mut params = BTreeMap::new();
        for (name, spot, written, value) in given {
            let Some(spot) = spot else { continue };
            if self.xna_writer_takes(name, &value) {
                params.insert(name, value);
            } else {
                let message = format!("{name} {written}: no writer of this program has this setting");
                self.findings.warning(
                    codes::CONTENT_PROJECT_LEFT_OUT,
                    spot,
                    message,
                    "you do not need to do anything: content of the target `native` is the same on every platform",
                );
            }
        }
        params
    }

    fn xna_writer_takes(&self, name: &str, value: &TomlValue) -> bool {
        let given = TomlTable::from_iter([(name.to_owned(), value.clone())]);
        let mut writers = self.registry.writers().filter(|writer| writer.target() == XNA);
        writers.any(|writer| writer.param_docs().iter().any(|doc| doc.name == name) && writer.bind(&given).is_ok())
    }

    fn items(&mut self) -> Chosen {
        let mut chosen = Chosen::new();
        for item in &self.project.items {
            let Some((source, recipe)) = self.recipe(item) else { continue };
            if let Some((earlier, _)) = chosen.insert(source, (item.clone(), recipe)) {
                let message = "the same source is listed twice, but Rigmill makes only one asset from each source";
                self.report(codes::CONTENT_PROJECT_LEFT_OUT, &earlier, message, "to make two assets, copy the file");
            }
        }
        chosen
    }

    /// Returns an item's source and recipe, or reports why it cannot be built.
    fn recipe(&mut self, item: &Item) -> Option<(String, Recipe)> {
        self.item(item).map_err(|(why, help)| self.report(codes::CONTENT_PROJECT_LEFT_OUT, item, why, help)).ok()
    }

    fn report(&mut self, code: Code, item: &Item, message: impl Into<String>, help: impl Into<String>) {
        self.findings.item(code, (item.spot, title(item)), message, help);
    }

    fn item(&mut self, item: &Item) -> Result<(String, Recipe), Left> {
        if let Use::Build { processor, .. } = &item.how
            && equals::processor(processor) == ProcessorEquivalent::None
        {
            let (why, help) = equals::without_equal(processor).unzip();
            let why = why.map_or_else(|| format!("Rigmill has no stage for `{processor}`"), str::to_owned);
            return left(why, help.unwrap_or(LEAVE));
        }
        let source = self.source(item)?;
        let recipe = match &item.how {
            Use::Copy => self.copied()?,
            Use::Build { importer, processor, params } => self.built(item, &source, importer, processor, params)?,
        };
        Ok((source.as_str().to_owned(), Recipe { output: self.output(item), ..recipe }))
    }

    fn source(&mut self, item: &Item) -> Result<SourcePath, Left> {
        let Some(path) = below(&item.source, self.sources.root()) else {
            let help = "move the source into the project folder, or add a FOLDER that contains all items: `rigmill init FOLDER` with this content project";
            return left("the source is not inside the project folder", help);
        };
        let found = match self.sources.find(&path) {
            Found::Exists(found) => found,
            Found::Missing => {
                return left(
                    "the source does not exist",
                    "correct the path, delete rigmill.toml and run `rigmill init` again; or remove the item",
                );
            }
            Found::Ignored(why) => return left(why, "move or rename the source"),
        };
        let (out, help) = match &self.out {
            Some(out) => (out.as_str(), "move the source out of this folder"),
            None => (DEFAULT_OUT, "move the source; or set `out` in rigmill.toml, and add a rule for the source"),
        };
        if Path::new(&found).starts_with(out) {
            return left(format!("the source is in the output folder `{out}`"), help);
        }
        match SourcePath::new(&found) {
            Ok(source) if source.as_str() == found => Ok(source),
            _ => left("the name would mean a different path on another system", "rename the source"),
        }
    }

    fn copied(&self) -> Result<Recipe, Left> {
        match self.registry.importer(RAW) {
            Some(_) => Ok(Recipe { importer: Some(RAW.to_owned()), ..Recipe::default() }),
            None => left("this program cannot copy files", "copy the file in the game's build"),
        }
    }

    fn built(
        &mut self,
        item: &Item,
        source: &SourcePath,
        importer: &str,
        processor: &str,
        params: &ProcessorParams,
    ) -> Result<Recipe, Left> {
        let mut recipe = Recipe::default();
        let found = match self.importer_of_stored(source).filter(|_| equals::is_pass_through(processor)) {
            Some(importer) => {
                recipe.importer = Some(importer.id().name.into_owned());
                importer
            }
            None => self.importer(source)?,
        };
        let equal = equals::processor(processor);
        let chosen = match equal {
            ProcessorEquivalent::Named(name) => name,
            ProcessorEquivalent::Default if processor.is_empty() && equals::imports_songs(importer) => "song",
            ProcessorEquivalent::Default | ProcessorEquivalent::Own | ProcessorEquivalent::None => {
                found.default_processor()
            }
        };
        let Some(stage) = self.registry.processor(chosen, found.output()).cloned() else {
            let message = format!(
                "Rigmill's equivalent of {processor} is `{chosen}`, which does not accept the output of the importer `{}`",
                found.id().name
            );
            return left(message, LEAVE);
        };
        if chosen == equals::EFFECT && !self.is_compiled(source) {
            let why = "Rigmill does not compile effects, and there is no compiled effect next to the source";
            let help = "compile each effect, for FNA with `fxc /T fx_2_0 /Fo NAME.fxo NAME.fx`, for MonoGame with `mgfxc NAME.fx NAME.mgfxo`; then move rigmill.toml away and run `rigmill init` again";
            return left(why, help);
        }
        let is_own = equal == ProcessorEquivalent::Own || equals::is_own_importer(importer);
        if is_own {
            let stages: Vec<&str> = [importer, processor].into_iter().filter(|name| !name.is_empty()).collect();
            let (stages, ours) = (stages.join(" and "), &found.id().name);
            let message = format!("Rigmill uses `{ours}` and `{chosen}` instead of the game's {stages}");
            let compare = "compare the output with what the game expects";
            let help = match equals::misspelt(processor).filter(|_| equal == ProcessorEquivalent::Own) {
                Some(meant) => format!("did you mean `{meant}`? otherwise, {compare}"),
                None => compare.to_owned(),
            };
            self.report(codes::CONTENT_PROJECT_DIFFERENT, item, message, help);
        }
        if chosen != found.default_processor() {
            recipe.processor = Some(chosen.to_owned());
        }
        let mut setter = Setter { stages: [&*found, &*stage], recipe: &mut recipe };
        // A game's own processor usually extends the XNA processor.
        let is_unnamed = processor.is_empty() && !is_own || equal == ProcessorEquivalent::Own;
        let processor = if is_unnamed { equals::unnamed(chosen) } else { processor };
        for (name, value) in equals::always(processor, self.project.is_xna) {
            let _ = setter.set(name, value);
        }
        // If an image contains mipmaps, XNA and MonoGame do not generate them.
        if is_dds(source) {
            let _ = setter.set("own_mipmaps", true.into());
        }
        if equal != ProcessorEquivalent::Own {
            Self::set_defaults(&mut setter, processor, params);
        }
        if equal == ProcessorEquivalent::Own && chosen == MODEL {
            self.set_effect_parameters(item, source, &*found, &mut setter);
        }
        self.set_color_key(item, &mut setter, processor, params, equal != ProcessorEquivalent::Own);
        self.set_params(item, &mut setter, processor, params);
        Ok(recipe)
    }

    /// Makes textures from the images that properties of a model's nodes refer to. A game's own model processor may pass them
    /// to its effects; XNA's model processor does not use them.
    fn set_effect_parameters(
        &mut self,
        item: &Item,
        source: &SourcePath,
        importer: &dyn ErasedImporter,
        setter: &mut Setter<'_>,
    ) {
        let Some(root) = self.sources.root_of_unlinked(source) else { return };
        let names =
            rigmill_standalone::import(importer, root, source).map(|it| image_properties(&it)).unwrap_or_default();
        if names.is_empty() {
            return;
        }
        let listed = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let list = TomlValue::Array(names.into_iter().map(TomlValue::from).collect());
        if setter.set("effect_parameters", list).is_ok() {
            let message = format!("properties of the model's nodes refer to images: {listed}");
            let help = "if the images are for the game's own effect, set the effect in the model's rule: `effect = \"Effects/NAME\"`";
            self.report(codes::CONTENT_PROJECT_DIFFERENT, item, message, help);
        }
    }

    /// Returns the importer of textures in GPU formats, if the source may be one.
    fn importer_of_stored(&self, source: &SourcePath) -> Option<std::sync::Arc<dyn ErasedImporter>> {
        let importer = is_dds(source).then(|| self.registry.importer(DDS))?;
        importer.cloned()
    }

    /// Whether an effect is compiled, either in the source itself or in a file next to it.
    fn is_compiled(&mut self, source: &SourcePath) -> bool {
        let (stem, extension) = source.file_name().rsplit_once('.').unwrap_or((source.file_name(), ""));
        let mut beside = |extension: &&str| self.sources.beside(source.as_str(), &format!("{stem}.{extension}"));
        !extension.eq_ignore_ascii_case(EffectFile::SOURCE) || EffectFile::COMPILED.iter().any(&mut beside)
    }

    fn importer(&mut self, source: &SourcePath) -> Result<std::sync::Arc<dyn ErasedImporter>, Left> {
        let name = source.file_name();
        let Some(importer) = self.registry.importer_for(name) else {
            let extension = name.rsplit_once('.').map_or(name, |(_, extension)| extension);
            let is_windows_media = extension.eq_ignore_ascii_case("wma");
            let help = if is_windows_media { "encode the source as Ogg Vorbis (MonoGame, FNA) or MP3" } else { LEAVE };
            return left(format!("no importer accepts `*.{extension}`"), help);
        };
        let sources = std::cell::RefCell::new(&mut self.sources);
        let beside = |other: &str| sources.borrow_mut().beside(source.as_str(), other);
        match importer.claim(name, &beside) {
            Claim::Asset => Ok(importer.clone()),
            Claim::Part => left("the file belongs to another source, and is not an asset", "remove the item"),
            Claim::Unrelated => left(
                format!("the importer `{}` does not recognize the file", importer.id().name),
                "write a rule for the file in rigmill.toml",
            ),
        }
    }

    /// Sets the processor's defaults for parameters that the item does not set.
    fn set_defaults(setter: &mut Setter<'_>, processor: &str, params: &ProcessorParams) {
        let given = |name: &str| params.contains_key(name);
        for (name, value) in equals::defaults(processor).iter().filter(|(name, _)| !given(name)) {
            if let ParamEquivalent::Set(name, value) = equals::param(processor, name, value) {
                let _ = setter.set(name, value);
            }
        }
    }

    /// Sets the colour that becomes transparent, if there is one.
    fn set_color_key(
        &mut self,
        item: &Item,
        setter: &mut Setter<'_>,
        processor: &str,
        params: &ProcessorParams,
        by_default: bool,
    ) {
        let given = |name: &str| params.get(name).map(|(value, _)| value.as_str());
        let enabled = given("ColorKeyEnabled").map_or(by_default, |value| value.eq_ignore_ascii_case("true"));
        if !enabled || !equals::has_color_key(processor) {
            return;
        }
        let key = equals::color_key(given("ColorKeyColor").unwrap_or(equals::COLOR_KEY));
        if let Some(Err(why)) = key.map(|key| setter.set("color_key", key)) {
            let message = format!("XNA and MonoGame make one colour transparent, but Rigmill does not: {why}");
            self.report(
                codes::CONTENT_PROJECT_DIFFERENT,
                item,
                message,
                "set ColorKeyEnabled to False, or give the image an alpha channel",
            );
        }
    }

    fn set_params(&mut self, item: &Item, setter: &mut Setter<'_>, processor: &str, params: &ProcessorParams) {
        for (name, (value, spot)) in params.iter() {
            let mut skip = |why: &str, help: &str| {
                let message = format!("{name}={value}: {why}");
                self.findings.item(codes::CONTENT_PROJECT_LEFT_OUT, (*spot, title(item)), message, help);
            };
            match equals::param(processor, name, value) {
                ParamEquivalent::Same => {}
                ParamEquivalent::Neutral(ours, value) => drop(setter.set(ours, value)),
                ParamEquivalent::Set(ours, ours_value) => {
                    if let Err(why) = setter.set(ours, ours_value) {
                        skip(&why, "see the parameters of all stages with `rigmill list --params`");
                    }
                }
                ParamEquivalent::None(why, help) => {
                    skip(why, equals::meant_param(processor, name).as_deref().unwrap_or(help));
                }
                ParamEquivalent::Malformed(expected) => {
                    skip(&format!("expected {expected}"), CORRECT);
                }
            }
        }
    }

    /// Returns the name of an item's asset, if the project gives it a different name than its source has.
    fn output(&mut self, item: &Item) -> Option<String> {
        let wanted = item.destination.as_ref()?;
        let own = below(&item.source, &self.project.folder).unwrap_or_default();
        let name = |path: &str| SourcePath::new(path).map(|path| path.asset_name().to_owned()).unwrap_or_default();
        if item.how == Use::Copy && wanted[name(wanted).len()..] != own[name(&own).len()..] {
            let reason = format!("a copy keeps the extension of its source, so it cannot be named `{wanted}`");
            self.report(codes::CONTENT_PROJECT_DIFFERENT, item, reason, "rename the source");
            return None;
        }
        let wanted = name(wanted);
        if name(&own) == wanted {
            return None;
        }
        let folder = below(&self.project.folder, self.sources.root()).unwrap_or_default();
        let output = if folder.is_empty() { wanted } else { format!("{folder}/{wanted}") };
        match OutputName::new(&output) {
            Ok(_) if !output.contains('{') => Some(output),
            _ => {
                let message = "the output name in the content project is not a path below the output folder";
                self.report(
                    codes::CONTENT_PROJECT_DIFFERENT,
                    item,
                    message,
                    "set the output name in rigmill.toml: `output = \"...\"`",
                );
                None
            }
        }
    }
}

fn is_dds(source: &SourcePath) -> bool {
    source.file_name().rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case(DDS))
}

/// Groups sources with equal recipes.
fn rules(chosen: Chosen) -> Vec<(Recipe, Vec<String>)> {
    let mut rules: Vec<(Recipe, Vec<String>)> = Vec::new();
    let mut known = BTreeMap::new();
    for (source, (_, recipe)) in chosen {
        let at = *known.entry(recipe.key()).or_insert(rules.len());
        match rules.get_mut(at) {
            Some((_, sources)) => sources.push(source),
            None => rules.push((recipe, vec![source])),
        }
    }
    rules
}

/// Returns the name of a source's asset in lower case, because many file systems ignore case.
fn lower_asset_name((source, recipe): (&String, &Recipe)) -> Option<String> {
    let source = SourcePath::new(source).ok()?;
    let named =
        recipe.output.as_ref().and_then(|output| OutputName::new(output).ok()).map(|output| output.asset_name(&source));
    Some(named.unwrap_or_else(|| source.asset_name().to_owned()).to_lowercase())
}

fn title(item: &Item) -> String {
    let destination = item.destination.as_ref().map(|it| format!(" (as {it})")).unwrap_or_default();
    format!("{}{destination}", item.written)
}
