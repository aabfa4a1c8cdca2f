//! Elements of the source, for diagnostics.

use rigmill_dom::Element;

/// Returns the element of the source from which something was made.
pub(super) fn element(kind: &'static str, source: &ufbx::Element) -> Element {
    Element { kind, name: source.name.to_string(), id: source.element_id.into() }
}
