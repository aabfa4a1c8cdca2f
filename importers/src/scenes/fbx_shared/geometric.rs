//! [`move_into_nodes`]: makes geometric transforms a part of their nodes, as XNA does.

use rigmill_dom::{Scene, SceneNode, SceneTrack, SceneTransform};
use rigmill_math::affine::{self, Affine};
use rigmill_pipeline::Diagnostic;

use super::channels::Channels;
use super::samples::push;
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::constant_channels::shorten_constant_channels;

/// Makes the geometric transform of each node a part of the node's own transform, and compensates for it in the nodes below, so
/// that everything stays in place. The vertices must not be transformed yet.
///
/// With the geometric transforms G of a node and P of its parent, the node's transform L becomes P⁻¹ · L · G. The bones in the
/// models of XNA's pipeline have these transforms.
///
/// The file's own curves are left out for these nodes, because their components no longer match the components of the
/// transform. Returns a warning if a transform shears.
pub(crate) fn move_into_nodes(scene: &mut Scene, geometric: &[Option<Affine>]) -> Result<Option<Diagnostic>> {
    if geometric.iter().all(Option::is_none) {
        return Ok(None);
    }
    let inverses = inverses(&scene.nodes, geometric)?;
    let of_parent = |node: &SceneNode| node.parent.and_then(|parent| inverses[parent as usize]);
    let changes: Vec<Option<Change>> =
        scene.nodes.iter().zip(geometric).map(|(node, own)| Change::new(node, of_parent(node), *own)).collect();
    let mut warning = None;
    for (node, change) in scene.nodes.iter_mut().zip(&changes) {
        let Some(change) = change else { continue };
        let changed = change.matrix(&node.local);
        node.local = parts(&changed);
        if affine::is_sheared(&changed) {
            node.matrix = Some(affine::to_matrix(&changed));
            warning.get_or_insert_with(|| shears(node));
        }
    }
    for clip in &mut scene.clips {
        for track in &mut clip.tracks {
            if let Some(change) = &changes[track.node as usize] {
                change.apply(track, &scene.nodes[track.node as usize].local);
            }
        }
        clip.curves.retain(|track| changes[track.node as usize].is_none());
    }
    for skin in scene.meshes.iter_mut().filter_map(|mesh| mesh.skin.as_mut()) {
        for (bone, bind) in skin.bones.iter().zip(&mut skin.inverse_binds) {
            *bind = inverses[*bone as usize].map_or(*bind, |inverse| affine::multiply(&inverse, bind));
        }
    }
    Ok(warning)
}

fn inverses(nodes: &[SceneNode], geometric: &[Option<Affine>]) -> Result<Vec<Option<Affine>>> {
    let inverse = |(node, geometric): (&SceneNode, &Option<Affine>)| {
        let Some(geometric) = geometric else { return Ok(None) };
        let inverse = affine::inverse(geometric).filter(|it| it.iter().flatten().all(|number| number.is_finite()));
        inverse.map(Some).ok_or_else(|| {
            let fact = format!(
                "{}: the geometric transform flattens the mesh, so it cannot become part of the node's transform",
                node.element
            );
            let help = "export the node without a geometric transform, or set `geometric_transforms = \"mesh\"`";
            Problem::new(codes::FBX_GEOMETRIC, fact, help)
        })
    };
    nodes.iter().zip(geometric).map(inverse).collect()
}

fn parts(matrix: &Affine) -> SceneTransform {
    let (translation, rotation, scale) = affine::to_parts(matrix);
    SceneTransform { translation, rotation, scale }
}

fn shears(node: &SceneNode) -> Diagnostic {
    let message = format!(
        "{}: a geometric transform shears this node: models keep the exact matrix, but skeletons and clips only \
         approximate it",
        node.element
    );
    let help = "reset the object's scale in the modelling program, or set `geometric_transforms = \"mesh\"`";
    Diagnostic::warning(codes::FBX_GEOMETRIC, message).help(help)
}

/// The change of a node's transform.
struct Change {
    /// The transform before the change.
    before: SceneTransform,
    /// The inverse of the parent's geometric transform.
    outer: Affine,
    /// The node's geometric transform.
    inner: Affine,
}

impl Change {
    fn new(node: &SceneNode, outer: Option<Affine>, inner: Option<Affine>) -> Option<Self> {
        (outer.is_some() || inner.is_some()).then(|| Self {
            before: node.local,
            outer: outer.unwrap_or(affine::IDENTITY),
            inner: inner.unwrap_or(affine::IDENTITY),
        })
    }

    fn matrix(&self, local: &SceneTransform) -> Affine {
        let local = affine::from_parts(local.translation, local.rotation, local.scale);
        affine::multiply(&self.outer, &affine::multiply(&local, &self.inner))
    }

    /// Changes a track. `local` is the node's transform after the change.
    fn apply(&self, track: &mut SceneTrack, local: &SceneTransform) {
        if !track.moves() {
            return;
        }
        let mut changed = SceneTrack { node: track.node, ..SceneTrack::default() };
        for frame in 0..track.frames() {
            let at = track.local_at(frame, &self.before);
            push(&mut changed, Channels::ALL, &parts(&self.matrix(&at)));
        }
        shorten_constant_channels(&mut changed, local);
        *track = changed;
    }
}
