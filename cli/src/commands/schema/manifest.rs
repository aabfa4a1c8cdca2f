//! Creates the schema of the manifest.

use rigmill_graph::{KeyKind, MANIFEST_KEYS, ManifestKey};
use rigmill_pipeline::Registry;
use serde_json::{Map, Value, json};

use super::params::default_value;
use super::stages::{Stages, named};

/// The URL at which the schema for this version's built-in stages is published.
pub(super) const URL: &str =
    concat!(env!("CARGO_PKG_REPOSITORY"), "/raw/v", env!("CARGO_PKG_VERSION"), "/docs/reference/rigmill.schema.json");

/// Returns the schema of a manifest for a program with these stages.
pub(super) fn schema(registry: &Registry) -> Value {
    let stages = Stages::new(registry);
    let mut schema = table(MANIFEST_KEYS, &stages);
    schema.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    schema.insert("$id".to_owned(), json!(URL));
    schema.insert("title".to_owned(), json!("rigmill.toml"));
    schema.insert("description".to_owned(), json!("The manifest of a Rigmill project."));
    Value::Object(schema)
}

/// Returns the schema of a table with exactly these keys.
fn table(keys: &[ManifestKey], stages: &Stages) -> Map<String, Value> {
    let properties: Map<String, Value> = keys.iter().map(|key| (key.name.to_owned(), property(key, stages))).collect();
    Map::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(properties)),
        ("additionalProperties".to_owned(), json!(false)),
    ])
}

fn property(key: &ManifestKey, stages: &Stages) -> Value {
    let mut schema = values(&key.kind, stages);
    schema.insert("description".to_owned(), json!(key.doc));
    if let Some(default) = key.default.and_then(default_value) {
        schema.insert("default".to_owned(), default);
    }
    Value::Object(schema)
}

/// Returns the schema of the values that a kind of key accepts.
fn values(kind: &KeyKind, stages: &Stages) -> Map<String, Value> {
    let schema = match kind {
        KeyKind::Boolean => json!({ "type": "boolean" }),
        KeyKind::Number(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
        KeyKind::Text => json!({ "type": "string" }),
        KeyKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        KeyKind::TextTable => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        KeyKind::Globs => json!({ "anyOf": [
            { "type": "string" },
            { "type": "array", "items": { "type": "string" }, "minItems": 1 },
        ] }),
        KeyKind::Excludes => json!({ "anyOf": [
            { "type": "boolean" },
            { "type": "string" },
            { "type": "array", "items": { "type": "string" } },
        ] }),
        KeyKind::Codes => json!({ "type": "array", "items": { "type": "string", "pattern": "^[A-Z]+[0-9]{4}$" } }),
        KeyKind::Targets => {
            json!({ "type": "array", "items": { "enum": stages.targets }, "uniqueItems": true })
        }
        KeyKind::Importer => named(&stages.importers),
        KeyKind::Processor => named(&stages.processors),
        KeyKind::Writer => named(&stages.writers),
        KeyKind::Unit => stages.unit(),
        KeyKind::Params => stages.params(),
        KeyKind::Variants => json!({ "type": "object", "additionalProperties": stages.params() }),
        KeyKind::Table(keys) => Value::Object(table(keys, stages)),
        KeyKind::Tables(keys) => json!({ "type": "array", "items": rule(keys, stages) }),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

/// Returns the schema of one rule. The accepted parameters depend on the processor that the rule names.
fn rule(keys: &[ManifestKey], stages: &Stages) -> Value {
    let mut schema = table(keys, stages);
    schema.insert("required".to_owned(), json!(["match"]));
    schema.insert("allOf".to_owned(), Value::Array(stages.params_by_processor()));
    Value::Object(schema)
}
