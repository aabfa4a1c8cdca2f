//! [`Properties`]: an object's own properties, and those of its template.

use std::collections::HashMap;

use super::records::{Record, Value, number, text, whole};

/// The properties of an object, with its template's as defaults.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'a> {
    values: HashMap<&'a str, &'a [Value]>,
}

impl<'a> Properties<'a> {
    pub(super) fn of(record: Record<'a>, template: Option<Record<'a>>) -> Self {
        let mut values = HashMap::new();
        for list in [template, Some(record)].into_iter().flatten() {
            let list = list.first_child_by_name("Properties70");
            for property in list.into_iter().flat_map(|list| list.children_by_name("P")) {
                if let [name, _, _, _, value @ ..] = property.attributes()
                    && let Some(name) = text(name)
                    && !value.is_empty()
                {
                    values.insert(name, value);
                }
            }
        }
        Self { values }
    }

    pub(super) fn vector(&self, name: &str) -> Option<[f64; 3]> {
        match self.values.get(name)? {
            [x, y, z, ..] => Some([number(x)?, number(y)?, number(z)?]),
            _ => None,
        }
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        number(self.values.get(name)?.first()?)
    }

    pub(super) fn whole(&self, name: &str) -> Option<i64> {
        whole(self.values.get(name)?.first()?)
    }
}
