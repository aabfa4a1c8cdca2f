//! Game data.

use rigmill_format::{DataValueView, DataView};
use rigmill_runtime::content::Data;
use serde::de::IgnoredAny;

use crate::target::look;

/// Reads all data as every type.
pub(super) fn walk(data: &Data) {
    walk_view(&data.view());
    // A value may have a different type than requested.
    let _ = data.get::<IgnoredAny>();
    let _ = data.get::<Vec<IgnoredAny>>();
    let _ = data.get::<[f32; 3]>();
}

/// Like [`walk`], for a part of other content.
pub(super) fn walk_view(data: &DataView<'_>) {
    // The cost of a record of lists is its own length for each of its values, so only some are read.
    let mut left = 10_000;
    value(data.root(), &mut left);
}

fn value(found: DataValueView<'_>, left: &mut usize) {
    let Some(rest) = left.checked_sub(1) else { return };
    *left = rest;
    numbers(found);
    match found {
        DataValueView::List(list) => list.iter().for_each(|it| value(it, left)),
        DataValueView::Map(map) => map.iter().for_each(|(key, it)| {
            value(key, left);
            value(it, left);
        }),
        DataValueView::Record(record) => {
            for (name, it) in record.fields() {
                assert!(*left < 9_000 || record.get(name).is_some(), "a field is not found");
                value(it, left);
            }
        }
        _ => (),
    }
}

fn numbers(value: DataValueView<'_>) {
    look(value.as_i64());
    look(value.as_u64());
    look(value.as_f64());
    look(value.as_f32());
    look(value.as_bool());
    look(value.as_char());
    look(value.as_floats::<3>());
    value.items().take(8).for_each(look);
}
