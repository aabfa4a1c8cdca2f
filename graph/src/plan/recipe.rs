//! [`Recipe`]: which stages make an asset, with which parameters.

use std::collections::BTreeMap;
use std::sync::Arc;

use rigmill_pipeline::{
    BoundParams, Claim, Diagnostic, Digest, ErasedImporter, ErasedProcessor, Place, Registry, SourcePath, StageParams,
    nearest,
};

use crate::project::{Located, Manifest, Param, Rule, manifest_error};
use crate::records::RecipeRecord;

/// The stages that make an asset, their parameters bound. Shared by all assets that are made alike.
pub struct Recipe {
    pub(crate) importer: Arc<dyn ErasedImporter>,
    pub(crate) importer_params: BoundParams,
    pub(crate) processor: Arc<dyn ErasedProcessor>,
    pub(crate) processor_params: BoundParams,
    /// The writer the manifest asks for; any that takes the type, otherwise.
    pub(crate) writer: Option<String>,
    /// All parameters of the rule, for the writer, which is known only when the product's type is.
    pub(crate) given: toml::Table,
    /// What the state remembers of it.
    pub(crate) record: RecipeRecord,
    /// The digest of `record`.
    pub(crate) digest: Digest,
}

/// What decides on a recipe: the name of the importer that claims the file, and the rules that apply.
type Circumstances = (Option<String>, Vec<usize>);

/// Finds the recipe of each source. Sources with the same rules and ending share one.
pub(crate) struct RecipeBook<'a> {
    registry: &'a Registry,
    target: &'a str,
    manifest: &'a Manifest,
    known: BTreeMap<Circumstances, Option<Arc<Recipe>>>,
    diagnostics: Vec<Diagnostic>,
    /// Some rule names an importer that is choosy.
    choosy_rules: bool,
    /// The rules name what is not there; what they would lead to is not worth telling.
    faulty_rules: bool,
}

impl<'a> RecipeBook<'a> {
    pub(crate) fn new(registry: &'a Registry, target: &'a str, manifest: &'a Manifest) -> Self {
        let mut named = manifest.rules.iter().filter_map(|rule| registry.importer(&rule.importer.as_ref()?.value));
        let mut book = Self {
            registry,
            target,
            manifest,
            known: BTreeMap::new(),
            diagnostics: Vec::new(),
            choosy_rules: named.any(|importer| importer.choosy()),
            faulty_rules: false,
        };
        book.check_rules();
        book.faulty_rules = !book.diagnostics.is_empty();
        book
    }

    /// Whether a source that was an asset with the same manifest still is one, with what lies beside it now.
    pub(crate) fn still_asset(&self, path: &SourcePath, beside: &dyn Fn(&str) -> bool) -> bool {
        let choosy = |importer: &Arc<dyn ErasedImporter>| importer.choosy();
        let asked = self.choosy_rules || self.registry.importer_for(path.file_name()).is_some_and(choosy);
        !asked || self.claims(path, &self.applying(path), beside)
    }

    fn applying(&self, path: &SourcePath) -> Vec<usize> {
        let rules = &self.manifest.rules;
        (0..rules.len()).filter(|&index| rules[index].applies_to(path, self.target)).collect()
    }

    /// Whether the importer of a source, if there is one, takes it for an asset.
    fn claims(&self, path: &SourcePath, applying: &[usize], beside: &dyn Fn(&str) -> bool) -> bool {
        let named = applying.iter().rev().find_map(|&rule| self.manifest.rules[rule].importer.as_ref());
        let importer = match named {
            Some(named) => self.registry.importer(&named.value),
            None => self.registry.importer_for(path.file_name()),
        };
        match importer.map(|importer| importer.claim(path.file_name(), beside)) {
            Some(Claim::Part) => false,
            Some(Claim::Unlike) => named.is_some(),
            Some(Claim::Asset) | None => true,
        }
    }

