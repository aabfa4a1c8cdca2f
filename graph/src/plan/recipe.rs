//! [`Recipe`]: the stages of an asset and their parameters.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rigmill_pipeline::{
    BoundParams, Claim, Diagnostic, Digest, ErasedImporter, ErasedProcessor, Location, Registry, SourcePath, ValueType,
    Variants, codes, nearest,
};

use super::binding::{bound, bound_over, names, params_of_writers, table};
use crate::project::{Located, Manifest, OUT_OF_PARAMS, Param, Rule, Rules, in_manifest, is_key_of_rule};
use crate::records::{OutputName, RecipeRecord};

/// The stages of an asset, with their parameters. Shared by all assets with the same recipe.
pub struct Recipe {
    pub(crate) importer: Arc<dyn ErasedImporter>,
    pub(crate) importer_params: BoundParams,
    pub(crate) processor: Arc<dyn ErasedProcessor>,
    pub(crate) processor_params: BoundParams,
    /// The writer that the manifest names; `None` if any writer that accepts the type may be used.
    pub(crate) writer: Option<String>,
    /// All parameters from the rules. They are kept for the writer, which is known only after the product's type is.
    pub(crate) writer_params: toml::Table,
    /// The recipe's record in the state.
    pub(crate) record: RecipeRecord,
    /// The digest of `record` and `writer_params`.
    pub(crate) digest: Digest,
}

/// Everything that determines a recipe: the name of the importer for the file's extension, and the rules that apply.
type RecipeKey = (Option<Cow<'static, str>>, Vec<usize>);

/// Finds the recipe of each source. Sources with the same importer and rules share a recipe.
pub(crate) struct RecipeBook<'a> {
    registry: &'a Registry,
    target: &'a str,
    manifest: &'a Manifest,
    known: BTreeMap<RecipeKey, Option<Arc<Recipe>>>,
    diagnostics: Vec<Diagnostic>,
    /// Whether a rule names an importer that has a claim rule.
    rules_name_claimers: bool,
    /// Whether the rules themselves are invalid. If so, errors that follow from this are not reported.
    invalid_rules: bool,
}

impl<'a> RecipeBook<'a> {
    pub(crate) fn new(registry: &'a Registry, target: &'a str, manifest: &'a Manifest) -> Self {
        let mut named =
            manifest.rules.all().iter().filter_map(|rule| registry.importer(&rule.importer.as_ref()?.value));
        let mut book = Self {
            registry,
            target,
            manifest,
            known: BTreeMap::new(),
            diagnostics: Vec::new(),
            rules_name_claimers: named.any(|importer| importer.claim_rule().is_some()),
            invalid_rules: false,
        };
        book.check_rules();
        book.invalid_rules = !book.diagnostics.is_empty();
        book
    }

    /// Whether a source that was an asset under the same manifest is still an asset, given the names in its folder.
    pub(crate) fn is_still_asset(&self, path: &SourcePath, is_in_folder: &dyn Fn(&str) -> bool) -> bool {
        let has_rule = |importer: &Arc<dyn ErasedImporter>| importer.claim_rule().is_some();
        let may_differ = self.rules_name_claimers || self.registry.importer_for(path.file_name()).is_some_and(has_rule);
        !may_differ || self.claims(path, &self.applying(path), is_in_folder)
    }

    fn applying(&self, path: &SourcePath) -> Vec<usize> {
        self.manifest.rules.applying(path, self.target).map(|(number, _)| number).collect()
    }

    /// Whether the source's importer (if there is one) considers the source an asset.
    fn claims(&self, path: &SourcePath, applying: &[usize], is_in_folder: &dyn Fn(&str) -> bool) -> bool {
        let named = applying.iter().rev().find_map(|&rule| self.manifest.rules.all()[rule].importer.as_ref());
        let importer = match named {
            Some(named) => self.registry.importer(&named.value),
            None => self.registry.importer_for(path.file_name()),
        };
        match importer.map(|importer| importer.claim(path.file_name(), is_in_folder)) {
            Some(Claim::Part) => false,
            Some(Claim::Unrelated) => named.is_some(),
            Some(Claim::Asset) | None => true,
        }
    }

