//! [`Visibility`]: whether an FBX file shows its nodes.

use rigmill_dom::{NodeKind, Scene};
use rigmill_pipeline::Diagnostic;

use super::params::FbxParams;
use crate::codes;
use crate::scenes::hidden::{Hidden, Presence, leave_out};

/// The visibility of a node in an FBX file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visibility {
    /// The property `Show`, which concerns the node alone.
    pub(crate) show: bool,
    /// The property `Visibility`, which also concerns the node's descendants.
    pub(crate) visible: Seen,
    /// The property `Visibility Inheritance`: whether the parent's visibility concerns the node. In files that do not have it, it
    /// does not: 3ds Max wrote visible meshes on hidden dummies before the property came up.
    pub(crate) inherits: bool,
    /// Whether a connection ties it to a node or to the scene's root.
    pub(crate) connected: bool,
}

/// The values that a visibility has: its own, and those that takes give it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    on: bool,
    off: bool,
}

impl Seen {
    /// Adds a value: 0 hides, all others show.
    pub(crate) fn add(&mut self, value: f64) {
        *(if value == 0.0 { &mut self.off } else { &mut self.on }) = true;
    }
}

/// Removes from `scene` what the file hides, unless the manifest keeps it; `visibilities` has an entry for each node.
pub(crate) fn apply(scene: &mut Scene, visibilities: &[Visibility], params: &FbxParams) -> Vec<Diagnostic> {
    let mut notes: Vec<Diagnostic> = changing(scene, visibilities).into_iter().collect();
    if params.hidden == Hidden::Skip {
        let presences = presences(scene, visibilities);
        notes.extend(leave_out(scene, &presences));
    }
    notes
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

/// A warning that takes show and hide meshes, which clips cannot do.
fn changing(scene: &Scene, visibilities: &[Visibility]) -> Option<Diagnostic> {
    let mut carries: Vec<bool> = scene.nodes.iter().map(|node| node.mesh.is_some()).collect();
    for (at, node) in scene.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent.filter(|_| carries[at]) {
            carries[parent as usize] = true;
        }
    }
    let changes = |at: usize| carries[at] && visibilities[at].visible.on && visibilities[at].visible.off;
    let mut nodes = (0..scene.nodes.len()).filter(|&at| changes(at)).map(|at| &scene.nodes[at].element);
    let first = nodes.next()?;
    let more = match nodes.count() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let fact = format!("{first}: a take changes its visibility, which clips do not have: it is always shown{more}");
    Some(
        Diagnostic::warning(codes::FBX_LEFT_OUT, fact)
            .help("scale the node to nothing instead, or hide it in the game"),
    )
}
