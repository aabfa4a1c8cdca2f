//! From a view to values that own their parts.

use super::records::DataView;
use super::value::{Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue};
use super::view::DataValueView;

impl DataView<'_> {
    /// A copy that owns its parts.
    #[must_use]
    pub fn to_owned(&self) -> Data {
        // From the last value to the first: what is below a value has been made before it. No recursion.
        let mut made: Vec<DataValue> = vec![DataValue::Null; self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            let value = self.owned(index, &mut made);
            if let Some(slot) = made.get_mut(index) {
                *slot = value;
            }
        }
        Data { root: made.into_iter().next().unwrap_or_default() }
    }

    fn owned(&self, index: usize, made: &mut [DataValue]) -> DataValue {
        let mut take = |at: usize| made.get_mut(at).map(std::mem::take).unwrap_or_default();
        match self.value(index) {
            DataValueView::Null => DataValue::Null,
            DataValueView::Bool(value) => DataValue::Bool(value),
            DataValueView::I8(value) => DataValue::I8(value),
            DataValueView::I16(value) => DataValue::I16(value),
            DataValueView::I32(value) => DataValue::I32(value),
            DataValueView::I64(value) => DataValue::I64(value),
            DataValueView::U8(value) => DataValue::U8(value),
            DataValueView::U16(value) => DataValue::U16(value),
            DataValueView::U32(value) => DataValue::U32(value),
            DataValueView::U64(value) => DataValue::U64(value),
            DataValueView::F32(value) => DataValue::F32(value),
            DataValueView::F64(value) => DataValue::F64(value),
            DataValueView::Char(value) => DataValue::Char(value),
            DataValueView::Text(text) => DataValue::Text(text.to_owned()),
            DataValueView::Bytes(bytes) => DataValue::Bytes(bytes.to_owned()),
            DataValueView::Vector2(value) => DataValue::Vector2(value),
            DataValueView::Vector3(value) => DataValue::Vector3(value),
            DataValueView::Vector4(value) => DataValue::Vector4(value),
            DataValueView::Quaternion(value) => DataValue::Quaternion(value),
            DataValueView::Matrix(value) => DataValue::Matrix(value),
            DataValueView::Color(value) => DataValue::Color(value),
            DataValueView::BoundingSphere(value) => DataValue::BoundingSphere(value),
            DataValueView::BoundingBox(value) => DataValue::BoundingBox(value),
            DataValueView::Plane(value) => DataValue::Plane(value),
            DataValueView::Ray(value) => DataValue::Ray(value),
            DataValueView::Point(value) => DataValue::Point(value),
            DataValueView::Rectangle(value) => DataValue::Rectangle(value),
            DataValueView::Enum(view) => DataValue::Enum(DataEnum {
                type_name: view.type_name().to_owned(),
                value: Box::new(take(view.0.first)),
            }),
            DataValueView::List(view) => DataValue::List(DataList {
                type_name: view.type_name().to_owned(),
                items: view.0.indices().map(take).collect(),
            }),
            DataValueView::Map(view) => DataValue::Map(DataMap {
                type_name: view.type_name().to_owned(),
                entries: view.0.indices().step_by(2).map(|at| (take(at), take(at + 1))).collect(),
            }),
            DataValueView::Record(view) => DataValue::Record(DataRecord {
                type_name: view.type_name().to_owned(),
                fields: view
                    .0
                    .indices()
                    .map(|at| DataField { name: self.name(at).to_owned(), value: take(at) })
                    .collect(),
            }),
            DataValueView::Reference(name) => DataValue::Reference(name.to_owned()),
        }
    }
}