    /// Returns the recipe of a source; `None` if the source is not an asset.
    pub(crate) fn recipe(&mut self, path: &SourcePath, is_in_folder: &dyn Fn(&str) -> bool) -> Option<Arc<Recipe>> {
        if self.invalid_rules {
            return None;
        }
        let applying = self.applying(path);
        if !self.claims(path, &applying, is_in_folder) {
            return None;
        }
        let default = self.registry.importer_for(path.file_name()).map(|importer| importer.id().name);
        let key = (default, applying);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let made = match self.make(key.0.as_deref(), &key.1) {
            Ok(recipe) => recipe,
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                None
            }
        };
        self.known.insert(key, made.clone());
        made
    }

    /// Returns the errors in the manifest's stages and parameters, without duplicates. Several stages may reject the same value,
    /// each with its own help.
    pub(crate) fn finish(self) -> Result<(), Vec<Diagnostic>> {
        let mut distinct: Vec<Diagnostic> = Vec::new();
        let fact = |it: &Diagnostic| (it.code.clone(), it.file.clone(), it.location.clone(), it.message.clone());
        for diagnostic in self.diagnostics {
            if !distinct.iter().any(|other| fact(other) == fact(&diagnostic)) {
                distinct.push(diagnostic);
            }
        }
        if distinct.is_empty() { Ok(()) } else { Err(distinct) }
    }

    fn make(&self, default: Option<&str>, applying: &[usize]) -> Result<Option<Arc<Recipe>>, Vec<Diagnostic>> {
        let rules: Vec<&Rule> = applying.iter().map(|&index| &self.manifest.rules.all()[index]).collect();
        if rules.last().is_some_and(|rule| rule.excluded) {
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
        let chosen = last(|rule| rule.importer.as_ref());
        let location = named.or(chosen).map(|named| &named.location);
        let processor = self.registry.processor(processor_name, importer.output()).cloned();
        let processor = processor.ok_or_else(|| {
            let diagnostic = self.no_processor(processor_name, &*importer, location);
            let place = |has: fn(&Rule) -> bool| rules.iter().rposition(|rule| has(rule));
            let together = place(|rule| rule.processor.is_some()) == place(|rule| rule.importer.is_some());
            vec![if together { diagnostic } else { with_chooser(diagnostic, named, chosen) }]
        })?;
        let writer = last(|rule| rule.writer.as_ref()).map(|named| named.value.clone());
        let output = last_output(rules.iter().copied()).cloned();
        let params = effective(&rules);
        let mut wrong = self.unknown_params(&rules, &params, (&*importer, &*processor, writer.as_deref()));
        let variants = rules.iter().rev().find_map(|rule| rule.variants.as_deref()).unwrap_or_default();
        let variants = bound_variants(&*processor, variants).unwrap_or_else(|faults| {
            wrong.extend(faults);
            Vec::new()
        });
        // Values are checked with all possible writers, because the writer is known only after there is a product.
        for writer in self.registry.writers_for(writer.as_deref(), self.target) {
            wrong.extend(bound(&writer.id(), &**writer, &params).err().into_iter().flatten());
        }
        let recipe = Recipe::new(
            (importer, processor, writer),
            (output, variants),
            &params,
            self.manifest.unit.as_ref(),
            self.target,
        );
        match recipe {
            Ok(recipe) if wrong.is_empty() => Ok(Some(Arc::new(recipe))),
            recipe => Err(wrong.into_iter().chain(recipe.err().into_iter().flatten()).collect()),
        }
    }

    /// Returns the error that no processor of this name accepts the importer's output.
    fn no_processor(&self, name: &str, importer: &dyn ErasedImporter, location: Option<&Location>) -> Diagnostic {
        let importer_name = importer.id().name;
        let taken: Vec<_> = self.registry.processors_named(name).iter().map(|it| it.input()).collect();
        if taken.is_empty() {
            let message =
                format!("`{name}`, the default processor of the `{importer_name}` importer, is not registered");
            let help = format!(
                "register the processor with `Registry::with_processor`, or set `DEFAULT_PROCESSOR` of `{importer_name}` to a registered processor"
            );
            return Diagnostic::error(codes::INCOMPATIBLE_STAGES, message).help(help);
        }
        let made = importer.output();
        let message = format!(
            "processor `{name}` accepts {}, but importer `{importer_name}` returns {}",
            ValueType::one_of(&taken),
            made.name()
        );
        let fitting = self.registry.processors().filter(|processor| processor.input().path() == made.path());
        let fitting: Vec<String> = fitting.map(|processor| format!("`{}`", processor.id().name)).collect();
        let diagnostic = match location {
            Some(location) => in_manifest(codes::INCOMPATIBLE_STAGES, message, location.clone()),
            None => Diagnostic::error(codes::INCOMPATIBLE_STAGES, message),
        };
        match fitting.as_slice() {
            [] => diagnostic.help(format!("register a processor that accepts {}", made.name())),
            fitting => {
                diagnostic.help(format!("choose a processor that accepts {}: {}", made.name(), fitting.join(", ")))
            }
        }
    }

    /// Returns an error for each parameter that none of an asset's stages has.
    fn unknown_params(
        &self,
        rules: &[&Rule],
        params: &[&Param],
        (importer, processor, writer): (&dyn ErasedImporter, &dyn ErasedProcessor, Option<&str>),
    ) -> Vec<Diagnostic> {
        let mut known = names(importer);
        known.extend(names(processor));
        for target in self.registry.targets() {
            known.extend(self.registry.writers_for(writer, target).flat_map(|writer| names(&**writer)));
        }
        let (importer, processor) = (importer.id().name, processor.id().name);
        let lacking = if importer == processor {
            format!("`{importer}` has no")
        } else {
            format!("neither `{importer}` nor `{processor}` has a")
        };
        let unknown = params.iter().filter_map(|param| Some((param, unknown_param(param, &known, &lacking)?)));
        let with_owners = |(param, diagnostic): (&&Param, Diagnostic)| match self.owners(&param.name.value).as_slice() {
            [] => diagnostic,
            owners => {
                let check =
                    chosen_elsewhere(param, rules).unwrap_or_else(|| "check which files the rule matches".into());
                let of = owners.join(", ");
                diagnostic.help(format!("{check}; `{}` is a parameter of {of}", param.name.value))
            }
        };
        unknown.map(with_owners).collect()
    }

    /// Returns the first stages, by name, that have a parameter.
    fn owners(&self, param: &str) -> Vec<String> {
        const MOST: usize = 4;
        let has = |names: &[&str]| names.contains(&param);
        let importers = self.registry.importers().filter(|it| has(&names(&***it))).map(|it| it.id().name);
        let processors = self.registry.processors().filter(|it| has(&names(&***it))).map(|it| it.id().name);
        let writers = self.registry.writers().filter(|it| has(&names(&***it))).map(|it| it.id().name);
        let all: BTreeSet<String> =
            importers.chain(processors).chain(writers).map(|name| format!("`{name}`")).collect();
        all.into_iter().take(MOST).collect()
    }

    /// Performs the checks that do not depend on the sources that a rule matches.
    fn check_rules(&mut self) {
        let importers: Vec<Cow<str>> = self.registry.importers().map(|stage| stage.id().name).collect();
        let processors: Vec<Cow<str>> = self.registry.processors().map(|stage| stage.id().name).collect();
        let writers: Vec<Cow<str>> = self.registry.writers().map(|stage| stage.id().name).collect();
        let params = self.registry.importers().flat_map(|stage| names(&**stage));
        let params = params.chain(self.registry.processors().flat_map(|stage| names(&**stage)));
        let all: Vec<_> = params.chain(self.registry.writers().flat_map(|stage| names(&**stage))).collect();
        let targets = self.registry.targets();
        self.diagnostics.extend(faulty_extensions(self.registry));
        for rule in self.manifest.rules.all() {
            let stages = [
                ("importer", &rule.importer, &importers),
                ("processor", &rule.processor, &processors),
                ("writer", &rule.writer, &writers),
            ];
            let unknown_stages =
                stages.into_iter().filter_map(|(kind, named, known)| unknown_stage(kind, named.as_ref()?, known));
            let known_before = self.diagnostics.len();
            self.diagnostics.extend(unknown_stages);
            let has_unknown_stage = self.diagnostics.len() > known_before;
            let unknown = rule.targets.iter().flatten().filter_map(|named| unknown_name("target", named, &targets, ""));
            self.diagnostics.extend(unknown);
            // A stage that is unknown may have the parameters.
            let params = rule.params.iter().filter(|_| !has_unknown_stage);
            self.diagnostics.extend(params.filter_map(|param| unknown_param(param, &all, "no stage has a")));
        }
        if let Some(unit) = &self.manifest.unit {
            self.diagnostics.extend(self.check_unit(unit));
        }
    }

    /// Checks that every importer with a `unit` parameter accepts the project's unit.
    fn check_unit(&self, unit: &Param) -> Vec<Diagnostic> {
        let all: Vec<_> = self.registry.importers().flat_map(|importer| names(&**importer)).collect();
        if let Some(unknown) = unknown_param(unit, &all, "no importer has a") {
            return vec![unknown];
        }
        let mut importers = self.registry.importers().filter(|it| names(&***it).contains(&unit.name.value.as_str()));
        importers.find_map(|importer| bound(&importer.id(), &**importer, &[unit]).err()).unwrap_or_default()
    }
}

