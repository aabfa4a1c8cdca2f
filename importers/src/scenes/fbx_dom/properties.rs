//! [`Properties`]: an object's own properties, and those of its template.

use std::collections::{BTreeMap, HashMap};

use rigmill_dom::DataValue;

use super::records::{Record, Value, number, text, whole};
use crate::scenes::fbx_shared::user_properties::{self, choice};

/// The flag of a user-defined property among the flags of its record, such as `A+U`.
const USER_DEFINED: char = 'U';

/// The properties of an object. Those of its template are the defaults.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'a> {
    values: HashMap<&'a str, &'a [Value]>,
    /// The user-defined properties, by name.
    user_defined: BTreeMap<&'a str, DataValue>,
}

impl<'a> Properties<'a> {
    pub(super) fn new(record: Record<'a>, template: Option<Record<'a>>) -> Self {
        let (mut values, mut user_defined) = (HashMap::new(), BTreeMap::new());
        for list in [template, Some(record)].into_iter().flatten() {
            let list = list.first_child_by_name("Properties70");
            for property in list.into_iter().flat_map(|list| list.children_by_name("P")) {
                let [name, kind, label, flags, value @ ..] = property.attributes() else { continue };
                let Some(name) = text(name).filter(|_| !value.is_empty()) else { continue };
                values.insert(name, value);
                let [kind, label, flags] = [kind, label, flags].map(|it| text(it).unwrap_or_default());
                if flags.contains(USER_DEFINED)
                    && let Some(value) = user_value(kind, value).or_else(|| user_value(label, value))
                {
                    user_defined.insert(name, value);
                }
            }
        }
        Self { values, user_defined }
    }

    /// Returns the user-defined properties, sorted by name.
    pub(super) fn user_defined(&self) -> Vec<(String, DataValue)> {
        self.user_defined.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
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

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        text(self.values.get(name)?.first()?)
    }

    pub(super) fn whole(&self, name: &str) -> Option<i64> {
        whole(self.values.get(name)?.first()?)
    }
}

/// Returns the value of a user-defined property; `None` for types without a value.
fn user_value(kind: &str, values: &[Value]) -> Option<DataValue> {
    let first = values.first()?;
    let vector = || match values {
        [x, y, z, ..] => user_properties::vector([number(x)?, number(y)?, number(z)?]),
        _ => None,
    };
    match kind {
        "bool" | "Bool" | "Boolean" => Some(DataValue::Bool(whole(first)? != 0)),
        "int" | "Integer" | "enum" | "Enum" | "Visibility" | "Visibility Inheritance" | "KTime" => {
            Some(choice(whole(first)?, values.get(1).and_then(text).unwrap_or_default()))
        }
        "Compound" | "Blob" | "Reference" => None,
        _ => match text(first) {
            Some(text) => Some(DataValue::Text(text.to_owned())),
            None => vector().or_else(|| user_properties::number(number(first)?)),
        },
    }
}
