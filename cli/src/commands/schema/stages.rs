//! [`Stages`]: the names and parameters of all stages.

use rigmill_pipeline::{Registry, StageParams};
use serde_json::{Map, Value, json};

use super::params::{Param, of_several, params_of};

/// The stages that are visible to users, each with its parameters.
pub(super) struct Stages {
    pub(super) importers: Vec<Stage>,
    pub(super) processors: Vec<Stage>,
    pub(super) writers: Vec<Stage>,
    pub(super) targets: Vec<&'static str>,
}

/// The stages that share a name.
pub(super) struct Stage {
    name: String,
    /// A description of each of the stages.
    docs: Vec<String>,
    params: Vec<Param>,
}

impl Stages {
    pub(super) fn new(registry: &Registry) -> Self {
        let [mut importers, mut processors, mut writers] = [const { Vec::new() }; 3];
        for importer in registry.importers() {
            let extensions: Vec<String> = importer.extensions().iter().map(|it| format!("`.{it}`")).collect();
            let doc = match extensions.is_empty() {
                true => format!("Default processor: `{}`.", importer.default_processor()),
                false => {
                    format!("Reads {}. Default processor: `{}`.", extensions.join(", "), importer.default_processor())
                }
            };
            add(&mut importers, &importer.id().name, doc, &**importer);
        }
        for processor in registry.processors() {
            let doc = format!("Takes {}.", processor.input().name());
            add(&mut processors, &processor.id().name, doc, &**processor);
        }
        for writer in registry.writers() {
            let doc = format!("Writes {} for the target `{}`.", writer.input().name(), writer.target());
            add(&mut writers, &writer.id().name, doc, &**writer);
        }
        Self { importers, processors, writers, targets: registry.targets() }
    }

    fn all(&self) -> impl Iterator<Item = &Stage> {
        self.importers.iter().chain(&self.processors).chain(&self.writers)
    }

    /// Returns the schema of a rule's parameters, independent of its stages.
    pub(super) fn params(&self) -> Value {
        json!({ "type": "object", "properties": properties(self.all()), "additionalProperties": false })
    }

    /// Returns the schema of the `unit` parameter, for all importers that have one.
    pub(super) fn unit(&self) -> Value {
        properties(&self.importers).remove("unit").unwrap_or_else(|| json!({}))
    }

    /// Returns a condition for each processor: if a rule names it, these are the rule's parameters.
    pub(super) fn params_by_processor(&self) -> Vec<Value> {
        let condition = |processor: &Stage| {
            let others = self.importers.iter().chain(&self.writers).flat_map(|stage| &stage.params);
            let mut allowed: Map<String, Value> = others.map(|param| (param.name.to_owned(), json!(true))).collect();
            allowed.extend(properties([processor]));
            json!({
                "if": { "properties": { "processor": { "const": processor.name } }, "required": ["processor"] },
                "then": { "properties": { "params": { "properties": allowed, "additionalProperties": false } } },
            })
        };
        self.processors.iter().map(condition).collect()
    }
}

fn add(stages: &mut Vec<Stage>, name: &str, doc: String, stage: &(impl StageParams + ?Sized)) {
    let index = stages.iter().position(|stage| stage.name == name).unwrap_or_else(|| {
        stages.push(Stage { name: name.to_owned(), docs: Vec::new(), params: Vec::new() });
        stages.len() - 1
    });
    let known = &mut stages[index];
    known.docs.push(doc);
    for param in params_of(name, stage) {
        if !known.params.contains(&param) {
            known.params.push(param);
        }
    }
}

/// Returns the schema for the name of one of these stages.
pub(super) fn named(stages: &[Stage]) -> Value {
    let names: Vec<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
    let docs: Vec<String> = stages.iter().map(|stage| stage.docs.join(" ")).collect();
    json!({ "enum": names, "x-taplo": { "docs": { "enumValues": docs } } })
}

/// Returns the schemas of the parameters of some stages, by name.
fn properties<'a>(stages: impl IntoIterator<Item = &'a Stage>) -> Map<String, Value> {
    of_several(stages.into_iter().flat_map(|stage| &stage.params))
}
