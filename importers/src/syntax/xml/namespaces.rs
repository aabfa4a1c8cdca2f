//! The namespaces that prefixes stand for.

use std::borrow::Cow;

/// The maximum number of bindings that are in scope at the same time.
pub(crate) const MAX_BINDINGS: usize = 64;

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The namespace of `xsi:nil`.
pub(crate) const SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The bindings in scope, innermost last.
#[derive(Default)]
pub(crate) struct Namespaces<'a> {
    bindings: Vec<Binding<'a>>,
}

struct Binding<'a> {
    depth: usize,
    prefix: &'a str,
    namespace: Cow<'a, str>,
}

impl<'a> Namespaces<'a> {
    /// Binds a prefix ("" for the default namespace) within the element at `depth`. Returns false if there are too many
    /// bindings.
    pub(crate) fn bind(&mut self, depth: usize, prefix: &'a str, namespace: Cow<'a, str>) -> bool {
        let room = self.bindings.len() < MAX_BINDINGS;
        if room {
            self.bindings.push(Binding { depth, prefix, namespace });
        }
        room
    }

    /// Removes the bindings of the element at `depth`.
    pub(crate) fn leave(&mut self, depth: usize) {
        while self.bindings.last().is_some_and(|binding| binding.depth >= depth) {
            self.bindings.pop();
        }
    }

    /// Returns the namespace of a prefix ("" for no namespace); `None` if the prefix is not bound.
    pub(crate) fn resolve(&self, prefix: &str) -> Option<&str> {
        let bound = self.bindings.iter().rev().find(|binding| binding.prefix == prefix);
        match (bound, prefix) {
            (Some(binding), _) => Some(&binding.namespace),
            (None, "xml") => Some(XML),
            (None, "") => Some(""),
            (None, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_bindings_hide_outer_ones_until_their_element_ends() {
        let mut namespaces = Namespaces::default();
        assert!(namespaces.bind(1, "p", "outer".into()));
        assert!(namespaces.bind(2, "p", "inner".into()));
        assert_eq!(namespaces.resolve("p"), Some("inner"));
        namespaces.leave(2);
        assert_eq!(namespaces.resolve("p"), Some("outer"));
        namespaces.leave(1);
        assert_eq!((namespaces.resolve("p"), namespaces.resolve("")), (None, Some("")));
    }
}
