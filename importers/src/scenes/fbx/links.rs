//! [`Links`]: properties that take their values from other properties.

use std::collections::BTreeMap;

use ufbx::{Element, ElementType};

use super::morphs::WEIGHT;
use crate::scenes::fbx_shared::channels::Channels;

/// The maximum number of properties in a chain.
const LONGEST_CHAIN: usize = 16;

/// A property of an element: the element's id, and the property's name.
type Key<'a> = (u32, &'a str);

/// The properties that move nodes and blend shapes, and that take their values from another property, by this other property.
/// Before version 7.2 of FBX, this is how the weights of blend shapes are stored: as properties of the mesh.
#[derive(Default)]
pub(super) struct Links<'a>(BTreeMap<Key<'a>, Vec<(&'a Element, &'a str)>>);

impl<'a> Links<'a> {
    pub(super) fn new(source: &'a ufbx::Scene) -> Self {
        let mut origins: BTreeMap<Key<'a>, Key<'a>> = BTreeMap::new();
        for element in source.elements.iter() {
            for link in element.connections_dst.iter().filter(|link| !link.src_prop.is_empty()) {
                let origin = (link.src.element_id, &*link.src_prop);
                origins.entry((element.element_id, &*link.dst_prop)).or_insert(origin);
            }
        }
        let mut links = Self::default();
        for (&(id, name), &origin) in &origins {
            let element = source.elements.get(id as usize).map(AsRef::as_ref);
            let Some(element) = element.filter(|element| moves(element, name)) else { continue };
            let mut chain = std::iter::successors(Some(origin), |at| origins.get(at).copied());
            // A chain that is longer may have no end.
            if let Some(first) = chain.by_ref().take(LONGEST_CHAIN).last().filter(|first| !origins.contains_key(first))
            {
                links.0.entry(first).or_default().push((element, name));
            }
        }
        links
    }

    /// Returns a property and all properties that take their values from it.
    pub(super) fn followers(
        &self,
        element: &'a Element,
        name: &'a str,
    ) -> impl Iterator<Item = (&'a Element, &'a str)> {
        let followers = self.0.get(&(element.element_id, name)).into_iter().flatten();
        std::iter::once((element, name)).chain(followers.copied())
    }
}

/// Returns whether a property moves a node or a blend shape.
fn moves(element: &Element, name: &str) -> bool {
    match element.type_ {
        ElementType::Node => Channels::of_property(name).is_some(),
        ElementType::BlendChannel => name == WEIGHT,
        _ => false,
    }
}