/// Returns an error for each file extension of a stage that no file name can end with, or that would lead out of a folder.
fn faulty_extensions(registry: &Registry) -> Vec<Diagnostic> {
    let importers = registry.importers().flat_map(|stage| {
        stage.extensions().iter().map(|extension| ("importer", stage.id().name, *extension)).collect::<Vec<_>>()
    });
    let writers = registry.writers().map(|stage| ("writer", stage.id().name, stage.extension()));
    let faulty = |extension: &str| extension.starts_with('.') || extension.contains(['/', '\\', '*']);
    let diagnostic = |(kind, stage, extension): (&str, Cow<'_, str>, &str)| {
        Diagnostic::error(
            codes::INCOMPATIBLE_STAGES,
            format!("{kind} `{stage}`: the extension {extension:?} begins with a dot, or contains `/`, `\\` or `*`"),
        )
        .help("write the extension without a dot at the beginning, such as \"beats\"")
    };
    importers.chain(writers).filter(|(.., extension)| faulty(extension)).map(diagnostic).collect()
}

/// Returns the name that the rules give to the asset made from a source, for a target.
pub(super) fn output_name<'r>(rules: &'r Rules, source: &SourcePath, target: &str) -> Option<&'r OutputName> {
    rules.last_with(source, target, |rule| rule.output.as_ref()).map(|output| &output.value)
}