    /// The recipe of a source; `None` when it is no asset. `beside` tells whether there is a file of a name in the
    /// source's folder.
    pub(crate) fn recipe(&mut self, path: &SourcePath, beside: &dyn Fn(&str) -> bool) -> Option<Arc<Recipe>> {
        if self.faulty_rules {
            return None;
        }
        let applying = self.applying(path);
        if !self.claims(path, &applying, beside) {
            return None;
        }
        let default = self.registry.importer_for(path.file_name()).map(|importer| importer.id().name);
        let key = (default, applying);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let made = match self.make(key.0.as_deref(), &key.1) {
            Ok(recipe) => recipe,
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                None
            }
        };
        self.known.insert(key, made.clone());
        made
    }

    /// What was wrong with the manifest's stages and parameters, each fault once.
    pub(crate) fn finish(self) -> Result<(), Vec<Diagnostic>> {
        let mut distinct: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.diagnostics {
            if !distinct.contains(&diagnostic) {
                distinct.push(diagnostic);
            }
        }
        if distinct.is_empty() { Ok(()) } else { Err(distinct) }
    }

    fn make(&self, default: Option<&str>, applying: &[usize]) -> Result<Option<Arc<Recipe>>, Box<Diagnostic>> {
        let rules: Vec<&Rule> = applying.iter().map(|&index| &self.manifest.rules[index]).collect();
        if rules.last().is_some_and(|rule| rule.drops) {
            return Ok(None);
        }
        let last = |pick: fn(&Rule) -> Option<&Located<String>>| rules.iter().rev().find_map(|rule| pick(rule));
        let importer = match last(|rule| rule.importer.as_ref()) {
            Some(named) => self.registry.importer(&named.value).cloned(),
            None => default.and_then(|name| self.registry.importer(name)).cloned(),
        };
        let Some(importer) = importer else { return Ok(None) };
        let named = last(|rule| rule.processor.as_ref());
        let processor_name = named.map_or(importer.default_processor(), |named| &named.value);
        let place = named.or_else(|| last(|rule| rule.importer.as_ref())).map(|named| &named.place);
        let processor = self.registry.processor(processor_name, importer.output()).cloned();
        let processor = processor.ok_or_else(|| self.no_processor(processor_name, &*importer, place))?;
        let writer = last(|rule| rule.writer.as_ref()).map(|named| named.value.clone());
        let params = effective(&rules);
        self.params_must_be_known(&params, &*importer, &*processor, writer.as_deref())?;
        let recipe = Recipe::new(importer, processor, writer, &params, self.manifest.unit.as_ref())?;
        self.writers_must_take(&recipe, &params)?;
        Ok(Some(Arc::new(recipe)))
    }

    /// Which writer writes is known only when something was made; so all that may are asked what they think of the values.
    fn writers_must_take(&self, recipe: &Recipe, params: &[&Param]) -> Result<(), Box<Diagnostic>> {
        let mut writers = self.registry.writers_for(recipe.writer.as_deref(), self.target);
        writers.try_for_each(|writer| writer.bind(&recipe.given).map(drop).map_err(|error| bad_value(params, &error)))
    }

    /// Why no processor of this name takes what the importer makes.
    fn no_processor(&self, name: &str, importer: &dyn ErasedImporter, place: Option<&Place>) -> Box<Diagnostic> {
        let importer_name = importer.id().name;
        let taken: Vec<_> = self.registry.processors_named(name).iter().map(|it| it.input().name()).collect();
        if taken.is_empty() {
            let message =
                format!("importer `{importer_name}` asks for the processor `{name}`, which is not registered");
            return Box::new(Diagnostic::error("R0005", message));
        }
        let (taken, made) = (taken.join(" or "), importer.output().name());
        let message = format!("processor `{name}` takes {taken}, but importer `{importer_name}` makes {made}");
        Box::new(match place {
            Some(place) => manifest_error("R0005", message, place.clone()),
            None => Diagnostic::error("R0005", message),
        })
    }

    fn params_must_be_known(
        &self,
        params: &[&Param],
        importer: &dyn ErasedImporter,
        processor: &dyn ErasedProcessor,
        writer: Option<&str>,
    ) -> Result<(), Box<Diagnostic>> {
        let mut known = names(importer);
        known.extend(names(processor));
        for target in self.registry.targets() {
            known.extend(self.registry.writers_for(writer, target).flat_map(|writer| names(&**writer)));
        }
        let stages = format!("`{}` and `{}`", importer.id().name, processor.id().name);
        params.iter().try_for_each(|param| known_param(param, &known, &stages))
    }

    /// What can be told of a rule even when no source matches it.
    fn check_rules(&mut self) {
        let [importers, processors, writers] = self.stage_names();
        let (targets, all) = (self.registry.targets(), self.all_params());
        for rule in &self.manifest.rules {
            let stages = [
                ("importer", &rule.importer, &importers),
                ("processor", &rule.processor, &processors),
                ("writer", &rule.writer, &writers),
            ];
            for (kind, named, known) in stages {
                self.diagnostics.extend(named.as_ref().and_then(|named| unknown_name(kind, named, known)));
            }
            let unknown = rule.targets.iter().flatten().filter_map(|named| unknown_name("target", named, &targets));
            self.diagnostics.extend(unknown);
            let unknown = rule.params.iter().filter_map(|param| known_param(param, &all, "any stage").err());
            self.diagnostics.extend(unknown.map(|diagnostic| *diagnostic));
        }
        let fault = self.manifest.unit.as_ref().and_then(|unit| self.check_unit(unit).err());
        self.diagnostics.extend(fault.map(|diagnostic| *diagnostic));
    }

    /// Whether the project's unit is one to every importer that has a parameter for it.
    fn check_unit(&self, unit: &Param) -> Result<(), Box<Diagnostic>> {
        let all: Vec<_> = self.registry.importers().flat_map(|importer| names(&**importer)).collect();
        known_param(unit, &all, "any importer")?;
        let mut importers = self.registry.importers().filter(|it| names(&***it).contains(&unit.name.value.as_str()));
        importers.try_for_each(|importer| {
            importer.bind(&table(&[unit])).map(drop).map_err(|error| bad_value(&[unit], &error))
        })
    }

    fn stage_names(&self) -> [Vec<String>; 3] {
        [
            self.registry.importers().map(|stage| stage.id().name).collect(),
            self.registry.processors().map(|stage| stage.id().name).collect(),
            self.registry.writers().map(|stage| stage.id().name).collect(),
        ]
    }

    fn all_params(&self) -> Vec<&'static str> {
        let importers = self.registry.importers().flat_map(|stage| names(&**stage));
        let processors = self.registry.processors().flat_map(|stage| names(&**stage));
        let writers = self.registry.writers().flat_map(|stage| names(&**stage));
        importers.chain(processors).chain(writers).collect()
    }
}

