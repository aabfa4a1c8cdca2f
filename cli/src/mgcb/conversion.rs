//! [`Conversion`]: the rules of a `rigmill.toml` that build what an `.mgcb` lists, as far as a registry's stages can.

use std::collections::BTreeMap;
use std::path::Path;

use rigmill_pipeline::{Claim, ErasedImporter, Registry, SourcePath, TomlTable, TomlValue};

use super::equals::{self, ParamEqual, ProcessorEqual};
use super::finding::{DIFFERENT, Findings, LEFT};
use super::path::below;
use super::project::{ContentProject, Item, ProcessorParams, Use};
use super::recipe::Recipe;
use super::sources::{Found, Sources};

/// The target of `.xnb` files.
const XNA: &str = "xna";
/// The importer of files that are copied.
const RAW: &str = "raw";

/// The output folder of a project whose manifest names none.
const DEFAULT_OUT: &str = "build";

/// What becomes of an `.mgcb`.
#[derive(Debug, Default)]
pub(crate) struct Conversion {
    /// The output folder, below the project's.
    pub(crate) out: Option<String>,
    /// Parameters of every asset: what the writer of `.xnb` files is to be told.
    pub(crate) params: BTreeMap<&'static str, TomlValue>,
    /// Sources by how they are built.
    pub(crate) rules: Vec<(Recipe, Vec<String>)>,
    /// How many sources are in the rules.
    pub(crate) assets: usize,
}

/// Converts a project to one in the folder `root`.
pub(crate) fn convert(
    project: &ContentProject,
    root: &Path,
    registry: &Registry,
    findings: &mut Findings,
) -> Conversion {
    let mut converter = Converter { project, root, registry, sources: Sources::below(root), out: None, findings };
    converter.out = converter.out();
    let params = converter.writer_params();
    let rules = converter.rules();
    let assets = rules.iter().map(|(_, sources)| sources.len()).sum();
    Conversion { out: converter.out, params, rules, assets }
}

struct Converter<'a> {
    project: &'a ContentProject,
    root: &'a Path,
    registry: &'a Registry,
    sources: Sources,
    out: Option<String>,
    findings: &'a mut Findings,
}

/// Why an item is not converted, and what to do.
type Left = (String, String);

fn left<T>(why: impl Into<String>, help: impl Into<String>) -> Result<T, Left> {
    Err((why.into(), help.into()))
}

