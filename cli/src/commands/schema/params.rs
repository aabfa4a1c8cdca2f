//! Creates the schemas of parameters.

use std::collections::BTreeMap;

use rigmill_pipeline::{ParamShape, StageParams, TomlTable};
use serde_json::{Map, Value, json};

/// A parameter of a stage.
#[derive(PartialEq)]
pub(super) struct Param {
    pub(super) name: &'static str,
    stage: String,
    doc: String,
    default: Option<Value>,
    values: Value,
}

/// Returns the parameters of a stage.
pub(super) fn params_of(name: &str, stage: &(impl StageParams + ?Sized)) -> Vec<Param> {
    let params = stage.param_docs().into_iter().zip(stage.param_shapes());
    let param = params.map(|(param, shape)| Param {
        name: param.name,
        stage: name.to_owned(),
        doc: param.doc,
        default: default_value(&param.default),
        values: values(&shape),
    });
    param.collect()
}

/// Parses a default, which is given as TOML. Returns `None` if there is none.
pub(super) fn default_value(toml: &str) -> Option<Value> {
    let table: TomlTable = format!("value = {toml}").parse().ok()?;
    serde_json::to_value(table.get("value")?).ok()
}

/// Returns the schemas of the parameters of several stages, by name. Parameters with the same name are combined into one that
/// accepts the values of each.
pub(super) fn of_several<'a>(params: impl Iterator<Item = &'a Param>) -> Map<String, Value> {
    let mut by_name: BTreeMap<&str, Vec<&Param>> = BTreeMap::new();
    for param in params {
        by_name.entry(param.name).or_default().push(param);
    }
    by_name.into_iter().map(|(name, params)| (name.to_owned(), any_of(&params))).collect()
}

fn any_of(params: &[&Param]) -> Value {
    let shapes = distinct(params.iter().map(|param| &param.values));
    let mut schema = match shapes.as_slice() {
        [Value::Object(one)] => one.clone(),
        several => Map::from_iter([("anyOf".to_owned(), json!(several))]),
    };
    schema.insert("description".to_owned(), json!(description(params)));
    if let [Some(default)] = distinct(params.iter().map(|param| &param.default)).as_slice() {
        schema.insert("default".to_owned(), default.clone());
    }
    Value::Object(schema)
}

/// Describes what a parameter does in each stage that has it.
fn description(params: &[&Param]) -> String {
    let mut by_doc: Vec<(&str, Vec<String>)> = Vec::new();
    for param in params {
        let stage = format!("`{}`", param.stage);
        match by_doc.iter_mut().find(|(doc, _)| *doc == param.doc) {
            Some((_, stages)) if stages.contains(&stage) => {}
            Some((_, stages)) => stages.push(stage),
            None => by_doc.push((&param.doc, vec![stage])),
        }
    }
    let lines = by_doc.iter().map(|(doc, stages)| format!("{}: {doc}", stages.join(", ")));
    lines.collect::<Vec<_>>().join("\n\n")
}

fn distinct<'a, T: PartialEq>(items: impl Iterator<Item = &'a T>) -> Vec<&'a T> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
    }
    distinct
}

/// Returns the schema of the values of a shape.
fn values(shape: &ParamShape) -> Value {
    match shape {
        ParamShape::Any => json!({}),
        ParamShape::Boolean => json!({ "type": "boolean" }),
        // The limits of 64-bit integers are left out: they say nothing, and many JSON parsers cannot represent them exactly.
        ParamShape::Integer { min: i64::MIN, max: i64::MAX } => json!({ "type": "integer" }),
        ParamShape::Integer { min, max: i64::MAX } => json!({ "type": "integer", "minimum": min }),
        ParamShape::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        ParamShape::Number => json!({ "type": "number" }),
        ParamShape::Text => json!({ "type": "string" }),
        ParamShape::Character => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
        ParamShape::List { item, length: None } => json!({ "type": "array", "items": values(item) }),
        ParamShape::List { item, length: Some(length) } => {
            json!({ "type": "array", "items": values(item), "minItems": length, "maxItems": length })
        }
        ParamShape::Table(item) => json!({ "type": "object", "additionalProperties": values(item) }),
        ParamShape::Record(fields) => {
            let properties: Map<String, Value> =
                fields.iter().map(|(name, shape)| ((*name).to_owned(), values(shape))).collect();
            json!({ "type": "object", "properties": properties, "additionalProperties": false })
        }
        ParamShape::Choice(variants) => choice(variants),
    }
}

fn choice(variants: &[(&'static str, Option<ParamShape>)]) -> Value {
    let names: Vec<&str> = variants.iter().filter(|(_, shape)| shape.is_none()).map(|(name, _)| *name).collect();
    let names = (!names.is_empty()).then(|| json!({ "enum": names }));
    let table = |(name, shape): &(&'static str, Option<ParamShape>)| {
        let properties = Map::from_iter([((*name).to_owned(), values(shape.as_ref()?))]);
        Some(json!({ "type": "object", "properties": properties, "required": [name], "additionalProperties": false }))
    };
    let mut forms: Vec<Value> = names.into_iter().chain(variants.iter().filter_map(table)).collect();
    if forms.len() == 1 { forms.remove(0) } else { json!({ "anyOf": forms }) }
}
