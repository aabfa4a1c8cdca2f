//! [`DataValueView`]: a tree of values read from the bytes of its file.

use super::kind::{DataKind, kinds, value_enum};
use super::records::{DataView, NodeRecord};
use crate::layout::getters;

macro_rules! viewed {
    (Text) => { &'a str };
    (Bytes) => { &'a [u8] };
    (Enum) => { DataEnumView<'a> };
    (List) => { DataListView<'a> };
    (Map) => { DataMapView<'a> };
    (Record) => { DataRecordView<'a> };
}

kinds!(value_enum! {
    /// A value read from the bytes of its file. Vectors and similar values are as in [`DataValue`](super::DataValue).
    #[derive(Clone, Copy, Debug)]
    DataValueView<'a>, viewed
});

/// The child values of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<'a> {
    view: DataView<'a>,
    type_number: u16,
    pub(super) first: usize,
    count: usize,
}

/// A value of an enum, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct DataEnumView<'a>(pub(super) Below<'a>);

/// A list read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct DataListView<'a>(pub(super) Below<'a>);

/// A map read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct DataMapView<'a>(pub(super) Below<'a>);

/// A record read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct DataRecordView<'a>(pub(super) Below<'a>);

impl<'a> DataView<'a> {
    getters! { self:
        /// The root of the tree.
        root: DataValueView<'a> = self.value(0);
        /// The number of values in the tree.
        len: usize = self.nodes.len();
        /// Whether there are no values. A checked file has at least one.
        is_empty: bool = self.nodes.is_empty();
    }

    /// The value at a node; null if the node does not exist.
    #[expect(clippy::cast_possible_truncation, reason = "checked values are those of their kinds")]
    pub(super) fn value(&self, index: usize) -> DataValueView<'a> {
        let Some(node) = self.nodes.get(index) else { return DataValueView::Null };
        let bits = u64::from(node.low) | u64::from(node.high) << 32;
        let below = || self.below(index, node);
        match DataKind::from_number(node.kind).unwrap_or(DataKind::Null) {
            DataKind::Null => DataValueView::Null,
            DataKind::Bool => DataValueView::Bool(node.low != 0),
            DataKind::I8 => DataValueView::I8(bits as i8),
            DataKind::I16 => DataValueView::I16(bits as i16),
            DataKind::I32 => DataValueView::I32(bits as i32),
            DataKind::I64 => DataValueView::I64(bits.cast_signed()),
            DataKind::U8 => DataValueView::U8(bits as u8),
            DataKind::U16 => DataValueView::U16(bits as u16),
            DataKind::U32 => DataValueView::U32(bits as u32),
            DataKind::U64 => DataValueView::U64(bits),
            DataKind::F32 => DataValueView::F32(f32::from_bits(node.low)),
            DataKind::F64 => DataValueView::F64(f64::from_bits(bits)),
            DataKind::Char => DataValueView::Char(char::from_u32(node.low).unwrap_or_default()),
            DataKind::Text => DataValueView::Text(self.string(node.low).unwrap_or_default()),
            DataKind::Bytes => DataValueView::Bytes(node.span().slice(self.bytes)),
            DataKind::Vector2 => DataValueView::Vector2([node.low, node.high].map(f32::from_bits)),
            DataKind::Vector3 => DataValueView::Vector3(self.floats(node)),
            DataKind::Vector4 => DataValueView::Vector4(self.floats(node)),
            DataKind::Quaternion => DataValueView::Quaternion(self.floats(node)),
            DataKind::Matrix => DataValueView::Matrix(self.floats(node)),
            DataKind::Color => DataValueView::Color(node.low.to_le_bytes()),
            DataKind::BoundingSphere => DataValueView::BoundingSphere(self.floats(node)),
            DataKind::BoundingBox => DataValueView::BoundingBox(self.floats(node)),
            DataKind::Plane => DataValueView::Plane(self.floats(node)),
            DataKind::Ray => DataValueView::Ray(self.floats(node)),
            DataKind::Point => DataValueView::Point([node.low, node.high].map(u32::cast_signed)),
            DataKind::Rectangle => DataValueView::Rectangle(self.words(node).map(u32::cast_signed)),
            DataKind::Enum => DataValueView::Enum(DataEnumView(below())),
            DataKind::List => DataValueView::List(DataListView(below())),
            DataKind::Map => DataValueView::Map(DataMapView(below())),
            DataKind::Record => DataValueView::Record(DataRecordView(below())),
            DataKind::Reference => DataValueView::Reference(self.string(node.low).unwrap_or_default()),
        }
    }

    fn words<const N: usize>(&self, node: &NodeRecord) -> [u32; N] {
        node.span().slice(self.words).try_into().unwrap_or([0; N])
    }

    fn floats<const N: usize>(&self, node: &NodeRecord) -> [f32; N] {
        self.words(node).map(f32::from_bits)
    }

    /// The child values of a node. They always come after the node, so every descent ends.
    fn below(&self, index: usize, node: &NodeRecord) -> Below<'a> {
        let (first, count) = (node.low as usize, node.high as usize);
        let is_behind = first > index && count <= self.nodes.len().saturating_sub(first);
        Below { view: *self, type_number: node.type_number, first, count: if is_behind { count } else { 0 } }
    }

    pub(super) fn string(&self, index: u32) -> Option<&'a str> {
        Some(self.strings.get(index as usize)?.text(self.text))
    }

    /// The name of a field.
    pub(super) fn name(&self, index: usize) -> &'a str {
        let name = self.nodes.get(index).and_then(|node| node.name.checked_sub(1));
        name.and_then(|name| self.string(name)).unwrap_or_default()
    }

    /// 1 + the index of a string; `None` if no value has this name.
    fn name_number(&self, name: &str) -> Option<u32> {
        let index = self.strings.binary_search_by(|string| string.slice(self.text).cmp(name.as_bytes())).ok()?;
        u32::try_from(index + 1).ok()
    }
}

impl<'a> Below<'a> {
    fn type_name(&self) -> &'a str {
        let index = usize::from(self.type_number).checked_sub(1);
        let string = index.and_then(|index| self.view.types.get(index));
        string.and_then(|string| self.view.string(*string)).unwrap_or_default()
    }

    pub(super) fn indices(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    fn get(&self, index: usize) -> Option<DataValueView<'a>> {
        (index < self.count).then(|| self.view.value(self.first + index))
    }

    fn values(&self) -> impl ExactSizeIterator<Item = DataValueView<'a>> + use<'a> {
        let view = self.view;
        self.indices().map(move |at| view.value(at))
    }
}

