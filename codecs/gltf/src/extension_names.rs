//! The names of the extensions in a document.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Returns the names of the extensions that elements of a document have, whether or not the document lists them as used. Returns
/// an empty set if `json` is not valid JSON.
#[must_use]
pub fn names_of_extensions(json: &[u8]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let key = b"\"extensions\"";
    if json.windows(key.len()).any(|window| window == key) {
        let search = Search { names: &mut names, is_extensions: false };
        if search.deserialize(&mut serde_json::Deserializer::from_slice(json)).is_err() {
            names.clear();
        }
    }
    names
}

/// Finds the names in a JSON value without storing it, because documents can contain whole buffers as text. The parser limits
/// the depth of the recursion.
struct Search<'a> {
    names: &'a mut BTreeSet<String>,
    /// Whether the value is the object `extensions` of an element.
    is_extensions: bool,
}

impl<'de> DeserializeSeed<'de> for Search<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Search<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Search { names: self.names, is_extensions: false })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            if name == "extras" {
                // Extras can have members with any names.
                fields.next_value::<IgnoredAny>()?;
            } else {
                fields.next_value_seed(Search { names: self.names, is_extensions: name == "extensions" })?;
            }
            if self.is_extensions {
                self.names.insert(name);
            }
        }
        Ok(())
    }
}
