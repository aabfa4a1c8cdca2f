//! Converts views to owned values.

use super::kind::kinds;
use super::records::DataView;
use super::value::{Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue};
use super::view::DataValueView;

impl DataView<'_> {
    /// A copy that owns its parts.
    #[must_use]
    pub fn to_owned(&self) -> Data {
        // Goes from the last value to the first, so that child values are created before their parent. Not recursive.
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
            DataValueView::Text(text) => DataValue::Text(text.to_owned()),
            DataValueView::Bytes(bytes) => DataValue::Bytes(bytes.to_owned()),
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
            value => same(value).unwrap_or_default(),
        }
    }
}

macro_rules! same {
    (; $($(#[$doc:meta])* $kind:ident $(($type:ty))? $({$part:ident})? = $number:literal, $name:literal;)+) => {
        /// A value whose type is the same in views and owned values. `None` for other values and for null.
        fn same(value: DataValueView<'_>) -> Option<DataValue> {
            match value {
                $($(DataValueView::$kind(value) => {
                    let value: $type = value;
                    Some(DataValue::$kind(value))
                })?)+
                _ => None,
            }
        }
    };
}
kinds!(same! {});
