//! [`Document`]: the objects of a file and their connections.

use std::collections::HashMap;

use fbxcel_dom::fbxcel::tree::v7400::Tree;
use rigmill_dom::Element;

use super::properties::Properties;
use super::records::{Record, number, text, text_in, whole};
use super::unsupported::{malformed, unsupported};
use crate::report::Result;
use crate::scenes::fbx_shared::left_out::{PROPERTY_LINK, UNKNOWN_OBJECT};
use crate::scenes::left_out::LeftOut;

/// An object of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'a> {
    pub(super) id: i64,
    pub(super) name: &'a str,
    /// The class of the object, such as `Mesh`, `LimbNode` or `Skin`.
    pub(super) class: &'a str,
    pub(super) record: Record<'a>,
}

impl Object<'_> {
    /// Returns the kind of the object, such as `Model`, `Geometry` or `Deformer`.
    pub(super) fn kind(&self) -> &str {
        self.record.name()
    }

    pub(super) fn element(&self, kind: &'static str) -> Element {
        Element { kind, name: self.name.to_owned(), id: self.id.cast_unsigned() }
    }
}

/// A connection from an object to its parent.
#[derive(Clone, Copy, Debug)]
struct Link<'a> {
    object: usize,
    property: Option<&'a str>,
}

/// The objects of a file and their connections.
pub(super) struct Document<'a> {
    root: Record<'a>,
    objects: Vec<Object<'a>>,
    children: Children<'a>,
    templates: HashMap<&'a str, Record<'a>>,
    /// Objects of other types than this importer reads that are malformed, by their types.
    skipped: Vec<&'a str>,
    /// The number of connections between properties.
    property_links: usize,
}

/// The types of objects that this importer reads.
const TYPES: [&str; 10] = [
    "AnimationCurve",
    "AnimationCurveNode",
    "AnimationLayer",
    "AnimationStack",
    "Deformer",
    "Geometry",
    "Material",
    "Model",
    "NodeAttribute",
    "Texture",
];

impl<'a> Document<'a> {
    pub(super) fn new(tree: &'a Tree) -> Result<Self> {
        let root = tree.root();
        check_ticks(root)?;
        let (mut objects, mut indices, mut skipped) = (Vec::new(), HashMap::new(), Vec::new());
        for record in root.children_by_name("Objects").flat_map(|list| list.children()) {
            match object(record) {
                Ok(object) if object.id != 0 && !indices.contains_key(&object.id) => {
                    indices.insert(object.id, objects.len());
                    objects.push(object);
                }
                _ if !TYPES.contains(&record.name()) => skipped.push(record.name()),
                Ok(object) => return Err(malformed(format!("two objects have the number {}", object.id))),
                Err(problem) => return Err(problem),
            }
        }
        let (children, property_links) = children(root, &indices)?;
        Ok(Self { root, objects, children, templates: templates(root), skipped, property_links })
    }

    /// Adds what was left out because this importer does not read it.
    pub(super) fn add_left_out(&self, left_out: &mut LeftOut) {
        self.skipped.iter().for_each(|kind| left_out.add(UNKNOWN_OBJECT, kind));
        left_out.add_many(PROPERTY_LINK, self.property_links, "");
    }

    /// Returns all objects.
    pub(super) fn objects(&self) -> &[Object<'a>] {
        &self.objects
    }

