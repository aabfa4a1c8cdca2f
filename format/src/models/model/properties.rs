//! [`ModelProperties`]: named values that an artist or a program assigned to parts of a model.

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::numbered;
use crate::{
    AlignedBytes, Data, DataField, DataLayout, DataList, DataRecord, DataRecordView, DataValue, DataValueView,
    DataView, DecodeError, InvalidContent,
};

/// The named values of a part of a model. In sources, these are FBX's user properties and glTF's extras.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelProperties {
    /// The part that has the values.
    pub owner: PropertyOwner,
    /// Names with their values. No two names are the same.
    pub values: Vec<DataField>,
}

/// A part of a model, by its kind and index. The properties of a model are in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PropertyOwner {
    /// The kind of part.
    pub kind: PropertyKind,
    /// The index of the part among those of its kind.
    pub index: u32,
}

numbered! {
    /// A kind of part of a model that has properties.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum PropertyKind: u32 {
        /// A bone: the properties of its node.
        #[default]
        Bone = 0, "bone";
        /// A mesh, without the properties of the node that carries it.
        Mesh = 1, "mesh";
        /// A material.
        Material = 2, "material";
        /// A camera: its own properties and, if its node is not a bone, those of the node.
        Camera = 3, "camera";
        /// A light: its own properties and, if its node is not a bone, those of the node.
        Light = 4, "light";
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct OwnerRecord {
    kind: u32,
    index: u32,
}

impl OwnerRecord {
    pub(super) const fn new(owner: PropertyOwner) -> Self {
        Self { kind: owner.kind.number(), index: owner.index }
    }

    fn owner(self) -> Option<PropertyOwner> {
        PropertyKind::from_number(self.kind).map(|kind| PropertyOwner { kind, index: self.index })
    }
}

/// The values of all owners: a list with one record per owner. `None` if there are no owners.
pub(super) fn to_data(properties: &[ModelProperties]) -> Option<Data> {
    let record =
        |it: &ModelProperties| DataValue::Record(DataRecord { type_name: String::new(), fields: it.values.clone() });
    let items = properties.iter().map(record).collect();
    let root = DataValue::List(DataList { type_name: String::new(), items });
    (!properties.is_empty()).then_some(Data { root })
}

/// The properties of a model, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ModelPropertiesView<'a> {
    owners: &'a [OwnerRecord],
    values: Option<DataView<'a>>,
}

impl<'a> ModelPropertiesView<'a> {
    /// The sections must have been checked.
    pub(super) fn new(owners: &'a [OwnerRecord], data: &'a [u8]) -> Self {
        Self { owners, values: DataLayout::parse(data).ok().map(|layout| layout.view(data)) }
    }

    /// The owners with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (PropertyOwner, DataRecordView<'a>)> + use<'a> {
        let view = *self;
        self.owners.iter().enumerate().filter_map(move |(at, owner)| Some((owner.owner()?, view.record(at)?)))
    }

    /// The values of a part of the model. `None` if it has no values.
    #[must_use]
    pub fn find(&self, kind: PropertyKind, index: u32) -> Option<DataRecordView<'a>> {
        let wanted = (kind.number(), index);
        let at = self.owners.binary_search_by_key(&wanted, |owner| (owner.kind, owner.index)).ok()?;
        self.record(at)
    }

    /// A copy that owns the values.
    #[must_use]
    pub fn to_owned(&self) -> Vec<ModelProperties> {
        let Some(DataValue::List(list)) = self.values.map(|values| values.to_owned().root) else { return Vec::new() };
        let owned = |(owner, item): (&OwnerRecord, DataValue)| match item {
            DataValue::Record(record) => Some(ModelProperties { owner: owner.owner()?, values: record.fields }),
            _ => None,
        };
        self.owners.iter().zip(list.items).filter_map(owned).collect()
    }

    fn record(&self, index: usize) -> Option<DataRecordView<'a>> {
        let DataValueView::List(list) = self.values?.root() else { return None };
        match list.get(index)? {
            DataValueView::Record(record) => Some(record),
            _ => None,
        }
    }
}

/// Checks the sections of properties. `counts` are the numbers of possible owners of each kind, in the order of the kinds'
/// numbers.
pub(super) fn check(
    owners: &[OwnerRecord],
    data: &[u8],
    counts: [usize; PropertyKind::ALL.len()],
) -> Result<(), InvalidContent> {
    let exists =
        |owner: &OwnerRecord| counts.get(owner.kind as usize).is_some_and(|count| (owner.index as usize) < *count);
    let in_order = owners.is_sorted_by(|a, b| (a.kind, a.index) < (b.kind, b.index));
    ensure!(owners.iter().all(exists) && in_order, "their owners do not exist, or are out of order");
    if owners.is_empty() {
        ensure!(data.is_empty(), "no object owns them");
        return Ok(());
    }
    match DataLayout::parse(data) {
        // This happens during encoding. In a file, the values are aligned.
        Err(DecodeError::Misaligned(_)) => check_values(owners.len(), &AlignedBytes::from_slice(data)),
        _ => check_values(owners.len(), data),
    }
}

fn check_values(count: usize, data: &[u8]) -> Result<(), InvalidContent> {
    let layout = DataLayout::parse(data).map_err(|error| invalid!("{error}"))?;
    let DataValueView::List(list) = layout.view(data).root() else { return Err(invalid!("they are not a list")) };
    let are_records = list.iter().all(|item| matches!(item, DataValueView::Record(_)));
    ensure!(are_records && list.len() == count, "they do not have one record for each owner");
    Ok(())
}
