//! Where things come from, for diagnostics.

use rigmill_dom::Element;

/// The element of the source that something was made from.
pub(super) fn element(kind: &'static str, source: &ufbx::Element) -> Element {
    Element { kind, name: source.name.to_string(), id: source.element_id.into() }
}