    /// Returns all objects of a kind.
    pub(super) fn all<'b>(&'b self, kind: &'b str) -> impl Iterator<Item = Object<'a>> + 'b {
        self.objects.iter().filter(move |object| object.kind() == kind).copied()
    }

    /// Returns the children of this kind, except those that are connected to a property.
    pub(super) fn children<'b>(&'b self, id: i64, kind: &'b str) -> impl Iterator<Item = Object<'a>> + 'b {
        self.linked(id, kind).filter(|(_, property)| property.is_none()).map(|(object, _)| object)
    }

    /// Returns the children of this kind, each with the property to which it is connected.
    pub(super) fn linked<'b>(
        &'b self,
        id: i64,
        kind: &'b str,
    ) -> impl Iterator<Item = (Object<'a>, Option<&'a str>)> + 'b {
        let links = self.children.get(&id).into_iter().flatten();
        links.map(|link| (self.objects[link.object], link.property)).filter(move |(object, _)| object.kind() == kind)
    }

    /// Returns whether Blender's exporter wrote the file.
    pub(super) fn is_by_blender(&self) -> bool {
        let header = self.root.first_child_by_name("FBXHeaderExtension");
        let creator = header.and_then(|header| text_in(header, "Creator")).or_else(|| text_in(self.root, "Creator"));
        creator.is_some_and(|creator| creator.starts_with("Blender") && creator.contains(" - "))
    }

    pub(super) fn properties(&self, object: Object<'a>) -> Properties<'a> {
        Properties::new(object.record, self.templates.get(object.kind()).copied())
    }

    /// Returns the settings of the whole file.
    pub(super) fn settings(&self) -> Properties<'a> {
        let settings = self.root.first_child_by_name("GlobalSettings");
        settings.map(|settings| Properties::new(settings, None)).unwrap_or_default()
    }
}

/// Checks the unit of time, because later files may use a different unit.
fn check_ticks(root: Record<'_>) -> Result<()> {
    let header = root.first_child_by_name("FBXHeaderExtension");
    let flags = header.and_then(|header| header.first_child_by_name("OtherFlags"));
    let definition = flags.and_then(|flags| flags.first_child_by_name("TCDefinition"));
    let value = definition.and_then(|definition| number(definition.attributes().first()?));
    if value.is_some_and(|value| value != 127.0) {
        return Err(unsupported("the file uses a custom time unit"));
    }
    Ok(())
}

fn object(record: Record<'_>) -> Result<Object<'_>> {
    let values = record.attributes();
    let id = values.first().and_then(whole);
    let full_name = values.get(1).and_then(text);
    let (Some(id), Some(full_name)) = (id, full_name) else {
        return Err(malformed(format!("an object of the type {:?} has no number or no name", record.name())));
    };
    let name = full_name.split_once("\0\x01").map_or(full_name, |(name, _)| name);
    if name.contains('\0') {
        return Err(malformed(format!("the name {name:?} of an object has a zero byte")));
    }
    Ok(Object { id, name, class: values.get(2).and_then(text).unwrap_or_default(), record })
}

/// The children of each object, by the object's id.
type Children<'a> = HashMap<i64, Vec<Link<'a>>>;

/// Returns the connections between objects, and the number of connections between properties.
fn children<'a>(root: Record<'a>, indices: &HashMap<i64, usize>) -> Result<(Children<'a>, usize)> {
    let (mut children, mut property_links) = (Children::new(), 0);
    for record in root.children_by_name("Connections").flat_map(|list| list.children_by_name("C")) {
        let values = record.attributes();
        let property = match values.first().and_then(text) {
            Some("OO") => None,
            Some("OP") => values.get(3).and_then(text),
            _ => {
                property_links += 1;
                continue;
            }
        };
        let [child, parent] = [1, 2].map(|at| values.get(at).and_then(whole));
        let (Some(child), Some(parent)) = (child, parent) else { return Err(malformed("a connection lacks an end")) };
        if let Some(&object) = indices.get(&child) {
            children.entry(parent).or_default().push(Link { object, property });
        }
    }
    Ok((children, property_links))
}

/// Returns the default properties of objects, by kind.
fn templates(root: Record<'_>) -> HashMap<&str, Record<'_>> {
    let mut templates = HashMap::new();
    let types = root.children_by_name("Definitions").flat_map(|list| list.children_by_name("ObjectType"));
    for record in types {
        let kind = record.attributes().first().and_then(text);
        if let (Some(kind), Some(template)) = (kind, record.first_child_by_name("PropertyTemplate")) {
            templates.entry(kind).or_insert(template);
        }
    }
    templates
}