impl Converter<'_> {
    fn out(&mut self) -> Option<String> {
        let (folder, spot) = self.project.output_dir.as_ref()?;
        let out = below(folder, self.root);
        if out.is_none() {
            let message = "/outputDir: it is not below the project's folder; content goes to `build`";
            self.findings.warning(DIFFERENT, *spot, message, "say `out` in rigmill.toml, or give --out");
        }
        out
    }

    /// Platform and profile, for writers that ask for them.
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
                let message = format!("/{name}:{written}: no writer of this program asks for it");
                self.findings.warning(LEFT, spot, message, "content of the target `native` is the same everywhere");
            }
        }
        params
    }

    fn xna_writer_takes(&self, name: &str, value: &TomlValue) -> bool {
        let given = TomlTable::from_iter([(name.to_owned(), value.clone())]);
        let mut writers = self.registry.writers().filter(|writer| writer.target() == XNA);
        writers.any(|writer| writer.param_docs().iter().any(|doc| doc.name == name) && writer.bind(&given).is_ok())
    }

    fn rules(&mut self) -> Vec<(Recipe, Vec<String>)> {
        let mut chosen: BTreeMap<String, (&Item, Recipe)> = BTreeMap::new();
        for item in &self.project.items {
            match self.item(item) {
                Ok((source, recipe)) => {
                    if let Some((earlier, _)) = chosen.insert(source, (item, recipe)) {
                        let message = format!(
                            "{}: the same source is listed again, and one source makes one asset",
                            title(earlier)
                        );
                        self.findings.warning(LEFT, earlier.spot, message, "copy the file to make two assets of it");
                    }
                }
                Err((why, help)) => {
                    self.findings.warning(LEFT, item.spot, format!("{}: {why}", title(item)), help);
                }
            }
        }
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

    fn item(&mut self, item: &Item) -> Result<(String, Recipe), Left> {
        let source = self.source(item)?;
        let recipe = match &item.how {
            Use::Copy => self.copied()?,
            Use::Build { importer, processor, params } => self.built(item, &source, importer, processor, params)?,
        };
        self.compare_destination(item, &source);
        Ok((source.as_str().to_owned(), recipe))
    }

    fn source(&mut self, item: &Item) -> Result<SourcePath, Left> {
        let Some(path) = below(&item.source, self.root) else {
            let help =
                "move it below, or make the project in a folder above both: rigmill init FOLDER --from-mgcb FILE";
            return left("it is not below the project's folder", help);
        };
        let found = match self.sources.find(&path) {
            Found::There(found) => found,
            Found::Missing => return left("there is no such file", "mend the path, or remove the item"),
            Found::LeftAlone(why) => return left(why, "move or rename it"),
        };
        let (out, help) = match &self.out {
            Some(out) => (out.as_str(), "keep sources out of /outputDir"),
            None => (DEFAULT_OUT, "name another folder by /outputDir, below the project's, or move the source"),
        };
        if Path::new(&found).starts_with(out) {
            return left(format!("it lies in the output folder, `{out}`"), help);
        }
        match SourcePath::new(&found) {
            Ok(source) if source.as_str() == found => Ok(source),
            _ => left("its name would be another path on another system", "rename the file"),
        }
    }

    fn copied(&self) -> Result<Recipe, Left> {
        match self.registry.importer(RAW) {
            Some(_) => Ok(Recipe { importer: Some(RAW.to_owned()), ..Recipe::default() }),
            None => left("files are not copied", "let the game's build copy it"),
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
        let found = self.importer(source)?;
        let mut recipe = Recipe::default();
        let chosen = match equals::processor(processor) {
            ProcessorEqual::None => {
                return left(format!("nothing does what {processor} does"), "go on building it with mgcb");
            }
            ProcessorEqual::Named(name) => name,
            ProcessorEqual::Default | ProcessorEqual::Own => found.default_processor(),
        };
        let Some(stage) = self.registry.processor(chosen, found.output()).cloned() else {
            let message =
                format!("{processor} is `{chosen}` here, which takes nothing that `{}` makes", found.id().name);
            return left(message, "go on building it with mgcb");
        };
        if equals::processor(processor) == ProcessorEqual::Own || equals::is_own_importer(importer) {
            let stages: Vec<&str> = [importer, processor].into_iter().filter(|name| !name.is_empty()).collect();
            let message =
                format!("{}: unknown here; `{}` and `{chosen}` build it", stages.join(" and "), found.id().name);
            self.findings.warning(DIFFERENT, item.spot, message, "compare what they make with what the game expects");
        }
        if chosen != found.default_processor() {
            recipe.processor = Some(chosen.to_owned());
        }
        let processor = match equals::processor(processor) {
            ProcessorEqual::Default if processor.is_empty() && !equals::is_own_importer(importer) => {
                equals::unnamed(chosen)
            }
            _ => processor,
        };
        let mut setter = Setter { stages: [&*found, &*stage], recipe: &mut recipe };
        self.set_params(item, &mut setter, processor, params);
        Ok(recipe)
    }

    fn importer(&mut self, source: &SourcePath) -> Result<std::sync::Arc<dyn ErasedImporter>, Left> {
        let name = source.file_name();
        let Some(importer) = self.registry.importer_for(name) else {
            let ending = name.rsplit_once('.').map_or(name, |(_, ending)| ending);
            return left(format!("no importer takes `*.{ending}`"), "go on building it with mgcb");
        };
        let sources = std::cell::RefCell::new(&mut self.sources);
        let beside = |other: &str| sources.borrow_mut().beside(source.as_str(), other);
        match importer.claim(name, &beside) {
            Claim::Asset => Ok(importer.clone()),
            Claim::Part => left("it is a part of another source, and no asset", "remove the item"),
            Claim::Unrelated => left(
                format!("it is not what `{}` takes such files for", importer.id().name),
                "give it a rule of your own",
            ),
        }
    }

    fn set_params(&mut self, item: &Item, setter: &mut Setter<'_>, processor: &str, params: &ProcessorParams) {
        if let Some((name, value)) = equals::always(processor) {
            let _ = setter.set(name, value);
        }
        let given = |name: &str| params.contains_key(name);
        for (name, value) in equals::defaults(processor).iter().filter(|(name, _)| !given(name)) {
            if let ParamEqual::Set(name, value) = equals::param(processor, name, value) {
                let _ = setter.set(name, value);
            }
        }
        if equals::has_color_key(processor) && !given("ColorKeyEnabled") {
            let message = format!("{}: without ColorKeyEnabled, MonoGame makes ColorKeyColor transparent", title(item));
            let help = "say `/processorParam:ColorKeyEnabled=False`, or give the image an alpha channel";
            self.findings.warning(DIFFERENT, item.spot, message, help);
        }
        for (name, (value, spot)) in params.iter() {
            let told = |why: String, help: &str, findings: &mut Findings| {
                findings.warning(LEFT, *spot, format!("/processorParam:{name}={value}: {why}"), help);
            };
            match equals::param(processor, name, value) {
                ParamEqual::Same => {}
                ParamEqual::Neutral(ours, value) => drop(setter.set(ours, value)),
                ParamEqual::Set(ours, ours_value) => {
                    if let Err(why) = setter.set(ours, ours_value) {
                        told(why, "`rigmill list --params` shows what stages have", self.findings);
                    }
                }
                ParamEqual::None(why, help) => told(why.to_owned(), help, self.findings),
                ParamEqual::Malformed(expected) => {
                    told(format!("not {expected}"), "mend the value", self.findings);
                }
            }
        }
    }

    fn compare_destination(&mut self, item: &Item, source: &SourcePath) {
        let Some(wanted) = &item.destination else { return };
        let own = below(&item.source, &self.project.folder).unwrap_or_default();
        let name = |path: &str| SourcePath::new(path).map(|path| path.asset_name().to_owned()).unwrap_or_default();
        let (own, wanted) = match item.how {
            Use::Copy => (own, wanted.clone()),
            Use::Build { .. } => (name(&own), name(wanted)),
        };
        if own != wanted {
            let is = if item.how == Use::Copy { source.as_str() } else { source.asset_name() };
            let message = format!("{}: it becomes `{is}`, after its source", title(item));
            let help = format!("let the game load `{is}` instead of `{wanted}`, or give the source that name");
            self.findings.warning(DIFFERENT, item.spot, message, help);
        }
    }
}

/// Sets parameters that the stages of an asset have.
struct Setter<'a> {
    stages: [&'a dyn rigmill_pipeline::StageParams; 2],
    recipe: &'a mut Recipe,
}

impl Setter<'_> {
    fn set(&mut self, name: &'static str, value: TomlValue) -> Result<(), String> {
        let has = |stage: &&dyn rigmill_pipeline::StageParams| stage.param_docs().iter().any(|doc| doc.name == name);
        if !self.stages.iter().any(has) {
            return Err(format!("no stage that builds it has a parameter `{name}`"));
        }
        let given = TomlTable::from_iter([(name.to_owned(), value.clone())]);
        for stage in self.stages.iter().filter(|stage| has(stage)) {
            stage.bind(&given).map_err(|error| error.to_string())?;
        }
        self.recipe.params.insert(name, value);
        Ok(())
    }
}

fn title(item: &Item) -> String {
    let switch = if item.how == Use::Copy { "copy" } else { "build" };
    let destination = item.destination.as_ref().map(|it| format!(";{it}")).unwrap_or_default();
    format!("/{switch}:{}{destination}", item.written)
}