impl<'a> DataEnumView<'a> {
    getters! { self:
        /// The name of the enum's type. Empty if unknown.
        type_name: &'a str = self.0.type_name();
        /// The value's name or its number.
        value: DataValueView<'a> = self.0.get(0).unwrap_or(DataValueView::Null);
    }
}

impl<'a> DataListView<'a> {
    getters! { self:
        /// The name of the list's type. Empty if unknown.
        type_name: &'a str = self.0.type_name();
        /// The number of items.
        len: usize = self.0.count;
        /// Whether the list has no items.
        is_empty: bool = self.0.count == 0;
    }

    /// The item at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<DataValueView<'a>> {
        self.0.get(index)
    }

    /// The items, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = DataValueView<'a>> + use<'a> {
        self.0.values()
    }
}

impl<'a> DataMapView<'a> {
    getters! { self:
        /// The name of the map's type. Empty if unknown.
        type_name: &'a str = self.0.type_name();
        /// The number of entries.
        len: usize = self.0.count / 2;
        /// Whether the map has no entries.
        is_empty: bool = self.len() == 0;
    }

    /// Keys and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (DataValueView<'a>, DataValueView<'a>)> + use<'a> {
        let Below { view, first, .. } = self.0;
        (0..self.len()).map(move |entry| (view.value(first + 2 * entry), view.value(first + 2 * entry + 1)))
    }

    /// The value whose key is this text, or an enum value with this name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<DataValueView<'a>> {
        self.iter().find(|(found, _)| found.as_str() == Some(key)).map(|(_, value)| value)
    }
}

impl<'a> DataRecordView<'a> {
    getters! { self:
        /// The name of the record's type. Empty if unknown.
        type_name: &'a str = self.0.type_name();
        /// The number of fields.
        len: usize = self.0.count;
        /// Whether the record has no fields.
        is_empty: bool = self.0.count == 0;
    }

    /// The names and values of the fields, in order.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&'a str, DataValueView<'a>)> + use<'a> {
        let view = self.0.view;
        self.0.indices().map(move |at| (view.name(at), view.value(at)))
    }

    /// The field with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<DataValueView<'a>> {
        let view = self.0.view;
        let number = view.name_number(name)?;
        let is_it = |at: &usize| view.nodes.get(*at).is_some_and(|node| node.name == number);
        self.0.indices().find(is_it).map(|at| view.value(at))
    }
}