fn last_output<'r>(rules: impl DoubleEndedIterator<Item = &'r Rule>) -> Option<&'r OutputName> {
    rules.rev().find_map(|rule| rule.output.as_ref()).map(|output| &output.value)
}

/// Returns the parameters of the rules that apply. If two have the same name, the later one wins.
fn effective<'a>(rules: &[&'a Rule]) -> Vec<&'a Param> {
    let by_name = rules.iter().flat_map(|rule| &rule.params).map(|param| (param.name.value.as_str(), param));
    by_name.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Returns the remedy if a rule other than the one with the parameter chose the stages that do not have it.
fn chosen_elsewhere(param: &Param, rules: &[&Rule]) -> Option<String> {
    let owner = rules.iter().rposition(|rule| rule.params.iter().any(|it| it.name.location == param.name.location))?;
    let chosen = |rule: &&Rule| {
        rule.processor.as_ref().or(rule.importer.as_ref()).map(|stage| (stage.value.clone(), stage.location.line))
    };
    let (at, (stage, line)) = rules.iter().enumerate().rev().find_map(|(at, rule)| Some((at, chosen(rule)?)))?;
    (at != owner)
        .then(|| format!("check which files both rules match: line {line} sets `{stage}` for some of these files"))
}

/// Adds to the error about a processor the line that chooses the importer, if another rule does so.
fn with_chooser(
    mut diagnostic: Diagnostic,
    processor: Option<&Located<String>>,
    importer: Option<&Located<String>>,
) -> Diagnostic {
    let Some((processor, importer)) = processor.zip(importer) else { return diagnostic };
    let help = diagnostic.help.unwrap_or_default();
    diagnostic.help = Some(format!(
        "check which files both rules match: for some files, line {} sets the importer `{}`, and line {} sets the processor; or {help}",
        importer.location.line, importer.value, processor.location.line
    ));
    diagnostic
}

