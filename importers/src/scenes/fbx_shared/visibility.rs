//! [`Visibility`]: whether an FBX file shows its nodes.

use rigmill_dom::{NodeKind, Scene};
use rigmill_pipeline::Diagnostic;

use super::left_out::VISIBILITY;
use super::params::FbxParams;
use crate::scenes::hidden::{Hidden, Presence, leave_out};
use crate::scenes::left_out::LeftOut;

/// The visibility of a node in an FBX file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visibility {
    /// The property `Show`, which applies only to the node itself.
    pub(crate) show: bool,
    /// The property `Visibility`, which also applies to the node's descendants.
    pub(crate) visible: Seen,
    /// The property `Visibility Inheritance`: whether the parent's visibility applies to the node. In files without this
    /// property, it does not: before the property existed, 3ds Max wrote visible meshes on hidden dummies.
    pub(crate) inherits: bool,
    /// Whether a connection attaches the node to another node or to the scene's root.
    pub(crate) connected: bool,
}

/// The values of a visibility: its own value, and the values that takes set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    on: bool,
    off: bool,
}

impl Seen {
    /// Adds a value: 0 hides the node, and all other values show it.
    pub(crate) fn add(&mut self, value: f64) {
        *(if value == 0.0 { &mut self.off } else { &mut self.on }) = true;
    }
}

/// Removes parts from `scene` that the file hides, unless the manifest keeps them. `visibilities` has an entry for each node.
pub(crate) fn apply(
    scene: &mut Scene,
    visibilities: &[Visibility],
    params: &FbxParams,
    left_out: &mut LeftOut,
) -> Vec<Diagnostic> {
    add_changing(scene, visibilities, left_out);
    match params.hidden {
        Hidden::Keep => Vec::new(),
        Hidden::Skip => {
            let presences = presences(scene, visibilities);
            leave_out(scene, &presences)
        }
    }
}

fn presences(scene: &Scene, visibilities: &[Visibility]) -> Vec<Presence> {
    // Files before version 6 do not connect nodes to the scene.
    let all_in = !scene.nodes.iter().zip(visibilities).any(|(node, it)| node.parent.is_none() && it.connected);
    let mut visible: Vec<bool> = Vec::new();
    let mut presences: Vec<Presence> = Vec::new();
    for (node, it) in scene.nodes.iter().zip(visibilities) {
        let parent = node.parent.map(|parent| parent as usize);
        visible.push(it.visible.on && (!it.inherits || parent.is_none_or(|parent| visible[parent])));
        let outside = match parent {
            Some(parent) => presences[parent] == Presence::Outside,
            None => !it.connected && !all_in && node.kind != NodeKind::Helper,
        };
        presences.push(match (outside, it.show && visible.last() == Some(&true)) {
            (true, _) => Presence::Outside,
            (false, true) => Presence::Shown,
            (false, false) => Presence::Hidden,
        });
    }
    presences
}

/// Adds nodes whose meshes are shown and hidden by takes, which clips cannot do.
fn add_changing(scene: &Scene, visibilities: &[Visibility], left_out: &mut LeftOut) {
    let mut carries: Vec<bool> = scene.nodes.iter().map(|node| node.mesh.is_some()).collect();
    for (at, node) in scene.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent.filter(|_| carries[at]) {
            carries[parent as usize] = true;
        }
    }
    let changes = |at: usize| carries[at] && visibilities[at].visible.on && visibilities[at].visible.off;
    let nodes = (0..scene.nodes.len()).filter(|&at| changes(at)).map(|at| &scene.nodes[at]);
    nodes.for_each(|node| left_out.add(VISIBILITY, &node.name));
}
