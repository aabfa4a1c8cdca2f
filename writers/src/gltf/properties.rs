//! [`Extras`]: writes the properties of a model's parts as extras.

use rigmill_codec_gltf::document::Document;
use rigmill_format::{DataValue, Model, ModelProperties, PropertyKind};
use serde_json::{Map, Value};

/// The extra that contains the names of morph targets, which is not a property.
const TARGET_NAMES: &str = "targetNames";

/// The properties of a model.
pub(super) struct Extras<'a>(&'a [ModelProperties]);

impl<'a> Extras<'a> {
    /// Creates the extras of a model, whose properties must be sorted.
    pub(super) fn of_model(model: &'a Model) -> Self {
        Self(&model.properties)
    }

    /// Returns the extras of a part; null if it has no properties.
    pub(super) fn properties(&self, kind: PropertyKind, index: u32) -> Value {
        let at = self.0.binary_search_by_key(&(kind, index), |it| (it.owner.kind, it.owner.index));
        let fields = at.ok().and_then(|at| self.0.get(at)).map(|it| it.values.as_slice()).unwrap_or_default();
        match fields {
            [] => Value::Null,
            _ => fields.iter().map(|field| (field.name.clone(), json(&field.value))).collect(),
        }
    }

    /// Adds the extras of bones, meshes and materials to the nodes, meshes and materials with the same indices.
    pub(super) fn write(&self, document: &mut Document) {
        for it in self.0 {
            let (index, extras) = (it.owner.index as usize, self.properties(it.owner.kind, it.owner.index));
            match it.owner.kind {
                PropertyKind::Bone => {
                    document.nodes.get_mut(index).into_iter().for_each(|node| node.extras = extras.clone())
                }
                PropertyKind::Mesh => {
                    let Some(mesh) = document.meshes.get_mut(index) else { continue };
                    mesh.extras.others = extras;
                    mesh.extras.others.as_object_mut().and_then(|others| others.remove(TARGET_NAMES));
                }
                PropertyKind::Material => {
                    let Some(material) = document.materials.get_mut(index) else { continue };
                    material.extras = extras;
                }
                PropertyKind::Camera | PropertyKind::Light => {}
            }
        }
    }
}

/// Converts a value to JSON. Vectors become lists of numbers. Maps become objects if all keys are strings, or else lists of
/// pairs.
fn json(value: &DataValue) -> Value {
    match value {
        DataValue::Null => Value::Null,
        DataValue::Bool(flag) => (*flag).into(),
        DataValue::I8(number) => (*number).into(),
        DataValue::I16(number) => (*number).into(),
        DataValue::I32(number) => (*number).into(),
        DataValue::I64(number) => (*number).into(),
        DataValue::U8(number) => (*number).into(),
        DataValue::U16(number) => (*number).into(),
        DataValue::U32(number) => (*number).into(),
        DataValue::U64(number) => (*number).into(),
        DataValue::F32(number) => (*number).into(),
        DataValue::F64(number) => (*number).into(),
        DataValue::Char(character) => character.to_string().into(),
        DataValue::Text(text) | DataValue::Reference(text) => text.as_str().into(),
        DataValue::Bytes(bytes) => bytes.as_slice().into(),
        DataValue::Vector2(numbers) => numbers.as_slice().into(),
        DataValue::Vector3(numbers) => numbers.as_slice().into(),
        DataValue::Vector4(numbers)
        | DataValue::Quaternion(numbers)
        | DataValue::BoundingSphere(numbers)
        | DataValue::Plane(numbers) => numbers.as_slice().into(),
        DataValue::BoundingBox(numbers) | DataValue::Ray(numbers) => numbers.as_slice().into(),
        DataValue::Matrix(numbers) => numbers.as_slice().into(),
        DataValue::Color(numbers) => numbers.as_slice().into(),
        DataValue::Point(numbers) => numbers.as_slice().into(),
        DataValue::Rectangle(numbers) => numbers.as_slice().into(),
        DataValue::Enum(value) => json(&value.value),
        DataValue::List(list) => list.items.iter().map(json).collect(),
        DataValue::Map(map) => {
            let text = |key: &DataValue| match key {
                DataValue::Text(text) => Some(text.clone()),
                _ => None,
            };
            let object: Option<Map<String, Value>> =
                map.entries.iter().map(|(key, value)| Some((text(key)?, json(value)))).collect();
            let pairs = || map.entries.iter().map(|(key, value)| Value::from(vec![json(key), json(value)])).collect();
            object.map_or_else(pairs, Value::Object)
        }
        DataValue::Record(record) => {
            Value::Object(record.fields.iter().map(|field| (field.name.clone(), json(&field.value))).collect())
        }
    }
}