fn names(stage: &(impl StageParams + ?Sized)) -> Vec<&'static str> {
    stage.param_docs().into_iter().map(|doc| doc.name).collect()
}

/// The parameters of the rules that apply; of two with one name, the later.
fn effective<'a>(rules: &[&'a Rule]) -> Vec<&'a Param> {
    let by_name = rules.iter().flat_map(|rule| &rule.params).map(|param| (param.name.value.as_str(), param));
    by_name.collect::<BTreeMap<_, _>>().into_values().collect()
}

fn known_param(param: &Param, known: &[&'static str], stages: &str) -> Result<(), Box<Diagnostic>> {
    let name = param.name.value.as_str();
    if known.contains(&name) {
        return Ok(());
    }
    let help = match nearest(name, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "`rigmill list --params` shows the parameters of every stage".to_owned(),
    };
    let message = format!("no parameter `{name}` in {stages}");
    Err(Box::new(manifest_error("R0003", message, param.name.place.clone()).help(help)))
}

/// That a stage or target has a name that none has.
pub(crate) fn unknown_name(kind: &str, named: &Located<String>, known: &[impl AsRef<str>]) -> Option<Diagnostic> {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    if known.contains(&named.value.as_str()) {
        return None;
    }
    let help = match nearest(&named.value, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("known: {}", known.join(", ")),
    };
    Some(manifest_error("R0002", format!("unknown {kind} `{}`", named.value), named.place.clone()).help(help))
}

impl Recipe {
    fn new(
        importer: Arc<dyn ErasedImporter>,
        processor: Arc<dyn ErasedProcessor>,
        writer: Option<String>,
        params: &[&Param],
        unit: Option<&Param>,
    ) -> Result<Self, Box<Diagnostic>> {
        let given = table(params);
        // Other stages may have a parameter of that name which means something else.
        let unit = unit.filter(|unit| names(&*importer).contains(&unit.name.value.as_str()));
        let of_importer: Vec<&Param> = unit.into_iter().chain(params.iter().copied()).collect();
        let importer_params = importer.bind(&table(&of_importer)).map_err(|error| bad_value(&of_importer, &error))?;
        let processor_params = processor.bind(&given).map_err(|error| bad_value(params, &error))?;
        let record = RecipeRecord {
            importer: importer.id(),
            importer_params: importer_params.canonical().to_vec(),
            processor: processor.id(),
            processor_params: processor_params.canonical().to_vec(),
            writer: writer.clone(),
            given: given_to_writers(&given, &[importer_params.canonical(), processor_params.canonical()]),
        };
        let digest = Digest::of_value(&record).map_err(|error| Box::new(Diagnostic::error("R0004", error)))?;
        Ok(Self { importer, importer_params, processor, processor_params, writer, given, record, digest })
    }
}

/// Parameters by name; of two with one name, the later.
fn table(params: &[&Param]) -> toml::Table {
    params.iter().map(|param| (param.name.value.clone(), param.value.value.clone())).collect()
}

/// The parameters that none of the stages has, as text.
fn given_to_writers(given: &toml::Table, stages: &[&[(String, String)]]) -> Vec<(String, String)> {
    let is_known = |name: &str| stages.iter().any(|params| params.iter().any(|(known, _)| known == name));
    let others = given.iter().filter(|(name, _)| !is_known(name));
    others.map(|(name, value)| (name.clone(), value.to_string())).collect()
}

fn bad_value(params: &[&Param], error: &rigmill_pipeline::ParamError) -> Box<Diagnostic> {
    let diagnostic = match params.iter().rfind(|param| param.name.value == error.name) {
        Some(param) => manifest_error("R0003", error.to_string(), param.value.place.clone()),
        None => Diagnostic::error("R0003", error.to_string()),
    };
    Box::new(diagnostic.help("`rigmill list --params` shows every parameter with its type and default"))
}
