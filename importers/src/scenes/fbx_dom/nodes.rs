//! [`Nodes`]: the hierarchy, with each node after its parent.

use std::collections::{HashMap, HashSet};

use rigmill_dom::{NodeKind, SceneNode};
use rigmill_math::affine::Affine;

use super::document::{Document, Object};
use super::matrices::NO_ROTATION;
use super::properties::Properties;
use super::settings::Settings;
use super::transforms::{Locals, Setup, geometric};
use super::unsupported::{malformed, unsupported};
use crate::report::Result;
use crate::scenes::fbx_shared::problems::{not_finite, over_limit};
use crate::scenes::fbx_shared::{DEEPEST_NODE, MAX_NODES, check_names, is_producer};

/// The largest difference between a scale and 1 for which the scale counts as 1.
const SCALE_EPSILON: f64 = 1e-9;

/// A node of the file.
pub(super) struct Node<'a> {
    pub(super) object: Object<'a>,
    pub(super) parent: Option<u32>,
    pub(super) properties: Properties<'a>,
    pub(super) locals: Locals,
    pub(super) setup: Setup,
    kind: NodeKind,
    /// Whether a child does not inherit the node's scale in the usual way.
    pub(super) scale_ends_here: bool,
    /// Whether a connection attaches the node to another node or to the root.
    pub(super) connected: bool,
}

/// The nodes of a file in depth-first order, with siblings in the order of their connections, as in Autodesk's FBX SDK.
pub(super) struct Nodes<'a> {
    order: Vec<Node<'a>>,
    places: HashMap<i64, u32>,
}

impl<'a> Nodes<'a> {
    pub(super) fn list(document: &Document<'a>, settings: &Settings) -> Result<Self> {
        let models: Vec<Object<'a>> = document.all("Model").collect();
        if models.len() as u64 > MAX_NODES {
            return Err(over_limit(models.len() as u64, "nodes", MAX_NODES, "split the file"));
        }
        let parents = parents(document, &models)?;
        let mut children: HashMap<i64, Vec<Object<'a>>> = HashMap::new();
        for parent in [0].into_iter().chain(models.iter().map(|model| model.id)) {
            let mut known = HashSet::new();
            let of_parent = document.children(parent, "Model").filter(|child| known.insert(child.id));
            children.insert(parent, of_parent.collect());
        }
        // Nodes without a connection belong to the root, and come last.
        let unconnected = models.iter().filter(|model| !parents.contains_key(&model.id)).copied();
        children.entry(0).or_default().extend(unconnected);
        let mut nodes = Self { order: Vec::new(), places: HashMap::new() };
        let mut waiting: Vec<(Object<'a>, Option<u32>, u32)> = Vec::new();
        let below = |id| children.get(&id).into_iter().flatten().rev().copied();
        waiting.extend(below(0).map(|object| (object, None, 1)));
        while let Some((object, parent, depth)) = waiting.pop() {
            if depth > DEEPEST_NODE {
                let what = "levels of nested nodes";
                return Err(over_limit(depth.into(), what, DEEPEST_NODE.into(), "check that this is the right file"));
            }
            let connected = parents.contains_key(&object.id);
            let place = nodes.push(document, settings, object, parent, connected)?;
            waiting.extend(below(object.id).map(|object| (object, Some(place), depth + 1)));
        }
        if nodes.order.len() < models.len() {
            return Err(malformed("nodes are parents of each other in a ring"));
        }
        nodes.check_inheritance()?;
        Ok(nodes)
    }

    fn push(
        &mut self,
        document: &Document<'a>,
        settings: &Settings,
        object: Object<'a>,
        parent: Option<u32>,
        connected: bool,
    ) -> Result<u32> {
        let place = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        let properties = document.properties(object);
        let (axes, unit) = if parent.is_none() { (settings.rotation, settings.scale) } else { (NO_ROTATION, 1.0) };
        self.places.insert(object.id, place);
        self.order.push(Node {
            object,
            parent,
            locals: Locals::new(&properties),
            setup: Setup::new(object.name, &properties, axes, unit)?,
            kind: kind(document, object),
            properties,
            scale_ends_here: false,
            connected,
        });
        Ok(place)
    }

    /// Marks the parents of nodes that do not inherit scale by multiplication of transforms. Rejects the file if the scale of
    /// such a parent is not 1.
    fn check_inheritance(&mut self) -> Result<()> {
        for place in 0..self.order.len() {
            let node = &self.order[place];
            // 0 multiplies scales by axis, 1 is the usual way, and 2 ignores the parent's scale.
            let other = matches!(node.properties.whole("InheritType"), Some(0 | 2));
            let Some(parent) = node.parent.filter(|_| other) else { continue };
            let name = node.object.name;
            let parent = &mut self.order[parent as usize];
            if parent.locals.scale.iter().any(|scale| (scale - 1.0).abs() > SCALE_EPSILON) {
                return Err(unsupported(format!("Model {name:?} does not inherit the scale of its parent")));
            }
            parent.scale_ends_here = true;
        }
        Ok(())
    }

    /// Returns the nodes with their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Node<'a>)> {
        (0..).zip(&self.order)
    }

    pub(super) fn get(&self, index: u32) -> Option<&Node<'a>> {
        self.order.get(index as usize)
    }

    /// Returns the index of the node with this object id.
    pub(super) fn index_of(&self, id: i64) -> Option<u32> {
        self.places.get(&id).copied()
    }

    /// Returns the geometric transform of each node.
    pub(super) fn geometric_transforms(&self) -> Vec<Option<Affine>> {
        self.order.iter().map(|node| geometric(&node.properties)).collect()
    }

    /// Returns the nodes without their meshes.
    pub(super) fn read(&self) -> Result<Vec<SceneNode>> {
        check_names(self.order.iter().map(|node| node.object.name))?;
        self.order.iter().map(read_node).collect()
    }
}

fn read_node(node: &Node<'_>) -> Result<SceneNode> {
    let local = node.setup.transform(&node.locals);
    let element = node.object.element("Model");
    if !local.is_finite() {
        return Err(not_finite(&element, "its transform"));
    }
    Ok(SceneNode {
        element,
        name: node.object.name.to_owned(),
        parent: node.parent,
        kind: node.kind,
        local,
        matrix: None,
        mesh: None,
        properties: node.properties.user_defined(),
    })
}

/// Returns the id of each node's parent; 0 for the root.
fn parents<'a>(document: &Document<'a>, models: &[Object<'a>]) -> Result<HashMap<i64, i64>> {
    let mut parents = HashMap::new();
    for parent in [0].into_iter().chain(models.iter().map(|model| model.id)) {
        for child in document.children(parent, "Model") {
            if parents.insert(child.id, parent).is_some_and(|before| before != parent) {
                return Err(unsupported(format!("Model {:?} has two parents", child.name)));
            }
        }
    }
    Ok(parents)
}

fn kind(document: &Document<'_>, object: Object<'_>) -> NodeKind {
    if document.children(object.id, "Geometry").any(|geometry| geometry.class == "Mesh") {
        return NodeKind::Mesh;
    }
    match document.children(object.id, "NodeAttribute").next().map(|attribute| attribute.class) {
        Some("LimbNode" | "Limb" | "Root") => NodeKind::Bone,
        Some("Camera") if is_producer(object.name) => NodeKind::Helper,
        Some("Camera" | "CameraStereo") => NodeKind::Camera,
        Some("Light") => NodeKind::Light,
        Some("CameraSwitcher") => NodeKind::Helper,
        _ => NodeKind::Empty,
    }
}