/// Returns an error if none of the stages has a parameter. `lacking` is the beginning of its message.
fn unknown_param(param: &Param, known: &[&'static str], lacking: &str) -> Option<Diagnostic> {
    let name = param.name.value.as_str();
    if known.contains(&name) {
        return None;
    }
    let help = match nearest(name, known.iter().copied()) {
        _ if is_key_of_rule(name) => format!("`{name}` is a key of the rule: {OUT_OF_PARAMS}"),
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "see the parameters of all stages with `rigmill list --params`".to_owned(),
    };
    let message = format!("{lacking} parameter `{name}`");
    Some(in_manifest(codes::INVALID_PARAMETER, message, param.name.location.clone()).help(help))
}

/// The built-in importers that Rigmill can be built without. The cargo feature of each has the importer's name.
const OPTIONAL_IMPORTERS: [&str; 3] = ["fbx", "fbx-dom", "gltf"];

/// Returns an error if no stage has this name. The stage may be part of another program, or of Rigmill with other cargo features.
fn unknown_stage(kind: &str, named: &Located<String>, known: &[Cow<'_, str>]) -> Option<Diagnostic> {
    let or = format!("; if your own program has this {kind}, run that program instead of `rigmill`");
    let unknown = unknown_name(kind, named, known, &or)?;
    let name = named.value.as_str();
    Some(match kind == "importer" && OPTIONAL_IMPORTERS.contains(&name) {
        true => unknown.help(format!("build Rigmill with `--features {name}`, or choose a different importer")),
        false => unknown,
    })
}

/// Returns an error if no stage or target has this name. `or` is the end of its help if no known name is similar.
pub(crate) fn unknown_name(
    kind: &str,
    named: &Located<String>,
    known: &[impl AsRef<str>],
    or: &str,
) -> Option<Diagnostic> {
    // There is a stage for each type that a name accepts.
    let mut known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    known.sort_unstable();
    known.dedup();
    if known.contains(&named.value.as_str()) {
        return None;
    }
    let help = match nearest(&named.value, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("choose one of these {kind}s: {}{or}", known.join(", ")),
    };
    Some(
        in_manifest(codes::UNKNOWN_NAME, format!("unknown {kind} `{}`", named.value), named.location.clone())
            .help(help),
    )
}

impl Recipe {
    fn new(
        (importer, processor, writer): (Arc<dyn ErasedImporter>, Arc<dyn ErasedProcessor>, Option<String>),
        (output, variants): (Option<OutputName>, Vec<(String, BoundParams)>),
        params: &[&Param],
        unit: Option<&Param>,
        target: &str,
    ) -> Result<Self, Vec<Diagnostic>> {
        // In other stages, a parameter of the same name may have a different meaning.
        let unit = unit.filter(|unit| names(&*importer).contains(&unit.name.value.as_str()));
        let of_importer: Vec<&Param> = unit.into_iter().chain(params.iter().copied()).collect();
        let defaults = importer.target_defaults().iter().filter(|default| default.target == target);
        let defaults = defaults.map(|default| (default.name.to_owned(), default.value.clone())).collect();
        let importer_params = bound_over(defaults, &importer.id(), &*importer, &of_importer);
        let (importer_params, processor_params) = match (importer_params, bound(&processor.id(), &*processor, params)) {
            (Ok(of_importer), Ok(of_processor)) => (of_importer, of_processor),
            (first, second) => return Err([first.err(), second.err()].into_iter().flatten().flatten().collect()),
        };
        let labels = variants.iter().map(|(label, _)| label.clone()).collect();
        let (processor, processor_params) = with_variants(processor, processor_params, variants);
        let all = table(params);
        let record = RecipeRecord {
            importer: importer.id(),
            importer_params: importer_params.canonical().to_vec(),
            processor: processor.id(),
            processor_params: processor_params.canonical().to_vec(),
            writer: writer.clone(),
            writer_params: params_of_writers(&all, &[importer_params.canonical(), processor_params.canonical()]),
            output,
            variants: labels,
        };
        let digest = Digest::of_value(&(&record, all.to_string()))
            .map_err(|error| vec![Diagnostic::error(codes::NOT_SERIALIZABLE, error)])?;
        Ok(Self { importer, importer_params, processor, processor_params, writer, writer_params: all, record, digest })
    }
}

/// Returns a processor and its parameters with those of an asset's variants.
fn with_variants(
    processor: Arc<dyn ErasedProcessor>,
    params: BoundParams,
    variants: Vec<(String, BoundParams)>,
) -> (Arc<dyn ErasedProcessor>, BoundParams) {
    if variants.is_empty() {
        return (processor, params);
    }
    let variants = Variants::new(processor, variants);
    let params = variants.params(&params);
    (Arc::new(variants), params)
}

/// Binds the parameters of an asset's variants. Returns an error for each parameter that the processor does not have, and for
/// each value that it rejects.
fn bound_variants(
    processor: &dyn ErasedProcessor,
    variants: &[(Located<String>, Vec<Param>)],
) -> Result<Vec<(String, BoundParams)>, Vec<Diagnostic>> {
    let (known, mut wrong, mut all) = (names(processor), Vec::new(), Vec::new());
    let lacking = format!("variants have only parameters of the processor, and `{}` has no", processor.id().name);
    for (label, params) in variants {
        let params: Vec<&Param> = params.iter().collect();
        wrong.extend(params.iter().filter_map(|param| unknown_param(param, &known, &lacking)));
        match bound(&processor.id(), processor, &params) {
            Ok(params) => all.push((label.value.clone(), params)),
            Err(faults) => wrong.extend(faults),
        }
    }
    if wrong.is_empty() { Ok(all) } else { Err(wrong) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_importer_that_rigmill_was_built_without_is_named_with_its_feature() {
        let location = Location { line: 1, column: 1, excerpt: None, highlight_start: 0, highlight_length: 1 };
        let named = |name: &str| Located { value: name.to_owned(), location: location.clone() };
        let help = |name: &str| unknown_stage("importer", &named(name), &["fbx".into()]).map(|it| it.help.unwrap());
        let build = "build Rigmill with `--features fbx-dom`, or choose a different importer";
        assert_eq!(help("fbx-dom").as_deref(), Some(build));
        assert_eq!(help("fbxx").as_deref(), Some("did you mean `fbx`?"));
        assert_eq!(help("fbx"), None);
    }
}
